#include "optimise/learnt/policy.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "support/message.hpp"
#include "support/random_policy.hpp"

namespace l2r::learnt {
namespace {

PolicyRow random_row(Random& random) {
    PolicyRow row;
    for (float& value : row) value = static_cast<float>(2 * random.uniform() - 1);
    return row;
}

TEST(Policy, ScoresAsItsFormulaSays) {
    constexpr std::size_t hidden = 5, inputs = policy_features.size();
    const std::vector<float> p = random_policy_parameters(hidden, 1);
    const Policy policy(hidden, p);
    Random random(2);
    for (int trial = 0; trial < 10; ++trial) {
        const PolicyRow row = random_row(random);
        const MoveScores scores = policy.scores(row);
        for (std::size_t move = 0; move < paper::all_moves.size(); ++move) {
            const std::size_t score = hidden * inputs + hidden,
                              bias = score + paper::all_moves.size() * hidden;
            double wanted = p[bias + move];
            for (std::size_t unit = 0; unit < hidden; ++unit) {
                double sum = p[hidden * inputs + unit];
                for (std::size_t k = 0; k < inputs; ++k) sum += p[unit * inputs + k] * row[k];
                wanted += p[score + move * hidden + unit] * std::max(0.0, sum);
            }
            EXPECT_NEAR(scores[move], wanted, 1e-5);
        }
    }
}

TEST(Policy, ComesBackFromItsFile) {
    const Weights weights = random_policy(Choice::sampled, 3);
    const Policy policy(weights, "made"), back(parse_weights(format_weights(weights), "file"), "file");
    Random random(4);
    const PolicyRow row = random_row(random);
    EXPECT_EQ(back.scores(row), policy.scores(row));
    EXPECT_EQ(back.about().choice, Choice::sampled);
    EXPECT_EQ(back.about().hidden, 7);
    EXPECT_EQ(back.about().customers, 20);
    EXPECT_EQ(back.about().record, "{}");
}

std::string refusal(const Weights& weights) {
    return test::message_of<InputError>([&] { Policy(weights, "p.safetensors"); });
}

TEST(Policy, OtherWeightsAreNamedAndRefused) {
    const Weights good = random_policy(Choice::greedy, 5);
    Weights bad = good;
    bad.about["kind"] = "linear";
    EXPECT_EQ(refusal(bad),
              "p.safetensors: is not a policy, but of kind 'linear'; l2r train-policy makes one");
    bad = good;
    bad.about["policy_features"] += ",moon";
    EXPECT_EQ(refusal(bad),
              "p.safetensors: was trained on other features than this version has: train it again");
    for (const std::string hidden : {"0", "-1", "7x", "", "1025"}) {
        bad = good;
        bad.about["hidden"] = hidden;
        EXPECT_EQ(refusal(bad),
                  "p.safetensors: 'hidden' is not a number that a policy can have: '" + hidden + "'");
    }
    bad = good;
    bad.about["hidden"] = "8";
    EXPECT_EQ(refusal(bad).find("p.safetensors: has a tensor 'hidden.weight' of shape"), 0U) << refusal(bad);
    bad = good;
    bad.about["choice"] = "best";
    EXPECT_EQ(refusal(bad), "p.safetensors: a choice of moves is greedy or sampled, not 'best'");
    bad.about["choice"] = "\x1b[2J";
    EXPECT_EQ(refusal(bad), "p.safetensors: a choice of moves is greedy or sampled, not '?[2J'");
    bad = good;
    bad.tensors.erase("score.bias");
    EXPECT_EQ(refusal(bad).find("p.safetensors: has no tensor 'score.bias'"), 0U) << refusal(bad);
}

}  // namespace
}  // namespace l2r::learnt
