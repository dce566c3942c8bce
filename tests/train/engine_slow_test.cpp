#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "base/error.hpp"
#include "chunk.hpp"
#include "engine.hpp"
#include "sample/sample_folder.hpp"
#include "state.hpp"
#include "support/scores.hpp"
#include "value/about.hpp"

namespace l2r::train {
namespace {

const std::vector<int> outputs{1, 3, until_converged};

double total(const std::vector<double>& losses) {
    return std::accumulate(losses.begin(), losses.end(), 0.0);
}

/// The paper's network with three scores and random weights, and starts of six instances of 20 customers.
class TrainingEngine : public test::SampleFolder {
  protected:
    static void SetUpTestSuite() { use_one_thread(); }

    void SetUp() override {
        SampleFolder::SetUp();
        shape_.outputs = static_cast<int>(outputs.size());
        state_ = initial_state(shape_, 3);
        // Fresh weights make attention so even that its gradients are hardly more than rounding.
        for (float& parameter : state_.parameters) parameter *= 3;
    }

    SampleSet samples(int perturbed_routes) const {
        SampleRecipe recipe;
        recipe.customers = 20;
        recipe.instances = 6;
        recipe.starts = 5;
        recipe.perturbed_routes = perturbed_routes;
        return SampleSet::read({make(recipe)});
    }
    static BatchBuilder::Scaling scaling() {
        return {
            std::vector<float>(stop_features.size(), 0.1F), std::vector<float>(stop_features.size(), 0.9F),
            std::vector<float>(start_features.size(), 0.2F), std::vector<float>(start_features.size(), 0.8F)};
    }
    /// All groups, each turned in a way of its own unless `straight`.
    static std::unique_ptr<Chunk> chunk_of(const SampleSet& samples, bool straight = false) {
        auto chunk = std::make_unique<Chunk>(samples, outputs, BatchBuilder(scaling(), View::tidied), false);
        std::vector<std::int64_t> groups(static_cast<std::size_t>(samples.groups()));
        std::iota(groups.begin(), groups.end(), 0);
        std::vector<Symmetry> symmetries(groups.size(), 0);
        if (!straight) std::iota(symmetries.begin(), symmetries.end(), 0);
        chunk->fill(groups, symmetries);
        return chunk;
    }
    static LossSettings settings(Loss loss) {
        return {loss, 0.01F, {0.01F, 0.02F, 0.03F}, {7, 6.8F, 6.5F}, {1.2F, 1.1F, 1}, {}};
    }
    Engine engine(LstmEngine kind) { return Engine(engine_shape(shape_), state_.parameters.data(), kind); }

    static double largest_of(const float* values, std::size_t count) {
        double largest = 0;
        for (std::size_t i = 0; i < count; ++i)
            largest = std::max(largest, std::abs(static_cast<double>(values[i])));
        return largest;
    }
    /// Differences are small within each tensor, relative to its largest number or a hundredth of the
    /// largest of all.
    void expect_equal_tensors(const std::vector<float>& a, const std::vector<float>& b) const {
        EXPECT_EQ(network_tensors(shape_).parameters(), a.size());
        for (const TensorShape& tensor : network_tensors(shape_)) {
            double largest = largest_of(&a[tensor.begin], tensor.size());
            // Some gradients are 0 but for rounding: neither a softmax nor a pair minds shifts.
            largest = std::max(largest, 1e-2 * largest_of(a.data(), a.size()));
            for (std::size_t at = tensor.begin; at < tensor.begin + tensor.size(); ++at)
                ASSERT_NEAR(a[at], b[at], 1e-5 * largest) << tensor.name;
        }
    }
    void expect_engines_agree(const SampleSet& set, Loss loss) {
        const auto chunk = chunk_of(set);
        std::vector<float> expected(state_.parameters.size()), got(expected.size());
        const double value =
            total(engine(LstmEngine::ours).gradient(chunk->batch(), settings(loss), expected.data()));
        EXPECT_NEAR(total(engine(LstmEngine::ours).losses(chunk->batch(), settings(loss))), value,
                    1e-6 * value);
        for (const LstmEngine kind : {LstmEngine::packed, LstmEngine::equal_length}) {
            EXPECT_NEAR(total(engine(kind).gradient(chunk->batch(), settings(loss), got.data())), value,
                        1e-5 * value);
            expect_equal_tensors(expected, got);
        }
    }

    NetworkShape shape_;
    State state_;
};

double pair_loss(const EngineBatch& batch, const std::vector<float>& scores, const LossSettings& settings) {
    double sum = 0;
    for (int g = 0; g < batch.groups; ++g)
        for (int i = 0; i < batch.group_size; ++i)
            for (int j = 0; j < batch.group_size; ++j)
                for (std::size_t k = 0; k < outputs.size(); ++k) {
                    const auto at = [&](int start) {
                        return static_cast<std::size_t>(g * batch.group_size + start) * outputs.size() + k;
                    };
                    // i is the longer one of the pair.
                    const float difference = batch.lengths[at(i)] - batch.lengths[at(j)];
                    if (difference <= 0 || difference < settings.margin) continue;
                    const double longer = std::exp(static_cast<double>(scores[at(i)])),
                                 shorter = std::exp(static_cast<double>(scores[at(j)]));
                    sum -= settings.weight[k] * std::log(longer / (longer + shorter));
                }
    return sum;
}

TEST_F(TrainingEngine, AgreesWithLibtorchsOwnOperatorsOnPairs) {
    expect_engines_agree(samples(0), Loss::pairs);
}

TEST_F(TrainingEngine, AgreesWithLibtorchsOwnOperatorsOnLengths) {
    expect_engines_agree(samples(0), Loss::regression);
}

TEST_F(TrainingEngine, AgreesWithLibtorchsOwnOperatorsOnImprovements) {
    expect_engines_agree(samples(2), Loss::improve);
}

TEST_F(TrainingEngine, ScoresAsTheNetworkOfTheLibraryDoes) {
    const SampleSet set = samples(0);
    Weights weights;
    write_about(weights, {"siamese", outputs, Reading(), 20, "paper", "{}"});
    write_shape(weights, shape_);
    write_scaling(weights, scaling());
    put_tensors(weights, network_tensors(shape_), state_.parameters);
    const auto chunk = chunk_of(set, true);
    for (const LstmEngine kind : {LstmEngine::ours, LstmEngine::packed, LstmEngine::equal_length}) {
        const std::vector<float> scores = engine(kind).forward(chunk->batch());
        for (std::size_t k = 0; k < outputs.size(); ++k) {
            Network network(weights, "test", outputs[k]);
            for (std::int64_t g = 0; g < set.groups(); ++g) {
                const Instance instance = set.instance(g);
                const std::vector<double> expected = scores_of(network, instance, set.starts(g, instance));
                for (std::size_t s = 0; s < expected.size(); ++s)
                    EXPECT_NEAR(
                        scores[(static_cast<std::size_t>(g) * expected.size() + s) * outputs.size() + k],
                        expected[s], 1e-5);
            }
        }
    }
}

TEST_F(TrainingEngine, LossOfPairsIsTheCrossEntropyOfWhichEndsShorter) {
    const SampleSet set = samples(0);
    const auto chunk = chunk_of(set);
    Engine ours = engine(LstmEngine::ours);
    const double expected = pair_loss(chunk->batch(), ours.forward(chunk->batch()), settings(Loss::pairs));
    EXPECT_GT(expected, 0.1);
    EXPECT_NEAR(total(ours.losses(chunk->batch(), settings(Loss::pairs))), expected, 1e-5 * expected);
    LossSettings wide = settings(Loss::pairs);
    wide.margin = 0.3F;
    const double fewer = pair_loss(chunk->batch(), ours.forward(chunk->batch()), wide);
    EXPECT_LT(fewer, 0.9 * expected) << "some pairs differ by less";
    EXPECT_NEAR(total(ours.losses(chunk->batch(), wide)), fewer, 1e-5 * expected);
}

TEST_F(TrainingEngine, LossOfPairsLeavesOutEqualOnesAtAnyMargin) {
    const SampleSet set = samples(2);  // many return to their parent
    const auto chunk = chunk_of(set);
    LossSettings how = settings(Loss::pairs);
    how.margin = 0;
    Engine ours = engine(LstmEngine::ours);
    const double expected = pair_loss(chunk->batch(), ours.forward(chunk->batch()), how);
    int equal = 0;
    for (std::int64_t g = 0; g < set.groups(); ++g)
        for (int s = 1; s < 5; ++s) equal += set.length(g, s) == set.length(g, 0);
    EXPECT_GT(equal, 0);
    EXPECT_NEAR(total(ours.losses(chunk->batch(), how)), expected, 1e-5 * expected);
}

TEST_F(TrainingEngine, LossOfMeansIsTheCrossEntropyOfTheChanceThatASingleRunEndsShorter) {
    const SampleSet set = samples(0);
    const auto chunk = chunk_of(set);
    LossSettings how = settings(Loss::pairs);
    how.margin = 100;  // every pair counts all the same
    how.spread = {0.1F, 0.2F, 0.3F};
    Engine ours = engine(LstmEngine::ours);
    const std::vector<float> scores = ours.forward(chunk->batch());
    double expected = 0;
    for (std::size_t one = 0; one < scores.size(); ++one)
        for (std::size_t other = one % outputs.size(); other < one; other += outputs.size()) {
            const std::size_t k = one % outputs.size(), in_group = 5 * outputs.size();
            if (one / in_group != other / in_group) continue;
            // Two runs, each normally distributed around its mean: their difference has twice the variance.
            const double difference = chunk->batch().lengths[one] - chunk->batch().lengths[other];
            const double deviations = difference / (std::sqrt(2.0) * how.spread[k]);
            const double longer = std::erfc(-deviations / std::sqrt(2.0)) / 2;
            const double predicted = 1 / (1 + std::exp(static_cast<double>(scores[other]) - scores[one]));
            expected -=
                how.weight[k] * (longer * std::log(predicted) + (1 - longer) * std::log(1 - predicted));
        }
    EXPECT_NEAR(total(ours.losses(chunk->batch(), how)), expected, 1e-5 * expected);
}

TEST_F(TrainingEngine, LossOfLengthsIsTheirSquaredError) {
    const SampleSet set = samples(0);
    const auto chunk = chunk_of(set);
    const LossSettings how = settings(Loss::regression);
    Engine ours = engine(LstmEngine::ours);
    const std::vector<float> scores = ours.forward(chunk->batch());
    double expected = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const std::size_t k = i % outputs.size();
        const double error = scores[i] - (chunk->batch().lengths[i] - how.mean[k]) * how.scale[k];
        expected += how.weight[k] * error * error;
    }
    EXPECT_NEAR(total(ours.losses(chunk->batch(), how)), expected, 1e-5 * expected);
}

TEST_F(TrainingEngine, LossOfImprovementsIsTheCrossEntropyOfEndingBelowTheParent) {
    const SampleSet set = samples(2);
    const auto chunk = chunk_of(set);
    const LossSettings how = settings(Loss::improve);
    Engine ours = engine(LstmEngine::ours);
    const std::vector<float> scores = ours.forward(chunk->batch());
    double expected = 0;
    int improving = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const std::size_t k = i % outputs.size(), start = i / outputs.size(), group = start / 5;
        const bool improves =
            set.length(static_cast<std::int64_t>(group), static_cast<int>(start % 5), outputs[k]) <
            set.parent_length(static_cast<std::int64_t>(group)) - 1e-6;
        const double sure = 1 / (1 + std::exp(static_cast<double>(scores[i])));  // lower scores promise more
        expected -= how.weight[k] * std::log(improves ? sure : 1 - sure);
        improving += improves;
    }
    EXPECT_GT(improving, 0);
    EXPECT_NEAR(total(ours.losses(chunk->batch(), how)), expected, 1e-5 * expected);
}

TEST_F(TrainingEngine, LeavesOutputsOfWeight0Alone) {
    const SampleSet set = samples(0);
    const auto chunk = chunk_of(set);
    LossSettings how = settings(Loss::pairs);
    how.weight = {0, 0.02F, 0};
    Engine ours = engine(LstmEngine::ours);
    std::vector<float> gradient(state_.parameters.size());
    const std::vector<double> losses = ours.gradient(chunk->batch(), how, gradient.data());
    const double loss = losses[1];
    EXPECT_EQ(losses, std::vector<double>({0, loss, 0}));
    EXPECT_NEAR(loss, pair_loss(chunk->batch(), ours.forward(chunk->batch()), how), 1e-5 * loss);
    // The last two tensors are the weights of the scores, (outputs, dense), and their biases.
    const auto dense = static_cast<std::size_t>(shape_.dense);
    const float* row = gradient.data() + gradient.size() - (dense + 1) * outputs.size();
    const auto moved = [&](std::size_t output) {
        return std::any_of(row + output * dense, row + (output + 1) * dense,
                           [](float value) { return value != 0; });
    };
    EXPECT_FALSE(moved(0));
    EXPECT_TRUE(moved(1));
    EXPECT_FALSE(moved(2));
}

TEST_F(TrainingEngine, RefusesADeviceThatIsNotThere) {
    const std::string message = test::message_of<InputError>(
        [&] { Engine(engine_shape(shape_), state_.parameters.data(), LstmEngine::ours, "abacus"); });
    EXPECT_NE(message.find("no device 'abacus'"), std::string::npos) << message;
}

}  // namespace
}  // namespace l2r::train
