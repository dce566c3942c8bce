import contextlib
import io
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
import warnings

from support import Case, order_routes, random_starts

import l2r


SOON = 5  # seconds, on a machine that is busy with much else; what is interrupted would take a minute


class InterruptTest(Case):
    def pressed_during(self, work, once=lambda: True):
        """What `work` returned, and how long after Ctrl-C, which is pressed `once` that is so."""
        pressed = []

        def press():
            time.sleep(0.3)
            while not once():
                time.sleep(0.01)
            pressed.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Thread(target=press)
        timer.start()
        try:
            found = work()
            return found, time.monotonic() - pressed[0]
        finally:
            timer.join()

    def interrupted(self, work, once=lambda: True):
        """How long after Ctrl-C `work` raised KeyboardInterrupt."""
        def raises():
            with self.assertRaises(KeyboardInterrupt):
                work()

        return self.pressed_during(raises, once)[1]

    def test_ctrl_c_ends_solve_soon_with_the_best_so_far(self):
        def idle(instance, solutions):
            time.sleep(0.1)
            return [0] * len(solutions)

        def slow(instance, start, seed):
            time.sleep(0.1)
            return start

        small, large = l2r.generate(20), l2r.generate(4000)
        for name, work in {
            "fast": lambda: l2r.solve(small, 60),
            "threads": lambda: l2r.solve(small, 60, optimiser="paper", threads=2),
            "chain": lambda: l2r.solve(small, 60, strategy="perturb"),
            "large": lambda: l2r.solve(large, 60),
            "Python": lambda: l2r.solve(small, 60, optimiser=slow),
            "Python in threads": lambda: l2r.solve(small, 60, optimiser=slow, threads=2, strategy="restart"),
            "Python in Python": lambda: l2r.solve(
                small, 60, optimiser=lambda instance, start, seed: l2r.solve(instance, 30, start=start).best),
            "scored": lambda: l2r.solve(small, 60, optimiser="paper", scorer="network", keep_guidance=True),
            "scored in Python": lambda: l2r.solve(small, 60, optimiser="paper", scorer=idle, keep_guidance=True),
            "displayed": lambda: l2r.solve(small, 60, display=True),
        }.items():
            with self.subTest(name), contextlib.redirect_stdout(io.StringIO()):
                result, seconds = self.pressed_during(work)
                self.assertLess(seconds, SOON)
                self.assertEqual(result.stopped_by, "interrupted")
                self.assertTrue(result.is_feasible())
                self.assertAlmostEqual(result.length, result.history.lengths[-1])

    def test_ctrl_c_in_a_callback_is_none_of_its_exceptions(self):
        instance, found = l2r.generate(50), []

        def callback(step, solution):
            found.append(step.length)
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)

        result = l2r.solve(instance, 60, callback=callback)
        self.assertEqual((result.stopped_by, len(found)), ("interrupted", 1))
        self.assertLessEqual(result.length, found[0])
        time.sleep(0)  # nothing is left to be raised

    def test_ctrl_c_ends_an_evaluation(self):
        samples = l2r.generate_samples(10, 2000, starts=2)

        def idle(instance, solutions):
            time.sleep(0.2)
            return [0] * len(solutions)

        self.folder.joinpath("idle.py").write_text("import sys, time\nfor line in sys.stdin: time.sleep(60)\n")
        for scorer in (idle, f"exec:python3 '{self.path('idle.py')}'"):
            with self.subTest(scorer):
                self.assertLess(self.interrupted(lambda: l2r.evaluate(samples, [scorer])), SOON)

    def test_ctrl_c_ends_a_comparison_with_the_instances_that_are_done(self):
        instances = [l2r.generate(20, number=i) for i in range(30)]
        warnings.simplefilter("ignore", RuntimeWarning)  # the machine of the tests may be busy
        self.addCleanup(warnings.resetwarnings)
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown):
            result, seconds = self.pressed_during(
                lambda: l2r.compare(instances, {"a": {}, "b": {}}, 0.1, 1, display=True),
                lambda: ": 2 of 30 done" in shown.getvalue())
        self.assertLess(seconds, SOON)
        self.assertTrue(2 <= len(result.instances) < 30)
        self.assertEqual(result.lengths.shape, (2, len(result.instances), 1))
        self.assertLess(self.interrupted(lambda: l2r.compare(instances[:1], {"a": {}}, 60)), SOON)

    def test_ctrl_c_ends_generation_and_leaves_whole_files(self):
        def generate(count):
            return l2r.generate_samples(20, count, optimiser=order_routes, folder=self.folder, per_file=5)

        self.assertLess(self.interrupted(lambda: generate(100_000), lambda: any(self.folder.glob("*.h5"))), SOON)
        files = len(list(self.folder.glob("*.h5")))
        self.assertGreater(files, 0)
        self.assertEqual(l2r.read_samples(self.folder).groups, 5 * files)

    def test_pythons_own_handler_is_back_afterwards(self):
        before = signal.getsignal(signal.SIGINT)
        l2r.solve(l2r.generate(20), l2r.MaxRuns(5))
        self.assertIs(signal.getsignal(signal.SIGINT), before)
        with self.assertRaises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)

    def test_a_handler_that_raises_nothing_gets_the_best_so_far(self):
        called = []
        before = signal.signal(signal.SIGINT, lambda number, frame: called.append(number))
        self.addCleanup(signal.signal, signal.SIGINT, before)
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        result = l2r.solve(l2r.generate(20), 60)
        self.assertEqual((result.stopped_by, called), ("interrupted", [signal.SIGINT]))
        self.assertTrue(result.is_feasible())

    def test_a_process_without_a_handler_is_ended_by_the_signal(self):
        script = ("import signal, l2r; signal.signal(2, signal.SIG_DFL); print('on', flush=True); "
                  "l2r.solve(l2r.generate(20), 60)")
        process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(10), -signal.SIGINT)
        process.stdout.close()

    def test_one_run_of_an_optimiser_can_be_interrupted(self):
        instance = l2r.generate(20000)
        start = random_starts(instance, 1)[0]
        self.assertLess(self.interrupted(lambda: l2r.LocalSearch().improve(instance, start)), SOON)


if __name__ == "__main__":
    unittest.main()
