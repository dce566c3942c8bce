#include "explore/guidance_watch.hpp"

#include <cmath>

namespace l2r {
void GuidanceWatch::add(bool guided, double length, double seconds, bool improved) {
    Runs& runs = guided ? with_ : without_;
    ++runs.count;
    runs.improvements += improved;
    runs.seconds += seconds;
    const double before = length - runs.mean;
    runs.mean += before / runs.count;
    runs.squares += before * (length - runs.mean);
}

void GuidanceWatch::judge(std::int64_t runs) {
    if (runs < next_judgement_ || dropped()) return;
    next_judgement_ *= 2;
    if (!loses(runs)) return;
    dropped_at_ = runs;
    next_judgement_ = std::numeric_limits<std::int64_t>::max();
}

bool GuidanceWatch::loses(std::int64_t runs) const {
    return strategy_ == Strategy::perturb_best ? improves_too_seldom() : ends_too_long(runs);
}

/// From the best result, only improvements count. If both kinds of run had the same rate, guided ones would
/// have a share of the improvements that is their share of the cost.
bool GuidanceWatch::improves_too_seldom() const {
    const double all = with_.improvements + without_.improvements;
    const double share = cost(with_) / (cost(with_) + cost(without_));
    return with_.improvements - all * share < -settings_.certainty * std::sqrt(all * share * (1 - share));
}

/// The best of n runs is about sqrt(2 ln n) deviations below their mean, so c times as many runs gain about
/// ln c / sqrt(2 ln n) deviations: so much has to be made good in each run that costs as much as c.
bool GuidanceWatch::ends_too_long(std::int64_t runs) const {
    const double gain = without_.mean - with_.mean;
    const double error = std::sqrt(with_.variance() / with_.count + without_.variance() / without_.count);
    const double ratio = (cost(with_) / with_.count) / (cost(without_) / without_.count);
    const double needed =
        std::sqrt(without_.variance() / (2 * std::log(static_cast<double>(runs)))) * std::log(ratio);
    return gain + settings_.certainty * error < needed;
}

Guidance GuidanceWatch::report() const {
    Guidance report;
    report.guided_runs = static_cast<std::int64_t>(with_.count);
    report.control_runs = static_cast<std::int64_t>(without_.count);
    report.guided_length = with_.mean;
    report.control_length = without_.mean;
    report.guided_improvements = static_cast<std::int64_t>(with_.improvements);
    report.control_improvements = static_cast<std::int64_t>(without_.improvements);
    if (with_.count > 0 && without_.count > 0)
        report.cost_ratio = (with_.seconds / with_.count) / (without_.seconds / without_.count);
    report.dropped_at = dropped_at_;
    return report;
}

}  // namespace l2r
