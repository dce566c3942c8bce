#include "solve_many.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <mutex>
#include <new>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/ranks.hpp"
#include "base/workers.hpp"
#include "diagnostics.hpp"
#include "exit_code.hpp"
#include "instance_list.hpp"
#include "options.hpp"
#include "problem/sol_file.hpp"
#include "solve_one.hpp"
#include "solve_outcome.hpp"
#include "solve_table.hpp"
#include "standard_output.hpp"
#include "terminal.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;

/// What speaks of a single instance.
void refuse_options_of_one(const SolveOptions& options) {
    const auto refuse = [](bool is_given, const char* option, const char* advice) {
        if (is_given)
            throw InputError(
                fmt::format("{} is for a single instance, and there are several{}", option, advice));
    };
    refuse(!options.start_file.empty(), "--start", "");
    refuse(!options.drawn.plot_file.empty(), "--plot", "; draw their solutions with 'l2r plot'");
    refuse(!options.drawn.export_file.empty(), "--export", "; export their solutions with 'l2r plot'");
    refuse(!options.best_known_file.empty(), "--best-known",
           "; a NAME.sol beside NAME.vrp is taken by itself");
    refuse(options.explore.has_target(), "--target", "");
    refuse(options.stops.matrix == "/dev/stdin", "--matrix -", "; name a file");
    refuse(options.explain, "--explain", "");
    refuse(options.log, "--log", "");
    refuse(options.solution_file == standard_output, "-o -", "; name a folder");
    if (options.solution_file.empty() && !options.json)
        throw InputError(
            "there are several instances: name a folder for their solutions with -o, or take these "
            "from --json");
}

/// Throws where it is not there and cannot be made.
void make_folder(const std::string& name) {
    std::error_code error;
    fs::create_directories(name, error);
    const std::string reason = error.message();
    if (fs::is_directory(name, error)) return;
    if (fs::exists(name, error))
        throw InputError(name, 0, "is a file; several instances need a folder for -o");
    throw OutsideError(name + ": cannot be made: " + reason);
}

/// NAME.sol for NAME.vrp, where there is one.
std::string solution_beside(const std::string& instance_file) {
    const fs::path file = fs::path(instance_file).replace_extension(".sol");
    std::error_code none;
    return fs::is_regular_file(file, none) ? file.string() : "";
}

/// Its length. A file that is no solution is said, and costs nothing else.
std::optional<double> length_beside(const std::string& instance_file, const Instance& instance) {
    const std::string file = solution_beside(instance_file);
    if (file.empty()) return std::nullopt;
    try {
        return length(instance, read_feasible(file, instance, true));
    } catch (const InputError& error) {
        tell("l2r: warning: no gap to {}: {}", file, error.what());
        return std::nullopt;
    }
}

class SolveMany {
  public:
    SolveMany(const SolveOptions& options, Ranks& ranks)
        : options_(options),
          ranks_(ranks),
          files_(instance_files(options.inputs)),
          names_(names_of(files_)),
          table_(names_),
          outcomes_(files_.size()),
          is_done_(files_.size(), false) {
        if (options_.threads == 0) options_.threads = 1;
        jobs_ = options.jobs > 0 ? options.jobs : std::max(1, processors() / options_.threads);
        jobs_ = std::clamp(share(), 1, jobs_);
    }

    int run() {
        const std::string folder = options_.solution_file;
        if (!folder.empty()) refuse_to_overwrite(folder);
        if (!folder.empty()) make_folder(folder);
        ProgressLine line;
        if (is_first()) line.follow([this] { return progress(); });
        if (is_first() && !options_.json) print(table_.header());
        Workers workers(jobs_);
        for_each(workers, share(), [this](int nth, int worker) {
            const auto i = static_cast<std::size_t>(ranks_.rank() + nth * ranks_.size());
            finish(i, attempt(i), worker == 0);
        });
        wait_for_others();
        line.clear();
        return is_first() ? conclude() : 0;
    }

  private:
    bool is_first() const { return ranks_.rank() == 0; }
    /// How many instances are this rank's: every n-th of n ranks.
    int share() const {
        return (static_cast<int>(files_.size()) - ranks_.rank() + ranks_.size() - 1) / ranks_.size();
    }

    static std::vector<std::string> names_of(const std::vector<std::string>& files) {
        std::vector<std::string> names;
        for (const std::string& file : files) names.push_back(stem_of(file));
        return names;
    }

    std::string solution_file(std::size_t i) const {
        return (fs::path(options_.solution_file) / (names_[i] + ".sol")).string();
    }

    /// What stands beside an instance may be the best that is known.
    void refuse_to_overwrite(const std::string& folder) const {
        for (const std::string& file : files_) {
            const std::string beside = solution_beside(file);
            std::error_code none;
            if (!beside.empty() && fs::equivalent(folder, fs::absolute(beside).parent_path(), none))
                throw InputError(beside + " is what gaps are measured to; name another folder with -o");
        }
    }

    std::string progress() const {
        const std::lock_guard lock(mutex_);
        return fmt::format("{} of {} done, {:.1f} s", done_,
                           counted(static_cast<std::int64_t>(files_.size()), "instance"),
                           seconds_since(begun_));
    }

    SolveOutcome attempt(std::size_t i) const {
        try {
            return solve(i);
        } catch (const InputError& error) {
            return failed(i, error.what(), bad_input);
        } catch (const std::bad_alloc&) {
            return failed(i, "out of memory", outside_failed);
        } catch (const std::exception& error) {
            return failed(i, error.what(), outside_failed);
        }
    }

    SolveOutcome solve(std::size_t i) const {
        SolveOptions own = options_;
        own.instance_file = files_[i];
        if (!own.solution_file.empty()) own.solution_file = solution_file(i);
        if (interrupted()) return failed(i, "interrupted before it was begun", outside_failed, "not begun");
        SolveProgress none;
        SolveJob job = read_job(own, none);
        job.best_known = length_beside(files_[i], job.instance);
        search(job, own, none);
        if (jobs_ > 1 && own.threads > 1) job.cpu_seconds.reset();  // the process's: of others as well
        return solved(i, job, own);
    }

    SolveOutcome solved(std::size_t i, const SolveJob& job, const SolveOptions& own) const {
        SolveOutcome outcome;
        if (!own.solution_file.empty()) write(job, own, outcome);
        outcome.row = row_of(job);
        if (options_.json) {
            nlohmann::ordered_json json{{"file", files_[i]}};
            json.update(as_json(job));
            outcome.line = json_line(json);
        } else {
            outcome.line = table_.line(names_[i], *outcome.row);
        }
        tell_failed_runs(job.result, files_[i] + ": ");
        if (!job.failure.empty()) {
            outcome.failure = job.failure + "; the best solution until then was kept";
            outcome.exit_code = outside_failed;
        }
        return outcome;
    }

    /// The solution: to its file, or where that fails to standard error.
    void write(const SolveJob& job, const SolveOptions& own, SolveOutcome& outcome) const {
        const std::string text = format_sol(job.result.best, job.result.length);
        try {
            write_file(own.solution_file, text);
        } catch (const OutsideError& error) {
            outcome.failure = error.what();
            outcome.exit_code = outside_failed;
            if (!options_.json) tell_line(own.instance_file + ":\n" + text);
        }
    }

    SolveOutcome failed(std::size_t i, const std::string& reason, ExitCode code,
                        const std::string& in_table = "failed") const {
        SolveOutcome outcome;
        outcome.failure = reason;
        outcome.exit_code = code;
        outcome.line = options_.json
                           ? json_line({{"file", files_[i]}, {"instance", names_[i]}, {"error", reason}})
                           : table_.line(names_[i], in_table);
        return outcome;
    }

    /// `may_talk`: this is the thread that joined the ranks.
    void finish(std::size_t i, SolveOutcome outcome, bool may_talk) {
        const std::lock_guard lock(mutex_);
        take(i, std::move(outcome));
        if (may_talk) talk();
        if (is_first()) print_what_is_ready();
    }

    void take(std::size_t i, SolveOutcome outcome) {
        if (is_done_[i]) return;
        is_done_[i] = true;
        outcomes_[i] = std::move(outcome);
        ++done_;
        if (!is_first()) untold_.push_back(i);
    }

    /// The others tell rank 0 what they have done.
    void talk() {
        for (const std::size_t i : std::exchange(untold_, {})) ranks_.send(0, as_bytes(i, outcomes_[i]));
        if (!is_first()) return;
        while (const std::optional<Ranks::Message> message = ranks_.try_receive()) {
            auto [i, outcome] = outcome_from(message->bytes);
            take(i, std::move(outcome));
        }
    }

    /// Once stopped, a rank that has died is not waited for.
    void wait_for_others() {
        constexpr double patience = 5;
        std::optional<std::chrono::steady_clock::time_point> stopped;
        for (;; std::this_thread::sleep_for(std::chrono::milliseconds(1))) {
            const std::lock_guard lock(mutex_);
            talk();
            if (!is_first()) return;
            if (interrupted() && !stopped) stopped = std::chrono::steady_clock::now();
            if (stopped && seconds_since(*stopped) > patience)
                for (std::size_t i = 0; i < files_.size(); ++i)
                    if (!is_done_[i]) take(i, failed(i, "its rank no longer answers", outside_failed));
            print_what_is_ready();
            if (done_ == files_.size()) return;
        }
    }

    /// Whatever has no unfinished instance before it.
    void print_what_is_ready() {
        while (printed_ < files_.size() && is_done_[printed_])
            print(std::exchange(outcomes_[printed_++].line, {}));
    }

    /// Where standard output fails, solutions still go to their files.
    void print(const std::string& text) {
        clear_progress();
        if (options_.solution_file.empty()) return print_output(text);
        if (is_printing_) is_printing_ = outputs_.attempt([&] { print_output(text); });
    }

    /// Means, failures, and the worst exit code.
    int conclude() {
        std::vector<SolveRow> rows;
        int exit_code = 0;
        for (const SolveOutcome& outcome : outcomes_) {
            if (outcome.row) rows.push_back(*outcome.row);
            exit_code = std::max(exit_code, outcome.exit_code);
        }
        if (!options_.json) print(table_.means(rows));
        tell_failures_of_all();
        outputs_.require_all();
        return exit_code;
    }

    void tell_failures_of_all() const {
        std::vector<std::string> lines;
        for (std::size_t i = 0; i < outcomes_.size(); ++i)
            if (const std::string& failure = outcomes_[i].failure; !failure.empty())
                lines.push_back(failure.starts_with(files_[i]) ? failure : files_[i] + ": " + failure);
        if (lines.empty()) return;
        tell("l2r: {} of {} failed:", lines.size(),
             counted(static_cast<std::int64_t>(files_.size()), "instance"));
        for (const std::string& text : lines) tell("  {}", text);
    }

    SolveOptions options_;
    Ranks& ranks_;
    std::vector<std::string> files_, names_;
    SolveTable table_;
    int jobs_ = 1;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();

    mutable std::mutex mutex_;
    std::vector<SolveOutcome> outcomes_;
    std::vector<bool> is_done_;
    std::vector<std::size_t> untold_;  ///< done, and not sent to rank 0
    std::size_t done_ = 0, printed_ = 0;
    Outputs outputs_;
    bool is_printing_ = true;
};

}  // namespace

int solve_many(const SolveOptions& options) {
    const std::unique_ptr<Ranks> ranks = join_ranks();
    refuse_options_of_one(options);
    return SolveMany(options, *ranks).run();
}

}  // namespace l2r
