#include "optimise/granular/granular_optimiser.hpp"

#include <utility>

#include "optimise/granular/granular_search.hpp"

namespace l2r::granular {

/// What a search needs for one instance, kept between runs.
struct GranularOptimiser::Memory {
    explicit Memory(const Instance& of) : instance(of), id(of.id()), table(of.cost_table()) {}
    virtual ~Memory() = default;
    virtual Outcome improve(const Start& start, const Budget& budget, Random& random) = 0;

    const Instance& instance;
    const std::uint64_t id;
    const std::int32_t* const table;
};

template <class Costs>
struct GranularOptimiser::MemoryOf : Memory {
    MemoryOf(const Instance& of, const GranularSettings& settings, NeighbourLists lists)
        : Memory(of), neighbours(std::move(lists)), plan(instance), search(settings, neighbours, plan) {}

    Outcome improve(const Start& start, const Budget& budget, Random& random) override {
        plan.assign(start.solution);
        for (int r = start.settled; r < start.solution.routes(); ++r) plan.touch(r + 1);
        search.begin_anew(budget.stop);
        Outcome outcome;
        if (budget.cycles > 0) search.rough_pass(random);
        while (outcome.cycles < budget.cycles && !outcome.converged && !search.stopped()) {
            outcome.converged = !search.cycle(random) && !search.stopped();
            if (++outcome.cycles <= budget.record_cycles)
                outcome.lengths.push_back(static_cast<double>(plan.cost()) * instance.cost_step());
        }
        outcome.solution = plan.solution();
        return outcome;
    }

    const NeighbourLists neighbours;
    Plan<Costs> plan;
    GranularSearch<Costs> search;
};

GranularOptimiser::GranularOptimiser(const GranularSettings& settings) : settings_(settings) {
    GranularSettings own = settings;
    SettingList all;
    list(own, all);
    all.check();
}
GranularOptimiser::~GranularOptimiser() = default;

std::string GranularOptimiser::name() const {
    GranularSettings own = settings_, usual;
    SettingList of_own, of_usual;
    list(own, of_own);
    list(usual, of_usual);
    return "granular" + of_own.changes(of_usual);
}

Outcome GranularOptimiser::improve(const Instance& instance, const Start& start, const Budget& budget,
                                   Random& random) {
    // The same address, number and table mean that the instance is still there.
    if (memory_ == nullptr || &memory_->instance != &instance || memory_->id != instance.id() ||
        memory_->table != instance.cost_table()) {
        memory_.reset();
        NeighbourLists neighbours(instance, settings_.neighbours, budget.stop);
        if (budget.stop.requested()) return {start.solution};
        memory_ = with_costs(instance, [&]<class Costs>(Costs) -> std::unique_ptr<Memory> {
            return std::make_unique<MemoryOf<Costs>>(instance, settings_, std::move(neighbours));
        });
    }
    return memory_->improve(start, budget, random);
}

}  // namespace l2r::granular
