#include "sample/learning.hpp"

#include "sample/sample_folder.hpp"

namespace l2r {
namespace {

class Learning : public test::SampleFolder {};

TEST_F(Learning, HoldsOutTheLastGroups) {
    const SampleSet set = SampleSet::read({make(test::small_recipe())});  // 10 groups
    EXPECT_EQ(training_groups(set, 0), 10);
    EXPECT_EQ(training_groups(set, 0.04), 10);
    EXPECT_EQ(training_groups(set, 0.3), 7);
    EXPECT_EQ(training_groups(set, 1), 0);
}

TEST_F(Learning, KeepsTheGroupsOfAnInstanceOnOneSide) {
    const SampleSet set = SampleSet::read({make(test::small_perturbed_recipe())});  // 10 times 3 groups
    EXPECT_EQ(training_groups(set, 0.1), 27);
    EXPECT_EQ(training_groups(set, 0.04), 27);
    EXPECT_EQ(training_groups(set, 0.14), 24);
}

TEST(PairsOfStarts, AreCountedWhereTheyDifferByTheMargin) {
    EXPECT_TRUE(is_counted(0.01, 0.01));
    EXPECT_TRUE(is_counted(-0.01, 0.01));
    EXPECT_FALSE(is_counted(0.009, 0.01));
    EXPECT_FALSE(is_counted(-0.009, 0.01));
    EXPECT_TRUE(is_counted(1e-9, 0));
    EXPECT_FALSE(is_counted(0, 0)) << "neither of the two is the shorter one";
}

TEST_F(Learning, SeesWhichStartsImproveOnTheirParent) {
    const SampleSet set = SampleSet::read({make(test::small_perturbed_recipe())});
    int better = 0, worse = 0, back = 0;
    for (std::int64_t group = 0; group < set.groups(); ++group)
        for (int start = 0; start < 3; ++start) {
            const double change = set.length(group, start) - set.parent_length(group);
            const bool improves = improves_on_parent(set, group, start, until_converged);
            if (change < -1e-3) better += improves;
            if (change > 1e-3) worse += improves;
            if (std::abs(change) < 1e-6) back += improves;
        }
    EXPECT_GT(better, 0);
    EXPECT_EQ(worse, 0);
    EXPECT_EQ(back, 0);
}

}  // namespace
}  // namespace l2r
