import contextlib
import io
import os
import pty
import re
import signal
import unittest

from support import Case

import l2r
from l2r.display import Display


class Terminal(io.StringIO):
    def isatty(self):
        return True


class DisplayTest(Case):
    def setUp(self):
        super().setUp()
        self.instance = l2r.generate(20)

    def solve(self, out, stop=l2r.MaxRuns(5), **settings):
        with contextlib.redirect_stdout(out):
            return l2r.solve(self.instance, stop, 1, True, **settings)

    def test_is_silent_unless_asked_for(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            l2r.solve(self.instance, l2r.MaxRuns(5))
        self.assertEqual(out.getvalue(), "")

    def test_has_a_title_rows_and_the_result(self):
        out = io.StringIO()
        result = self.solve(out)
        lines = out.getvalue().splitlines()
        self.assertRegex(lines[0], r"20 customers, capacity 30, at least \d+ routes; ends after 5 runs$")
        self.assertEqual(lines[2].split(), ["seconds", "runs", "routes", "length"])
        last = lines[lines.index("", 3) - 1].split()
        self.assertEqual(last[1:], ["5", str(len(result.best)), f"{result.length:.10g}"])
        self.assertEqual(lines[-1], str(result).splitlines()[-1])
        self.assertNotIn("\r", out.getvalue())

    def test_changes_nothing_else(self):
        seen = []
        shown = self.solve(io.StringIO(), callback=lambda step, solution: seen.append(step))
        silent = l2r.solve(self.instance, l2r.MaxRuns(5))
        self.assertEqual((shown.best, shown.runs), (silent.best, silent.runs))
        self.assertEqual([step.length for step in seen], list(shown.history.lengths))

    def test_says_every_rule_that_ends_it(self):
        out = io.StringIO()
        self.solve(out, [l2r.MaxRuns(2), l2r.MaxRuntime(5), l2r.NoImprovement(9), l2r.Target(1.5)])
        self.assertIn("ends after 5 s or after 2 runs or after 9 runs that improve nothing or at a length of 1.5",
                      out.getvalue())

    def test_keeps_the_last_row_of_a_terminal_up_to_date(self):
        row = r"\r +([\d.]+) +\d+ +\d+ +[\d.]+"

        class Pressing(Terminal):
            """Ends the search, by Ctrl-C, once it has shown three rows."""

            def write(self, text):
                written = super().write(text)
                if re.search(row, text) and len(re.findall(row, self.getvalue())) == 3:
                    os.kill(os.getpid(), signal.SIGINT)
                return written

        out = Pressing()
        self.assertEqual(self.solve(out, 60).stopped_by, "interrupted")
        rows = re.findall(row, out.getvalue())
        self.assertGreaterEqual(len(rows), 3)
        self.assertEqual(rows, sorted(rows, key=float))
        self.assertIn("\r\033[K", out.getvalue())

    def test_rows_come_a_second_apart_and_rarer_later(self):
        class Count:
            runs = 1

        out = io.StringIO()
        with Display(self.instance, "", Count(), out) as table:
            for length in range(8):
                table.improved(1, length)
                table._ended.wait(0.21)
        self.assertLessEqual(len(out.getvalue().splitlines()) - 3, 3)

    def test_a_closed_stream_costs_nothing(self):
        read, write = pty.openpty()
        out = os.fdopen(write, "w")
        os.close(read)
        self.assertTrue(self.solve(out).is_feasible())
        with contextlib.suppress(OSError):
            out.close()
        out = io.StringIO()
        out.isatty = lambda: False
        table = Display(self.instance, "", None, out)
        out.close()
        with table:
            pass

    def test_an_error_ends_the_table(self):
        def broken(instance, start, seed):
            raise KeyError("here")

        with self.assertRaisesRegex(KeyError, "here"):
            self.solve(io.StringIO(), optimiser=broken)


if __name__ == "__main__":
    unittest.main()
