#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "optimise/cycles.hpp"
#include "optimise/outside/line_program.hpp"
#include "value/scorer.hpp"

namespace l2r {

/// How the name of such a scorer begins.
constexpr std::string_view exec_scorer_prefix = "exec:";

/// Any executable as a scorer, asked in lines of JSON (docs/formats.md). Clones have processes of their own.
///
/// A request that goes wrong is made once more, of a fresh process. If that fails too, `score` throws
/// OutsideError: there is no telling which start to run.
class ExecScorer : public Scorer {
  public:
    /// `spec` is "exec:PROGRAM ARGS". Throws InputError where that cannot be understood and OutsideError
    /// where there is no such program.
    explicit ExecScorer(std::string spec, int cycles = until_converged, const OutsideSettings& settings = {});

    std::string name() const override { return spec_; }
    std::unique_ptr<Scorer> clone() const override { return std::make_unique<ExecScorer>(*this); }
    std::vector<double> score(const Instance& instance, std::span<Start> candidates,
                              const Stop& stop) override;
    bool is_outside() const override { return true; }
    bool is_silent() const override { return record_->is_asked && !record_->is_answered; }

  private:
    /// What clones share.
    struct Record {
        std::atomic<bool> is_asked = false, is_answered = false;
    };

    std::string spec_;
    int cycles_;
    LineProgram program_;
    std::shared_ptr<Record> record_ = std::make_shared<Record>();
};

}  // namespace l2r
