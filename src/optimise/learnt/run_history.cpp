#include "optimise/learnt/run_history.hpp"

#include <algorithm>

namespace l2r::learnt {
namespace {

constexpr std::size_t move_count = paper::all_moves.size();

}  // namespace

void RunHistory::begin(const Instance& instance) {
    sweeps_ = 0;
    last_sweep_.fill(0);
    row_.fill(0);
    if (instance_ == instance.id()) return;
    instance_ = instance.id();
    star_cost_ = 0;
    for (Node customer = 1; customer < instance.nodes(); ++customer)
        star_cost_ += 2.0 * instance.cost(0, customer);
    loads_ = static_cast<double>(instance.total_demand()) / instance.capacity();
    least_routes_ = std::max(1, instance.min_routes());
    customers_ = instance.customers();
}

const PolicyRow& RunHistory::measure(const paper::SearchState& state) {
    const auto cost = static_cast<double>(state.cost);
    // Tables may have distances of 0 throughout.
    const auto ratio = [](double part, double whole) {
        return static_cast<float>(part / std::max(whole, 1.0));
    };
    if (sweeps_ == 0)
        start_cost_ = cost;
    else
        row_[2 * move_count + index_of(latest_)] = ratio(10 * (cost_ - cost), cost_);
    cost_ = cost;
    for (std::size_t k = 0; k < move_count; ++k) {
        row_[k] = ratio(state.changed[k], state.routes + 1);  // an empty route is kept beside
        row_[move_count + k] = last_sweep_[k] == 0 ? 0 : ratio(1, sweeps_ - last_sweep_[k] + 1);
    }
    const double routes = std::max(state.routes, 1);
    static_assert(features_of_moves.size() == 3 && features_of_runs.size() == 6);
    float* const rest = row_.data() + 3 * move_count;
    rest[0] = ratio(cost, start_cost_);
    rest[1] = ratio(cost, star_cost_);
    rest[2] = ratio(sweeps_, sweeps_ + 10);
    rest[3] = static_cast<float>(1 - loads_ / routes);
    rest[4] = static_cast<float>(routes / least_routes_ - 1);
    rest[5] = static_cast<float>(0.1 * customers_ / routes);
    return row_;
}

void RunHistory::choose(paper::MoveKind move) {
    latest_ = move;
    last_sweep_[index_of(move)] = ++sweeps_;
}

}  // namespace l2r::learnt
