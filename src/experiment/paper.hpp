#pragma once

#include <atomic>
#include <filesystem>
#include <functional>

#include "experiment/curves.hpp"
#include "experiment/trace.hpp"
#include "optimise/paper/local_search.hpp"

/// The paper's figures, and what they leave out: intervals, equal time, a linear scorer and a construction
/// that needs no learning.
namespace l2r {

/// One of the paper's settings; each is drawn at several sizes.
struct PaperFigure {
    std::string name;  ///< as the command line has it
    std::string title;
    std::string text;  ///< what is run, and where the paper has it
    Strategy strategy;
};

/// restart, perturb, population and population-replace.
const std::vector<PaperFigure>& paper_figures();

/// A scorer that arms are guided by.
struct GuidedBy {
    std::string name;
    std::shared_ptr<const Scorer> scorer;
    std::string digest;           ///< SHA-256 of its weights
    std::vector<int> candidates;  ///< the paper's K; an arm for each
    double most_alike = 1;        ///< less than 1: keeps populations diverse; there are arms for these alone
};

/// A figure at one size: arms on the same instances, instance i with the streams of group i.
struct FigurePlan {
    PaperFigure figure;
    int customers = 0;
    int instances = 0;
    int runs = 0;            ///< the paper's T
    std::uint64_t seed = 0;  ///< of the generator's instances; runs draw from streams of their own
    std::shared_ptr<const Optimiser> optimiser = std::make_shared<paper::LocalSearch>();
    std::vector<Arm> arms;  ///< unguided, then those that are guided, then savings

    /// `restart-20`, with which the names of its files begin.
    std::string name() const { return figure.name + "-" + std::to_string(customers); }
};

/// The unguided arm and that of savings have this many times as many runs as the guided ones, so that it can
/// be read off how many of theirs these are worth.
constexpr int baseline_factor = 4;

/// Completes a plan with its arms. Throws InputError where a number makes no sense.
void add_arms(FigurePlan& plan, const std::vector<GuidedBy>& guides);

/// Figures to make, and which part of them: share i of n makes every n-th file of traces.
struct PaperJob {
    std::vector<FigurePlan> plans;
    std::filesystem::path folder;
    int share = 0, shares = 1;
    int threads = 1;
    const std::atomic<bool>* flag = nullptr;  ///< raised from outside: stop soon
};

struct PaperProgress {
    std::int64_t instances = 0;  ///< done now, each in all the arms of a figure
    std::int64_t planned = 0;    ///< to be done by this share
    std::string figure;          ///< the name of the current plan
};

/// Makes the files of traces that are not there yet, each whole or not at all; but for the times that were
/// measured they depend on the plans alone. False where the flag stopped it.
///
/// `progress` is called after each instance, by one thread at a time. Throws InputError where a file that is
/// there is damaged or was made with other settings.
bool make_traces(const PaperJob& job, const std::function<void(const PaperProgress&)>& progress = {});

/// Of each arm on all instances, from the files.
std::vector<Traces> read_traces(const FigurePlan& plan, const std::filesystem::path& folder);

/// The trace of one arm on one instance, made again.
std::optional<Trace> trace_again(const FigurePlan& plan, const Arm& arm, int instance);

/// Instance number i of a plan.
Instance instance_of(const FigurePlan& plan, int instance);

}  // namespace l2r
