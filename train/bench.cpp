#include "bench.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "chunk.hpp"
#include "print_json.hpp"
#include "problem/generate.hpp"
#include "start/random_start.hpp"
#include "state.hpp"
#include "value/about.hpp"

namespace l2r::train {
namespace {

constexpr std::uint64_t bench_seed = 2020;
constexpr int rounds = 7;

/// Median CPU time of each task, in turns so that what disturbs one disturbs all.
std::vector<double> measure(const std::vector<std::function<void()>>& tasks) {
    std::vector<std::vector<double>> times(tasks.size());
    for (int round = 0; round <= rounds; ++round)
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            const double begun = thread_cpu_seconds();
            tasks[i]();
            if (round > 0) times[i].push_back(thread_cpu_seconds() - begun);  // the first only warms up
        }
    std::vector<double> medians;
    for (std::vector<double>& all : times) {
        std::sort(all.begin(), all.end());
        medians.push_back(all[all.size() / 2]);
    }
    return medians;
}

/// A network with random weights and starts of random instances for it.
struct Work {
    NetworkShape shape;
    State state;
    Weights weights;
    BatchBuilder builder;
    std::vector<float> lengths;
    const Batch* batch = nullptr;

    Work(int customers, int groups, int group_size)
        : state(initial_state(shape, 1)), builder(scaling(), View::tidied) {
        Random random(bench_seed, 1);
        for (int g = 0; g < groups; ++g) {
            const Instance instance = random_instance(customers, bench_seed, static_cast<std::uint64_t>(g));
            Features features(instance);
            for (int s = 0; s < group_size; ++s) {
                builder.add(features, instance, {random_start(instance, random), 0});
                lengths.push_back(static_cast<float>(random.uniform()));
            }
        }
        batch = &builder.finish();
        write_about(weights, {"siamese", {until_converged}, Reading(), customers, "paper", "{}"});
        write_shape(weights, shape);
        write_scaling(weights, scaling());
        put_tensors(weights, network_tensors(shape), state.parameters);
    }

    static BatchBuilder::Scaling scaling() {
        return {std::vector<float>(stop_features.size(), 0), std::vector<float>(stop_features.size(), 1),
                std::vector<float>(start_features.size(), 0), std::vector<float>(start_features.size(), 1)};
    }

    EngineBatch engine_batch(int group_size) const {
        return {&batch->packing,
                batch->forward.data(),
                batch->reverse.data(),
                &batch->slot,
                &batch->routes,
                batch->summary.data(),
                batch->starts / group_size,
                group_size,
                lengths.data(),
                nullptr};
    }
};

double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
    double largest = 0, size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, std::abs(static_cast<double>(a[i]) - b[i]));
        size = std::max(size, std::abs(static_cast<double>(a[i])));
    }
    return largest / size;
}

struct Row {
    std::string name;
    double ours = 0, packed = 0, equal_length = 0;  ///< starts a second
    double difference = 0;                          ///< largest, relative to the largest number
};

constexpr LstmEngine engines[] = {LstmEngine::ours, LstmEngine::packed, LstmEngine::equal_length};

Row training(int customers) {
    constexpr int starts = 512, size = 8;
    Work work(customers, starts / size, size);
    const EngineBatch batch = work.engine_batch(size);
    const LossSettings settings{Loss::pairs, 0.01F, {1.0F / (starts * (size - 1) / 2)}, {}, {}, {}};
    std::vector<std::vector<float>> gradients(3, std::vector<float>(work.state.parameters.size()));
    std::vector<Engine> made;
    for (const LstmEngine kind : engines)
        made.emplace_back(engine_shape(work.shape), work.state.parameters.data(), kind);
    std::vector<std::function<void()>> tasks;
    for (std::size_t i = 0; i < 3; ++i)
        tasks.emplace_back([&, i] { made[i].gradient(batch, settings, gradients[i].data()); });
    const std::vector<double> seconds = measure(tasks);
    return {fmt::format("train, {} customers", customers), starts / seconds[0], starts / seconds[1],
            starts / seconds[2],
            std::max(largest_difference(gradients[0], gradients[1]),
                     largest_difference(gradients[0], gradients[2]))};
}

Row scoring(int customers, int candidates) {
    constexpr int repeats = 20;
    Work work(customers, 1, candidates);
    const EngineBatch batch = work.engine_batch(candidates);
    const Network network(work.weights, "bench");
    std::vector<std::vector<float>> scores(3);
    std::vector<Engine> made;
    for (const LstmEngine kind : {LstmEngine::packed, LstmEngine::equal_length})
        made.emplace_back(engine_shape(work.shape), work.state.parameters.data(), kind);
    const auto repeat = [](const std::function<void()>& task) {
        return [task] {
            for (int i = 0; i < repeats; ++i) task();
        };
    };
    const std::vector<double> seconds = measure({repeat([&] { scores[0] = network.forward(*work.batch); }),
                                                 repeat([&] { scores[1] = made[0].forward(batch); }),
                                                 repeat([&] { scores[2] = made[1].forward(batch); })});
    const double starts = candidates * repeats;
    return {fmt::format("score {} starts, {} customers", candidates, customers), starts / seconds[0],
            starts / seconds[1], starts / seconds[2],
            std::max(largest_difference(scores[0], scores[1]), largest_difference(scores[0], scores[2]))};
}

}  // namespace

bool bench(bool json) {
    use_one_thread();
    std::vector<Row> rows;
    for (const int customers : {20, 50, 100}) rows.push_back(training(customers));
    for (const int customers : {20, 50, 100}) rows.push_back(scoring(customers, 20));
    const bool equal =
        std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.difference < 1e-4; });
    if (json) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const Row& row : rows)
            list.push_back({{"name", row.name},
                            {"starts_per_second", row.ours},
                            {"packed_ratio", row.ours / row.packed},
                            {"equal_length_ratio", row.ours / row.equal_length},
                            {"difference", row.difference}});
        print_json({{"network", list}});
        return equal;
    }
    fmt::print("{:36}{:>12}{:>16}{:>16}{:>14}\n", "the value network, CPU time", "starts/s", "x packed LSTM",
               "x equal length", "difference");
    for (const Row& row : rows)
        fmt::print("{:36}{:>12.0f}{:>16.2f}{:>16.2f}{:>14.1e}\n", row.name, row.ours, row.ours / row.packed,
                   row.ours / row.equal_length, row.difference);
    return equal;
}

}  // namespace l2r::train
