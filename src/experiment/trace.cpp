#include "experiment/trace.hpp"

#include <stdexcept>

#include "base/clock.hpp"

namespace l2r {
namespace {

/// An optimiser with the time and the length written down as each of its runs ends: an explorer may tell of
/// several runs at once, and later.
class Timed : public Optimiser {
  public:
    Timed(const Optimiser& inner, Trace& trace, double (*clock)(), double begun)
        : inner_(inner.clone()), trace_(trace), clock_(clock), begun_(begun) {}
    std::string name() const override { return inner_->name(); }
    OptimiserTraits traits() const override { return inner_->traits(); }
    std::unique_ptr<Optimiser> clone() const override {
        return std::make_unique<Timed>(*inner_, trace_, clock_, begun_);
    }
    Outcome improve(const Instance& instance, const Start& start, const Budget& budget,
                    Random& random) override {
        Outcome outcome = inner_->improve(instance, start, budget, random);
        if (clock_ == thread_cpu_seconds) outside_ += outcome.outside_seconds;
        trace_.seconds.push_back(static_cast<float>(clock_() - begun_ + outside_));
        trace_.lengths.push_back(static_cast<float>(length(instance, outcome.solution)));
        return outcome;
    }

  private:
    std::unique_ptr<Optimiser> inner_;
    Trace& trace_;
    double (*clock_)();
    double begun_;
    double outside_ = 0;  ///< seconds that the clock does not see
};

}  // namespace

std::optional<Trace> trace(const Instance& instance, const Optimiser& optimiser, const Arm& arm,
                           std::uint64_t seed, std::uint64_t group) {
    Trace result;
    ExploreSettings settings = arm.settings;
    settings.seed = seed;
    settings.group = group;
    settings.threads = 1;  // runs end in their order, in this thread
    const auto clock = arm.scorer && arm.scorer->is_outside() ? wall_seconds : thread_cpu_seconds;
    const Timed timed(optimiser, result, clock, clock());
    Exploration exploration = explore(instance, timed, arm.scorer.get(), settings);
    if (exploration.reason == StopReason::flag) return std::nullopt;
    if (static_cast<std::int64_t>(result.lengths.size()) != exploration.runs)
        throw std::logic_error("an exploration told of more or fewer runs than there were");
    result.best = std::move(exploration.best);
    return result;
}

}  // namespace l2r
