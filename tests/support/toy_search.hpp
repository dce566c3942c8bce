#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "optimise/optimiser.hpp"
#include "value/scorer.hpp"

namespace l2r {

/// An optimiser that is a function.
class ToyOptimiser : public Optimiser {
  public:
    using Improve = std::function<Outcome(const Instance&, const Start&, const Budget&)>;
    explicit ToyOptimiser(Improve improve) : improve_(std::move(improve)) {}
    std::string name() const override { return "toy"; }
    OptimiserTraits traits() const override { return {.has_cycles = true}; }
    std::unique_ptr<Optimiser> clone() const override { return std::make_unique<ToyOptimiser>(improve_); }
    Outcome improve(const Instance& instance, const Start& start, const Budget& budget, Random&) override {
        return improve_(instance, start, budget);
    }

  private:
    Improve improve_;
};

/// Returns every start as it is, and says that nothing is left to gain.
inline Outcome leave_alone(const Instance&, const Start& start, const Budget&) {
    return {start.solution, 1, true};
}

/// What an optimiser was given and what it made of it, run after run. For explorations on one thread.
struct Seen {
    Start start;
    Outcome outcome;
};

/// Another optimiser, with every run of it written down.
class Recorder : public Optimiser {
  public:
    explicit Recorder(const Optimiser& inner) : inner_(inner.clone()) {}
    std::string name() const override { return inner_->name(); }
    OptimiserTraits traits() const override { return inner_->traits(); }
    std::unique_ptr<Optimiser> clone() const override {
        auto copy = std::make_unique<Recorder>(*inner_);
        copy->seen_ = seen_;
        return copy;
    }
    Outcome improve(const Instance& instance, const Start& start, const Budget& budget,
                    Random& random) override {
        seen_->push_back({start, inner_->improve(instance, start, budget, random)});
        return seen_->back().outcome;
    }
    const std::vector<Seen>& seen() const { return *seen_; }

  private:
    std::unique_ptr<Optimiser> inner_;
    std::shared_ptr<std::vector<Seen>> seen_ = std::make_shared<std::vector<Seen>>();
};

/// A scorer that is a function of one candidate.
class ToyScorer : public Scorer {
  public:
    using Score = std::function<double(const Instance&, const Start&)>;
    explicit ToyScorer(Score score) : score_(std::move(score)) {}
    std::string name() const override { return "toy"; }
    std::unique_ptr<Scorer> clone() const override { return std::make_unique<ToyScorer>(score_); }
    std::vector<double> score(const Instance& instance, std::span<Start> candidates, const Stop&) override {
        std::vector<double> scores;
        for (const Start& candidate : candidates) scores.push_back(score_(instance, candidate));
        return scores;
    }

  private:
    Score score_;
};

}  // namespace l2r
