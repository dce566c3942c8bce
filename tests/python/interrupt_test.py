import os
import signal
import subprocess
import sys
import threading
import time
import unittest

from support import Case, order_routes, random_starts

import l2r


class InterruptTest(Case):
    def interrupted(self, work, after=0.3):
        """How long after Ctrl-C `work` raised KeyboardInterrupt."""
        pressed = []

        def press():
            pressed.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(after, press)
        timer.start()
        try:
            with self.assertRaises(KeyboardInterrupt):
                work()
            return time.monotonic() - pressed[0]
        finally:
            timer.join()

    def test_ctrl_c_ends_solve_within_a_second(self):
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
        }.items():
            with self.subTest(name):
                self.assertLess(self.interrupted(work), 1)

    def test_a_callback_has_the_best_so_far_after_ctrl_c(self):
        instance, found = l2r.generate(50), []
        self.interrupted(lambda: l2r.solve(instance, 60, callback=lambda step, solution: found.append((step, solution))))
        step, best = found[-1]
        self.assertTrue(best.is_feasible(instance))
        self.assertAlmostEqual(best.length(instance), min(step.length for step, _ in found))

    def test_ctrl_c_ends_generation_and_leaves_whole_files(self):
        def generate(count):
            return l2r.generate_samples(20, count, optimiser=order_routes, folder=self.folder, per_file=5)

        self.assertLess(self.interrupted(lambda: generate(100_000)), 1)
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
        self.assertLess(self.interrupted(lambda: l2r.LocalSearch().improve(instance, start)), 1)


if __name__ == "__main__":
    unittest.main()
