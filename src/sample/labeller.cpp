#include "sample/labeller.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.hpp"
#include "problem/generate.hpp"
#include "start/random_start.hpp"

namespace l2r {
namespace {

/// The lengths after each recorded cycle and at the end. A run that has ended stays where it is.
void store_lengths(const Outcome& outcome, double final_length, float* row) {
    // The last cycle of a converged run gains nothing.
    const int moving = std::min(recorded_cycles, outcome.cycles - 1);
    const int recorded = std::min(moving, static_cast<int>(outcome.lengths.size()));
    std::fill_n(row, recorded_cycles + 1, static_cast<float>(final_length));
    for (int cycle = 0; cycle < recorded; ++cycle)
        row[cycle] = static_cast<float>(outcome.lengths[static_cast<std::size_t>(cycle)]);
}

void store_parent(const SampleParent& parent, double parent_length, std::size_t row, SampleFile& samples) {
    const auto width = static_cast<std::size_t>(samples.recipe.customers);
    const Solution& solution = parent.solution;
    std::copy(solution.customers().begin(), solution.customers().end(),
              samples.parent_customers.begin() + static_cast<std::ptrdiff_t>(row * width));
    auto route = samples.parent_routes.begin() + static_cast<std::ptrdiff_t>(row * width);
    for (int r = 0; r < solution.routes(); ++r) route = std::fill_n(route, solution.route(r).size(), r);
    samples.parent_lengths[row] = static_cast<float>(parent_length);
    samples.parent_converged[row] = parent.converged ? 1 : 0;
}

}  // namespace

/// The search for the parents of an instance: some routes of the best are perturbed, run after run.
struct Labeller::Search {
    std::int64_t instance = 0;  ///< its number
    std::int64_t done = 0;
    SampleParent best;
    double best_length = 0;
};

Outcome Labeller::improve(const Instance& instance, Random& random, int record_cycles) {
    const auto begun = Clock::now();
    Outcome outcome = optimiser_->improve(instance, start_, {until_converged, stop_, record_cycles}, random);
    optimiser_time_ += Clock::now() - begun;
    if (!outcome.failure.empty()) ++failed_runs_;
    return outcome;
}

bool Labeller::label(std::int64_t number, SampleFile& samples) {
    const Instance instance = recipe_.instance(number);
    if (recipe_.perturbed_routes == 0) return label_group(instance, {}, number, samples);
    Search parents;
    parents.instance = number;
    std::int64_t runs = 1;
    for (int p = 0; p < recipe_.parents; ++p, runs *= 4) {
        const std::int64_t group = number * recipe_.parents + p;
        if (!search(instance, runs, parents) || !label_group(instance, parents.best, group, samples))
            return false;
        store_parent(parents.best, parents.best_length,
                     static_cast<std::size_t>(group - samples.first_group()), samples);
    }
    return true;
}

bool Labeller::label_group(const Instance& instance, const SampleParent& parent, std::int64_t group,
                           SampleFile& samples) {
    const std::int64_t row = (group - samples.first_group()) * recipe_.starts;
    float* lengths = samples.lengths.data() + row * (recorded_cycles + 1);
    std::vector<double> variances(recorded_cycles + 1, 0);
    for (int s = 0; s < recipe_.starts; ++s, lengths += recorded_cycles + 1) {
        Random random = sample_start(recipe_, instance, parent, group, s, start_);
        if (!label_start(instance, random, lengths, variances)) return false;
    }
    if (recipe_.orders > 1)
        for (int k = 0; k <= recorded_cycles; ++k)
            samples.order_variances[static_cast<std::size_t>(
                (group - samples.first_group()) * (recorded_cycles + 1) + k)] =
                static_cast<float>(variances[static_cast<std::size_t>(k)] / recipe_.starts);
    return true;
}

bool Labeller::label_start(const Instance& instance, Random& random, float* lengths,
                           std::vector<double>& variances) {
    std::array<double, recorded_cycles + 1> sums{}, squares{};
    for (int order = 0; order < recipe_.orders; ++order) {
        if (order > 0) shuffle_routes(start_, random);
        const Outcome outcome = improve(instance, random, recorded_cycles);
        if (stop_.requested()) return false;
        store_lengths(outcome, length(instance, outcome.solution), lengths);
        for (std::size_t k = 0; k < sums.size(); ++k) {
            sums[k] += lengths[k];
            squares[k] += static_cast<double>(lengths[k]) * lengths[k];
        }
    }
    if (recipe_.orders == 1) return true;
    const double orders = recipe_.orders;
    for (std::size_t k = 0; k < sums.size(); ++k) {
        const double mean = sums[k] / orders;
        lengths[k] = static_cast<float>(mean);
        variances[k] += std::max(0.0, (squares[k] - orders * mean * mean) / (orders - 1));
    }
    return true;
}

/// Continues until `runs` are done; false where it was stopped.
bool Labeller::search(const Instance& instance, std::int64_t runs, Search& search) {
    for (; search.done < runs; ++search.done) {
        Random random = search_stream(recipe_, search.instance, search.done);
        if (search.done == 0)
            start_ = {random_start(instance, random), 0};
        else
            perturb_parent(instance, search.best, recipe_.perturbed_routes, random, start_);
        Outcome outcome = improve(instance, random, 0);
        if (stop_.requested()) return false;
        const double new_length = length(instance, outcome.solution);
        if (search.done > 0 && !is_shorter(new_length, search.best_length)) continue;
        if (const auto found = faults(instance, outcome.solution); !found.empty())
            throw OutsideError("the optimiser returned a solution that is not feasible: " + found.front());
        search.best = {std::move(outcome.solution), outcome.converged};
        search.best_length = new_length;
    }
    return true;
}

}  // namespace l2r
