#include "value/network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "problem/generate.hpp"
#include "start/perturb.hpp"
#include "start/random_start.hpp"
#include "support/random_network.hpp"
#include "support/scores.hpp"

namespace l2r {
namespace {

using Scores = std::vector<double>;

/// What single precision allows, with numbers of about 1 that are added up in another order.
constexpr double tolerance = 1e-5;

std::vector<Start> random_starts(const Instance& instance, int count, std::uint64_t seed) {
    Random random(seed);
    std::vector<Start> starts;
    for (int k = 0; k < count; ++k) starts.push_back({random_start(instance, random), 0});
    return starts;
}

Network small_network(View view = View::tidied) {
    return Network(random_network(small_shape(), {until_converged}, 1, view), "net");
}

void expect_near(const Scores& a, const Scores& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], tolerance) << k;
}

/// Far more than the tolerance lies between the scores of different starts; else the tests would say nothing.
void expect_spread(const Scores& scores) {
    const auto [low, high] = std::minmax_element(scores.begin(), scores.end());
    EXPECT_GT(*high - *low, 1e3 * tolerance);
}

std::string network_refusal(const Weights& weights, int cycles = until_converged) {
    try {
        Network(weights, "net", cycles);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Network, DoesNotDependOnTheOrderOfRoutes) {
    const Instance instance = random_instance(50, 1, 0);
    const std::vector<Start> starts = random_starts(instance, 10, 1);
    std::vector<Start> backwards;
    for (const Start& start : starts) {
        Solution solution;
        for (int r = start.solution.routes() - 1; r >= 0; --r) solution.add_route(start.solution.route(r));
        backwards.push_back({solution, 0});
    }
    Network network = small_network();
    const Scores scores = scores_of(network, instance, starts);
    expect_spread(scores);
    expect_near(scores, scores_of(network, instance, backwards));
}

TEST(Network, ReadsRoutesInTheirOrderUnlessTheyAreTidied) {
    const Instance instance = random_instance(20, 1, 0, 1'000);
    std::vector<Node> route(20);
    for (Node customer = 1; customer <= 20; ++customer)
        route[static_cast<std::size_t>(customer - 1)] = customer;
    const Start there{Solution{route}, 1};  // settled, so that it is not tidied
    std::reverse(route.begin(), route.end());
    const Start back{Solution{route}, 1};
    const Scores scores = scores_of(small_network(View::given), instance, std::vector{there, back});
    EXPECT_GT(std::abs(scores[0] - scores[1]), 10 * tolerance);
    const std::vector<Start> starts = random_starts(instance, 5, 2);
    EXPECT_NE(scores_of(small_network(View::given), instance, starts),
              scores_of(small_network(View::tidied), instance, starts));
}

TEST(Network, DoesNotDependOnOtherCandidates) {
    const Instance instance = random_instance(50, 1, 0);
    const std::vector<Start> starts = random_starts(instance, 40, 2);
    Network network = small_network();
    const Scores together = scores_of(network, instance, starts);
    Scores alone;
    for (const Start& start : starts) alone.push_back(score_of(network, instance, start));
    expect_spread(together);
    expect_near(together, alone);
}

TEST(Network, ScoresStartsThatShareRoutesAsItDoesOneByOne) {
    Random random(4);
    double widest = 0;
    for (std::uint64_t k = 0; k < 20; ++k) {
        const Instance instance = random_instance(60, 11, k);
        Network network = small_network();
        std::vector<Start> starts{random_starts(instance, 1, k).front()};
        for (int step = 0; step < 30; ++step) {  // each a perturbation of some earlier one
            const auto parent = random.below(static_cast<std::uint32_t>(starts.size()));
            Start start;
            perturb(instance, starts[parent].solution, 1 + static_cast<int>(random.below(3)), random, start);
            start.settled = 0;
            starts.push_back(start);
        }
        const Scores together = scores_of(network, instance, starts);
        const auto [low, high] = std::minmax_element(together.begin(), together.end());
        widest = std::max(widest, *high - *low);
        Scores alone;
        for (const Start& start : starts)
            alone.push_back(scores_of(small_network(), instance, {start}).front());
        expect_near(together, alone);
    }
    EXPECT_GT(widest, 1e3 * tolerance);
}

TEST(Network, ScoresAlikeAsACloneAndAgain) {
    const Instance instance = random_instance(20, 1, 0), other = random_instance(20, 1, 1);
    const std::vector<Start> starts = random_starts(instance, 10, 3);
    Network network = small_network();
    const Scores scores = scores_of(network, instance, starts);
    const auto clone = network.clone();
    EXPECT_EQ(clone->name(), "net");
    EXPECT_EQ(scores_of(*clone, instance, starts), scores);
    EXPECT_NE(scores_of(network, other, random_starts(other, 10, 3)), scores);
    EXPECT_EQ(scores_of(network, instance, starts), scores) << "after another instance";
    EXPECT_EQ(scores_of(network, instance, {}), Scores{});
}

TEST(Network, SwapsTheScoresOfStartsThatAreSwapped) {
    const Instance instance = random_instance(20, 1, 0);
    Network network(random_network(NetworkShape(), {until_converged}, 1), "net");
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const std::vector<Start> pair = random_starts(instance, 2, seed);
        const Scores there = scores_of(network, instance, pair),
                     back = scores_of(network, instance, std::vector{pair[1], pair[0]});
        EXPECT_EQ(there[0] - there[1], -(back[0] - back[1])) << "so the logit of the pair changes its sign";
    }
}

TEST(Network, ScoresMirroredInstancesAlikeIfItDoesNotReadPlaces) {
    Weights weights = random_network(small_shape(), {until_converged}, 4);
    for (const char* name : {"lstm.forward.input", "lstm.reverse.input"}) {
        Tensor& input = weights.tensors[name];
        for (std::int64_t row = 0; row < input.shape[0]; ++row)
            for (std::int64_t k = 0; k < 2; ++k)
                input.values[static_cast<std::size_t>(row * input.shape[1] + k)] = 0;
    }
    const Instance instance = random_instance(30, 1, 0);
    InstanceData data;
    for (Node node = 0; node < instance.nodes(); ++node) {
        data.places.push_back({-instance.place(node).y, instance.place(node).x});
        data.demands.push_back(instance.demand(node));
    }
    data.capacity = instance.capacity();
    const Instance turned(data);
    const std::vector<Start> starts = random_starts(instance, 10, 5);
    Network blind(weights, "net"), seeing(random_network(NetworkShape(), {until_converged}, 4), "net");
    const Scores scores = scores_of(blind, instance, starts);
    expect_spread(scores);
    expect_near(scores, scores_of(blind, turned, starts));
    const Scores seen = scores_of(seeing, instance, starts), seen_turned = scores_of(seeing, turned, starts);
    double difference = 0;
    for (std::size_t k = 0; k < starts.size(); ++k)
        difference = std::max(difference, std::abs(seen[k] - seen_turned[k]));
    EXPECT_GT(difference, 10 * tolerance) << "one that does read them tells the two apart";
}

TEST(Network, PicksTheScoreForTheNumberOfCycles) {
    const Instance instance = random_instance(20, 1, 0);
    const std::vector<Start> starts = random_starts(instance, 4, 6);
    const Weights weights = random_network(small_shape(3), {2, until_converged, 1}, 7);
    // Each output alone: its row of the last layer.
    const std::vector<int> cycles{2, until_converged, 1};
    for (std::size_t k = 0; k < cycles.size(); ++k) {
        Weights alone = weights;
        write_about(alone, {"siamese", {cycles[k]}, Reading(), 20, "paper", "{}"});
        write_shape(alone, small_shape(1));
        const auto width = static_cast<std::size_t>(small_shape().dense);
        const float* row = &weights.tensors.at("score.weight").values[k * width];
        alone.tensors["score.weight"] = {{1, small_shape().dense}, std::vector<float>(row, row + width)};
        alone.tensors["score.bias"] = {{1}, {weights.tensors.at("score.bias").values[k]}};
        const Scores scores = scores_of(Network(weights, "net", cycles[k]), instance, starts);
        expect_near(scores, scores_of(Network(alone, "net", cycles[k]), instance, starts));
        expect_spread(scores);
    }
}

TEST(Network, RefusesAnInstanceWithoutPlaces) {
    InstanceData data;
    data.metric = Metric::matrix;
    data.matrix = {0, 1, 1, 0};
    data.demands = {0, 1};
    data.capacity = 1;
    const std::vector<Start> starts{{Solution{{1}}, 0}};
    EXPECT_THROW(scores_of(small_network(), Instance(data), starts), InputError);
}

TEST(Network, ScoresTheSmallestInstance) {
    InstanceData data;
    data.places = {{1, 1}, {1, 1}};
    data.demands = {0, 0};
    data.capacity = 1;
    const Scores scores = scores_of(small_network(), Instance(data), std::vector<Start>{{Solution{{1}}, 0}});
    EXPECT_TRUE(std::isfinite(scores.at(0)));
}

TEST(Network, TakesEmptyRoutesForNone) {
    const Instance instance = random_instance(3, 1, 0, 100);
    const Scores scores =
        scores_of(small_network(), instance,
                  std::vector<Start>{{Solution{{1, 3}, {2}}, 0}, {Solution{{}, {1, 3}, {}, {2}}, 0}});
    EXPECT_NEAR(scores[0], scores[1], tolerance);
}

TEST(Network, RefusesOtherFeatures) {
    Weights weights = random_network(small_shape(), {until_converged}, 1);
    weights.about["stop_features"] += ",more";
    EXPECT_EQ(network_refusal(weights),
              "net: was trained on other features than this version has ('stop_features'): train it again");
    weights = random_network(small_shape(), {until_converged}, 1);
    weights.about["start_features"] = "length";
    EXPECT_EQ(network_refusal(weights),
              "net: was trained on other features than this version has ('start_features'): train it again");
    weights.about.erase("stop_features");  // as a linear scorer has none
    EXPECT_NE(network_refusal(weights).find("'stop_features'"), std::string::npos);
}

TEST(Network, WhereItsNumbersOverflowAStartIsUnread) {
    const Instance instance = random_instance(20, 1, 0);
    const std::vector<Start> starts = random_starts(instance, 3, 1);
    for (const std::string name : {"score.weight", "scaling.stop.scale", "attention.query.weight"}) {
        Weights weights = random_network(small_shape(), {until_converged}, 1);
        for (float& value : weights.tensors[name].values) value = std::copysign(3e38F, value);
        Network network(weights, "net");
        for (const double score : scores_of(network, instance, starts))
            EXPECT_TRUE(std::isfinite(score) || score == unread) << name << ": " << score;
    }
}

TEST(Network, RefusesSizesThatCannotBe) {
    const auto with = [](const std::string& key, const std::string& text) {
        Weights weights = random_network(small_shape(), {until_converged}, 1);
        weights.about[key] = text;
        return network_refusal(weights);
    };
    EXPECT_EQ(with("hidden", "5"), "");
    EXPECT_EQ(with("hidden", "0"), "net: 'hidden' is 0");
    EXPECT_EQ(with("hidden", "-1"), "net: 'hidden' is not a number that a network can have: '-1'");
    EXPECT_EQ(with("dense", "9x"), "net: 'dense' is not a number that a network can have: '9x'");
    EXPECT_EQ(with("embedding", ""), "net: 'embedding' is not a number that a network can have: ''");
    EXPECT_EQ(with("heads", "3"), "net: the heads do not divide the width of the attention");
    EXPECT_EQ(with("view", "any"), "net: there is no view 'any': it is given, tidied or cycle");
    EXPECT_EQ(with("outputs", "2"), "net: 'outputs' is not the number of 'cycles': 'converged'");
    EXPECT_EQ(with("cycles", "1,converged"), "net: 'outputs' is not the number of 'cycles': '1,converged'");
    EXPECT_EQ(with("cycles", "many"), "net: 'cycles' is not a number that a network can have: 'many'");
    Weights viewless = random_network(small_shape(), {until_converged}, 1);
    viewless.about.erase("view");
    EXPECT_EQ(network_refusal(viewless), "net: does not state 'view' in __metadata__");
}

TEST(Network, RefusesTensorsThatAreMissingOrOfAnotherShape) {
    const Weights whole = random_network(small_shape(), {until_converged}, 1);
    for (const auto& [name, tensor] : whole.tensors) {
        Weights weights = whole;
        weights.tensors.erase(name);
        EXPECT_NE(network_refusal(weights).find(name), std::string::npos) << network_refusal(weights);
        weights.tensors[name] = {{1, 1}, {0}};
        EXPECT_NE(network_refusal(weights).find(name), std::string::npos) << network_refusal(weights);
    }
}

TEST(Network, RefusesCyclesThatItWasNotTrainedFor) {
    const Weights weights = random_network(small_shape(2), {2, until_converged}, 1);
    EXPECT_EQ(network_refusal(weights, until_converged), "");
    EXPECT_EQ(network_refusal(weights, 2), "");
    EXPECT_EQ(network_refusal(weights, 3), "net: was not trained for 3 cycles, but for: '2,converged'");
    EXPECT_EQ(network_refusal(weights, 1), "net: was not trained for 1 cycle, but for: '2,converged'");
}

TEST(Network, SaysOfItselfWhatWasWritten) {
    Weights weights;
    const About about{"improve", {3, until_converged}, reading_named("cycle"), 50, "other", "{\"x\":1}"};
    write_about(weights, about);
    write_shape(weights, small_shape(2));
    const About read = read_about(weights, "net");
    EXPECT_EQ(read.kind, about.kind);
    EXPECT_EQ(read.outputs, about.outputs);
    EXPECT_EQ(read.reading, about.reading);
    EXPECT_EQ(read.customers, about.customers);
    EXPECT_EQ(read.optimiser, about.optimiser);
    EXPECT_EQ(read.record, about.record);
    EXPECT_EQ(shape_of(weights, "net"), small_shape(2));
}

}  // namespace
}  // namespace l2r
