#include "sample/learning.hpp"

#include <algorithm>

namespace l2r {

std::int64_t training_groups(const SampleSet& samples, double held_out_share) {
    constexpr std::int64_t most_held_out = 20'000;
    const std::int64_t wanted = std::llround(held_out_share * static_cast<double>(samples.groups()));
    std::int64_t training = samples.groups() - std::clamp<std::int64_t>(wanted, 0, most_held_out);
    const auto splits_an_instance = [&](std::int64_t group) {
        return group > 0 && group < samples.groups() &&
               samples.instance_number(group) == samples.instance_number(group - 1);
    };
    while (splits_an_instance(training)) --training;
    return training;
}

double length_to_beat(const SampleSet& samples, std::int64_t group) {
    return samples.parent_length(group) * (1 - 1e-6);
}

bool improves_on_parent(const SampleSet& samples, std::int64_t group, int start, int cycles) {
    return samples.length(group, start, cycles) < length_to_beat(samples, group);
}

}  // namespace l2r
