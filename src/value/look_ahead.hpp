#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "optimise/optimiser.hpp"
#include "value/scorer.hpp"

namespace l2r {

/// Moves starts on by the first part of a run. One object serves one thread; a copy serves another.
class HeadStart {
  public:
    /// One cycle of the paper's optimiser.
    HeadStart();
    /// Any optimiser, within any budget but for its `stop`, which `give` is told. Every run draws from the
    /// same stream, so that what becomes of a start depends on the start alone.
    HeadStart(std::unique_ptr<Optimiser> optimiser, const Budget& budget);
    HeadStart(const HeadStart& other);

    const Optimiser& optimiser() const { return *optimiser_; }
    /// Moves on the starts that have not been, and counts their cycles; a run without cycles counts as one.
    /// Of the settled routes those stay settled that the run left alone. Once asked to stop, it leaves the
    /// rest as they are.
    void give(const Instance& instance, std::span<Start> starts, const Stop& stop);

  private:
    std::unique_ptr<Optimiser> optimiser_;
    Budget budget_;
};

/// Gives the candidates a head start, then asks another scorer. The explorer continues from there, so nothing
/// is run twice.
class LookAhead : public Scorer {
  public:
    LookAhead(std::string name, std::unique_ptr<Scorer> inner, HeadStart head_start = HeadStart())
        : name_(std::move(name)), inner_(std::move(inner)), head_start_(std::move(head_start)) {}

    std::string name() const override { return name_; }
    std::unique_ptr<Scorer> clone() const override {
        return std::make_unique<LookAhead>(name_, inner_->clone(), head_start_);
    }
    void check(const Instance& instance) const override;
    std::vector<double> score(const Instance& instance, std::span<Start> candidates,
                              const Stop& stop) override;
    bool moves_starts() const override { return true; }
    bool is_outside() const override { return inner_->is_outside(); }
    bool is_silent() const override { return inner_->is_silent(); }
    View view() const override { return inner_->view(); }
    bool learns() const override { return inner_->learns(); }
    void learn(const Instance& instance, const Start& start, double length, const Stop& stop) override;

  private:
    std::string name_;
    std::unique_ptr<Scorer> inner_;
    HeadStart head_start_;
};

}  // namespace l2r
