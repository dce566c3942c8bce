import pickle
import unittest
import warnings

import numpy as np
from support import ROOT, Case

import l2r

SQUARE = dict(places=[[0, 0], [0, 1], [1, 1], [1, 0]], demands=[2, 2, 2], capacity=4)


class InstanceTest(Case):
    def test_is_read_from_a_file(self):
        instance = l2r.read(ROOT / "examples" / "town-20.vrp")
        self.assertEqual(instance.customers, 20)
        self.assertEqual(instance.places.shape, (21, 2))
        self.assertEqual(instance.demands[0], 0)

    def test_is_made_from_arrays(self):
        instance = l2r.Instance(np.array(SQUARE["places"], dtype="float32"), np.array([2, 2, 2]), 4, name="square")
        self.assertEqual((instance.name, instance.customers, instance.capacity), ("square", 3, 4))
        self.assertEqual(instance.min_routes, 2)
        self.assertAlmostEqual(instance.distance(0, 2), 2**0.5)
        np.testing.assert_array_equal(instance.demands, [0, 2, 2, 2])
        np.testing.assert_array_equal(instance.places, SQUARE["places"])

    def test_takes_demands_with_the_depots_first(self):
        instance = l2r.Instance(SQUARE["places"], [0, 2, 2, 2], 4)
        np.testing.assert_array_equal(instance.demands, [0, 2, 2, 2])

    def test_takes_whole_numbers_of_any_kind(self):
        for capacity in [4, 4.0, np.int8(4), np.float32(4), np.array(4)]:
            with self.subTest(type(capacity)):
                self.assertEqual(l2r.Instance(**{**SQUARE, "capacity": capacity}).capacity, 4)

    def test_a_customer_may_demand_nothing(self):
        np.testing.assert_array_equal(l2r.Instance(SQUARE["places"], [2, 0, 2], 4).demands, [0, 2, 0, 2])
        np.testing.assert_array_equal(l2r.Instance(SQUARE["places"], [0, 0, 2, 2], 4).demands, [0, 0, 2, 2])

    def test_takes_a_matrix_without_places(self):
        matrix = np.array([[0, 3, 4], [3, 0, 5], [4, 5, 0]])
        instance = l2r.Instance(matrix=matrix, demands=[1, 1], capacity=2)
        self.assertIsNone(instance.places)
        np.testing.assert_array_equal(instance.distances(), matrix)
        self.assertEqual(l2r.Solution([[1, 2]]).length(instance), 12)

    def test_rounds_distances_as_asked(self):
        rounded = l2r.Instance(**SQUARE, rounding="ceil")
        self.assertEqual(rounded.distance(0, 2), 2)
        self.assertEqual(rounded.rounding, "ceil")

    def test_refuses_what_makes_no_sense(self):
        for change, reason in [
            (dict(demands=[2, 2, 5]), "5"),
            (dict(demands=[1.5, 2, 2]), "whole numbers, not 1.5"),
            (dict(demands=[np.nan, 2, 2]), "whole numbers"),
            (dict(demands=[2, 2]), "demand"),
            (dict(demands=[0, 2, 2]), "of 4 nodes 3 have a demand, and the first is 0: .* Give 4, the depot's 0 first"),
            (dict(capacity=4.5), "4.5 is not a whole number"),
            (dict(capacity=np.float32(4.7)), "4.7 is not a whole number"),
            (dict(capacity=np.nan), "nan is not a whole number"),
            (dict(capacity=2**70), "1180591620717411303424 is outside"),
            (dict(vehicles=2**40), "1099511627776 is outside"),
            (dict(vehicles=np.float32(2.5)), "2.5 is not a whole number"),
            (dict(service=np.nan), "service"),
            (dict(route_limit=np.nan), "limit"),
            (dict(places=[1, 2, 3]), "row for each node"),
            (dict(places=None), "needs places"),
            (dict(metric="crow"), "no metric 'crow'; there is euclidean"),
            (dict(rounding="up"), "no rounding 'up'; there is none, nearest"),
            (dict(matrix=[[0, 1]]), "row and a column"),
            (dict(metric="geographic", places=[[51.3, 0], [51.8, 0], [51, 0], [50, 0]]),
             "customer 1: GEO coordinates are degrees and minutes.* 51.8 becomes 51.48"),
        ]:
            with self.subTest(change), self.assertRaisesRegex(l2r.InputError, reason):
                l2r.Instance(**{**SQUARE, **change})

    def test_may_limit_routes_and_vehicles(self):
        unlimited = l2r.Instance(**SQUARE)
        self.assertEqual((unlimited.route_limit, unlimited.service, unlimited.vehicles), (None, 0, None))
        instance = l2r.Instance(**SQUARE, route_limit=4.5, service=0.25, vehicles=2)
        self.assertEqual((instance.route_limit, instance.service, instance.vehicles), (4.5, 0.25, 2))
        again = pickle.loads(pickle.dumps(instance))
        self.assertEqual((again.route_limit, again.service, again.vehicles), (4.5, 0.25, 2))
        self.assertEqual(l2r.Solution([[1, 2], [3]]).faults(instance), [])
        self.assertEqual(l2r.Solution([[1], [2], [3]]).faults(instance),
                         ["there are 3 routes, more than the limit of 2"])
        self.assertRegex(l2r.Solution([[1, 3], [2]]).faults(l2r.Instance(**SQUARE, route_limit=3))[0],
                         "route 1 takes 3.41.* more than the limit of 3")
        for change, reason in [(dict(vehicles=1), "at least 2"), (dict(vehicles=0), "at least one"),
                               (dict(route_limit=2.5), "customer 2 is out of reach"), (dict(route_limit=-1), "limit")]:
            with self.subTest(change), self.assertRaisesRegex(l2r.InputError, reason):
                l2r.Instance(**SQUARE, **change)
        limited = l2r.Instance(**SQUARE, route_limit=4.5, service=0.25)
        limited.write(self.path("limited.vrp"))
        self.assertEqual(l2r.read(self.path("limited.vrp")).route_limit, 4.5)

    def test_vehicle_ids_come_back_from_a_pickle(self):
        instance = l2r.Instance(**SQUARE, vehicle_ids=["10", "20", "30"])
        self.assertEqual(pickle.loads(pickle.dumps(instance)).vehicle_ids, ["10", "20", "30"])
        self.assertEqual(l2r.Instance(**SQUARE).vehicle_ids, [])

    def test_comes_back_from_a_file_and_from_a_pickle(self):
        matrix = l2r.Instance(matrix=[[0, 3.5], [3.5, 0]], demands=[1], capacity=1)
        for instance in [l2r.generate(20), matrix, l2r.Instance(**SQUARE, rounding="nearest")]:
            instance.write(self.path("x.vrp"))
            for again in [l2r.read(self.path("x.vrp")), pickle.loads(pickle.dumps(instance))]:
                np.testing.assert_array_equal(again.distances(), instance.distances())
                np.testing.assert_array_equal(again.demands, instance.demands)
                self.assertEqual(again.capacity, instance.capacity)

    def test_stops_may_have_names(self):
        self.assertIsNone(l2r.Instance(**SQUARE).names)
        instance = l2r.Instance(**SQUARE, names=["depot", "a", "", "c"])
        self.assertEqual(instance.names, ["depot", "a", "2", "c"])
        self.assertEqual(pickle.loads(pickle.dumps(instance)).names, instance.names)
        self.assertIsNone(instance.ids)
        with_ids = l2r.Instance(**SQUARE, ids=["d", "x1", "x2", "x3"])
        self.assertEqual(pickle.loads(pickle.dumps(with_ids)).ids, ["d", "x1", "x2", "x3"])
        with self.assertRaisesRegex(l2r.InputError, "4 demands but 1 names"):
            l2r.Instance(**SQUARE, names=["depot"])

    def test_warns_where_rounding_leaves_nothing_of_distances(self):
        degrees = np.array(SQUARE["places"]) / 100
        with self.assertWarnsRegex(UserWarning, "changes most distances .* such as 0.01 to 0;"):
            instance = l2r.Instance(degrees, SQUARE["demands"], 4, rounding="nearest")
        instance.write(self.path("degrees.vrp"))
        with self.assertWarnsRegex(UserWarning, "read them exactly"):
            l2r.read(self.path("degrees.vrp"))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            l2r.read(self.path("degrees.vrp"), rounding="none")
            l2r.Instance(**SQUARE, rounding="nearest")

    def test_has_no_node_beyond_its_last(self):
        with self.assertRaises(IndexError):
            l2r.Instance(**SQUARE).distance(0, 4)


class StopsTest(Case):
    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def test_a_table_of_stops_is_an_instance(self):
        path = self.write("stops.csv", "id;name;lon;lat;demand\nd;;13.40;52.52;\na;Café;13.45;52.51;4\n")
        instance = l2r.read(path, capacity=10)
        self.assertEqual((instance.capacity, instance.metric, instance.rounding), (10, "great_circle", "nearest"))
        self.assertEqual(instance.names, ["d", "Café"])
        self.assertEqual(instance.distance(0, 1), 3561)
        self.assertEqual(l2r.solve(instance, l2r.MaxRuns(1)).length, 7122)
        again = pickle.loads(pickle.dumps(instance))
        self.assertEqual((again.names, again.ids, again.distance(0, 1)), (instance.names, ["d", "a"], 3561))
        self.assertAlmostEqual(l2r.read(path, "none", capacity=10).distance(0, 1), 3561.445, places=3)

    def test_depot_and_distances_come_from_outside(self):
        stops = self.write("stops.csv", "id,demand,capacity\na,4,\nb,5,\nd,,9\n")
        matrix = self.write("matrix.csv", "0,1,2\n1,0,3\n2,3,0\n")
        instance = l2r.read(stops, depot="d", matrix=matrix)
        np.testing.assert_array_equal(instance.distances(), [[0, 2, 3], [2, 0, 1], [3, 1, 0]])
        self.assertEqual((instance.capacity, instance.places), (9, None))
        for order, kind in [("C", "int32"), ("F", "float32"), ("C", "uint8"), ("F", ">i8")]:
            array = np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0]], dtype=kind, order=order)
            np.save(self.path("matrix.npy"), array)
            again = l2r.read(stops, depot="d", matrix=self.path("matrix.npy"))
            np.testing.assert_array_equal(again.distances(), instance.distances())

    def test_what_is_not_used_is_a_warning_and_what_is_wrong_an_error(self):
        path = self.write("stops.csv", "x,y,demand,phone\n0,0,,\n1,1,4,5\n")
        with self.assertWarnsRegex(UserWarning, "the column 'phone' is not used"):
            l2r.read(path, capacity=10)
        for options, reason in [(dict(), "stops.csv:2: the capacity of the vehicles is missing"),
                                (dict(capacity=3), "stops.csv:3: the demand of stop 2, 4, is more than the capacity"),
                                (dict(capacity=0), "at least 1"), (dict(capacity=2.5), "not a whole number")]:
            with self.subTest(options), self.assertRaisesRegex(l2r.InputError, reason):
                l2r.read(path, **options)
        with self.assertRaisesRegex(l2r.InputError, "only a table of stops"):
            l2r.read(ROOT / "examples" / "town-20.vrp", capacity=10)


class FileTest(Case):
    def test_a_bad_file_raises_with_file_and_line(self):
        with open(self.path("bad.vrp"), "w") as file:
            file.write("NAME : bad\nCAPACITY : many\n")
        with self.assertRaisesRegex(l2r.InputError, "bad.vrp:2:") as raised:
            l2r.read(self.path("bad.vrp"))
        self.assertIsInstance(raised.exception, ValueError)

    def test_a_folder_that_is_not_there_raises_an_outside_error(self):
        with self.assertRaises(l2r.OutsideError):
            l2r.generate(5).write(self.path("none/x.vrp"))

    def test_a_solution_comes_back(self):
        instance = l2r.generate(3)
        l2r.write_solution(self.path("x.sol"), instance, [[1, 2], [3]])
        self.assertEqual(l2r.read_solution(self.path("x.sol")), l2r.Solution([[1, 2], [3]]))

    def test_rounding_overrides_the_file(self):
        path = ROOT / "examples" / "town-20.vrp"
        self.assertNotEqual(l2r.read(path, rounding="none").distance(0, 1) % 1, 0)
        with self.assertWarns(UserWarning):
            self.assertEqual(l2r.read(path, rounding="nearest").distance(0, 1) % 1, 0)


class SolutionTest(unittest.TestCase):
    def test_is_a_sequence_of_routes(self):
        solution = l2r.Solution([[1, 2], (3,), np.array([4])])
        self.assertEqual(list(solution), [[1, 2], [3], [4]])
        self.assertEqual((len(solution), solution[0], solution[-1]), (3, [1, 2], [4]))
        self.assertEqual(solution, l2r.Solution(solution))
        self.assertNotEqual(solution, l2r.Solution([[1, 2]]))
        self.assertEqual(pickle.loads(pickle.dumps(solution)), solution)
        with self.assertRaises(IndexError):
            solution[3]

    def test_is_measured_and_checked(self):
        instance = l2r.Instance(**SQUARE)
        solution = l2r.Solution([[1, 2], [3]])
        self.assertAlmostEqual(solution.length(instance), 2 + 2**0.5 + 2)
        self.assertEqual(solution.cost(instance), solution.length(instance))
        self.assertTrue(solution.is_feasible(instance))
        self.assertEqual(l2r.Solution([[1, 2, 3]]).faults(instance), ["route 1 carries 6, more than the capacity of 4"])

    def test_refuses_what_are_no_routes(self):
        for routes in [None, 3, [1, 2], ["12"], "12", [[1.5]], [[None]]]:
            with self.subTest(routes), self.assertRaisesRegex(TypeError, "a solution is routes"):
                l2r.Solution(routes)

    def test_refuses_numbers_that_no_node_has(self):
        for customer in [2**31, 2**40, 2**70, -2**40]:
            with self.subTest(customer), self.assertRaisesRegex(ValueError, f"{customer} is outside"):
                l2r.Solution([[customer]])

    def test_a_length_needs_customers_that_there_are(self):
        for customer in [0, -1, 4, 2**31 - 1]:
            with self.subTest(customer), self.assertRaisesRegex(l2r.InputError, "no customer"):
                l2r.Solution([[customer]]).length(l2r.Instance(**SQUARE))


class GeneratorTest(unittest.TestCase):
    def test_instances_repeat_by_seed_and_number(self):
        np.testing.assert_array_equal(l2r.generate(20, 1, 5).places, l2r.generate(20, seed=1, number=5).places)
        self.assertTrue((l2r.generate(20, 1, 5).places != l2r.generate(20, 1, 6).places).any())
        self.assertEqual((l2r.generate(100).capacity, l2r.generate(20, capacity=99).capacity), (50, 99))

    def test_refuses_seeds_and_sizes_that_are_none(self):
        for wrong in [dict(seed=-1), dict(seed=2**64), dict(seed=np.float32(1.5)), dict(number=-1), dict(size=2**32 + 20),
                      dict(size=np.float32(20.5)), dict(capacity=30.5)]:
            with self.subTest(wrong), self.assertRaisesRegex(l2r.InputError, "is outside|is not a whole number"):
                l2r.generate(**{"size": 20, **wrong})

    def test_test_sets_are_those_of_numpys_seed_1234(self):
        random = np.random.RandomState(1234)
        depots = random.uniform(size=(10000, 2))
        customers = random.uniform(size=(10000, 20, 2))
        demands = random.randint(1, 10, size=(10000, 20))
        instances = l2r.test_set(20)
        self.assertEqual(len(instances), 10000)
        for i in [0, 17, -1]:
            np.testing.assert_array_equal(instances[i].places, np.vstack([depots[i], customers[i]]))
            np.testing.assert_array_equal(instances[i].demands[1:], demands[i])

    def test_a_test_set_is_a_sequence(self):
        instances = l2r.test_set(20, count=5)
        self.assertEqual([len(instances), len(list(instances)), len(instances[1:4:2])], [5, 5, 2])
        np.testing.assert_array_equal(instances[1:4:2][1].places, instances[3].places)
        with self.assertRaises(IndexError):
            instances[5]


if __name__ == "__main__":
    unittest.main()
