#include "experiment/exact.hpp"

#include <algorithm>

#include "base/child.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/private_folder.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "experiment/integer_program.hpp"

namespace l2r {
namespace fs = std::filesystem;

namespace {

/// Lengths that differ by less, in parts of the length, are the same to CBC.
constexpr double tolerance = 1e-7;

/// What CBC may take beyond its limit, which it does not ask for all the time.
constexpr double grace_seconds = 5;

std::string find_cbc(const std::string& program) {
    try {
        return find_program(program);
    } catch (const OutsideError& error) {
        throw OutsideError(std::string(error.what()) +
                           "; exact solutions need the solver CBC: apt-get install coinor-cbc");
    }
}

ProgramAnswer read_answer(const fs::path& path, const Instance& instance, const RunReport& report) {
    const std::optional<std::string> answer = read_left(path, output_limit);
    if (!answer) throw OutsideError("CBC wrote no solution file; it said: " + report.said);
    try {
        return parse_cbc_solution(*answer, instance);
    } catch (const InputError& error) {
        throw OutsideError(error.what());
    }
}

void take_solution(const Instance& instance, const ProgramAnswer& answer, ExactResult& result) {
    const std::vector<std::string> wrong = faults(instance, answer.solution);
    if (!wrong.empty()) throw OutsideError("CBC's solution is not feasible: " + wrong.front());
    const double found = length(instance, answer.solution);
    if (found >= result.length) return;
    result.best = answer.solution;
    result.length = found;
}

}  // namespace

ExactResult solve_exactly(const Instance& instance, const Solution& known, const ExactSettings& settings) {
    const std::string cbc = find_cbc(settings.program);
    ExactResult result{known, length(instance, known)};
    const PrivateFolder folder;
    write_file(folder / "model.lp", format_integer_program(instance));
    const double margin = tolerance * std::max(result.length, 1e-6);
    std::string printed;
    const RunReport report =
        run_to_end({cbc, "model.lp", "timeMode", "elapsed", "sec", text::shortest(settings.seconds),
                    "increment", text::shortest(margin), "cutoff",
                    text::shortest(result.length + 10 * margin), "solve", "solution", "answer.txt"},
                   folder.path(), settings.seconds + grace_seconds,
                   Stop(Stop::Clock::time_point::max(), settings.flag), &printed);
    result.seconds = report.seconds;
    result.lower_bound = std::clamp(parse_cbc_bound(printed), 0.0, result.length);
    if (report.stopped || report.timed_out) return result;
    if (!report.well()) throw OutsideError("CBC " + report.text());
    const ProgramAnswer answer = read_answer(folder / "answer.txt", instance, report);
    if (answer.has_solution) take_solution(instance, answer, result);
    if (answer.status == ProgramAnswer::Status::infeasible)
        throw OutsideError("CBC finds no solution, though there is one of length " +
                           text::shortest(result.length));
    result.proven = answer.status == ProgramAnswer::Status::optimal;
    result.lower_bound = result.proven ? result.length : std::min(result.lower_bound, result.length);
    return result;
}

}  // namespace l2r
