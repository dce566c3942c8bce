#include "optimise/anneal/anneal_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "optimise/anneal/greedy_insertion.hpp"
#include "optimise/anneal/string_removal.hpp"
#include "optimise/granular/granular_search.hpp"

namespace l2r::anneal {
namespace {

constexpr int neighbour_count = 40;
/// Many places are overlooked: the local search that follows does better from a rough repair than from a
/// greedy one, to which the customers that were removed are a local optimum already. In small instances, of
/// which a removal takes a large part, fewer are.
constexpr double blink_rate = 0.5, small_blink_rate = 0.3;
constexpr int small_instance = 200;
constexpr double give_up_ways = 1;
/// Where routes have fewer customers than this on average, few iterations may open one.
constexpr int short_route = 7;
constexpr double opening_rate = 0.05;
/// Of a repair without a local search behind it, where customers have to be packed into fewer routes.
constexpr double packing_blink_rate = 0.01;

}  // namespace

struct AnnealSearch::Core {
    virtual ~Core() = default;
    virtual void run(int iterations, double temperature, bool may_pack, Random& random) = 0;
    virtual void combine_routes(const Solution& best, Random& random) = 0;
    virtual Solution best() const = 0;
    virtual std::int64_t cost() const = 0;

    bool is_new_best = false;
};

template <class Costs>
class AnnealSearch::CoreOf final : public Core {
  public:
    CoreOf(const Instance& instance, const Solution& start, const Stop& stop, RoutePool* pool)
        : instance_(instance),
          stop_(stop),
          neighbours_(instance, neighbour_count, stop),
          near_(instance, settings_.neighbours, stop),
          ruin_(instance, neighbours_, {}),
          recreate_(instance, neighbours_,
                    instance.customers() <= small_instance ? small_blink_rate : blink_rate),
          pack_(instance, neighbours_, packing_blink_rate),
          plan_(instance),
          search_(settings_, near_, plan_),
          pool_(pool) {
        plan_.assign(start);
        mean_way_ = static_cast<double>(plan_.cost()) / (instance.customers() + plan_.used_routes());
        drop_routes();
        if (unserved_.empty()) note_best();
    }

    void run(int iterations, double temperature, bool may_pack, Random& random) override {
        if (neighbours_.count() == 0 || stop_.requested()) return;
        if (!std::exchange(is_begun_, true)) improve_all_routes(random);
        for (int i = 0; i < iterations && !stop_.requested(); ++i) {
            const double most_longer = -temperature * mean_way_ * std::log(1 - random.uniform());
            if (may_pack && unserved_.empty()) close_route();
            if (!may_pack && is_closing_) give_up_closing();
            unserved_.empty() ? iterate(most_longer, random) : pack(most_longer, random);
        }
    }
    void combine_routes(const Solution& best, Random& random) override {
        if (pool_ == nullptr || !unserved_.empty() || stop_.requested()) return;
        std::int64_t cost = 0;
        for (int index = 0; index < best.routes(); ++index) {
            if (best.route(index).empty()) continue;
            const std::int64_t of_route = route_cost(best.route(index));
            pool_->add(best.route(index), of_route);
            cost += of_route;
        }
        const Solution combined = pool_->cheaper_solution(cost, stop_);
        if (combined.routes() == 0) return;
        best_ = granular::RouteCopies();
        plan_.assign(combined);
        note_best();
        improve_all_routes(random);
    }
    Solution best() const override { return best_before_.routes() > 0 ? best_before_ : best_.solution(); }
    std::int64_t cost() const override { return plan_.cost(); }

  private:
    /// Leaves as many routes as there may be: those that carry most.
    void drop_routes() {
        const int excess = plan_.used_routes() - plan_.max_routes();
        if (excess <= 0) return;
        times_unserved_.assign(static_cast<std::size_t>(instance_.nodes()), 1);
        std::vector<std::pair<std::int32_t, std::int32_t>> by_load;
        for (std::int32_t route = 1; route < plan_.route_numbers(); ++route)
            if (plan_.size(route) > 0) by_load.emplace_back(plan_.load(route), route);
        std::sort(by_load.begin(), by_load.end());
        std::vector<char> is_dropped(static_cast<std::size_t>(plan_.route_numbers()));
        for (int i = 0; i < excess; ++i)
            is_dropped[static_cast<std::size_t>(by_load[static_cast<std::size_t>(i)].second)] = 1;
        for (Node customer = 1; customer < instance_.nodes(); ++customer)
            if (is_dropped[static_cast<std::size_t>(plan_.route_of(customer))] != 0)
                unserved_.push_back(customer);
        for (const Node customer : unserved_) plan_.remove(customer);
        plan_.settle();
        plan_.clear_fresh();
        plan_.commit();
    }

    /// Begins to do with one route less than there are, where there may be less: a route that is too many is
    /// hard to get rid of later, and one that is missing is soon opened.
    void close_route() {
        if (instance_.cost_table() == nullptr || plan_.used_routes() <= std::max(1, instance_.min_routes()))
            return;
        is_closing_ = true;
        before_closing_ = plan_.solution();
        plan_.set_max_routes(plan_.used_routes() - 1);
        drop_routes();
    }
    void give_up_closing() {
        is_closing_ = false;
        unserved_.clear();
        best_before_ = best();
        best_ = granular::RouteCopies();
        plan_.assign(before_closing_);
    }

    void improve_all_routes(Random& random) {
        for (std::int32_t route = 1; route < plan_.route_numbers(); ++route) plan_.touch(route);
        search_.begin_anew(stop_);
        search_.rough_pass(random);
        while (!search_.stopped() && search_.cycle(random)) {
        }
        plan_.commit();
        if (unserved_.empty() && plan_.cost() < best_cost_) note_best();
    }

    /// Local search, given up where it is back at what was there before, and where its first part ends so
    /// much above `most_cost` that the rest, which is dearer, is not likely to make up for it.
    void improve(double most_cost, Random& random) {
        if (plan_.is_unchanged()) return;
        search_.rough_pass(random);
        do {
            if (plan_.is_unchanged()) return;
            search_.try_fresh(random);
            if (plan_.is_unchanged()) return;
            if (static_cast<double>(plan_.cost()) > most_cost + give_up_ways * mean_way_) return;
        } while (!search_.stopped() && search_.cycle(random));
    }

    void iterate(double most_longer, Random& random) {
        const std::int64_t cost = plan_.cost();
        pending_.clear();
        limit_routes(random);
        ruin_.remove(plan_, draw_centre(random), random, pending_);
        recreate_.insert(plan_, pending_, random);
        if (!pending_.empty()) {
            plan_.undo();
            return;
        }
        plan_.settle();
        search_.begin(stop_);
        improve(static_cast<double>(cost) + most_longer, random);
        // At the same cost it is mostly the same solution.
        if (pool_ != nullptr && plan_.cost() != cost && keeps_to_limit()) collect_routes();
        keep_or_undo(cost, most_longer);
    }

    void collect_routes() {
        for (const std::int32_t route : plan_.touched()) {
            if (plan_.size(route) == 0) continue;
            plan_.copy(route, customers_);
            pool_->add(customers_, plan_.linked().route_cost(route));
        }
    }
    std::int64_t route_cost(std::span<const Node> route) const {
        std::int64_t sum = instance_.cost(route.back(), 0);
        Node last = 0;
        for (const Node customer : route) sum += instance_.cost(std::exchange(last, customer), customer);
        return sum;
    }

    /// Where routes are short, mostly no more than there are: customers that did not fit would open one each
    /// time, and it takes much longer to close it again.
    void limit_routes(Random& random) {
        const int most = instance_.max_routes(), used = plan_.used_routes();
        const bool is_short = instance_.customers() < short_route * used;
        const bool may_open = !is_short || random.uniform() < opening_rate;
        plan_.set_max_routes(may_open ? most : std::min(most, used));
    }

    /// The same around a customer that is not served, without the local search: what counts is room.
    void pack(double most_longer, Random& random) {
        const std::int64_t cost = plan_.cost();
        pending_ = unserved_;
        ruin_.remove(plan_, draw_centre(random), random, pending_);
        pack_.insert(plan_, pending_, random);
        plan_.settle();
        plan_.clear_fresh();
        keep_or_undo(cost, most_longer);
        for (const Node customer : unserved_) ++times_unserved_[static_cast<std::size_t>(customer)];
        if (!unserved_.empty()) return;
        is_closing_ = false;
        improve_all_routes(random);
    }

    void keep_or_undo(std::int64_t cost_before, double most_longer) {
        if (!keeps_to_limit() || !accepts(plan_.cost() - cost_before, most_longer)) {
            plan_.undo();
            return;
        }
        plan_.commit();
        unserved_.swap(pending_);
        if (unserved_.empty() && plan_.cost() < best_cost_) note_best();
    }

    Node draw_centre(Random& random) const {
        if (!unserved_.empty()) return unserved_[random.below(static_cast<std::uint32_t>(unserved_.size()))];
        return 1 + static_cast<Node>(random.below(static_cast<std::uint32_t>(instance_.customers())));
    }

    /// Where a detour may be shorter than the way, a route may get longer by losing a customer.
    bool keeps_to_limit() const {
        return !instance_.has_route_limit() || plan_.longest_touched() <= instance_.route_limit();
    }

    bool accepts(std::int64_t change, double most_longer) const {
        if (!unserved_.empty() || !pending_.empty()) {
            const std::int64_t now = weight(pending_), before = weight(unserved_);
            if (now != before) return now < before;
        }
        return static_cast<double>(change) <= most_longer;
    }

    std::int64_t weight(const std::vector<Node>& customers) const {
        std::int64_t sum = 0;
        for (const Node customer : customers) sum += times_unserved_[static_cast<std::size_t>(customer)];
        return sum;
    }

    void note_best() {
        best_cost_ = plan_.cost();
        is_new_best = true;
        plan_.bring_up_to_date(best_);
        best_before_ = Solution();
    }

    const Instance& instance_;
    const Stop stop_;
    const granular::GranularSettings settings_{.thorough = false};
    const Neighbours neighbours_;
    const granular::NeighbourLists near_;
    StringRemoval ruin_;
    GreedyInsertion recreate_, pack_;
    granular::Plan<Costs> plan_;
    granular::GranularSearch<Costs> search_;
    RoutePool* const pool_;
    granular::RouteCopies best_;
    double mean_way_;
    std::int64_t best_cost_ = std::numeric_limits<std::int64_t>::max();
    bool is_begun_ = false;
    bool is_closing_ = false;  ///< there may be fewer routes than the instance says, for now
    Solution before_closing_;
    Solution best_before_;  ///< where the best is from before routes were numbered anew
    std::vector<Node> unserved_, pending_, customers_;
    std::vector<std::int64_t> times_unserved_;  ///< by customer, and one more; since routes were last dropped
};

AnnealSearch::AnnealSearch(const Instance& instance, const Solution& start, const Stop& stop,
                           RoutePool* pool) {
    if (instance.cost_table() != nullptr)
        core_ = std::make_unique<CoreOf<granular::DenseCosts>>(instance, start, stop, pool);
    else
        core_ = std::make_unique<CoreOf<granular::SparseCosts>>(instance, start, stop, pool);
}
AnnealSearch::~AnnealSearch() = default;

void AnnealSearch::run(int iterations, double temperature, bool may_pack, Random& random) {
    core_->run(iterations, temperature, may_pack, random);
}
void AnnealSearch::combine_routes(const Solution& best, Random& random) {
    core_->combine_routes(best, random);
}
bool AnnealSearch::takes_new_best() {
    return std::exchange(core_->is_new_best, false);
}
Solution AnnealSearch::best() const {
    return core_->best();
}
std::int64_t AnnealSearch::cost() const {
    return core_->cost();
}

}  // namespace l2r::anneal
