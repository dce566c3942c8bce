#include "sample/samples.hpp"

#include <numeric>

#include "base/error.hpp"
#include "problem/generate.hpp"
#include "sample/sample_folder.hpp"
#include "sample/sample_start.hpp"
#include "support/toy_search.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using test::message_of;
using test::small_perturbed_recipe;
using test::small_recipe;
using Samples = test::SampleFolder;

void expect_same(const Start& a, const Start& b) {
    EXPECT_EQ(a.solution, b.solution);
    EXPECT_EQ(a.settled, b.settled);
}

/// What the optimiser makes of a rebuilt start in so many cycles is what the set says.
void expect_lengths(const SampleSet& set, std::int64_t group, int s, const Instance& instance,
                    const Start& start) {
    paper::LocalSearch search;
    Random random(0);
    for (int cycles = 1; cycles <= recorded_cycles; ++cycles) {
        const Solution solution = search.improve(instance, start, {cycles, {}}, random).solution;
        EXPECT_NEAR(set.length(group, s, cycles), length(instance, solution), 2e-6) << cycles << " cycles";
    }
    const Solution solution = search.improve(instance, start, {}, random).solution;
    EXPECT_EQ(set.length(group, s), static_cast<float>(length(instance, solution)));
}

TEST_F(Samples, HaveTheLengthsThatTheirRebuiltStartsLeadTo) {
    for (SampleRecipe recipe : {small_recipe(), small_perturbed_recipe()}) {
        recipe.customers = 40;
        const SampleSet set = SampleSet::read({make(recipe, recipe.parents > 1 ? "perturbed" : "random")});
        ASSERT_EQ(set.groups(), recipe.instances * recipe.parents);
        for (std::int64_t group = 0; group < set.groups(); ++group) {
            const Instance instance = set.instance(group);
            const std::vector<Start> starts = set.starts(group, instance);
            ASSERT_EQ(starts.size(), 3U);
            for (int s = 0; s < recipe.starts; ++s)
                expect_lengths(set, group, s, instance, starts[static_cast<std::size_t>(s)]);
        }
    }
}

TEST_F(Samples, OfATspAreOneRouteEach) {
    SampleRecipe recipe = small_recipe();
    recipe.problem = Problem::tsp;
    for (const Construction construction : {Construction::random, Construction::nearest}) {
        recipe.construction = construction;
        const SampleSet set = SampleSet::read({make(recipe, std::string(construction_name(construction)))});
        EXPECT_EQ(set.recipe(), recipe);
        const Instance instance = set.instance(3);
        EXPECT_TRUE(instance.is_tsp());
        for (int s = 0; s < recipe.starts; ++s) {
            const Start start = set.starts(3, instance)[static_cast<std::size_t>(s)];
            EXPECT_EQ(start.solution.routes(), 1);
            expect_lengths(set, 3, s, instance, start);
        }
    }
    recipe = small_perturbed_recipe();
    recipe.problem = Problem::tsp;
    EXPECT_EQ(message_of<InputError>([&] { make(recipe, "perturbed"); }),
              "a TSP has one route: no capacity, and no routes to perturb");
}

TEST_F(Samples, OfSeveralOrdersHaveTheMeanOverTheOrdersOfTheirRoutes) {
    SampleRecipe recipe = small_recipe();
    recipe.orders = 4;
    const SampleSet set = SampleSet::read({make(recipe)});
    paper::LocalSearch optimiser;
    double variances = 0, between = 0;
    for (std::int64_t group = 0; group < set.groups(); ++group) {
        const Instance instance = set.instance(group);
        std::vector<double> means;
        for (int s = 0; s < recipe.starts; ++s) {
            Start start;
            Random random = sample_start(recipe, instance, {}, group, s, start);
            std::vector<double> lengths;
            for (int order = 0; order < recipe.orders; ++order) {
                if (order > 0) shuffle_routes(start, random);
                const Outcome outcome = optimiser.improve(instance, start, {}, random);
                lengths.push_back(length(instance, outcome.solution));
            }
            const double mean = std::accumulate(lengths.begin(), lengths.end(), 0.0) / recipe.orders;
            EXPECT_NEAR(set.length(group, s), mean, 1e-5);
            means.push_back(mean);
            for (const double value : lengths)
                variances += (value - mean) * (value - mean) / (recipe.orders - 1);
        }
        const double middle = std::accumulate(means.begin(), means.end(), 0.0) / recipe.starts;
        for (const double mean : means) between += (mean - middle) * (mean - middle) / (recipe.starts - 1);
    }
    EXPECT_GT(variances, 0);
    const auto groups = static_cast<double>(set.groups());
    EXPECT_NEAR(set.order_variance(), variances / (groups * recipe.starts), 1e-4);
    // As an analysis of variance has it: mean squares between starts and within.
    const double outer = recipe.orders * between / groups, inner = variances / (groups * recipe.starts);
    EXPECT_NEAR(set.order_free_share(), (outer - inner) / (outer + (recipe.orders - 1) * inner), 1e-3);
    EXPECT_GT(set.order_free_share(), 0.01);
    EXPECT_EQ(SampleSet::read({make(small_recipe(), "one-order")}).order_free_share(), 0);
}

TEST(ShuffleRoutes, KeepsTheSettledRoutesFirst) {
    Start start{Solution{{1}, {2}, {3}, {4}, {5}}, 2};
    Random random(1);
    bool moved = false;
    for (int i = 0; i < 20; ++i) {
        shuffle_routes(start, random);
        EXPECT_LE(start.solution.route(0)[0], 2);
        EXPECT_LE(start.solution.route(1)[0], 2);
        moved = moved || start.solution.route(2)[0] != 3;
    }
    EXPECT_TRUE(moved);
}

TEST_F(Samples, AreOfTheGeneratorsInstances) {
    SampleRecipe recipe = small_perturbed_recipe();
    recipe.capacity = 25;
    const SampleSet set = SampleSet::read({make(recipe)});
    EXPECT_EQ(set.recipe(), recipe);
    EXPECT_EQ(set.files(), 3);
    for (std::int64_t group = 0; group < set.groups(); ++group) {
        EXPECT_EQ(set.instance_number(group), group / 3);
        const Instance expected = random_instance(12, 5, static_cast<std::uint64_t>(group / 3), 25);
        const Instance instance = set.instance(group);
        EXPECT_EQ(instance.capacity(), 25);
        for (Node node = 0; node < 13; ++node) {
            EXPECT_EQ(instance.place(node), expected.place(node));
            EXPECT_EQ(instance.demand(node), expected.demand(node));
        }
    }
}

TEST_F(Samples, RebuildEveryStartThatWasOptimised) {
    for (const SampleRecipe& recipe : {small_recipe(), small_perturbed_recipe()}) {
        const Recorder recorder{paper::LocalSearch()};
        const std::string name = recipe.parents > 1 ? "perturbed" : "random";
        generate_samples(job(recipe, name), recorder);
        const SampleSet set = SampleSet::read({folder_ / name});
        auto seen = recorder.seen().begin();
        for (std::int64_t group = 0; group < set.groups(); ++group) {
            constexpr std::array<int, 3> more_runs{1, 3, 12};  // of the search, till the next parent
            if (recipe.parents > 1) seen += more_runs[static_cast<std::size_t>(group % 3)];
            for (const Start& start : set.starts(group, set.instance(group))) {
                ASSERT_NE(seen, recorder.seen().end());
                expect_same(start, (seen++)->start);
            }
        }
        EXPECT_EQ(seen, recorder.seen().end());
    }
}

TEST_F(Samples, HaveParentsThatGetBetter) {
    SampleRecipe recipe = small_perturbed_recipe();
    recipe.customers = 30;
    const SampleSet set = SampleSet::read({make(recipe)});
    bool any_better = false;
    for (std::int64_t group = 0; group < set.groups(); ++group) {
        const Instance instance = set.instance(group);
        const Solution parent = set.parent(group);
        EXPECT_EQ(faults(instance, parent), std::vector<std::string>{});
        EXPECT_EQ(set.parent_length(group), static_cast<float>(length(instance, parent)));
        for (const Start& start : set.starts(group, instance)) EXPECT_EQ(start.settled, parent.routes() - 2);
        if (group % 3 == 0) continue;
        EXPECT_LE(set.parent_length(group), set.parent_length(group - 1));
        any_better |= set.parent_length(group) < set.parent_length(group - 1);
    }
    EXPECT_TRUE(any_better);
}

TEST_F(Samples, OfAConstructionBeginWithIt) {
    SampleRecipe recipe = small_recipe();
    recipe.construction = Construction::savings;
    const SampleSet set = SampleSet::read({make(recipe, "savings")});
    EXPECT_EQ(set.recipe(), recipe);
    const SampleSet random = SampleSet::read({make(small_recipe(), "random")});
    for (std::int64_t group = 0; group < set.groups(); ++group) {
        const Instance instance = set.instance(group);
        const auto savings = set.starts(group, instance), others = random.starts(group, instance);
        for (std::size_t s = 0; s < savings.size(); ++s)
            EXPECT_LT(length(instance, savings[s].solution), length(instance, others[s].solution));
    }
    recipe.perturbed_routes = 2;
    EXPECT_THROW(make(recipe, "both"), InputError);
}

TEST_F(Samples, OfDifferentGroupsAreDifferent) {
    const SampleSet set = SampleSet::read({make(small_recipe())});
    const Instance instance = set.instance(0);
    std::vector<Solution> all;
    for (std::int64_t group = 0; group < set.groups(); ++group)
        for (const Start& start : set.starts(group, instance)) all.push_back(start.solution);
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) EXPECT_NE(all[i], all[j]);
}

TEST_F(Samples, OfAnOptimiserWithoutCyclesHaveItsLengthThroughout) {
    SampleRecipe recipe = small_recipe();
    recipe.optimiser = "toy";
    generate_samples(job(recipe), ToyOptimiser(leave_alone));
    const SampleSet set = SampleSet::read({folder_ / "set"});
    const Instance instance = set.instance(3);
    const auto expected = static_cast<float>(length(instance, set.starts(3, instance)[1].solution));
    for (int cycles = 1; cycles <= recorded_cycles; ++cycles) EXPECT_EQ(set.length(3, 1, cycles), expected);
    EXPECT_EQ(set.length(3, 1), expected);
}

TEST_F(Samples, AreReadFromSomeFilesInAnyOrder) {
    const fs::path folder = make(small_recipe());
    const SampleSet all = SampleSet::read({folder});
    const SampleSet some = SampleSet::read({folder / "part-00002.h5", folder / "part-00001.h5"});
    EXPECT_EQ(some.files(), 2);
    ASSERT_EQ(some.groups(), 6);
    for (std::int64_t group = 0; group < 6; ++group) {
        EXPECT_EQ(some.instance_number(group), group + 4);
        EXPECT_EQ(some.length(group, 2, 1), all.length(group + 4, 2, 1));
    }
}

TEST_F(Samples, OfAnotherRecipeOrThereTwiceAreRefused) {
    const fs::path folder = make(small_recipe());
    SampleRecipe other_recipe = small_recipe();
    other_recipe.seed = 6;
    const fs::path other = make(other_recipe, "other");
    const auto read = [](std::vector<fs::path> paths) {
        return message_of<InputError>([&] { SampleSet::read(paths); });
    };
    EXPECT_EQ(read({folder, other / "part-00000.h5"}), (other / "part-00000.h5").string() +
                                                           ": holds samples of another recipe than " +
                                                           (folder / "part-00000.h5").string());
    fs::copy_file(folder / "part-00001.h5", folder / "part-00007.h5");
    EXPECT_EQ(read({folder}), (folder / "part-00007.h5").string() + ": holds groups that are in " +
                                  (folder / "part-00001.h5").string() + " too");
    const fs::path wider = make(small_recipe(), "wider", 5);
    EXPECT_NE(read({folder / "part-00001.h5", wider / "part-00001.h5"}), "")
        << "instances 5 to 7 are in both";
    EXPECT_EQ(SampleSet::read({folder / "part-00000.h5", wider / "part-00001.h5"}).groups(), 9);
}

TEST_F(Samples, ThatAreNotThereAreNamed) {
    const auto read = [](const fs::path& path) {
        return message_of<InputError>([&] { SampleSet::read({path}); });
    };
    EXPECT_EQ(read(folder_), folder_.string() + ": holds no samples; `l2r generate samples` makes some");
    EXPECT_EQ(read(folder_ / "none"),
              (folder_ / "none").string() + ": cannot read: No such file or directory");
    EXPECT_NE(message_of<InputError>([] { SampleSet::read({}); }), "");
}

}  // namespace
}  // namespace l2r
