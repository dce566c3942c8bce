#include "optimise/outside/lkh.hpp"

#include <algorithm>
#include <set>

#include "base/child.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/private_folder.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "optimise/outside/lkh_files.hpp"
#include "optimise/outside/outside.hpp"

namespace l2r {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view lkh_prefix = "lkh:";

struct LkhSettings {
    std::string program;
    int trials = 10;
    int vehicles = 0;  ///< at least; 0 chooses
    OutsideSettings outside{};
};

/// A whole number from `least` to a million.
int whole(const std::string& spec, std::string_view key, std::string_view value, int least) {
    constexpr int most = 1'000'000;
    const auto number = text::number(value);
    if (!number || *number < least || *number > most || *number != static_cast<int>(*number))
        throw InputError("'" + spec + "': " + std::string(key) + " is a whole number from " +
                         std::to_string(least) + " to " + std::to_string(most));
    return static_cast<int>(*number);
}

void set(LkhSettings& settings, const std::string& spec, std::string_view assignment) {
    const std::size_t equals = std::min(assignment.find('='), assignment.size());
    const std::string_view key = assignment.substr(0, equals);
    const std::string_view value = assignment.substr(std::min(equals + 1, assignment.size()));
    if (key == "trials")
        settings.trials = whole(spec, key, value, 1);
    else if (key == "vehicles")
        settings.vehicles = whole(spec, key, value, 0);
    else if (key == "seconds")
        settings.outside.seconds = whole(spec, key, value, 1);
    else
        throw InputError("'" + spec + "': there is no " + text::quoted(key) +
                         "; there are trials, vehicles and seconds");
}

LkhSettings parse_spec(const std::string& spec, const OutsideSettings& outside) {
    if (!spec.starts_with(lkh_prefix)) throw InputError("'" + spec + "' does not begin with lkh:");
    LkhSettings settings;
    settings.outside = outside;
    const std::size_t question = std::min(spec.rfind('?'), spec.size());
    settings.program = spec.substr(lkh_prefix.size(), question - lkh_prefix.size());
    if (settings.program.empty())
        throw InputError("'" + spec + "' names no program; write lkh:PROGRAM, such as lkh:./LKH");
    for (std::size_t begin = question + 1; begin < spec.size();) {
        const std::size_t end = std::min(spec.find(',', begin), spec.size());
        set(settings, spec, std::string_view(spec).substr(begin, end - begin));
        begin = end + 1;
    }
    settings.program = find_program(settings.program);
    return settings;
}

/// Runs LKH anew for each request. What it finds out about the instance alone (candidate edges, penalties) is
/// made by a run of its own, without a start, and kept: so no outcome depends on the starts before it.
class LkhProgram : public OutsideProgram {
  public:
    explicit LkhProgram(LkhSettings settings) : settings_(std::move(settings)) {}

    std::unique_ptr<OutsideProgram> clone() const override { return std::make_unique<LkhProgram>(settings_); }

    Solution ask(const OutsideRequest& request) override {
        if (request.instance.customers() == 1) return request.start;  // too small for LKH, and solved
        open(request.instance);
        lkh::Parameters parameters = choose_parameters(request);
        prepare(parameters, request.stop);
        parameters.seconds = seconds_for(settings_.outside, request.stop);  // of what is left by now
        replace_file(*folder_ / lkh::start_file,
                     lkh::format_tour(request.instance, request.start, parameters.vehicles));
        replace_file(*folder_ / lkh::parameter_file, lkh::format_run(parameters));
        std::error_code ignored;
        fs::remove_all(*folder_ / lkh::best_file, ignored);
        const RunReport report = run(request.stop);
        if (report.stopped || report.timed_out) return best_so_far(request, parameters, report);
        require_well(report);
        return read_best(request, parameters);
    }

    void forget() override { folder_.reset(); }

  private:
    void open(const Instance& instance) {
        if (folder_ && folder_->is_there() && instance_ == instance.id()) return;
        prepared_.clear();
        folder_ = std::make_unique<PrivateFolder>();
        replace_file(*folder_ / lkh::problem_file, lkh::format_problem(instance));
        precision_ = lkh::Costs::of(instance).precision;
        instance_ = instance.id();
    }

    lkh::Parameters choose_parameters(const OutsideRequest& request) const {
        // The fewest that carry the demand give long routes. A fifth more leaves room for most starts, so
        // that one preparation serves all of them.
        const int enough = request.instance.min_routes() + request.instance.min_routes() / 5 + 2;
        const int wanted = settings_.vehicles > 0 ? settings_.vehicles : enough;
        lkh::Parameters parameters;
        parameters.vehicles =
            std::min({std::max({wanted, request.instance.min_routes(), request.start.used_routes(), 2}),
                      request.instance.customers(), std::max(request.instance.max_routes(), 2)});
        parameters.precision = precision_;
        parameters.trials = settings_.trials;
        parameters.seconds = seconds_for(settings_.outside, request.stop);
        parameters.seed = request.seed + 1;
        return parameters;
    }

    void prepare(const lkh::Parameters& parameters, const Stop& stop) {
        if (prepared_.contains(parameters.vehicles)) return;
        replace_file(*folder_ / lkh::parameter_file, lkh::format_preparation(parameters));
        const RunReport report = run(stop);
        if (report.stopped) {
            forget();  // half a file would be taken for a whole one
            throw Stopped{};
        }
        require_well(report);
        prepared_.insert(parameters.vehicles);
    }

    RunReport run(const Stop& stop) const {
        return run_to_end({settings_.program, lkh::parameter_file}, folder_->path(),
                          settings_.outside.seconds + settings_.outside.grace_seconds, stop);
    }

    /// Else what is in the folder may be why.
    void require_well(const RunReport& report) {
        if (report.well()) return;
        forget();
        throw failure_of(report, "LKH");
    }

    /// LKH writes a tour whenever a trial has found a better one.
    Solution best_so_far(const OutsideRequest& request, const lkh::Parameters& parameters,
                         const RunReport& report) {
        try {
            return read_best(request, parameters);
        } catch (const Failure&) {  // none yet, or half a one
            if (report.stopped) throw Stopped{};
            require_well(report);
            throw;
        }
    }

    Solution read_best(const OutsideRequest& request, const lkh::Parameters& parameters) const {
        const std::optional<std::string> tour = read_left(*folder_ / lkh::best_file, output_limit);
        if (!tour) throw Failure{FailureKind::garbage, "LKH ended without a feasible tour"};
        try {
            return lkh::parse_tour(*tour, request.instance, parameters.vehicles);
        } catch (const InputError& error) {
            throw Failure{FailureKind::garbage, std::string("LKH's answer: ") + error.what()};
        }
    }

    LkhSettings settings_;
    std::unique_ptr<PrivateFolder> folder_;
    std::uint64_t instance_ = 0;  ///< id of the one that is in the folder
    int precision_ = 1;
    std::set<int> prepared_;  ///< numbers of vehicles with candidates and penalties in the folder
};

}  // namespace

std::unique_ptr<Optimiser> make_lkh(const std::string& spec, const OutsideSettings& outside) {
    return std::make_unique<OutsideOptimiser>(spec, std::make_unique<LkhProgram>(parse_spec(spec, outside)));
}

}  // namespace l2r
