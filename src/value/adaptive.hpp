#pragma once

#include <memory>
#include <string>
#include <vector>

#include "value/linear.hpp"
#include "value/scorer.hpp"

namespace l2r {

/// How much an adaptive scorer trusts what it knew before, in runs: after that many, what it has learned
/// counts as much.
struct AdaptSettings {
    double trust = 1000;     ///< in the score that it builds on
    double caution = 10000;  ///< in that the other features say nothing
};

/// A scorer that learns during the search which starts of this one instance end short. It is a ridge
/// regression of the lengths that runs end with, on another scorer's score and the start's features. At first
/// it says what the other says.
///
/// Without another scorer it knows nothing but this instance's own runs, as STAGE does.
class AdaptiveScorer : public Scorer {
  public:
    /// `base` may be null.
    AdaptiveScorer(std::unique_ptr<Scorer> base, AdaptSettings settings);
    ~AdaptiveScorer() override;

    std::string name() const override;
    /// One that has learned nothing yet.
    std::unique_ptr<Scorer> clone() const override;
    void check(const Instance& instance) const override {
        if (base_) base_->check(instance);
    }
    std::vector<double> score(const Instance& instance, std::span<Start> candidates,
                              const Stop& stop) override;
    bool moves_starts() const override { return base_ && base_->moves_starts(); }
    bool is_outside() const override { return base_ && base_->is_outside(); }
    bool is_silent() const override { return base_ && base_->is_silent(); }
    View view() const override { return reader_.view(); }
    bool learns() const override { return true; }
    void learn(const Instance& instance, const Start& start, double length, const Stop& stop) override;

  private:
    struct Moments;

    void begin(const Instance& instance);
    void fit();

    std::unique_ptr<Scorer> base_;
    AdaptSettings settings_;
    StartReader reader_;
    std::uint64_t instance_ = 0;
    std::unique_ptr<Moments> moments_;
};

}  // namespace l2r
