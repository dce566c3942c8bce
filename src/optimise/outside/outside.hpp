#pragma once

#include <memory>
#include <string>

#include "optimise/optimiser.hpp"
#include "optimise/outside/failures.hpp"
#include "optimise/outside/outside_program.hpp"

namespace l2r {

/// Any executable as an optimiser. Nothing that it answers is believed: a solution is checked, its length is
/// computed here, and where it is longer than the start, the start comes back.
///
/// An attempt that goes wrong is made once more with a fresh process and the same seed. If that fails too,
/// the start comes back and `Outcome::failure` says why. Each run draws one number from `random`, so the
/// streams of other draws do not depend on how runs went.
class OutsideOptimiser : public Optimiser {
  public:
    /// Where this many requests fail before any goes well, over all clones, the command is wrong.
    static constexpr int hopeless = 10;

    /// `spec` is "exec:PROGRAM ARGS" (docs/formats.md). Throws InputError where that cannot be understood and
    /// OutsideError where there is no such program.
    explicit OutsideOptimiser(const std::string& spec, const OutsideSettings& settings = {});
    OutsideOptimiser(std::string name, std::unique_ptr<OutsideProgram> program);

    std::string name() const override { return name_; }
    OptimiserTraits traits() const override { return {.refuses_times = true}; }
    std::unique_ptr<Optimiser> clone() const override;
    /// Throws OutsideError where the program cannot be started at first, and when it is `hopeless`. One that
    /// cannot be started later on has failed, and costs no result.
    Outcome improve(const Instance& instance, const Start& start, const Budget& budget,
                    Random& random) override;

    /// Of this optimiser, its clones and what it was cloned from.
    const Failures& failures() const;

  private:
    struct Record;

    OutsideOptimiser(std::string name, std::unique_ptr<OutsideProgram> program,
                     std::shared_ptr<Record> record);
    Solution answer(const OutsideRequest& request);
    Solution ask(const OutsideRequest& request);
    void note(const Failure& failure);

    std::string name_;
    std::unique_ptr<OutsideProgram> program_;
    std::shared_ptr<Record> record_;
};

}  // namespace l2r
