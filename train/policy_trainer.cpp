#include "policy_trainer.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>

#include "problem/generate.hpp"
#include "start/random_start.hpp"

namespace l2r::train {
namespace {

constexpr std::int64_t validations = 20;  ///< in a whole training
/// Streams of the seed: below the first are those of the instances.
constexpr std::uint64_t first_stream = std::uint64_t{1} << 60, start_stream = first_stream,
                        run_stream = first_stream + 1, parameter_stream = first_stream + 2;
/// Instances from this one on are held out.
constexpr std::uint64_t first_held_out = std::uint64_t{1} << 50;

/// Hidden units as PyTorch draws them; scores of 0, so that at first all open moves are alike.
State initial_state(int hidden, std::uint64_t seed) {
    State state;
    Random random(seed, parameter_stream);
    const double range = 1 / std::sqrt(static_cast<double>(learnt::policy_features.size()));
    for (const TensorShape& tensor : learnt::policy_tensors(hidden))
        for (std::size_t i = 0; i < tensor.size(); ++i)
            state.parameters.push_back(tensor.name.starts_with("hidden.")
                                           ? static_cast<float>(range * (2 * random.uniform() - 1))
                                           : 0);
    state.first_moment.assign(state.parameters.size(), 0);
    state.second_moment.assign(state.parameters.size(), 0);
    state.best = state.parameters;
    state.best_loss = std::numeric_limits<double>::infinity();
    return state;
}

Start start_of(const Instance& instance, std::uint64_t seed, std::uint64_t index) {
    Random random(seed, start_stream, index);
    return {random_start(instance, random)};
}

}  // namespace

PolicyTrainer::PolicyTrainer(const TrainPolicyOptions& options)
    : options_(options),
      steps_((options.episodes + batch_episodes() - 1) / batch_episodes()),
      state_(initial_state(options.hidden, options.seed)),
      workers_(options.threads),
      searches_(static_cast<std::size_t>(options.threads)),
      fixed_length_(
          held_out_length([](paper::LocalSearch& search, const Instance& instance, const Start& start,
                             Random& random) { return search.improve(instance, start, {}, random); })) {}

PolicyTrainer::Rollouts PolicyTrainer::roll_out(const learnt::Policy& policy, std::uint64_t index,
                                                paper::LocalSearch& search) const {
    const Instance instance = random_instance(options_.size, options_.seed, index);
    const Start start = start_of(instance, options_.seed, index);
    const auto count = static_cast<std::size_t>(options_.rollouts);
    Rollouts result{std::vector<std::vector<learnt::PolicyStep>>(count), {}};
    learnt::PolicyChooser chooser(policy);
    for (std::size_t k = 0; k < count; ++k) {
        Random random(options_.seed, run_stream, index * count + k);
        chooser.begin(instance, learnt::Choice::sampled, random, &result.steps[k]);
        result.lengths.push_back(length(instance, search.improve_by(chooser, instance, start, {}).solution));
    }
    return result;
}

/// A run's advantage is how much shorter it ended than the others from its start did on average, in units of
/// the batch's deviation.
PolicyBatch PolicyTrainer::batch_of(const std::vector<Rollouts>& all) const {
    PolicyBatch batch;
    batch.inputs = static_cast<int>(learnt::policy_features.size());
    batch.tensors = learnt::policy_tensors(options_.hidden);
    batch.moves = static_cast<int>(paper::all_moves.size());
    batch.runs = static_cast<int>(batch_episodes());
    double squares = 0;
    for (const Rollouts& rollouts : all) {
        double sum = 0;
        for (const double length : rollouts.lengths) sum += length;
        const auto count = static_cast<double>(rollouts.lengths.size());
        for (std::size_t k = 0; k < rollouts.lengths.size(); ++k) {
            const double others = (sum - rollouts.lengths[k]) / (count - 1);
            squares += std::pow(others - rollouts.lengths[k], 2);
            for (const learnt::PolicyStep& step : rollouts.steps[k]) {
                batch.rows.insert(batch.rows.end(), step.row.begin(), step.row.end());
                for (const bool open : step.open) batch.closed.push_back(open ? 0 : 1);
                batch.chosen.push_back(static_cast<std::int64_t>(step.chosen));
                batch.advantage.push_back(static_cast<float>(others - rollouts.lengths[k]));
            }
        }
    }
    const double deviation = std::sqrt(squares / batch.runs);
    if (deviation > 0)
        for (float& advantage : batch.advantage) advantage /= static_cast<float>(deviation);
    return batch;
}

bool PolicyTrainer::step() {
    const learnt::Policy policy(options_.hidden, state_.parameters);
    std::vector<Rollouts> all(static_cast<std::size_t>(options_.batch));
    for_each(workers_, options_.batch, [&](int i, int worker) {
        const std::int64_t index = state_.step * options_.batch + i;
        all[static_cast<std::size_t>(i)] =
            roll_out(policy, static_cast<std::uint64_t>(index), searches_[static_cast<std::size_t>(worker)]);
    });
    for (const Rollouts& rollouts : all)
        for (const double length : rollouts.lengths)
            state_.loss_sum += length / static_cast<double>(batch_episodes());
    ++state_.loss_steps;
    const double done = static_cast<double>(state_.step) / static_cast<double>(steps_);
    const double rate = options_.rate * 0.5 * (1 + std::cos(std::numbers::pi * done));
    const PolicyBatch batch = batch_of(all);
    adam_step(state_, policy_gradient(batch, state_.parameters, options_.entropy), rate);
    if (state_.step % std::max<std::int64_t>(1, steps_ / validations) != 0 && !finished()) return false;
    validate();
    return true;
}

double PolicyTrainer::held_out_length(
    const std::function<Outcome(paper::LocalSearch&, const Instance&, const Start&, Random&)>& run) {
    std::vector<double> lengths(static_cast<std::size_t>(options_.held_out));
    for_each(workers_, options_.held_out, [&](int i, int worker) {
        const std::uint64_t index = first_held_out + static_cast<std::uint64_t>(i);
        const Instance instance = random_instance(options_.size, options_.seed, index);
        Random random(options_.seed, run_stream, index);
        lengths[static_cast<std::size_t>(i)] =
            length(instance, run(searches_[static_cast<std::size_t>(worker)], instance,
                                 start_of(instance, options_.seed, index), random)
                                 .solution);
    });
    double sum = 0;
    for (const double length : lengths) sum += length;
    return sum / static_cast<double>(lengths.size());
}

void PolicyTrainer::validate() {
    const learnt::Policy policy(options_.hidden, state_.parameters);
    const learnt::Choice choice = learnt::choice_named(options_.choice);
    Validation validation;
    validation.starts = state_.step * batch_episodes();
    validation.training_loss = state_.loss_sum / static_cast<double>(state_.loss_steps);
    validation.loss = held_out_length(
        [&](paper::LocalSearch& search, const Instance& instance, const Start& start, Random& random) {
            learnt::PolicyChooser chooser(policy);
            chooser.begin(instance, choice, random);
            return search.improve_by(chooser, instance, start, {});
        });
    state_.loss_sum = 0;
    state_.loss_steps = 0;
    state_.add(validation);
}

/// All that decides what training does: another training must not resume from the checkpoint.
std::string PolicyTrainer::settings() const {
    return nlohmann::ordered_json{{"customers", options_.size}, {"seed", options_.seed},
                                  {"hidden", options_.hidden},  {"episodes", options_.episodes},
                                  {"batch", options_.batch},    {"rollouts", options_.rollouts},
                                  {"rate", options_.rate},      {"entropy", options_.entropy},
                                  {"choice", options_.choice},  {"held_out", options_.held_out}}
        .dump();
}

void PolicyTrainer::begin(const std::filesystem::path& checkpoint) {
    if (!std::filesystem::exists(checkpoint)) return;
    state_ =
        unpack_state(read_checkpoint(checkpoint), settings(), state_.parameters.size(), checkpoint.string());
}

void PolicyTrainer::save(const std::filesystem::path& checkpoint) const {
    write_weights(checkpoint, pack_state(state_, settings()));
}

Weights PolicyTrainer::weights() const {
    nlohmann::ordered_json record = nlohmann::ordered_json::parse(settings());
    record["episodes_seen"] = state_.step * batch_episodes();
    record["held_out_fixed_length"] = fixed_length_;
    if (!state_.validations.empty()) record["held_out_length"] = state_.best_loss;
    return learnt::policy_weights(
        {options_.hidden, options_.size, learnt::choice_named(options_.choice), record.dump()}, state_.best);
}

}  // namespace l2r::train
