import unittest

import numpy as np
from support import Case

import l2r


class NpzTest(Case):
    def rl4co(self, size=20, count=3):
        """What RL4CO's generate_data writes."""
        random = np.random.default_rng(1)
        return dict(
            depot=random.uniform(size=(count, 2)).astype("float32"),
            locs=random.uniform(size=(count, size, 2)).astype("float32"),
            demand=random.integers(1, 10, size=(count, size)).astype("float32"),
            capacity=np.full(count, 30, dtype="float32"),
        )

    def check(self, instances, arrays):
        self.assertEqual(len(instances), len(arrays["depot"]))
        for i, instance in enumerate(instances):
            np.testing.assert_array_equal(instance.places[0], arrays["depot"][i])
            np.testing.assert_array_equal(instance.places[1:], arrays["locs"][i])
            np.testing.assert_array_equal(instance.demands[1:], arrays["demand"][i])
            self.assertEqual(instance.capacity, 30)

    def test_generated_files_are_read(self):
        arrays = self.rl4co()
        np.savez(self.path("x.npz"), **arrays)
        self.check(l2r.load_npz(self.path("x.npz")), arrays)

    def test_demands_as_shares_of_the_capacity_are_read(self):
        arrays = self.rl4co()
        shares = arrays["demand"] / arrays["capacity"][:, None]
        np.savez(self.path("x.npz"), **{**arrays, "demand": shares, "capacity": arrays["capacity"][:, None]})
        self.check(l2r.load_npz(self.path("x.npz")), arrays)

    def test_a_first_customer_may_demand_nothing(self):
        arrays = self.rl4co()
        arrays["demand"][:, 0] = 0
        np.savez(self.path("x.npz"), **arrays)
        self.check(l2r.load_npz(self.path("x.npz")), arrays)

    def test_the_depot_may_be_the_first_place(self):
        arrays = self.rl4co()
        places = np.concatenate([arrays["depot"][:, None], arrays["locs"]], axis=1)
        np.savez(self.path("x.npz"), locs=places, demand=arrays["demand"])
        self.check(l2r.load_npz(self.path("x.npz"), capacity=30), arrays)

    def test_written_files_hold_what_rl4co_expects(self):
        instances = l2r.test_set(20, 4)
        l2r.save_npz(self.path("x.npz"), instances)
        with np.load(self.path("x.npz")) as file:
            self.assertEqual({key: (file[key].shape, file[key].dtype.name) for key in file.files},
                             {"depot": ((4, 2), "float32"), "locs": ((4, 20, 2), "float32"),
                              "demand": ((4, 20), "float32"), "capacity": ((4,), "float32")})
            np.testing.assert_array_equal(file["demand"][2], instances[2].demands[1:])

    def test_with_all_digits_the_same_instances_come_back(self):
        instances = l2r.test_set(20, 4)
        l2r.save_npz(self.path("x.npz"), instances, dtype="float64")
        for before, after in zip(instances, l2r.load_npz(self.path("x.npz"))):
            np.testing.assert_array_equal(before.places, after.places)
            np.testing.assert_array_equal(before.demands, after.demands)
            self.assertEqual(before.capacity, after.capacity)

    def test_refuses_what_does_not_fit(self):
        arrays = self.rl4co()
        for change, reason in [
            (dict(demand=arrays["demand"][:, 1:]), "demand for each customer"),
            (dict(demand=arrays["demand"] + 0.5), "neither whole"),
            (dict(capacity=None), "does not say the capacity"),
            (dict(capacity=np.array(np.inf)), "inf is not a whole number"),
            (dict(locs=None), "has no array 'locs'"),
        ]:
            kept = {key: array for key, array in {**arrays, **change}.items() if array is not None}
            np.savez(self.path("x.npz"), **kept)
            with self.subTest(reason), self.assertRaisesRegex(l2r.InputError, reason):
                l2r.load_npz(self.path("x.npz"))
        with open(self.path("text.npz"), "w") as file:
            file.write("text")
        with self.assertRaisesRegex(l2r.InputError, "text.npz: cannot be read"):
            l2r.load_npz(self.path("text.npz"))

    def test_refuses_to_write_what_the_file_cannot_say(self):
        rounded = l2r.Instance([[0, 0], [1, 1]], [1], 1, rounding="nearest")
        limited = l2r.Instance([[0, 0], [1, 1]], [1], 1, route_limit=5)
        for instances, reason in [([rounded], "exact Euclidean"), ([limited], "limits its routes"), ([l2r.generate(5), l2r.generate(6)], "one size"),
                                  ([], "no instances")]:
            with self.subTest(reason), self.assertRaisesRegex(l2r.InputError, reason):
                l2r.save_npz(self.path("y.npz"), instances)


if __name__ == "__main__":
    unittest.main()
