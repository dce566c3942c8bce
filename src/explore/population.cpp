#include "explore/population.hpp"

#include <algorithm>

#include "explore/shared_edges.hpp"

namespace l2r {

Population::Population(const ExploreSettings& settings, Runner& runner)
    : settings_(settings), runner_(runner) {}

void Population::fill(Random& random) {
    std::vector<Start> starts;
    if (settings_.warm_start) starts.push_back({*settings_.warm_start, 0});
    while (starts.empty() ||
           (starts.size() < static_cast<std::size_t>(settings_.population.size) && !runner_.stopped()))
        starts.push_back(runner_.constructed(random));
    members_ = scored(std::move(starts));
}

Parent Population::step(Random& random) {
    if (runner_.learns()) score_again();
    const auto best = std::min_element(members_.begin(), members_.end(),
                                       [](const Member& a, const Member& b) { return a.score < b.score; });
    Member chosen = std::move(*best);
    members_.erase(best);
    Parent result = runner_.improve(chosen.start, random);
    if (runner_.stopped()) return result;
    tried_.push_back(std::move(chosen.edges));
    if (tried_.size() > static_cast<std::size_t>(settings_.population.remembered)) tried_.pop_front();

    std::vector<Start> offspring(static_cast<std::size_t>(settings_.guidance.candidates));
    for (Start& start : offspring) {
        if (result.failure.empty())
            runner_.perturb(result, random, start);
        else
            start = runner_.constructed(random);  // nothing was made of it, so it has no offspring
    }
    join(scored(std::move(offspring)));
    return result;
}

std::vector<Population::Member> Population::scored(std::vector<Start> starts) {
    const std::vector<double> scores = runner_.score(starts);
    std::vector<Member> members;
    for (std::size_t k = 0; k < starts.size(); ++k) {
        members.push_back({std::move(starts[k]), scores[k]});
        if (settings_.population.most_alike < 1)
            members.back().edges = edges_of(members.back().start.solution);
    }
    return members;
}

void Population::score_again() {
    std::vector<Start> starts;
    for (Member& member : members_) starts.push_back(std::move(member.start));
    const std::vector<double> scores = runner_.score(starts);
    for (std::size_t k = 0; k < starts.size(); ++k) {
        members_[k].start = std::move(starts[k]);
        members_[k].score = scores[k];
    }
}

/// Best-scored first; where all are alike to others, the best-scored alone. Then the worst-scored leave,
/// until as many are left as before the run.
void Population::join(std::vector<Member> offspring) {
    const auto is_better = [](const Member& a, const Member& b) { return a.score < b.score; };
    std::stable_sort(offspring.begin(), offspring.end(), is_better);
    const bool only_one = settings_.strategy == Strategy::population_replace;
    std::size_t joined = 0;
    for (Member& newcomer : offspring) {
        if (is_alike(newcomer)) continue;
        members_.push_back(std::move(newcomer));
        if (++joined; only_one) break;
    }
    if (joined == 0) members_.push_back(std::move(offspring.front()));
    while (members_.size() > static_cast<std::size_t>(settings_.population.size)) {
        const auto worst = std::max_element(members_.rbegin(), members_.rend(), is_better);
        members_.erase(std::next(worst).base());
    }
}

bool Population::is_alike(const Member& newcomer) const {
    if (settings_.population.most_alike >= 1) return false;
    const auto has_much_of = [&](const std::vector<std::uint64_t>& edges) {
        return shared_edges(newcomer.edges, edges) > settings_.population.most_alike;
    };
    return std::any_of(members_.begin(), members_.end(),
                       [&](const Member& member) { return has_much_of(member.edges); }) ||
           std::any_of(tried_.begin(), tried_.end(), has_much_of);
}

}  // namespace l2r
