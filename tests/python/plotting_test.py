import subprocess
import sys
import unittest

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402
from support import Case  # noqa: E402

import l2r  # noqa: E402


class PlottingTest(Case):
    def setUp(self):
        super().setUp()
        self.instance = l2r.generate(20)
        self.result = l2r.solve(self.instance, l2r.MaxRuns(2))
        self.addCleanup(pyplot.close, "all")

    def test_a_solution_has_a_line_for_each_route(self):
        for solution in (self.result, self.result.best, self.result.best.routes):
            ax = l2r.plot_solution(self.instance, solution)
            self.assertEqual(len(ax.lines), len(self.result.best))
            stops = sum(len(line.get_xdata()) for line in ax.lines)
            self.assertEqual(stops, 20)
            self.assertIn(f"{self.result.length:.6g}", ax.get_title(loc="left"))

    def test_routes_have_the_colours_of_the_svg_map(self):
        routes = self.result.best.routes
        colours = [line.get_color() for line in l2r.plot_solution(self.instance, routes).lines]
        self.assertEqual(len(set(colours)), len(routes))
        turned = [line.get_color() for line in l2r.plot_solution(self.instance, routes[::-1]).lines]
        self.assertEqual(turned, colours[::-1], "a colour goes by where its route is")

    def test_draws_where_it_is_told(self):
        _, (left, middle, right) = pyplot.subplots(1, 3)
        self.assertIs(l2r.plot_instance(self.instance, ax=left), left)
        self.assertIs(l2r.plot_solution(self.instance, self.result, ax=middle), middle)
        self.assertIs(l2r.plot_history(self.result, ax=right, label="here"), right)
        self.assertEqual(right.lines[0].get_label(), "here")
        left.figure.savefig(self.path("x.png"))

    def test_a_history_goes_to_the_end_of_the_search(self):
        line = l2r.plot_history(self.result, over="runs").lines[0]
        self.assertEqual((line.get_xdata()[-1], line.get_ydata()[-1]), (2, self.result.length))
        with self.assertRaisesRegex(l2r.InputError, "over 'seconds' or 'runs', not 'hours'"):
            l2r.plot_history(self.result, over="hours")

    def test_geographic_places_are_drawn_where_distances_have_them(self):
        places = [[0, 0], [0, 10.3], [10.3, 0]]  # 10 degrees and 30 minutes to the east, and to the north
        ax = l2r.plot_instance(l2r.Instance(places, [1, 1], 2, metric="geographic", rounding="trunc"))
        (east, y), (x, north) = ax.collections[0].get_offsets()
        self.assertEqual((y, x), (0, 0))
        self.assertAlmostEqual(north, 10.5)
        self.assertAlmostEqual(east, 10.5, delta=0.05)  # a degree to the east is shorter off the equator

    def test_without_coordinates_there_is_nothing_to_draw(self):
        matrix = l2r.Instance(matrix=[[0, 1], [1, 0]], demands=[1], capacity=1)
        with self.assertRaisesRegex(l2r.InputError, "no coordinates"):
            l2r.plot_instance(matrix)

    def test_matplotlib_is_not_loaded_before_it_is_used(self):
        check = "import sys, l2r; sys.exit('matplotlib' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", check]).returncode, 0)


if __name__ == "__main__":
    unittest.main()
