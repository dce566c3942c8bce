#include "value/linear.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/error.hpp"
#include "sample/learning.hpp"
#include "sample/sample_folder.hpp"
#include "support/scores.hpp"
#include "value/about.hpp"
#include "value/look_ahead.hpp"
#include "value/scorers.hpp"

namespace l2r {
namespace {

constexpr std::size_t width = start_features.size();

SampleRecipe recipe_of(std::int64_t instances, int starts) {
    SampleRecipe recipe;
    recipe.customers = 12;
    recipe.seed = 8;
    recipe.instances = instances;
    recipe.starts = starts;
    return recipe;
}

class Linear : public test::SampleFolder {
  protected:
    SampleSet samples(const SampleRecipe& recipe) const {
        return SampleSet::read({make(recipe, "set", 1'000)});
    }
};

/// Scorers that know one feature alone, the length of the start.
Weights by_length(const std::string& view = "tidied") {
    Weights weights;
    write_about(weights, {"linear", {1, until_converged}, reading_named(view), 12, "paper", "{}"});
    const auto size = static_cast<std::int64_t>(width);
    weights.tensors["scaling.start.mean"] = {{size}, std::vector<float>(width, 3)};
    weights.tensors["scaling.start.scale"] = {{size}, std::vector<float>(width, 0.5F)};
    Tensor coefficients{{2, size}, std::vector<float>(2 * width, 0)};
    coefficients.values[0] = 2;       // after one cycle: the length
    coefficients.values[width] = -4;  // converged: the other way round
    weights.tensors["coefficients"] = coefficients;
    return weights;
}

std::string refusal(const Weights& weights, int cycles = until_converged) {
    return test::message_of<InputError>([&] { LinearScorer(weights, "lin", cycles); });
}

TEST_F(Linear, WeighsTheScaledFeaturesOfTheOutputThatIsAskedFor) {
    const SampleSet set = samples(recipe_of(2, 3));
    const Instance instance = set.instance(1);
    const std::vector<Start> starts = set.starts(1, instance);
    for (const char* view : {"given", "tidied", "cycle"}) {
        const auto first = make_scorer(by_length(view), "lin", 1), last = make_scorer(by_length(view), "lin");
        Features features(instance);
        for (const Start& start : starts) {
            Start seen = start;
            if (reading_named(view).ahead) HeadStart().give(instance, {&seen, 1}, Stop());
            std::array<float, width> row;
            features.measure(Viewer(reading_named(view).view).show(instance, seen), {}, row);
            EXPECT_NEAR(score_of(*first, instance, start), row[0] - 3, 1e-6);
            EXPECT_NEAR(score_of(*last, instance, start), -2 * (row[0] - 3), 1e-6);
        }
    }
}

TEST_F(Linear, ScoresTheSameInAnyCompanyAndFromAClone) {
    const SampleSet set = samples(recipe_of(2, 3));
    LinearScorer scorer(by_length(), "lin");
    EXPECT_EQ(scorer.name(), "lin");
    const Instance instance = set.instance(0), other = set.instance(1);
    const std::vector<Start> starts = set.starts(0, instance);
    const std::vector<double> scores = scores_of(scorer, instance, starts);
    scores_of(scorer, other, set.starts(1, other));
    EXPECT_EQ(scores_of(*scorer.clone(), instance, starts), scores);
    for (std::size_t s = 0; s < starts.size(); ++s)
        EXPECT_EQ(scores_of(scorer, instance, {starts[s]}), std::vector{scores[s]});
    EXPECT_TRUE(scores_of(scorer, instance, {}).empty());
}

TEST(LinearWeights, AreRefusedWhereTheyDoNotFit) {
    EXPECT_EQ(refusal(by_length()), "");
    EXPECT_EQ(refusal(by_length(), 3), "lin: was not trained for 3 cycles, but for: '1,converged'");
    Weights weights = by_length();
    weights.about["kind"] = "siamese";
    EXPECT_EQ(refusal(weights), "lin: is not a linear scorer, but of kind 'siamese'");
    weights = by_length();
    weights.about["start_features"] += ",another";
    EXPECT_NE(refusal(weights).find("other features"), std::string::npos);
    for (const char* name : {"coefficients", "scaling.start.mean", "scaling.start.scale"}) {
        weights = by_length();
        weights.tensors.erase(name);
        EXPECT_NE(refusal(weights).find(name), std::string::npos) << name;
    }
    weights = by_length();
    weights.tensors["coefficients"].shape = {1, static_cast<std::int64_t>(2 * width)};
    EXPECT_NE(refusal(weights).find("coefficients"), std::string::npos);
}

/// Where ridge regression is best the gradient is zero: features are as little correlated with what is left
/// of the target as the ridge says. Checked with sums of our own over every training group.
TEST_F(Linear, FitIsTheLeastSquaresOneWithinGroups) {
    const SampleSet set = samples(recipe_of(150, 4));
    LinearSettings settings;
    settings.outputs = {2};
    settings.target = LinearTarget::length;
    settings.ridge = 1e-3;
    settings.validation = 0.1;
    const LinearFit fit = fit_linear(set, settings);
    ASSERT_EQ(fit.training_groups, 135);
    EXPECT_EQ(fit.held_out_groups, 15);
    const std::vector<float>& scale = fit.weights.tensors.at("scaling.start.scale").values;
    const std::vector<float>& coefficients = fit.weights.tensors.at("coefficients").values;
    LinearScorer scorer(fit.weights, "lin", 2);
    StartReader reader(View::tidied);
    std::array<double, width> gradient{};
    for (std::int64_t g = 0; g < fit.training_groups; ++g) {
        const Instance instance = set.instance(g);
        const std::vector<Start> starts = set.starts(g, instance);
        std::vector<double> left = scores_of(scorer, instance, starts);
        for (int s = 0; s < 4; ++s) left[static_cast<std::size_t>(s)] -= set.length(g, s, 2);
        const double mean = std::accumulate(left.begin(), left.end(), 0.0) / 4;
        for (std::size_t s = 0; s < 4; ++s) {
            const StartReader::Row& row = reader.read(instance, starts[s]);
            for (std::size_t k = 0; k < width; ++k) gradient[k] += row[k] * scale[k] * (left[s] - mean) / 540;
        }
    }
    for (std::size_t k = 0; k < width; ++k) {
        if (coefficients[k] == 0) continue;
        EXPECT_NEAR(gradient[k], -1e-3 * coefficients[k], 2e-5) << start_features[k];
    }
    EXPECT_NE(coefficients[0], 0);
}

TEST_F(Linear, FitLeavesOutWhatIsTheSameForAllStartsOfAGroup) {
    const LinearFit fit = fit_linear(samples(recipe_of(60, 3)), {});
    const std::vector<float>& coefficients = fit.weights.tensors.at("coefficients").values;
    for (const float coefficient : coefficients) EXPECT_TRUE(std::isfinite(coefficient));
    for (std::size_t k = width - 3; k < width; ++k) EXPECT_EQ(coefficients[k], 0) << start_features[k];
}

TEST_F(Linear, FitRemembersWhatMadeItsStarts) {
    SampleRecipe recipe = recipe_of(20, 3);
    const auto record = [&](const std::string& name) {
        const LinearFit fit = fit_linear(SampleSet::read({make(recipe, name)}), {});
        return nlohmann::json::parse(fit.weights.about.at("record"));
    };
    EXPECT_FALSE(record("random").contains("construction"));
    recipe.construction = Construction::sweep;
    EXPECT_EQ(record("sweep")["construction"], "sweep");
}

TEST_F(Linear, FitPredictsTheOrderOfStartsOnInstancesNotSeen) {
    LinearSettings settings;
    settings.outputs = {1, until_converged};
    settings.validation = 0.3;
    const SampleSet set = samples(recipe_of(1'500, 4));
    const LinearFit fit = fit_linear(set, settings);
    ASSERT_EQ(fit.held_out_accuracy.size(), 2);
    EXPECT_GT(fit.held_out_accuracy[0], 0.55);  // about 2,600 pairs: 50 % would be off by five deviations
    const nlohmann::json record = nlohmann::json::parse(fit.weights.about.at("record"));
    EXPECT_EQ(record["samples_seed"], 8);
    EXPECT_EQ(record["held_out_accuracy"][0], fit.held_out_accuracy[0]);

    LinearScorer scorer(fit.weights, "lin", 1);
    double right = 0, pairs = 0;
    for (std::int64_t g = training_groups(set, 0.3); g < set.groups(); ++g) {
        const Instance instance = set.instance(g);
        const std::vector<double> scores = scores_of(scorer, instance, set.starts(g, instance));
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < a; ++b) {
                const double difference = set.length(g, a, 1) - set.length(g, b, 1);
                if (std::abs(difference) < 0.01) continue;
                pairs += 1;
                right +=
                    (scores[static_cast<std::size_t>(a)] - scores[static_cast<std::size_t>(b)]) * difference >
                    0;
            }
    }
    EXPECT_NEAR(fit.held_out_accuracy[0], right / pairs, 1e-3);
}

TEST_F(Linear, FitIsTheSameOnAnyNumberOfThreads) {
    const SampleSet set = samples(recipe_of(600, 3));
    LinearSettings settings;
    const LinearFit alone = fit_linear(set, settings);
    settings.threads = 3;
    std::int64_t last = 0;
    const LinearFit together = fit_linear(set, settings, [&](std::int64_t done) { last = done; });
    EXPECT_EQ(alone.weights, together.weights);
    EXPECT_EQ(last, 600);
}

TEST_F(Linear, FitKeepsTheParentsOfAnInstanceTogether) {
    LinearSettings settings;
    settings.validation = 0.1;
    const LinearFit fit = fit_linear(samples(test::small_perturbed_recipe()), settings);  // 10 times 3 groups
    EXPECT_EQ(fit.training_groups, 27);
}

/// Of 1,500 starts chosen by score more improve on their parent than of as many chosen blindly, by more than
/// chance would give them.
TEST_F(Linear, FitLearnsWhichPerturbedStartsImprove) {
    SampleRecipe recipe = recipe_of(1'500, 6);
    recipe.customers = 20;
    recipe.perturbed_routes = 2;
    const SampleSet set = samples(recipe);
    LinearSettings settings;
    settings.target = LinearTarget::improves;
    LinearScorer scorer(fit_linear(set, settings).weights, "lin");
    double chosen = 0, blindly = 0;
    for (std::int64_t g = 0; g < set.groups(); ++g) {
        const Instance instance = set.instance(g);
        const std::vector<double> scores = scores_of(scorer, instance, set.starts(g, instance));
        const auto best = std::min_element(scores.begin(), scores.end()) - scores.begin();
        chosen += improves_on_parent(set, g, static_cast<int>(best), until_converged);
        for (int s = 0; s < 6; ++s) blindly += improves_on_parent(set, g, s, until_converged) / 6.0;
    }
    EXPECT_GT(chosen, blindly + 4 * std::sqrt(blindly));
}

TEST_F(Linear, FitRefusesWhatItCannotLearnFrom) {
    const SampleSet set = samples(recipe_of(4, 2));
    const auto message = [&](const LinearSettings& settings) {
        return test::message_of<InputError>([&] { fit_linear(set, settings); });
    };
    LinearSettings settings;
    settings.target = LinearTarget::improves;
    EXPECT_NE(message(settings).find("perturbed starts"), std::string::npos);
    settings = {};
    settings.validation = 1;
    EXPECT_NE(message(settings).find("too few samples"), std::string::npos);
    settings = {};
    settings.outputs.clear();
    EXPECT_NE(message(settings), "");
    EXPECT_TRUE(fit_linear(set, {}).held_out_accuracy.empty());  // 2 % of four groups are none
}

}  // namespace
}  // namespace l2r
