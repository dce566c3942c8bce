#include "policy_run.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "diagnostics.hpp"
#include "engine.hpp"
#include "policy_trainer.hpp"
#include "print_json.hpp"
#include "terminal.hpp"

namespace l2r::train {
namespace {

using Clock = std::chrono::steady_clock;

std::string curve_csv(const PolicyTrainer& trainer) {
    std::string text = "episodes,training_length,held_out_length,held_out_fixed_length\n";
    for (const Validation& validation : trainer.state().validations)
        text += fmt::format("{},{:.6f},{:.6f},{:.6f}\n", validation.starts, validation.training_loss,
                            validation.loss, trainer.fixed_length());
    return text;
}

void save(const TrainPolicyOptions& options, const PolicyTrainer& trainer) {
    trainer.save(options.beside(".checkpoint"));
    write_weights(options.output, trainer.weights());
    write_file(options.beside(".csv"), curve_csv(trainer));
}

/// False where an interruption ended it.
bool train(const TrainPolicyOptions& options, PolicyTrainer& trainer) {
    const std::atomic<bool>& stop = interrupted();
    auto saved = Clock::now();
    ProgressLine line;
    while (!trainer.finished() && !stop) {
        if (trainer.step()) {
            const Validation& validation = trainer.state().validations.back();
            line.clear();
            tell("l2r: {} runs, length {:.4f}; held out {:.4f}, fixed cycle {:.4f}", validation.starts,
                 validation.training_loss, validation.loss, trainer.fixed_length());
        }
        if (line.due()) line.show(fmt::format("step {} of {}", trainer.state().step, trainer.steps()));
        if (seconds_since(saved) < options.checkpoint_seconds) continue;
        save(options, trainer);
        saved = Clock::now();
    }
    save(options, trainer);
    return trainer.finished();
}

}  // namespace

void train_policy(const TrainPolicyOptions& options) {
    use_one_thread();
    check_weights_writable(options.output);
    PolicyTrainer trainer(options);
    trainer.begin(options.beside(".checkpoint"));
    const std::int64_t first = trainer.state().step;
    if (first > 0) tell("l2r: going on from step {} of {}", first, trainer.steps());
    const auto begun = Clock::now();
    if (!train(options, trainer))
        throw OutsideError(fmt::format("interrupted at step {} of {}; the same command goes on from there",
                                       trainer.state().step, trainer.steps()));
    const double seconds = seconds_since(begun);
    tell("l2r: wrote {}; {:.0f} s", options.output.string(), seconds);
    if (!options.json) return;
    const State& state = trainer.state();
    using Json = nlohmann::ordered_json;
    print_json({{"weights", options.output.string()},
                {"steps", state.step},
                {"episodes", state.step * trainer.batch_episodes()},
                {"seconds", seconds},
                {"held_out_length", state.validations.empty() ? Json() : Json(state.best_loss)},
                {"held_out_fixed_length", trainer.fixed_length()}});
}

}  // namespace l2r::train
