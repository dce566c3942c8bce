#pragma once

#include "experiment/paper.hpp"

namespace l2r {

/// What became of an arm.
struct ArmResult {
    std::string name, guide;  ///< as the arm has them
    int candidates = 1;
    Curve curve;
    std::vector<TimePoint> times;
    /// Of the best so far to the unguided one, on the same instances, after each of the first T runs; none of
    /// the unguided arm.
    std::vector<Estimate> best_difference;
    Estimate mean_length;                  ///< over the first T runs of each instance
    std::optional<Comparison> comparison;  ///< with the unguided arm; none for that itself
};

/// From one number of candidates to the next larger one with the same scorer; the first step is from
/// unguided.
struct CandidateStep {
    std::string guide;
    int from = 1, to = 1;
    PairedDifference best;  ///< after T runs; less than 0: more candidates are better
};

struct FigureResult {
    FigurePlan plan;
    std::vector<ArmResult> arms;
    std::vector<CandidateStep> steps;

    /// Whether each step of a scorer ends in a shorter mean best.
    bool falls_with_candidates(const std::string& guide) const;

    int early_runs() const;
    /// Factors above these cannot be told: the unguided arm had no more runs.
    double limit_of_early_runs() const;
    double limit_of_runs() const { return baseline_factor; }
    double limit_of_time(const ArmResult& arm) const;
};

/// `traces` of each arm of the plan. The result does not depend on threads.
FigureResult evaluate(const FigurePlan& plan, const std::vector<Traces>& traces, int threads);

/// Tables with a line of names on top: after each run, and after each time.
std::string runs_csv(const FigureResult& result);
std::string times_csv(const FigureResult& result);

/// SVG texts: average length of each run, average best so far, and the same against CPU time. Bands are those
/// within instances.
std::string length_chart(const FigureResult& result);
std::string best_chart(const FigureResult& result);
std::string time_chart(const FigureResult& result);

}  // namespace l2r
