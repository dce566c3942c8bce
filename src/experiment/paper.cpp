#include "experiment/paper.hpp"

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/workers.hpp"
#include "experiment/trace_file.hpp"
#include "problem/generate.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;

constexpr int per_file = 25;  ///< instances; at the paper's scale some seconds to a minute of work

/// The generator draws instance i from the stream (seed, i), so runs need a seed of their own.
std::uint64_t seed_of_runs(const FigurePlan& plan) {
    return Random(plan.seed, ~std::uint64_t{0}, 3).next();
}

int file_count(const FigurePlan& plan) {
    return (plan.instances - 1) / per_file + 1;
}

int instances_in(const FigurePlan& plan, int number) {
    return std::min(per_file, plan.instances - number * per_file);
}

fs::path traces_folder(const fs::path& folder) {
    return folder / "traces";
}

fs::path file_path(const FigurePlan& plan, const fs::path& folder, int number) {
    const std::string digits = std::to_string(number);
    return traces_folder(folder) /
           (plan.name() + "-" + std::string(5 - std::min<std::size_t>(5, digits.size()), '0') + digits +
            ".h5");
}

std::size_t runs_of(const Arm& arm) {
    return static_cast<std::size_t>(arm.settings.stop.runs);
}

/// All that the traces follow from.
std::string settings_text(const FigurePlan& plan) {
    nlohmann::ordered_json arms;
    for (const Arm& arm : plan.arms) {
        arms.push_back({{"name", arm.name},
                        {"strategy", strategy_name(arm.settings.strategy)},
                        {"construction", construction_name(arm.settings.construction)},
                        {"candidates", arm.settings.guidance.candidates},
                        {"population", arm.settings.population.size},
                        {"runs", arm.settings.stop.runs},
                        {"weights_sha256", arm.digest}});
        if (arm.settings.population.most_alike < 1)
            arms.back()["most_alike"] = arm.settings.population.most_alike;
    }
    nlohmann::ordered_json text{{"figure", plan.figure.name},
                                {"customers", plan.customers},
                                {"instances", plan.instances},
                                {"seed", plan.seed},
                                {"arms", arms}};
    if (const std::string name = plan.optimiser->name(); name != "paper") text["optimiser"] = name;
    return text.dump();
}

TraceFile read_file_of(const FigurePlan& plan, const fs::path& folder, int number) {
    const fs::path path = file_path(plan, folder, number);
    std::vector<std::size_t> runs;
    runs.reserve(plan.arms.size());
    for (const Arm& arm : plan.arms) runs.push_back(runs_of(arm));
    return parse_traces(read_file(path), path.string(), settings_text(plan), number, runs,
                        static_cast<std::size_t>(instances_in(plan, number)));
}

/// A file being made: its instances are done in any order, and whoever does the last one writes it.
struct Part {
    const FigurePlan* plan;
    int number;
    int left;  ///< instances
    TraceFile file;

    void allocate() {
        file = {settings_text(*plan), number, {}};
        for (const Arm& arm : plan->arms) {
            const std::size_t size = static_cast<std::size_t>(instances_in(*plan, number)) * runs_of(arm);
            file.arms.push_back({runs_of(arm), std::vector<float>(size), std::vector<float>(size)});
        }
    }
};

class Maker {
  public:
    Maker(const PaperJob& job, const std::function<void(const PaperProgress&)>& progress)
        : job_(job), tell_(progress) {
        std::error_code error;
        const fs::path folder = traces_folder(job.folder);
        fs::create_directories(folder, error);
        if (error) throw OutsideError(folder.string() + ": cannot make the folder: " + error.message());
    }

    bool run() {
        find_missing();
        for (std::size_t p = 0; p < parts_.size(); ++p)
            for (int i = 0; i < parts_[p].left; ++i) tasks_.emplace_back(p, i);
        progress_.planned = static_cast<std::int64_t>(tasks_.size());
        Workers workers(job_.threads);
        for_each(workers, static_cast<int>(tasks_.size()), [this](int task, int) {
            const auto [part, instance] = tasks_[static_cast<std::size_t>(task)];
            if (!stopped()) make(parts_[part], instance);
        });
        return !stopped();
    }

  private:
    bool stopped() const { return job_.flag != nullptr && job_.flag->load(); }

    /// Of this share. Those that are there must be of these plans.
    void find_missing() {
        int file = 0;  // over all plans
        for (const FigurePlan& plan : job_.plans)
            for (int number = 0; number < file_count(plan); ++number, ++file) {
                if (file % job_.shares != job_.share) continue;
                const fs::path path = file_path(plan, job_.folder, number);
                if (fs::exists(path)) {
                    read_file_of(plan, job_.folder, number);
                } else {
                    check_writable(path);
                    parts_.push_back({&plan, number, instances_in(plan, number), {}});
                }
            }
    }

    void make(Part& part, int instance) {
        const FigurePlan& plan = *part.plan;
        const int index = part.number * per_file + instance;
        prepare(plan, index);
        std::vector<Trace> traces;
        for (Arm arm : plan.arms) {
            arm.settings.stop.flag = job_.flag;
            std::optional<Trace> own = trace_again(plan, arm, index);
            if (!own) return;
            traces.push_back(std::move(*own));
        }
        const std::lock_guard lock(mutex_);
        keep(part, instance, traces);
        progress_.figure = plan.name();
        ++progress_.instances;
        if (tell_) tell_(progress_);
    }

    /// One run that does not count, so that no arm pays for the start of a program that all of them use.
    void prepare(const FigurePlan& plan, int index) const {
        const Instance instance = instance_of(plan, index);
        Random random(plan.seed, ~std::uint64_t{0}, static_cast<std::uint64_t>(index));
        const Start start{construct(Construction::random, instance, random, Stop()), 0};
        plan.optimiser->clone()->improve(instance, start, {}, random);
    }

    void keep(Part& part, int instance, const std::vector<Trace>& traces) const {
        if (part.file.arms.empty()) part.allocate();
        for (std::size_t a = 0; a < traces.size(); ++a) {
            Traces& arm = part.file.arms[a];
            const auto row = static_cast<std::ptrdiff_t>(static_cast<std::size_t>(instance) * arm.runs);
            std::copy(traces[a].lengths.begin(), traces[a].lengths.end(), arm.lengths.begin() + row);
            std::copy(traces[a].seconds.begin(), traces[a].seconds.end(), arm.seconds.begin() + row);
        }
        if (--part.left > 0) return;
        write_file(file_path(*part.plan, job_.folder, part.number), format_traces(part.file));
        part.file = {};
    }

    const PaperJob& job_;
    const std::function<void(const PaperProgress&)>& tell_;
    std::vector<Part> parts_;
    std::vector<std::pair<std::size_t, int>> tasks_;  ///< (part, instance in it)
    std::mutex mutex_;                                ///< of `progress_` and the parts
    PaperProgress progress_;
};

void require(bool fine, const char* what) {
    if (!fine) throw InputError(what);
}

Arm make_arm(const FigurePlan& plan, const std::string& name, int candidates, std::int64_t runs) {
    Arm arm;
    arm.name = name;
    arm.settings.strategy = plan.figure.strategy;
    arm.settings.construction = Construction::random;                                    // the paper's
    arm.settings.perturbation.least_routes = arm.settings.perturbation.most_routes = 2;  // the paper's R
    arm.settings.guidance.candidates = candidates;
    arm.settings.stop.runs = runs;
    return arm;
}

}  // namespace

const std::vector<PaperFigure>& paper_figures() {
    static const std::vector<PaperFigure> all{
        {"restart", "Random restarts",
         "Each run begins from a new random permutation; guided, from the one of K that scores best. "
         "The paper's figures for fully random initial solutions.",
         Strategy::restart},
        {"perturb", "Two routes perturbed",
         "Each run begins from the result of the last one with two routes shuffled; guided, from the one of "
         "K such perturbations that scores best. The paper's figure for partially perturbed initial "
         "solutions, which it draws for 20 customers.",
         Strategy::perturb},
        {"population", "Population, the best 20 stay",
         "Of a population of 20 starts the best-scored is run; K perturbations of its result join, and the "
         "20 that score best stay. Unguided, starts take turns, so the first 20 runs are random restarts. "
         "In the supplement: L2R chooses top 20 individuals, drawn for 20 customers.",
         Strategy::population},
        {"population-replace", "Population, the best offspring stays",
         "Of a population of 20 starts the best-scored is run; the best-scored of K perturbations of its "
         "result takes its place. Unguided, starts take turns, so the first 20 runs are random restarts. In "
         "the supplement: L2R chooses the best offspring.",
         Strategy::population_replace},
    };
    return all;
}

void add_arms(FigurePlan& plan, const std::vector<GuidedBy>& guides) {
    require(plan.instances >= 2, "intervals take at least 2 instances");
    require(plan.runs >= 1, "the number of runs must be at least 1");
    plan.arms.push_back(make_arm(plan, "unguided", 1, std::int64_t{baseline_factor} * plan.runs));
    for (const GuidedBy& guide : guides) {
        if (guide.most_alike < 1 && !has_population(plan.figure.strategy)) continue;
        for (const int candidates : guide.candidates) {
            require(candidates >= 2, "guided arms choose among at least 2 candidates");
            Arm& arm = plan.arms.emplace_back(
                make_arm(plan, guide.name + " K=" + std::to_string(candidates), candidates, plan.runs));
            arm.guide = guide.name;
            arm.scorer = guide.scorer;
            arm.digest = guide.digest;
            arm.settings.population.most_alike = guide.most_alike;
        }
    }
    Arm& savings = plan.arms.emplace_back(plan.arms.front());
    savings.name = "savings restarts";
    savings.settings.strategy = Strategy::restart;
    savings.settings.construction = Construction::savings;
}

bool make_traces(const PaperJob& job, const std::function<void(const PaperProgress&)>& progress) {
    require(job.threads >= 1, "the number of threads must be at least 1");
    require(job.shares >= 1 && job.share >= 0 && job.share < job.shares,
            "the share must be from 0 to one less than the number of shares");
    return Maker(job, progress).run();
}

std::vector<Traces> read_traces(const FigurePlan& plan, const fs::path& folder) {
    std::vector<Traces> all;
    for (int number = 0; number < file_count(plan); ++number) {
        TraceFile file = read_file_of(plan, folder, number);
        if (number == 0) {
            all = std::move(file.arms);
            continue;
        }
        for (std::size_t a = 0; a < all.size(); ++a) {
            all[a].lengths.insert(all[a].lengths.end(), file.arms[a].lengths.begin(),
                                  file.arms[a].lengths.end());
            all[a].seconds.insert(all[a].seconds.end(), file.arms[a].seconds.begin(),
                                  file.arms[a].seconds.end());
        }
    }
    return all;
}

Instance instance_of(const FigurePlan& plan, int instance) {
    return random_instance(plan.customers, plan.seed, static_cast<std::uint64_t>(instance));
}

std::optional<Trace> trace_again(const FigurePlan& plan, const Arm& arm, int instance) {
    return trace(instance_of(plan, instance), *plan.optimiser, arm, seed_of_runs(plan),
                 static_cast<std::uint64_t>(instance));
}

}  // namespace l2r
