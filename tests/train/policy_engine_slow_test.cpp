#include <gtest/gtest.h>

#include <cmath>

#include "optimise/learnt/policy.hpp"
#include "policy_engine.hpp"
#include "support/random_policy.hpp"

namespace l2r::train {
namespace {

constexpr int hidden = 6, inputs = static_cast<int>(learnt::policy_features.size()),
              moves = static_cast<int>(paper::all_moves.size());

/// Choices among random open moves, of random advantage.
PolicyBatch random_batch(int steps, std::uint64_t seed) {
    Random random(seed);
    const auto number = [&] { return static_cast<float>(2 * random.uniform() - 1); };
    PolicyBatch batch{inputs, moves, learnt::policy_tensors(hidden), {}, {}, {}, {}, 3};
    for (int step = 0; step < steps; ++step) {
        for (int k = 0; k < inputs; ++k) batch.rows.push_back(number());
        const std::uint32_t chosen = random.below(moves);
        for (std::uint32_t move = 0; move < moves; ++move)
            batch.closed.push_back(move == chosen || random.below(3) > 0 ? 0 : 1);
        batch.chosen.push_back(chosen);
        batch.advantage.push_back(number());
    }
    return batch;
}

learnt::MoveScores scores_of(const learnt::Policy& policy, const PolicyBatch& batch, std::size_t step) {
    learnt::PolicyRow row;
    std::copy_n(batch.rows.begin() + static_cast<std::ptrdiff_t>(step * row.size()), row.size(), row.begin());
    return policy.scores(row);
}

/// The score of a move by the formula, in doubles, so that small steps of a parameter show.
double score_of(const PolicyBatch& batch, const std::vector<double>& p, std::size_t step, std::size_t move) {
    constexpr std::size_t units = hidden, width = inputs, score = units * width + units;
    double sum = p[score + moves * units + move];
    for (std::size_t unit = 0; unit < units; ++unit) {
        double before = p[units * width + unit];
        for (std::size_t k = 0; k < width; ++k) before += p[unit * width + k] * batch.rows[step * width + k];
        sum += p[score + move * units + unit] * std::max(0.0, before);
    }
    return sum;
}

/// What is made small.
double loss(const PolicyBatch& batch, const std::vector<double>& parameters, double entropy_weight) {
    double sum = 0;
    for (std::size_t step = 0; step < batch.chosen.size(); ++step) {
        const auto open = [&](std::size_t move) { return batch.closed[step * moves + move] == 0; };
        std::array<double, moves> scores{};
        double shares = 0, entropy = 0;
        for (std::size_t move = 0; move < moves; ++move) {
            scores[move] = score_of(batch, parameters, step, move);
            if (open(move)) shares += std::exp(scores[move]);
        }
        for (std::size_t move = 0; move < moves; ++move)
            if (open(move)) entropy -= std::exp(scores[move]) / shares * (scores[move] - std::log(shares));
        const double log_chosen = scores[static_cast<std::size_t>(batch.chosen[step])] - std::log(shares);
        sum -= batch.advantage[step] * log_chosen + entropy_weight * entropy;
    }
    return sum / batch.runs;
}

TEST(PolicyEngine, ScoresAsTheSolverDoes) {
    const PolicyBatch batch = random_batch(50, 1);
    const std::vector<float> parameters = random_policy_parameters(hidden, 2);
    const learnt::Policy policy(hidden, parameters);
    const std::vector<float> scores = policy_scores(batch, parameters);
    ASSERT_EQ(scores.size(), 50U * moves);
    for (std::size_t step = 0; step < 50; ++step)
        for (std::size_t move = 0; move < moves; ++move)
            EXPECT_NEAR(scores[step * moves + move], scores_of(policy, batch, step)[move], 1e-5);
}

TEST(PolicyEngine, TheGradientIsThatOfTheLoss) {
    const PolicyBatch batch = random_batch(40, 3);
    const std::vector<float> parameters = random_policy_parameters(hidden, 4);
    const std::vector<float> gradient = policy_gradient(batch, parameters, 0.3);
    ASSERT_EQ(gradient.size(), parameters.size());
    std::vector<double> near(parameters.begin(), parameters.end());
    for (std::size_t i = 0; i < near.size(); ++i) {
        constexpr double step = 1e-6;
        near[i] = parameters[i] + step;
        const double above = loss(batch, near, 0.3);
        near[i] = parameters[i] - step;
        const double below = loss(batch, near, 0.3);
        near[i] = parameters[i];
        EXPECT_NEAR((above - below) / (2 * step), gradient[i], 1e-4) << i;
    }
}

}  // namespace
}  // namespace l2r::train
