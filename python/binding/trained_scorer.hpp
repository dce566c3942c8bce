#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "base/weights.hpp"
#include "value/scorer.hpp"

namespace l2r::binding {

/// A scorer of the library's and, where it has learned something, its weights. Serves any number of threads,
/// one at a time.
class TrainedScorer {
  public:
    explicit TrainedScorer(std::unique_ptr<Scorer> scorer, std::optional<Weights> weights = std::nullopt)
        : scorer_(std::move(scorer)), weights_(std::move(weights)) {}

    std::string name() const { return scorer_->name(); }
    std::unique_ptr<Scorer> clone() const {
        const std::lock_guard lock(mutex_);
        return scorer_->clone();
    }
    std::vector<double> score(const Instance& instance, std::span<Start> candidates, const Stop& stop) {
        const std::lock_guard lock(mutex_);
        return scorer_->score(instance, candidates, stop);
    }
    const std::optional<Weights>& weights() const { return weights_; }

  private:
    mutable std::mutex mutex_;
    std::unique_ptr<Scorer> scorer_;
    std::optional<Weights> weights_;
};

}  // namespace l2r::binding
