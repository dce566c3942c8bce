#include "optimise/anneal/annealing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/workers.hpp"
#include "optimise/anneal/any_of.hpp"
#include "optimise/anneal/division.hpp"
#include "optimise/anneal/greedy_insertion.hpp"
#include "optimise/anneal/overload_price.hpp"
#include "optimise/anneal/simulated_annealing.hpp"
#include "optimise/anneal/string_removal.hpp"
#include "optimise/anneal/waiting.hpp"
#include "optimise/granular/granular_search.hpp"
#include "optimise/route_pool.hpp"
#include "problem/least_vehicles.hpp"
#include "problem/renumbered.hpp"

namespace l2r::anneal {
namespace {

using Removal = AnyOf<StringRemoval>;
using Acceptance = SimulatedAnnealing;

}  // namespace

/// How a run is made, besides its budget.
struct Annealing::Manner {
    bool is_part = false;         ///< of a divided instance
    double last_temperature = 0;  ///< in mean edges; 0: as the settings say
    bool may_overload = true;
};

/// What a run needs of one instance, kept for the next.
struct Annealing::Memory {
    Memory(const Instance& of, const AnnealingSettings& settings)
        : instance(of), id(of.id()), table(of.cost_table()) {
        if (of.metric() != Metric::matrix && of.customers() > settings.renumbered) renumbered.emplace(of);
    }
    virtual ~Memory() = default;
    virtual Outcome improve(const Solution& start, const Budget& budget, const Manner& manner,
                            Random& random) = 0;

    /// The same address, number and table mean that the instance is still there.
    bool is_of(const Instance& other) const {
        return &instance == &other && id == other.id() && table == other.cost_table();
    }
    const Instance& searched() const { return renumbered ? renumbered->instance() : instance; }
    /// A solution in the numbers that are searched, and back.
    Solution inward(const Solution& solution) const {
        return renumbered ? renumbered->from_original(solution) : solution;
    }
    Solution outward(const Solution& solution) const {
        return renumbered ? renumbered->to_original(solution) : solution;
    }

    const Instance& instance;
    const std::uint64_t id;
    const std::int32_t* const table;
    std::optional<Renumbered> renumbered;  ///< what is searched, where that is not the instance itself
};

template <class Costs>
class Annealing::Search final : public Memory {
  public:
    Search(const Instance& of, const AnnealingSettings& settings, const Stop& stop)
        : Memory(of, settings),
          instance_(searched()),
          settings_(settings),
          least_routes_(least_vehicles(instance_)),
          neighbours_(instance_, settings.insertion.neighbours, stop),
          near_(instance_, settings.local_search.neighbours, stop),
          removal_(StringRemoval(instance_, neighbours_, settings.removal)),
          insertion_(instance_, neighbours_, settings.insertion.blink_rate, settings.insertion),
          packing_(instance_, neighbours_, settings.closing.blink_rate, settings.insertion),
          acceptance_(settings.annealing),
          overload_price_(instance_, settings.overload),
          plan_(instance_),
          local_search_(settings.local_search, near_, plan_),
          waiting_(instance_) {}

    /// The whole algorithm, as docs/method.md describes it.
    Outcome improve(const Solution& start, const Budget& budget, const Manner& manner,
                    Random& random) override {
        begin(start, budget, manner);
        dissolve_routes(budget.most_routes, random);
        improve_all_routes(random);
        while (goes_on(random)) {
            close_or_restore_route();
            limit_routes(random);
            const double most_cost = acceptance_.most_cost(plan_.cost(), random);
            removed_ = waiting_.customers();
            removal_.remove(plan_, draw_centre(random), random, removed_);
            (waiting_.empty() ? insertion_ : packing_).insert(plan_, removed_, random);
            improve_touched_routes(most_cost, random);
            if (is_acceptable(most_cost))
                accept(random);
            else
                plan_.undo();
            waiting_.count();
            if (plan_.limits().has_price()) overload_price_.count(plan_.overload() == 0);
        }
        report();
        Outcome outcome{has_best() ? outward(best()) : start};
        outcome.iterations = iterations_;
        return outcome;
    }

  private:
    void begin(const Solution& start, const Budget& budget, const Manner& manner) {
        manner_ = manner;
        stop_ = budget.stop;
        watch_ = budget.watch;
        pool_ = budget.pool;
        closes_routes_ = budget.closes_routes;
        const double usual = settings_.annealing.iterations_per_customer * instance_.customers();
        most_iterations_ = std::max<std::int64_t>(
            1, std::llround(budget.longer *
                            (budget.iterations > 0 ? static_cast<double>(budget.iterations) : usual)));
        iterations_ = 0;
        may_close_ = is_closing_ = is_new_best_ = false;
        best_cost_ = std::numeric_limits<std::int64_t>::max();
        best_before_ = Solution();
        mean_edge_ =
            length(instance, start) / instance.cost_step() / (instance.customers() + start.used_routes());
        plan_.price_overload(0, 0);
        set_current(inward(start));
        overload_price_.begin(mean_edge_);
        acceptance_.begin(mean_edge_, budget.first_temperature, manner.last_temperature);
    }

    /// Goes to another solution. Its routes have new numbers, so the best is kept aside.
    void set_current(const Solution& solution) {
        if (has_best()) best_before_ = best();
        best_ = granular::RouteCopies();
        waiting_.clear();
        is_closing_ = false;
        plan_.set_max_routes(instance_.max_routes());
        plan_.assign(solution);
        drop_routes();
        note_if_best();
    }

    /// Every few iterations: asks how far the run is, cools down with it, and goes to another solution where
    /// that is wanted.
    bool goes_on(Random& random) {
        if (stop_.requested()) return false;
        const bool is_due =
            iterations_ % settings_.annealing.report_every == 0 || iterations_ == most_iterations_;
        ++iterations_;
        if (!is_due) return true;
        report();
        const auto done = static_cast<double>(iterations_ - 1);
        double progress = done / static_cast<double>(most_iterations_);
        if (watch_ != nullptr) {
            progress = watch_->progress(iterations_ - 1, progress);
            if (auto solution = progress < 1 ? watch_->instead() : std::nullopt) {
                set_current(inward(*solution));
                improve_all_routes(random);
            }
        }
        if (progress >= 1) {
            --iterations_;
            return false;
        }
        acceptance_.cool(progress);
        may_close_ = closes_routes_ && progress < settings_.closing.share &&
                     instance_.customers() <= settings_.closing.most_customers;
        overload_price_.adapt(progress);
        price_overload();
        return true;
    }

    /// Not while routes are closed or the fleet is limited: then it is room that is looked for.
    void price_overload() {
        const OverloadSettings& settings = settings_.overload;
        const bool is_allowed = manner_.may_overload && settings.most > 0 && !instance_.has_fleet_limit();
        if (!is_allowed || may_close_ || !waiting_.empty()) return;
        plan_.price_overload(overload_price_.most_load(), overload_price_.price());
    }

    void report() {
        if (watch_ != nullptr && std::exchange(is_new_best_, false)) watch_->improved(outward(best()));
    }

    /// Begins to do with one route less than there are, where there may be less; at the end of the time for
    /// that, what was not managed is put back.
    void close_or_restore_route() {
        if (may_close_ && waiting_.empty() && plan_.used_routes() > least_routes_) {
            is_closing_ = true;
            before_closing_ = plan_.solution();
            plan_.set_max_routes(plan_.used_routes() - 1);
            drop_routes();
        }
        if (!may_close_ && is_closing_) set_current(before_closing_);
    }

    /// Leaves as many routes as there may be; customers of the others wait.
    void drop_routes() {
        std::vector<Node> unserved = take_off_routes(plan_.used_routes() - plan_.max_routes());
        if (unserved.empty()) return;
        plan_.settle();
        plan_.clear_fresh();
        plan_.commit();
        waiting_.begin(std::move(unserved));
    }

    /// The same where routes may carry too much: nobody waits.
    void dissolve_routes(int most, Random& random) {
        if (most == 0 || plan_.used_routes() <= most) return;
        price_overload();
        removed_ = take_off_routes(plan_.used_routes() - most);
        for (const int routes : {most, instance_.max_routes()}) {
            plan_.set_max_routes(routes);
            insertion_.insert(plan_, removed_, random);
        }
        plan_.settle();
        plan_.clear_fresh();
        plan_.commit();
    }

    /// Takes the customers off so many routes: those that are easiest to place elsewhere.
    std::vector<Node> take_off_routes(int excess) {
        std::vector<Node> unserved;
        if (excess <= 0) return unserved;
        std::vector<std::pair<std::int64_t, std::int32_t>> by_burden;
        for (std::int32_t route = 0; route < plan_.route_numbers(); ++route) by_burden.emplace_back(0, route);
        for (Node customer = 1; customer < instance_.nodes(); ++customer)
            if (plan_.is_served(customer))
                by_burden[static_cast<std::size_t>(plan_.route_of(customer))].first +=
                    waiting_.burden(customer);
        std::erase_if(by_burden, [](const auto& route) { return route.first == 0; });
        std::sort(by_burden.begin(), by_burden.end());
        std::vector<char> is_dropped(static_cast<std::size_t>(plan_.route_numbers()));
        for (int i = 0; i < excess; ++i)
            is_dropped[static_cast<std::size_t>(by_burden[static_cast<std::size_t>(i)].second)] = 1;
        for (Node customer = 1; customer < instance_.nodes(); ++customer)
            if (is_dropped[static_cast<std::size_t>(plan_.route_of(customer))] != 0)
                unserved.push_back(customer);
        for (const Node customer : unserved) plan_.remove(customer);
        return unserved;
    }

    /// Where routes are short, mostly no more than there are: customers that did not fit would open one each
    /// time, and it takes much longer to close it again. While customers wait, the number stays as it is.
    void limit_routes(Random& random) {
        if (!waiting_.empty()) return;
        const int most = instance_.max_routes(), used = plan_.used_routes();
        const bool is_short = instance_.customers() < settings_.closing.short_route * used;
        const bool may_open = !is_short || random.uniform() < settings_.closing.opening_rate;
        plan_.set_max_routes(may_open ? most : std::min(most, used));
    }

    Node draw_centre(Random& random) const {
        if (!waiting_.empty())
            return waiting_
                .customers()[random.below(static_cast<std::uint32_t>(waiting_.customers().size()))];
        return 1 + static_cast<Node>(random.below(static_cast<std::uint32_t>(instance_.customers())));
    }

    void improve_all_routes(Random& random) {
        for (std::int32_t route = 1; route < plan_.route_numbers(); ++route) plan_.touch(route);
        local_search_.begin_anew(stop_);
        local_search_.rough_pass(random);
        while (!local_search_.stopped() && local_search_.cycle(random)) {
        }
        plan_.commit();
        note_if_best();
    }

    /// Not while customers wait: then room counts, not length.
    void improve_touched_routes(double most_cost, Random& random) {
        plan_.settle();
        if (!waiting_.empty() || !removed_.empty()) {
            plan_.clear_fresh();
            return;
        }
        local_search_.begin(stop_);
        search_locally(most_cost, random);
        // At the same cost it is mostly the same solution.
        if (pool_ != nullptr && plan_.is_changed_in_cost() && plan_.keeps_to_limits()) collect_routes();
    }

    /// Given up where it is back at what was there before, and where its first part ends far above what could
    /// be accepted: the rest, which is dearer, is not likely to make up for that.
    void search_locally(double most_cost, Random& random) {
        const auto is_hopeless = [&](double edges) {
            return static_cast<double>(plan_.cost()) > most_cost + edges * mean_edge_;
        };
        const bool is_large = manner_.is_part || instance_.customers() >= settings_.many_customers;
        if (plan_.is_unchanged()) return;
        local_search_.rough_pass(random);
        if (is_large && is_hopeless(settings_.give_up_early)) return;
        do {
            if (plan_.is_unchanged()) return;
            local_search_.try_fresh(random);
            if (plan_.is_unchanged() || is_hopeless(settings_.give_up)) return;
        } while (!local_search_.stopped() && local_search_.cycle(random));
    }

    void collect_routes() {
        for (const std::int32_t route : plan_.touched()) {
            if (plan_.size(route) == 0 || plan_.load(route) > instance_.capacity()) continue;
            plan_.copy(route, customers_);
            if (renumbered) renumbered->to_original(std::span(customers_));
            pool_->add(customers_, plan_.linked().route_cost(route));
        }
    }

    /// Fewer customers that wait are better than anything else.
    bool is_acceptable(double most_cost) const {
        if (!plan_.keeps_to_limits()) return false;
        const auto order = waiting_.compare(removed_);
        return order < 0 || (order == 0 && static_cast<double>(plan_.cost()) <= most_cost);
    }

    void accept(Random& random) {
        const bool was_waiting = !waiting_.empty();
        plan_.commit();
        waiting_.replace(removed_);
        note_if_best();
        if (!was_waiting || !waiting_.empty()) return;
        is_closing_ = false;
        improve_all_routes(random);
    }

    bool has_best() const { return best_cost_ < std::numeric_limits<std::int64_t>::max(); }
    Solution best() const { return best_before_.routes() > 0 ? best_before_ : best_.solution(); }
    void note_if_best() {
        if (!waiting_.empty() || plan_.overload() > 0 || plan_.cost() >= best_cost_) return;
        best_cost_ = plan_.cost();
        is_new_best_ = true;
        plan_.bring_up_to_date(best_);
        best_before_ = Solution();
    }

    const Instance& instance_;  ///< in the numbers that are searched
    const AnnealingSettings& settings_;
    const int least_routes_;  ///< no solution has fewer
    const Neighbours neighbours_;
    const granular::NeighbourLists near_;
    Removal removal_;
    GreedyInsertion insertion_, packing_;
    Acceptance acceptance_;
    OverloadPrice overload_price_;
    granular::Plan<Costs> plan_;
    granular::GranularSearch<Costs> local_search_;
    Waiting waiting_;

    // Of the run under way:
    Manner manner_;
    Stop stop_;
    RunWatch* watch_ = nullptr;
    RoutePool* pool_ = nullptr;
    std::int64_t most_iterations_ = 0, iterations_ = 0;
    double mean_edge_ = 0;
    bool closes_routes_ = true;
    bool may_close_ = false;   ///< it is time to look for solutions of fewer routes
    bool is_closing_ = false;  ///< there are fewer routes than the instance allows, for now
    Solution before_closing_;
    granular::RouteCopies best_;
    Solution best_before_;  ///< the best, where it is from before routes were numbered anew
    std::int64_t best_cost_ = 0;
    bool is_new_best_ = false;
    std::vector<Node> removed_, customers_;
};

Annealing::Annealing(const AnnealingSettings& settings) : settings_(settings) {
    AnnealingSettings own = settings, usual;
    SettingList of_own, of_usual;
    list(own, of_own);
    list(usual, of_usual);
    of_own.check();
    name_ += of_own.changes(of_usual);
}
Annealing::~Annealing() = default;

Outcome Annealing::improve(const Instance& instance, const Start& start, const Budget& budget,
                           Random& random) {
    if (!is_divided(instance, settings_.division, budget))
        return improve(instance, start.solution, budget, Manner(), random);
    memory_.reset();
    return improve_in_parts(instance, start.solution, budget, settings_, random, for_parts(budget));
}

std::string Annealing::do_share(const Instance& instance, const std::string& share, const Budget& budget) {
    return improve_share(instance, share, budget, for_parts(budget));
}

ImprovePart Annealing::for_parts(const Budget& budget) const {
    // Each thread has a memory of its own.
    const auto searches = std::make_shared<std::vector<std::unique_ptr<Annealing>>>();
    for (int left = budget.workers == nullptr ? 1 : budget.workers->count(); left > 0; --left)
        searches->push_back(std::make_unique<Annealing>(settings_));
    return [searches](const PartRun& run, int worker) {
        Random random = run.random;
        const Manner manner{true, run.last_temperature, run.may_overload};
        return (*searches)[static_cast<std::size_t>(worker)]->improve(run.instance, run.start, run.budget,
                                                                      manner, random);
    };
}

int Annealing::most_threads(const Instance& instance) const {
    if (!can_be_divided(instance, settings_.division)) return 1;
    return instance.customers() / settings_.division.part;
}

Outcome Annealing::improve(const Instance& instance, const Solution& start, const Budget& budget,
                           const Manner& manner, Random& random) {
    if (instance.customers() == 1 || budget.stop.requested()) return {start};
    if (memory_ == nullptr || !memory_->is_of(instance)) {
        memory_.reset();
        memory_ = with_costs(instance, [&]<class Costs>(Costs) -> std::unique_ptr<Memory> {
            return std::make_unique<Search<Costs>>(instance, settings_, budget.stop);
        });
        if (budget.stop.requested()) {  // its lists may be empty
            memory_.reset();
            return {start};
        }
    }
    return memory_->improve(start, budget, manner, random);
}

}  // namespace l2r::anneal
