/// Weights are refused with `file: reason`, or are those of a policy with which a run ends well.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "mended.hpp"
#include "optimise/learnt/policy_search.hpp"
#include "problem/generate.hpp"
#include "require.hpp"
#include "start/random_start.hpp"

namespace {

const std::string file = "fuzz.safetensors";
const l2r::Instance instance = l2r::random_instance(8, 1, 0);

l2r::Start some_start() {
    l2r::Random random(1);
    return {l2r::random_start(instance, random), 0};
}

const l2r::Start start = some_start();

void check_run(const l2r::Weights& weights) {
    l2r::learnt::PolicySearch search(std::make_shared<l2r::learnt::Policy>(weights, file), "learnt");
    l2r::Random random(2);
    const l2r::Outcome outcome = search.improve(instance, start, l2r::Budget(), random);
    require(outcome.converged && l2r::faults(instance, outcome.solution).empty());
    require(l2r::length(instance, outcome.solution) <= l2r::length(instance, start.solution));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        check_run(l2r::parse_weights(mended(std::string(reinterpret_cast<const char*>(data), size)), file));
    } catch (const l2r::InputError& error) {
        require_readable(error.what());
        require(std::string_view(error.what()).starts_with(file + ": "));
    }
    return 0;
}
