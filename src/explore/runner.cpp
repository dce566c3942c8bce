#include "explore/runner.hpp"

#include <algorithm>

#include "start/perturb.hpp"

namespace l2r {
namespace {

/// Where there is one candidate and no population, there is nothing to choose.
bool has_choice(const ExploreSettings& settings) {
    return settings.guidance.candidates > 1 || has_population(settings.strategy) ||
           settings.strategy == Strategy::climb;
}

std::size_t lowest(const std::vector<double>& scores) {
    return static_cast<std::size_t>(std::min_element(scores.begin(), scores.end()) - scores.begin());
}

}  // namespace

Runner::Runner(const Instance& instance, const Optimiser& optimiser, const Scorer* scorer,
               const ExploreSettings& settings, const Nearby& nearby, const Stop& stop)
    : instance_(instance),
      settings_(settings),
      nearby_(nearby),
      stop_(stop),
      optimiser_(optimiser.clone()),
      scorer_(scorer == nullptr || !has_choice(settings) ? nullptr : scorer->clone()),
      candidates_(static_cast<std::size_t>(settings.guidance.candidates)) {}

Parent Runner::first_run() {
    Random random = stream(0);
    if (!settings_.warm_start) return improve(best_construction(true, random), random);
    Parent warm{*settings_.warm_start, length(instance_, *settings_.warm_start), false};
    Parent result = improve(Start{warm.solution, 0}, random);
    return result.length <= warm.length ? result : warm;
}

Parent Runner::run(std::int64_t index, const Parent& parent, bool guided) {
    Random random = stream(index);
    if (settings_.strategy == Strategy::climb) return run_after_climb(parent, random);
    if (settings_.strategy == Strategy::restart) return improve(best_construction(guided, random), random);
    const auto perturb_parent = [&](Start& start) { perturb(parent, random, start); };
    return improve(best_of(candidates(guided, perturb_parent)), random);
}

const Start& Runner::best_of(std::span<Start> candidates) {
    return candidates[candidates.size() == 1 ? 0 : lowest(score(candidates))];
}

Parent Runner::run_after_climb(const Parent& parent, Random& random) {
    Start construction = constructed(random);  // drawn first, so that it does not depend on the climb
    Parent here = parent;
    Start start{here.solution, 0};
    double height = score({&start, 1}).front();
    bool moved = false;
    for (int step = 0; step < settings_.climb.most_steps && !stopped(); ++step) {
        const std::vector<double> scores =
            score(candidates(true, [&](Start& next) { perturb(here, random, next); }));
        const std::size_t best = lowest(scores);
        if (!(scores[best] < height)) break;
        height = scores[best];
        start = candidates_[best];
        here = {start.solution, 0, false};
        moved = true;
    }
    return improve(moved ? start : construction, random);
}

Start Runner::constructed(Random& random) const {
    return {construct(settings_.construction, instance_, random, stop_, settings_.constructions), 0};
}

void Runner::perturb(const Parent& parent, Random& random, Start& start) const {
    const int count = routes_to_perturb(random);
    if (settings_.perturbation.pick == Pick::near)
        perturb_near(instance_, nearby_, parent.solution, count, settings_.perturbation.around, random,
                     start);
    else
        l2r::perturb(instance_, parent.solution, count, random, start);
    if (!parent.converged) start.settled = 0;
}

int Runner::routes_to_perturb(Random& random) const {
    const int choices = settings_.perturbation.most_routes - settings_.perturbation.least_routes + 1;
    return settings_.perturbation.least_routes +
           (choices == 1 ? 0 : static_cast<int>(random.below(static_cast<std::uint32_t>(choices))));
}

std::vector<double> Runner::score(std::span<Start> starts) {
    if (scorer_ == nullptr) return std::vector<double>(starts.size(), 0.0);
    return scorer_->score(instance_, starts, stop_);
}

Parent Runner::improve(const Start& start, Random& random, Budget budget) {
    budget.cycles = settings_.cycles;
    budget.stop = stop_;
    if (budget.watch == nullptr) budget.watch = watch_;
    if (budget.cycles != until_converged) budget.cycles -= start.cycles;
    Outcome outcome = budget.cycles > 0 ? optimiser_->improve(instance_, start, budget, random)
                                        : Outcome{start.solution};  // looking ahead was all that it may have
    const double new_length = length(instance_, outcome.solution);
    if (learns() && outcome.failure.empty()) scorer_->learn(instance_, start, new_length, stop_);
    return {std::move(outcome.solution), new_length, outcome.converged, std::move(outcome.failure),
            outcome.iterations};
}

}  // namespace l2r
