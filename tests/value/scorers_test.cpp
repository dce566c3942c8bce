#include "value/scorers.hpp"

#include "base/error.hpp"
#include "problem/generate.hpp"
#include "sample/sample_folder.hpp"
#include "start/random_start.hpp"
#include "support/paths.hpp"
#include "support/scores.hpp"
#include "value/linear.hpp"
#include "value/look_ahead.hpp"
#include "value/network.hpp"

namespace l2r {
namespace {

using test::message_of;

class Scorers : public test::SampleFolder {
  protected:
    std::string file(const std::string& name, const Weights& weights) const {
        const std::filesystem::path path = folder_ / name;
        write_weights(path, weights);
        return path.string();
    }
    static std::string refusal(const std::string& what, int cycles = until_converged) {
        return message_of<InputError>([&] { load_scorer(what, cycles); });
    }
};

Weights linear_weights() {
    constexpr auto width = static_cast<std::int64_t>(start_features.size());
    Weights weights;
    write_about(weights, {"linear", {until_converged}, Reading(), 12, "paper", R"({"samples_seed":5})"});
    for (const char* name : {"scaling.start.mean", "scaling.start.scale"})
        weights.tensors[name] = {{width}, std::vector<float>(start_features.size(), 1)};
    weights.tensors["coefficients"] = {{1, width}, std::vector<float>(start_features.size(), 1)};
    return weights;
}

Weights network_weights(const std::string& kind) {
    const NetworkShape shape{2, 2, 1, 2, 2, 2, 1};
    Weights weights;
    write_about(weights, {kind, {2}, Reading{View::given, false}, 12, "paper", ""});
    write_shape(weights, shape);
    const auto ones = [](std::size_t count) { return std::vector<float>(count, 1); };
    write_scaling(weights, {ones(stop_features.size()), ones(stop_features.size()),
                            ones(start_features.size()), ones(start_features.size())});
    const TensorTable table = network_tensors(shape);
    put_tensors(weights, table, std::vector<float>(table.parameters(), 0.1F));
    return weights;
}

TEST_F(Scorers, LengthAndNoneNeedNoFile) {
    const SampleSet set = SampleSet::read({make(test::small_recipe())});
    const Instance instance = set.instance(0);
    const std::vector<Start> starts = set.starts(0, instance);
    const std::vector<double> scores = scores_of(*load_scorer("length", 3)->clone(), instance, starts);
    ASSERT_EQ(scores.size(), starts.size());
    for (std::size_t s = 0; s < starts.size(); ++s)
        EXPECT_EQ(scores[s], length(instance, starts[s].solution));
    EXPECT_EQ(scores_of(*load_scorer("none")->clone(), instance, starts),
              std::vector<double>(starts.size(), 0.0));
    EXPECT_EQ(load_scorer("none")->name(), "none");
    EXPECT_EQ(load_scorer("length")->name(), "length");
    EXPECT_FALSE(about_scorer("none"));
    EXPECT_FALSE(about_scorer("length"));
}

TEST_F(Scorers, AreOfTheKindThatTheFileSays) {
    const std::string linear = file("linear", linear_weights());
    const auto scorer = load_scorer(linear);
    EXPECT_NE(dynamic_cast<LinearScorer*>(scorer.get()), nullptr);
    EXPECT_EQ(scorer->name(), linear);
    for (const std::string kind : {"siamese", "regression", "improve"}) {
        const auto network = load_scorer(file(kind, network_weights(kind)), 2);
        EXPECT_NE(dynamic_cast<Network*>(network.get()), nullptr) << kind;
    }
}

TEST_F(Scorers, LookAheadWhereTheFileSaysSo) {
    Weights weights = linear_weights();
    weights.about["view"] = "given";
    const auto given = load_scorer(file("given", weights));
    weights.about["view"] = "cycle";
    const std::string name = file("cycle", weights);
    const auto ahead = load_scorer(name);
    EXPECT_EQ(ahead->name(), name);
    EXPECT_TRUE(ahead->moves_starts());
    EXPECT_FALSE(given->moves_starts());
    const Instance instance = random_instance(12, 5, 0);
    Random random(1);
    std::vector<Start> starts{{random_start(instance, random), 0}}, moved = starts;
    HeadStart().give(instance, moved, Stop());
    EXPECT_NE(scores_of(*ahead, instance, starts), scores_of(*given, instance, starts));
    EXPECT_EQ(scores_of(*ahead, instance, starts), scores_of(*given, instance, moved));
    EXPECT_EQ(scores_of(*ahead->clone(), instance, moved), scores_of(*given, instance, moved));
}

TEST_F(Scorers, ARaceIsWonByTheShortestAfterACycle) {
    const auto race = load_scorer("race");
    EXPECT_EQ(race->name(), "race");
    EXPECT_TRUE(race->moves_starts());
    const Instance instance = random_instance(30, 6, 0);
    Random random(2);
    std::vector<Start> starts{{random_start(instance, random), 0}, {random_start(instance, random), 0}};
    const std::vector<double> scores = race->score(instance, starts, Stop());
    for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_EQ(starts[k].cycles, 1);
        EXPECT_EQ(scores[k], length(instance, starts[k].solution));
    }
}

TEST_F(Scorers, AreRefusedByNameAndReason) {
    const std::string linear = file("linear", linear_weights());
    EXPECT_EQ(refusal(linear, 1), linear + ": was not trained for 1 cycle, but for: 'converged'");
    const std::string network = file("network", network_weights("siamese"));
    EXPECT_EQ(refusal(network), network + ": was not trained for converged runs, but for: '2'");
    Weights weights = linear_weights();
    weights.about["kind"] = "tree";
    const std::string tree = file("tree", weights);
    EXPECT_EQ(refusal(tree), tree + ": holds a scorer of a kind that this version does not know: 'tree'");
    weights = network_weights("siamese");
    weights.about["kind"] = "linear";
    EXPECT_NE(refusal(file("mixed", weights), 2).find("coefficients"), std::string::npos);
    std::string bytes = read_file(linear);
    bytes[bytes.size() - 3] = static_cast<char>(bytes[bytes.size() - 3] ^ 1);
    write_file(folder_ / "damaged", bytes);
    EXPECT_NE(refusal((folder_ / "damaged").string()).find("damaged: "), std::string::npos);
    EXPECT_NE(refusal((folder_ / "absent").string()).find("absent"), std::string::npos);
}

TEST_F(Scorers, WhatAFileSaysIsShownShortAndWithoutControlCharacters) {
    const std::string hostile = "\x1b[2J" + std::string(100'000, 'x');
    const std::string shown = "'?[2J" + std::string(36, 'x') + "...'";
    for (const std::string key : {"kind", "view", "customers", "cycles"}) {
        Weights weights = linear_weights();
        weights.about[key] = hostile;
        EXPECT_NE(refusal(file(key, weights)).find(shown), std::string::npos) << key;
        EXPECT_EQ(refusal(file(key, weights)).find('\x1b'), std::string::npos) << key;
    }
    const About about{"linear", {until_converged}, Reading(), 12, hostile, ""};
    EXPECT_EQ(mismatch(about, 12, "paper"),
              "it was trained to predict the optimiser " + shown + ", not 'paper'");
}

TEST_F(Scorers, SayWhatTheyWereTrainedFor) {
    const std::optional<About> about = about_scorer(file("linear", linear_weights()));
    ASSERT_TRUE(about);
    EXPECT_EQ(about->kind, "linear");
    EXPECT_EQ(mismatch(*about, 12, "paper"), "");
    EXPECT_EQ(mismatch(*about, 50, "paper"), "it was trained on 12 customers, not 50");
    EXPECT_EQ(mismatch(*about, 12, "lkh"), "it was trained to predict the optimiser 'paper', not 'lkh'");
}

TEST_F(Scorers, SayWhichCapacityAndStartsTheyWereTrainedOn) {
    About about{"linear", {until_converged}, Reading(),
                20,       "paper",           R"({"capacity":0,"perturbed_routes":0})"};
    SampleRecipe recipe;
    recipe.customers = 20;
    EXPECT_EQ(mismatch(about, recipe), "");
    recipe.capacity = 30;  // the paper's
    EXPECT_EQ(mismatch(about, recipe), "");
    recipe.capacity = 50;
    EXPECT_EQ(mismatch(about, recipe), "it was trained on a capacity of 30, not 50");
    recipe.capacity = 0;
    recipe.perturbed_routes = 2;
    EXPECT_EQ(mismatch(about, recipe),
              "it was trained on 'random' starts, not on starts with 2 perturbed routes");
    about.record = R"({"perturbed_routes":1})";
    EXPECT_EQ(mismatch(about, recipe),
              "it was trained on starts with 1 perturbed route, not on starts with 2 perturbed routes");
    recipe.perturbed_routes = 0;
    recipe.construction = Construction::savings;
    about.record = R"({"perturbed_routes":0,"construction":"sweep"})";
    EXPECT_EQ(mismatch(about, recipe), "it was trained on 'sweep' starts, not on 'savings' starts");
    about.record = R"({"perturbed_routes":0,"construction":7})";
    EXPECT_EQ(mismatch(about, recipe), "it was trained on 'random' starts, not on 'savings' starts");
    about.record = R"({"perturbed_routes":0,"construction":"savings"})";
    EXPECT_EQ(mismatch(about, recipe), "");
    for (const char* record : {"", "{}", "[5]", R"({"capacity":"30","perturbed_routes":null})"}) {
        about.record = record;
        EXPECT_EQ(mismatch(about, recipe), "") << record;
    }
    recipe.customers = 50;
    EXPECT_EQ(mismatch(about, recipe), "it was trained on 20 customers, not 50");
}

TEST_F(Scorers, RecordsMayBeNestedDeeperThanTheStack) {
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    const SampleRecipe recipe = test::small_recipe();
    About about{"linear", {until_converged}, Reading(), recipe.customers, recipe.optimiser, ""};
    for (const std::string key :
         {"samples", "samples_seed", "capacity", "perturbed_routes", "construction"}) {
        about.record = "{\"" + key + "\":" + deep + "}";
        EXPECT_FALSE(was_trained_on(about, recipe)) << key;
        EXPECT_EQ(mismatch(about, recipe), "") << key;
    }
}

TEST_F(Scorers, AMillionNumbersOfCyclesAreReadAtOnce) {
    Weights weights = linear_weights();
    std::string& cycles = weights.about["cycles"];
    for (int k = 0; k < 1'000'000; ++k) cycles += ",12";
    EXPECT_EQ(read_about(weights, "many").outputs.size(), 1'000'001U);
}

TEST_F(Scorers, KnowTheSamplesThatTheyWereTrainedOn) {
    About about{"linear", {until_converged}, Reading(), 12, "paper", R"({"samples_seed":5})"};
    SampleRecipe recipe = test::small_recipe();  // 12 customers of seed 5
    EXPECT_TRUE(was_trained_on(about, recipe));
    recipe.seed = 6;
    EXPECT_FALSE(was_trained_on(about, recipe));
    recipe = test::small_recipe();
    recipe.customers = 13;
    EXPECT_FALSE(was_trained_on(about, recipe));
    for (const char* record : {"", "{}", "[5]", "{\"samples_seed\":\"5\"}"}) {
        about.record = record;
        EXPECT_FALSE(was_trained_on(about, test::small_recipe())) << record;
    }
}

TEST_F(Scorers, KnowTheSamplesOfTheNetworksThatTheyBeganWith) {
    About about{"siamese", {until_converged}, Reading(), 50, "paper", ""};
    about.record = R"({"samples_seed":7,"samples":[{"customers":12,"seed":5},{"customers":50,"seed":7}]})";
    SampleRecipe recipe = test::small_recipe();  // 12 customers of seed 5
    EXPECT_TRUE(was_trained_on(about, recipe));
    recipe.seed = 7;
    EXPECT_FALSE(was_trained_on(about, recipe));
    recipe.customers = 50;
    EXPECT_TRUE(was_trained_on(about, recipe));
    for (const char* record : {R"({"samples":5})", R"({"samples":[5]})", R"({"samples":[{"seed":5}]})",
                               R"({"samples":[{"customers":"12","seed":5}]})"}) {
        about.record = record;
        EXPECT_FALSE(was_trained_on(about, test::small_recipe())) << record;
    }
}

TEST_F(Scorers, ThatAreShippedKnowTheirSamples) {
    const auto shipped = [](const std::string& name) {
        return *about_scorer(test::source_folder() + "/models/" + name + ".safetensors");
    };
    SampleRecipe recipe;
    recipe.customers = 20;
    recipe.seed = 21;
    EXPECT_TRUE(was_trained_on(shipped("network-20"), recipe));
    EXPECT_TRUE(was_trained_on(shipped("linear-20"), recipe));
    EXPECT_FALSE(was_trained_on(shipped("cycle-network-20"), recipe));
    EXPECT_FALSE(was_trained_on(shipped("network-50"), recipe));
}

}  // namespace
}  // namespace l2r
