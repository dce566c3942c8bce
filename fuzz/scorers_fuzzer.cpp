/// Weights are refused with `file: reason`, or are those of a scorer that has a score for every start, and of
/// which can be said what it was trained on.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "mended.hpp"
#include "problem/generate.hpp"
#include "require.hpp"
#include "start/random_start.hpp"
#include "value/scorers.hpp"

namespace {

const std::string file = "fuzz.safetensors";
const l2r::Instance instance = l2r::random_instance(6, 1, 0);

std::vector<l2r::Start> some_starts() {
    l2r::Random random(1);
    return {{l2r::random_start(instance, random), 0}, {l2r::random_start(instance, random), 0}};
}

const std::vector<l2r::Start> starts = some_starts();

void check_scores(const l2r::Weights& weights) {
    std::vector<l2r::Start> candidates = starts;
    const std::vector<double> scores =
        l2r::make_scorer(weights, file)->score(instance, candidates, l2r::Stop());
    require(scores.size() == starts.size());
    for (const double score : scores) require(std::isfinite(score) || score == l2r::unread);
    for (const l2r::Start& start : candidates) require(l2r::faults(instance, start.solution).empty());
}

void check_about(const l2r::Weights& weights) {
    const l2r::About about = l2r::read_about(weights, file);
    l2r::SampleRecipe recipe;
    recipe.customers = std::clamp(about.customers, 1, l2r::Instance::node_limit - 1);
    recipe.optimiser = about.optimiser;
    l2r::was_trained_on(about, recipe);
    for (const std::string& reason : {l2r::mismatch(about, recipe), l2r::mismatch(about, 6, "paper")})
        if (!reason.empty()) require_readable(reason);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const l2r::Weights weights =
            l2r::parse_weights(mended(std::string(reinterpret_cast<const char*>(data), size)), file);
        check_about(weights);
        check_scores(weights);
    } catch (const l2r::InputError& error) {
        require_readable(error.what());
        require(std::string_view(error.what()).starts_with(file + ": "));
    }
    return 0;
}
