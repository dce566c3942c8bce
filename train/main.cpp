#include <fmt/core.h>

#include <array>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "bench.hpp"
#include "diagnostics.hpp"
#include "exit_code.hpp"
#include "plot/chart.hpp"
#include "policy_run.hpp"
#include "print_json.hpp"
#include "terminal.hpp"
#include "train_options.hpp"
#include "trainer.hpp"

namespace l2r::train {
namespace {

using Clock = std::chrono::steady_clock;

std::string curve_csv(const TrainOptions& options, const Trainer& trainer) {
    const bool held_out = trainer.held_out_groups() > 0;
    std::string text = "starts,training_loss";
    if (held_out) {
        text += ",held_out_loss";
        for (const std::string& cycles : options.cycles) text += ",accuracy_" + cycles;
    }
    text += "\n";
    for (const Validation& validation : trainer.state().validations) {
        text += fmt::format("{},{:.6f}", validation.starts, validation.training_loss);
        if (held_out) {
            text += fmt::format(",{:.6f}", validation.loss);
            for (const double accuracy : validation.accuracy) text += fmt::format(",{:.6f}", accuracy);
        }
        text += "\n";
    }
    return text;
}

/// Accuracy on what is held out; the loss in training where nothing is.
std::string curve_svg(const TrainOptions& options, const Trainer& trainer) {
    LineChart chart{"Learning curve",
                    "starts seen, millions",
                    trainer.means() ? "pairs of means in the right order, %" : "pairs in the right order, %",
                    {},
                    {},
                    false};
    const auto add = [&](const std::string& name, const std::function<double(const Validation&)>& height) {
        ChartSeries series{name, {}};
        for (const Validation& validation : trainer.state().validations)
            series.points.push_back({static_cast<double>(validation.starts) / 1e6, height(validation), 0});
        chart.series.push_back(std::move(series));
    };
    if (trainer.held_out_groups() == 0) {
        chart.y_title = "loss";
        add("training", [](const Validation& validation) { return validation.training_loss; });
        return line_chart(chart);
    }
    for (std::size_t k = 0; k < options.cycles.size(); ++k)
        add(options.cycles[k] == "converged" ? "converged" : "after " + options.cycles[k],
            [k](const Validation& validation) { return 100 * validation.accuracy[k]; });
    return line_chart(chart);
}

void write_results(const TrainOptions& options, const Trainer& trainer) {
    write_weights(options.output, trainer.weights());
    write_file(options.beside(".csv"), curve_csv(options, trainer));
    if (!trainer.state().validations.empty()) write_file(options.beside(".svg"), curve_svg(options, trainer));
}

std::string validation_text(const TrainOptions& options, const Trainer& trainer) {
    const Validation& validation = trainer.state().validations.back();
    std::string text = fmt::format("{} starts, loss {:.5f}", validation.starts, validation.training_loss);
    if (trainer.held_out_groups() == 0) return text;
    text += fmt::format(", held out {:.5f}, {}", validation.loss,
                        trainer.means() ? "pairs of means right" : "right");
    for (std::size_t k = 0; k < validation.accuracy.size(); ++k)
        text += fmt::format(" {}: {:.2f} %", options.cycles[k], 100 * validation.accuracy[k]);
    return text;
}

/// How fast this run of the program goes.
class Pace {
  public:
    explicit Pace(const Trainer& trainer) : trainer_(trainer), first_(trainer.state().step) {}

    std::int64_t first_step() const { return first_; }
    double seconds() const { return seconds_since(begun_); }
    double starts_per_second() const {
        return static_cast<double>((trainer_.state().step - first_) * trainer_.batch_starts()) / seconds();
    }
    std::string text() const {
        const std::int64_t step = trainer_.state().step, left = trainer_.steps() - step;
        const double speed = starts_per_second();
        return fmt::format("step {} of {}, {:.0f} starts a second, {:.0f} min left", step, trainer_.steps(),
                           speed, static_cast<double>(left * trainer_.batch_starts()) / speed / 60);
    }

  private:
    const Trainer& trainer_;
    std::int64_t first_;
    Clock::time_point begun_ = Clock::now();
};

/// Trains to the end and leaves checkpoints and results on the way; false where an interruption ended it.
bool train(const TrainOptions& options, Trainer& trainer, Ranks& ranks, const Pace& pace) {
    const bool speaks = ranks.rank() == 0;
    const std::atomic<bool>& stop = interrupted();
    auto saved = Clock::now();
    const auto save = [&] {
        trainer.save(options.beside(".checkpoint"));
        if (speaks) write_results(options, trainer);
        saved = Clock::now();
    };
    ProgressLine line;
    while (!trainer.finished()) {
        const bool validated = trainer.step();
        if (validated && speaks) {
            line.clear();
            tell("l2r: {}", validation_text(options, trainer));
        }
        if (speaks && line.due()) line.show(pace.text());
        // Ranks stop and save together: as soon as one is interrupted, and when rank 0 finds it time.
        const bool due = speaks && seconds_since(saved) >= options.checkpoint_seconds;
        std::array<double, 2> wishes{stop ? 1.0 : 0.0, due ? 1.0 : 0.0};
        ranks.sum(std::span<double>(wishes));
        if (wishes[0] > 0 && !trainer.finished()) {
            save();
            ranks.barrier();  // a rank that ends takes the others with it: not before rank 0 has saved
            return false;
        }
        if (wishes[1] > 0) save();
    }
    save();
    return true;
}

void report(const TrainOptions& options, const Trainer& trainer, const Pace& pace) {
    tell("l2r: wrote {}; {:.0f} starts a second", options.output.string(), pace.starts_per_second());
    if (!options.json) return;
    const State& state = trainer.state();
    const Validation* best = trainer.best_validation();
    using Json = nlohmann::ordered_json;
    print_json({{"weights", options.output.string()},
                {"steps", state.step},
                {"starts", state.step * trainer.batch_starts()},
                {"seconds", pace.seconds()},
                {"starts_per_second", pace.starts_per_second()},
                {"held_out_groups", trainer.held_out_groups()},
                {"held_out_loss", best != nullptr ? Json(best->loss) : Json()},
                {"held_out_accuracy", best != nullptr ? Json(best->accuracy) : Json()}});
}

void run(const TrainOptions& options) {
    use_one_thread();
    const std::unique_ptr<Ranks> ranks = join_ranks();
    check_weights_writable(options.output);
    const SampleSet samples = SampleSet::read(options.samples);
    Trainer trainer(samples, options, *ranks);
    trainer.begin(options.beside(".checkpoint"));
    const Pace pace(trainer);
    const bool speaks = ranks->rank() == 0;
    if (speaks && pace.first_step() > 0)
        tell("l2r: going on from step {} of {}", pace.first_step(), trainer.steps());
    const bool ended = train(options, trainer, *ranks, pace);
    if (!speaks) return;
    if (!ended)
        throw OutsideError(fmt::format("interrupted at step {} of {}; the same command goes on from there",
                                       trainer.state().step, trainer.steps()));
    report(options, trainer, pace);
}

int run_command(const std::string& command, std::span<const std::string> words) {
    if (command == "bench") return bench(!words.empty()) ? 0 : 1;
    if (command == "train-policy")
        train_policy(read_train_policy_options(words));
    else
        run(read_train_options(words));
    return 0;
}

}  // namespace
}  // namespace l2r::train

/// Started by l2r, which has checked the command line: a command and what words_of makes of its options.
int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    return l2r::exit_code_of([&] {
        return l2r::train::run_command(words.empty() ? "" : words[0],
                                       std::span(words).subspan(words.empty() ? 0 : 1));
    });
}
