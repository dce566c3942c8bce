#include <cmath>

#include "base/error.hpp"
#include "experiment/scored_samples.hpp"
#include "sample/learning.hpp"
#include "sample/sample_folder.hpp"
#include "support/message.hpp"
#include "support/random_network.hpp"
#include "support/thread_ranks.hpp"
#include "value/scorers.hpp"

namespace l2r {
namespace {

class ScoredSamplesTest : public test::SampleFolder {
  protected:
    static ScoredSamples score(const SampleSet& set, int cycles, std::int64_t groups, int threads,
                               Ranks* ranks = nullptr) {
        std::vector<std::unique_ptr<Scorer>> scorers;
        for (const char* name : {"length", "none"}) scorers.push_back(load_scorer(name));
        const paper::LocalSearch optimiser;
        return score_samples(set, scorers, &optimiser, cycles, groups, threads, {}, ranks);
    }
};

TEST_F(ScoredSamplesTest, HoldEveryStartsOutcomeAndScores) {
    SampleRecipe recipe = test::small_recipe();
    recipe.instances = 150;
    const SampleSet set = SampleSet::read({make(recipe, "set", 100)});
    for (const int threads : {1, 3}) {
        const ScoredSamples scored = score(set, 2, 0, threads);
        ASSERT_EQ(scored.groups(), 150);
        EXPECT_TRUE(scored.improves.empty());
        for (std::int64_t g = 0; g < 150; ++g) {
            EXPECT_EQ(scored.instance[static_cast<std::size_t>(g)], g);
            const Instance instance = set.instance(g);
            const std::vector<Start> starts = set.starts(g, instance);
            for (int s = 0; s < 3; ++s) {
                const auto place = static_cast<std::size_t>(3 * g + s);
                EXPECT_EQ(scored.outcomes[place], set.length(g, s, 2));
                EXPECT_EQ(scored.scores[0][place],
                          length(instance, starts[static_cast<std::size_t>(s)].solution));
                EXPECT_EQ(scored.scores[1][place], 0);
            }
        }
        EXPECT_GT(scored.run_seconds, scored.score_seconds[0]);  // summing up a start is cheaper than a run
        EXPECT_GT(scored.score_seconds[0], 0);
    }
}

TEST_F(ScoredSamplesTest, DoNotDependOnRanks) {
    SampleRecipe recipe = test::small_recipe();
    recipe.instances = 300;
    const SampleSet set = SampleSet::read({make(recipe, "set", 100)});
    const ScoredSamples alone = score(set, 2, 0, 1);
    for (const int size : {2, 3, 7})
        ThreadRanks(size).run([&](Ranks& ranks) {
            const ScoredSamples scored = score(set, 2, 0, 2, &ranks);
            EXPECT_EQ(scored.scores, alone.scores) << size;
            EXPECT_EQ(scored.outcomes, alone.outcomes);
            EXPECT_GT(scored.run_seconds, 0);
            EXPECT_GT(scored.score_seconds[0], 0);
        });
}

TEST_F(ScoredSamplesTest, KnowWhichGroupsAreOfOneInstanceAndWhatImproves) {
    const SampleSet set = SampleSet::read({make(test::small_perturbed_recipe())});
    const ScoredSamples scored = score(set, until_converged, 7, 2);
    EXPECT_EQ(scored.instance, (std::vector<std::int64_t>{0, 0, 0, 1, 1, 1, 2}));
    ASSERT_EQ(scored.improves.size(), 21);
    double sum = 0;
    for (std::size_t i = 0; i < 21; ++i) {
        const bool improves = improves_on_parent(set, static_cast<std::int64_t>(i / 3),
                                                 static_cast<int>(i % 3), until_converged);
        EXPECT_EQ(scored.improves[i], improves ? 1 : 0);
        sum += scored.improves[i];
    }
    EXPECT_GT(sum, 0);
    EXPECT_LT(sum, 21);
}

TEST_F(ScoredSamplesTest, AScoreThatIsNoFiniteNumberIsRefusedWithTheScorersName) {
    const SampleSet set = SampleSet::read({make(test::small_recipe())});
    Weights weights = random_network(small_shape(), {until_converged}, 1);
    for (float& value : weights.tensors["score.weight"].values) value = std::copysign(3e38F, value);
    for (float& value : weights.tensors["dense.bias"].values) value = 3e38F;
    std::vector<std::unique_ptr<Scorer>> scorers;
    scorers.push_back(make_scorer(weights, "net"));
    EXPECT_EQ(
        test::message_of<InputError>([&] { score_samples(set, scorers, nullptr, until_converged, 0, 2); }),
        "net: gives a start a score that is no finite number: train it again");
}

}  // namespace
}  // namespace l2r
