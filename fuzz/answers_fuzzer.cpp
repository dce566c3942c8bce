/// Whatever a program outside answers, as a line of JSON or as a tour of LKH's, is a solution, of which
/// `faults` can tell whether it is feasible, or is refused with a reason. Scores are as many numbers as there
/// were starts.

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "optimise/outside/exec_json.hpp"
#include "optimise/outside/lkh_files.hpp"
#include "problem/generate.hpp"
#include "require.hpp"

namespace {

const l2r::Instance instance = l2r::random_instance(3, 1, 0);

void check(const l2r::Solution& solution) {
    if (l2r::faults(instance, solution).empty()) require(l2r::length(instance, solution) > 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        check(l2r::parse_answer(text, 1));
    } catch (const l2r::Failure& failure) {
        require(!failure.message.empty());
    }
    try {
        const std::vector<double> scores = l2r::parse_scores(text, 1, 3);
        require(scores.size() == 3);
        for (const double score : scores) require(std::isfinite(score));
    } catch (const l2r::Failure& failure) {
        require(!failure.message.empty());
    }
    try {
        check(l2r::lkh::parse_tour(text, instance, 2));
    } catch (const l2r::InputError& error) {
        require(std::string(error.what()).size() > 0);
    }
    return 0;
}
