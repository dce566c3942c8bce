#include "sample/generate_samples.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/workers.hpp"
#include "sample/labeller.hpp"
#include "sample/sample_file.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Checks a folder before anything is made.
class Folder {
  public:
    explicit Folder(const SampleJob& job) : job_(job) {
        std::error_code error;
        fs::create_directories(job.folder, error);
        if (error) throw OutsideError(job.folder.string() + ": cannot make the folder: " + error.message());
        check_writable(job.folder / sample_file_name(0));
        check_recipe_of_any();
    }

    fs::path path(std::int64_t number) const { return job_.folder / sample_file_name(number); }

    enum class State { absent, whole, cut, damaged };

    /// Throws InputError where the file is not of this set.
    State state(std::int64_t number) const {
        const fs::path file = path(number);
        if (!fs::exists(file)) return State::absent;
        const std::string bytes = fs::is_regular_file(file) ? read_file(file) : "";
        if (!looks_like_samples(bytes))
            throw InputError(file.string(), 0, "is not a file of samples; it is not overwritten");
        if (!is_intact(bytes)) return State::damaged;
        const SampleFile samples = parse_samples(bytes, file.string());
        require_same_set(samples, file);
        if (samples.number != number)
            throw InputError(
                file.string(), 0,
                "is file number " + std::to_string(samples.number) + " of its set under another's name");
        // A smaller set ended within this file.
        const bool ended = samples.first_instance() + samples.per_file > samples.recipe.instances;
        return ended && samples.recipe.instances < job_.recipe.instances ? State::cut : State::whole;
    }

    /// Removes what killed runs left of this share's files. Others may be at work in the folder.
    void tidy() const {
        const std::size_t size = sample_file_name(0).size();
        std::error_code ignored;
        for (const auto& entry : fs::directory_iterator(job_.folder, ignored)) {
            const std::string name = entry.path().filename().string();
            const std::int64_t number = sample_file_number(std::string_view(name).substr(0, size));
            const bool is_part = number >= 0 && name.size() > size && name.ends_with(".part");
            if (is_part && number % job_.shares == job_.share) remove_stale_part(entry.path());
        }
    }

  private:
    void require_same_set(const SampleFile& samples, const fs::path& file) const {
        if (!samples.recipe.has_groups_of(job_.recipe))
            throw InputError(
                file.string(), 0,
                "is of a set with other settings (`l2r samples info` shows them); give them again or "
                "choose another folder");
        if (samples.per_file != job_.per_file)
            throw InputError(file.string(), 0,
                             "is of a set with " + std::to_string(samples.per_file) +
                                 " instances in each file; give that number again (--per-file), or choose "
                                 "another folder");
        if (samples.recipe.instances > job_.recipe.instances)
            throw InputError(
                file.string(), 0,
                "is of a set of " + std::to_string(samples.recipe.instances) +
                    " instances; a set can grow, not shrink: give at least that number (--count), "
                    "or choose another folder");
    }

    /// Another share's files tell as well.
    void check_recipe_of_any() const {
        for (const auto& entry : fs::directory_iterator(job_.folder)) {
            const std::int64_t number = sample_file_number(entry.path().filename().string());
            if (number < 0) continue;
            const State found = state(number);
            if (number >= file_count(job_.recipe, job_.per_file))
                throw InputError(entry.path().string(), 0,
                                 "is not one of this set's files; choose another folder");
            if (found == State::whole) return;
        }
    }

    const SampleJob& job_;
};

class Generator {
  public:
    Generator(const SampleJob& job, const Optimiser& optimiser,
              const std::function<void(const SampleProgress&)>& progress)
        : job_(job), folder_(job), tell_(progress), workers_(job.threads) {
        const Stop stop(Stop::Clock::time_point::max(), job.flag);
        for (int w = 0; w < job.threads; ++w) labellers_.emplace_back(job.recipe, optimiser, stop);
    }

    SampleReport run() {
        const std::vector<std::int64_t> missing = missing_files();
        begun_ = Clock::now();
        for (const std::int64_t number : missing) {
            if (stopped()) break;
            make(number);
        }
        const auto last_begun = Clock::now();
        write_ready();
        report_.thread_seconds += seconds_since(last_begun);
        if (report_.finished()) folder_.tidy();
        report_.seconds = seconds_since(begun_);
        for (const Labeller& labeller : labellers_) {
            report_.failed += labeller.failed_runs();
            report_.optimiser_seconds += std::chrono::duration<double>(labeller.optimiser_time()).count();
        }
        return report_;
    }

  private:
    bool stopped() const { return job_.flag != nullptr && job_.flag->load(); }

    std::vector<std::int64_t> missing_files() {
        std::vector<std::int64_t> missing;
        const std::int64_t count = file_count(job_.recipe, job_.per_file);
        for (std::int64_t number = job_.share; number < count; number += job_.shares) {
            ++report_.files;
            if (stopped()) continue;
            const Folder::State state = folder_.state(number);
            report_.there += state == Folder::State::whole;
            report_.remade += state == Folder::State::damaged;
            if (state != Folder::State::whole) missing.push_back(number);
            if (tell_) tell_(progress_);
        }
        for (const std::int64_t number : missing) progress_.planned += empty_file(number).instances();
        return missing;
    }

    SampleFile empty_file(std::int64_t number) const {
        SampleFile samples;
        samples.recipe = job_.recipe;
        samples.per_file = job_.per_file;
        samples.number = number;
        return samples;
    }

    /// All workers make the samples of a file, but one first writes the file before it.
    void make(std::int64_t number) {
        SampleFile samples = empty_file(number);
        samples.allocate();
        const std::int64_t instances = samples.instances();
        const std::int64_t chunk = std::clamp<std::int64_t>(instances / (32 * job_.threads), 1, 16);
        const auto chunks = static_cast<int>((instances + chunk - 1) / chunk);
        for_each(workers_, chunks + 1, [&](int task, int worker) {
            if (stopped()) return;
            const auto task_begun = Clock::now();
            const std::int64_t begin = std::int64_t{task - 1} * chunk,
                               end = std::min(begin + chunk, instances);
            if (task == 0)
                write_ready();
            else
                label(labellers_[static_cast<std::size_t>(worker)], begin, end, samples);
            note(task == 0 ? 0 : end - begin, seconds_since(task_begun));
        });
        if (!stopped()) ready_ = std::move(samples);
    }

    static void label(Labeller& labeller, std::int64_t begin, std::int64_t end, SampleFile& samples) {
        for (std::int64_t i = begin; i < end; ++i)
            if (!labeller.label(samples.first_instance() + i, samples)) return;
    }

    void write_ready() {
        if (!ready_) return;
        write_file(folder_.path(ready_->number), format_samples(*ready_));
        ++report_.made;
        report_.groups += ready_->groups();
        report_.starts += ready_->groups() * job_.recipe.starts;
        ready_.reset();
    }

    void note(std::int64_t instances, double seconds) {
        const std::lock_guard lock(mutex_);
        report_.thread_seconds += seconds;
        progress_.instances += instances;
        progress_.seconds = seconds_since(begun_);
        if (tell_) tell_(progress_);
    }

    const SampleJob& job_;
    const Folder folder_;
    const std::function<void(const SampleProgress&)>& tell_;
    Workers workers_;
    std::vector<Labeller> labellers_;
    std::optional<SampleFile> ready_;  ///< made, not yet written
    Clock::time_point begun_ = Clock::now();
    std::mutex mutex_;  ///< of `progress_` and the times in `report_`
    SampleProgress progress_;
    SampleReport report_;
};

/// Seconds of one core that a run of the paper's optimiser takes from a random start, roughly.
double estimated_run(int customers) {
    return 0.1e-6 * std::pow(customers, 1.65);
}

}  // namespace

SampleReport generate_samples(const SampleJob& job, const Optimiser& optimiser,
                              const std::function<void(const SampleProgress&)>& progress) {
    check(job.recipe, job.per_file);
    if (job.recipe.optimiser != optimiser.name())
        throw InputError("the recipe's optimiser is '" + job.recipe.optimiser + "', not '" +
                         optimiser.name() + "'");
    if (job.threads < 1) throw InputError("the number of threads must be at least 1");
    if (job.shares < 1 || job.share < 0 || job.share >= job.shares)
        throw InputError("the share must be from 0 to one less than the number of shares");
    return Generator(job, optimiser, progress).run();
}

std::int64_t default_per_file(const SampleRecipe& recipe) {
    constexpr double file_seconds = 60;
    constexpr double file_bytes = 16e6;
    const double groups = recipe.parents, starts = recipe.starts;
    const bool perturbed = recipe.perturbed_routes > 0;
    const double runs =
        groups * starts * recipe.orders + (perturbed ? std::pow(4.0, recipe.parents - 1) : 0.0);
    const double bytes =
        groups * 4 * (starts * (recorded_cycles + 1) + (perturbed ? 2.0 * recipe.customers : 0.0));
    constexpr double outside_run = 0.02;  // seconds; a guess
    const bool is_ours =
        recipe.optimiser == "paper" || recipe.optimiser == "strong" || recipe.optimiser.starts_with("learnt");
    const double run = is_ours ? estimated_run(recipe.customers) : outside_run;
    const double instances = std::min(file_seconds / (runs * run), file_bytes / bytes);
    // One digit is easier to remember and to give again.
    const double step = std::pow(10.0, std::floor(std::log10(std::max(1.0, instances))));
    return static_cast<std::int64_t>(std::max(1.0, std::floor(instances / step) * step));
}

}  // namespace l2r
