#include "scorer_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.hpp"
#include "base/ranks.hpp"
#include "diagnostics.hpp"
#include "shipped.hpp"
#include "value/exec_scorer.hpp"
#include "value/scorers.hpp"

namespace l2r {
namespace {

bool is_among(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string scorers_by_name() {
    return fmt::format("{}, {}, exec:COMMAND, any program (docs/formats.md)",
                       fmt::join(shipped_kinds(), ", "), fmt::join(scorer_names(), ", "));
}

std::string scorer_file(const std::string& name, int customers) {
    if (is_among(shipped_kinds(), name)) return shipped_scorer(name, customers);
    std::error_code ignored;
    if (is_among(scorer_names(), name) || is_exec_scorer(name) || std::filesystem::exists(name, ignored))
        return name;
    throw InputError(fmt::format("--scorer: '{}' is neither a file nor one of: {}", name, scorers_by_name()));
}

void tell_if_silent(const Scorer* scorer) {
    if (scorer != nullptr && scorer->is_silent())
        tell(
            "l2r: warning: the scorer '{}' gave no answer before the time was over, so it chose nothing: "
            "give more time, or see whether it answers (docs/formats.md, Outside scorers)",
            scorer->name());
}

void warn_of_mismatch(const std::string& scorer, const std::string& reason) {
    if (!reason.empty() && launched().rank == 0) tell("l2r: warning: {}: {}", scorer, reason);
}

void warn_of_mismatch(const std::string& file, int customers, const std::string& optimiser) {
    if (const std::optional<About> about = about_scorer(file))
        warn_of_mismatch(file, mismatch(*about, customers, optimiser));
}

}  // namespace l2r
