#include "trainer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/random.hpp"
#include "base/sha256.hpp"
#include "sample/learning.hpp"

namespace l2r::train {
namespace {

constexpr int chunk_starts = 128;       ///< in a part; a gradient is the sum of its parts
constexpr std::size_t most_parts = 64;  ///< of a gradient that are kept at a time

enum Stream : std::uint64_t { order_stream = 1, symmetry_stream = 2 };

Loss loss_kind(const std::string& name) {
    return name == "pairs" ? Loss::pairs : name == "regression" ? Loss::regression : Loss::improve;
}

/// Which groups of a set these are; the recipe says the rest.
std::string digest_of_groups(const SampleSet& samples) {
    std::vector<std::int64_t> numbers;
    for (std::int64_t g = 0; g < samples.groups(); ++g) numbers.push_back(samples.instance_number(g));
    return sha256_hex(std::as_bytes(std::span(numbers)));
}

/// For each output, adds the pairs in the right order and all pairs that count to two of the `sums`; a pair
/// with equal scores is half right.
void count_pairs(const EngineBatch& batch, const std::vector<float>& scores, std::size_t outputs,
                 float margin, double* sums) {
    const auto size = static_cast<std::size_t>(batch.group_size);
    for (std::size_t a = 0; a < static_cast<std::size_t>(batch.groups) * size; ++a)
        for (std::size_t b = a - a % size; b < a; ++b)
            for (std::size_t k = 0; k < outputs; ++k) {
                const std::size_t one = a * outputs + k, other = b * outputs + k;
                const float difference = batch.lengths[one] - batch.lengths[other];
                if (!is_counted(difference, margin)) continue;
                const float agreement = (scores[one] - scores[other]) * difference;
                sums[2 * k] += agreement > 0 ? 1 : agreement == 0 ? 0.5 : 0;
                sums[2 * k + 1] += 1;
            }
}

}  // namespace

struct Trainer::Worker {
    Chunk chunk;
    Engine engine;
};

Trainer::Trainer(const SampleSet& samples, const TrainOptions& options, Ranks& ranks)
    : samples_(samples),
      options_(options),
      ranks_(ranks),
      outputs_(options.outputs()),
      groups_digest_(digest_of_groups(samples)),
      state_(initial_state(options.shape, options.seed)),
      workers_(options.threads) {
    check_samples(options, samples);
    const int size = samples.recipe().starts;
    groups_per_batch_ = std::max(1, options.batch / size);
    groups_per_chunk_ = std::max(1, chunk_starts / size);
    training_groups_ = l2r::training_groups(samples, options.validation);
    const double batches = options.epochs * static_cast<double>(training_groups_ / groups_per_batch_);
    steps_ = std::max<std::int64_t>(1, std::llround(batches));
    validation_starts_ = options.validate_every > 0
                             ? options.validate_every
                             : std::min<std::int64_t>(1'000'000, steps_ * batch_starts() / 10);
    const Reading reading = reading_named(options.view);
    scaling_ = measure_scaling(samples, training_groups_, outputs_, reading);
    for (const int cycles : outputs_) order_variance_.push_back(samples.order_variance(cycles));
    if (!options.from.empty()) begin_from(options.from);
    sources_.push_back({samples.recipe().customers, samples.recipe().seed});
    const BatchBuilder builder(scaling_.features, reading.view);
    for (int w = 0; w < options.threads; ++w)
        teams_.push_back(
            std::unique_ptr<Worker>(new Worker{Chunk(samples, outputs_, builder, reading.ahead),
                                               Engine(engine_shape(options.shape), state_.parameters.data(),
                                                      LstmEngine::ours, options.device)}));
}

Trainer::~Trainer() = default;

/// Another network's parameters, and the scaling that they were learned with.
void Trainer::begin_from(const std::filesystem::path& file) {
    const Weights weights = first_network(options_);
    const std::string bytes = read_file(file);
    from_digest_ = sha256_hex(std::as_bytes(std::span(bytes)));
    sources_ = learned_from(read_about(weights, file.string()));
    scaling_.features = scaling_of(weights, file.string());
    state_.parameters = parameters_of(weights, network_tensors(options_.shape), file.string());
    state_.best = state_.parameters;
}

/// The settings for these groups, weighted so that the loss is a mean: over pairs that count, or over starts.
LossSettings Trainer::loss_settings(std::span<const std::int64_t> groups) const {
    LossSettings settings{loss_kind(options_.loss),
                          static_cast<float>(options_.margin),
                          {},
                          scaling_.length_mean,
                          scaling_.length_scale,
                          {}};
    const int size = samples_.recipe().starts;
    for (const int cycles : outputs_) {
        std::int64_t counted = static_cast<std::int64_t>(groups.size()) * size;
        if (settings.loss == Loss::pairs && means()) {
            counted = counted * (size - 1) / 2;
            settings.spread.push_back(
                static_cast<float>(std::sqrt(std::max(1e-12, order_variance_[settings.weight.size()]))));
        } else if (settings.loss == Loss::pairs) {
            counted = 0;
            for (const std::int64_t group : groups)
                for (int i = 0; i < size; ++i)
                    for (int j = 0; j < i; ++j)
                        counted += is_counted(static_cast<float>(samples_.length(group, i, cycles)) -
                                                  static_cast<float>(samples_.length(group, j, cycles)),
                                              settings.margin);
        }
        settings.weight.push_back(1 / static_cast<float>(std::max<std::int64_t>(1, counted)));
    }
    return settings;
}

std::vector<std::int64_t> Trainer::batch_groups(std::int64_t step) {
    const std::int64_t batches = training_groups_ / groups_per_batch_;
    const std::int64_t epoch = step / batches;
    if (epoch != epoch_) {
        order_.resize(static_cast<std::size_t>(training_groups_));
        for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<std::int64_t>(i);
        Random random(options_.seed, order_stream, static_cast<std::uint64_t>(epoch));
        random.shuffle(std::span(order_));
        epoch_ = epoch;
    }
    const auto first = order_.begin() + step % batches * groups_per_batch_;
    return {first, first + groups_per_batch_};
}

std::vector<std::size_t> Trainer::own_chunks(std::size_t groups) const {
    const auto size = static_cast<std::size_t>(groups_per_chunk_);
    std::vector<std::size_t> chunks;
    for (auto c = static_cast<std::size_t>(ranks_.rank()); c * size < groups;
         c += static_cast<std::size_t>(ranks_.size()))
        chunks.push_back(c);
    return chunks;
}

Trainer::Worker& Trainer::filled(int worker, std::size_t chunk, std::span<const std::int64_t> groups,
                                 std::span<const Symmetry> symmetries) {
    const auto size = static_cast<std::size_t>(groups_per_chunk_);
    const std::size_t from = chunk * size, count = std::min(size, groups.size() - from);
    Worker& result = *teams_[static_cast<std::size_t>(worker)];
    result.chunk.fill(groups.subspan(from, count), symmetries.subspan(from, count));
    return result;
}

/// This rank's chunks, added up in order whatever thread they were made by, then over all ranks. Returns the
/// loss of the last output, as the held-out one is.
double Trainer::batch_gradient(std::span<const std::int64_t> groups, std::vector<float>& gradient) {
    const LossSettings settings = loss_settings(groups);
    std::vector<Symmetry> symmetries(groups.size(), 0);
    if (options_.turn) {
        Random random(options_.seed, symmetry_stream, static_cast<std::uint64_t>(state_.step));
        for (Symmetry& symmetry : symmetries) symmetry = random.below(8);
    }
    const std::vector<std::size_t> chunks = own_chunks(groups.size());
    std::vector<std::vector<float>> parts(std::min(most_parts, chunks.size()),
                                          std::vector<float>(state_.parameters.size()));
    std::vector<double> losses(parts.size());
    gradient.assign(state_.parameters.size(), 0);
    std::array<double, 1> loss{0};
    for (std::size_t first = 0; first < chunks.size(); first += most_parts) {
        const std::size_t count = std::min(most_parts, chunks.size() - first);
        for_each(workers_, static_cast<int>(count), [&](int i, int w) {
            const auto part = static_cast<std::size_t>(i);
            Worker& worker = filled(w, chunks[first + part], groups, symmetries);
            losses[part] = worker.engine.gradient(worker.chunk.batch(), settings, parts[part].data()).back();
        });
        for (std::size_t part = 0; part < count; ++part) {
            for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] += parts[part][i];
            loss[0] += losses[part];
        }
    }
    ranks_.sum(std::span(gradient));
    ranks_.sum(std::span<double>(loss));
    return loss[0];
}

double Trainer::rate() const {
    if (options_.schedule == "constant") return options_.rate;
    const double done = static_cast<double>(state_.step) / static_cast<double>(steps_);
    return options_.rate * 0.5 * (1 + std::cos(std::numbers::pi * done));
}

bool Trainer::finished() const {
    return state_.step >= steps_ ||
           (options_.patience > 0 && state_.validations_since_best >= options_.patience);
}

bool Trainer::step() {
    std::vector<float> gradient;
    state_.loss_sum += batch_gradient(batch_groups(state_.step), gradient);
    ++state_.loss_steps;
    double norm = 0;
    for (const float value : gradient) norm += static_cast<double>(value) * value;
    norm = std::sqrt(norm);
    if (!std::isfinite(norm))
        throw OutsideError("the gradient is no longer finite: choose a lower --rate, or --clip 1");
    if (options_.clip > 0 && norm > options_.clip)
        for (float& value : gradient) value *= static_cast<float>(options_.clip / norm);
    adam_step(state_, gradient, rate());
    const std::int64_t between = std::max<std::int64_t>(1, validation_starts_ / batch_starts());
    if (state_.step % between != 0 && state_.step != steps_) return false;
    validate();
    return true;
}

/// Of the held-out groups: the loss of the last output, which is the one that matters, then of each output
/// the pairs in the right order and the pairs that count.
std::vector<double> Trainer::held_out_sums() {
    std::vector<std::int64_t> groups;
    for (std::int64_t g = training_groups_; g < samples_.groups(); ++g) groups.push_back(g);
    const std::vector<Symmetry> straight(groups.size(), 0);
    const LossSettings settings = loss_settings(groups);
    const auto size = static_cast<std::size_t>(groups_per_chunk_);
    const std::size_t width = 1 + 2 * outputs_.size();
    // A row a chunk, so that the order of additions depends on neither threads nor ranks.
    std::vector<double> rows((groups.size() + size - 1) / size * width, 0);
    const std::vector<std::size_t> chunks = own_chunks(groups.size());
    for_each(workers_, static_cast<int>(chunks.size()), [&](int i, int w) {
        const std::size_t c = chunks[static_cast<std::size_t>(i)];
        Worker& worker = filled(w, c, groups, straight);
        const EngineBatch& batch = worker.chunk.batch();
        rows[c * width] = worker.engine.losses(batch, settings).back();
        count_pairs(batch, worker.engine.forward(batch), outputs_.size(), settings.margin,
                    &rows[c * width + 1]);
    });
    ranks_.sum(std::span(rows));
    std::vector<double> sums(width, 0);
    for (std::size_t i = 0; i < rows.size(); ++i) sums[i % width] += rows[i];
    return sums;
}

void Trainer::validate() {
    Validation validation;
    validation.starts = state_.step * batch_starts();
    validation.training_loss = state_.loss_sum / static_cast<double>(state_.loss_steps);
    validation.accuracy.assign(outputs_.size(), 0);
    state_.loss_sum = 0;
    state_.loss_steps = 0;
    if (held_out_groups() == 0) {
        state_.best = state_.parameters;
        state_.validations.push_back(validation);
        return;
    }
    const std::vector<double> sums = held_out_sums();
    validation.loss = sums[0];
    for (std::size_t k = 0; k < outputs_.size(); ++k)
        validation.accuracy[k] = sums[1 + 2 * k] / std::max(1.0, sums[2 + 2 * k]);
    state_.add(validation);
}

const Validation* Trainer::best_validation() const {
    const auto back = static_cast<std::size_t>(state_.validations_since_best) + 1;
    return held_out_groups() == 0 || back > state_.validations.size()
               ? nullptr
               : &state_.validations[state_.validations.size() - back];
}

/// All that decides what training does: another training must not resume from the checkpoint.
std::string Trainer::settings() const {
    const SampleRecipe& recipe = samples_.recipe();
    nlohmann::ordered_json record{{"customers", recipe.customers},
                                  {"capacity", recipe.capacity},
                                  {"samples_seed", recipe.seed},
                                  {"groups", samples_.groups()},
                                  {"starts", recipe.starts},
                                  {"orders", recipe.orders},
                                  {"from", options_.from.string()},
                                  {"from_sha256", from_digest_},
                                  {"perturbed_routes", recipe.perturbed_routes},
                                  {"parents", recipe.parents},
                                  {"optimiser", recipe.optimiser},
                                  {"loss", options_.loss},
                                  {"cycles", options_.cycles},
                                  {"view", options_.view},
                                  {"margin", options_.margin},
                                  {"batch", options_.batch},
                                  {"rate", options_.rate},
                                  {"schedule", options_.schedule},
                                  {"clip", options_.clip},
                                  {"epochs", options_.epochs},
                                  {"validation", options_.validation},
                                  {"validate_every", validation_starts_},
                                  {"patience", options_.patience},
                                  {"turn", options_.turn},
                                  {"seed", options_.seed},
                                  {"hidden", options_.shape.hidden},
                                  {"embedding", options_.shape.embedding},
                                  {"heads", options_.shape.heads},
                                  {"attention", options_.shape.attention},
                                  {"dense", options_.shape.dense}};
    if (recipe.construction != Construction::random)
        record["construction"] = std::string(construction_name(recipe.construction));
    if (recipe.problem != Problem::cvrp) record["problem"] = std::string(problem_name(recipe.problem));
    return record.dump();
}

void Trainer::begin(const std::filesystem::path& checkpoint) {
    if (std::filesystem::exists(checkpoint)) {
        const Weights weights = read_checkpoint(checkpoint);
        State saved = unpack_state(weights, settings(), state_.parameters.size(), checkpoint.string());
        if (weights.text("groups_sha256", checkpoint.string()) != groups_digest_)
            throw InputError(
                checkpoint.string(), 0,
                "is of a training with other files of these samples; resume with those, or remove this "
                "file to begin anew");
        // The engines read the parameters where they are.
        std::copy(saved.parameters.begin(), saved.parameters.end(), state_.parameters.begin());
        saved.parameters.swap(state_.parameters);
        state_ = std::move(saved);
    }
    std::array<double, 1> steps{static_cast<double>(state_.step)};
    ranks_.sum(std::span<double>(steps));
    if (steps[0] != static_cast<double>(state_.step) * ranks_.size())
        throw OutsideError(checkpoint.string() +
                           ": not every rank sees the same file; write to a folder that all machines share");
}

void Trainer::save(const std::filesystem::path& checkpoint) const {
    if (ranks_.rank() != 0) return;
    Weights weights = pack_state(state_, settings());
    weights.about["groups_sha256"] = groups_digest_;
    write_weights(checkpoint, weights);
}

Weights Trainer::weights() const {
    Weights weights;
    const std::string kind = options_.loss == "pairs" ? "siamese" : options_.loss;
    nlohmann::ordered_json record = nlohmann::ordered_json::parse(settings());
    for (const auto& [customers, seed] : sources_)
        record["samples"].push_back({{"customers", customers}, {"seed", seed}});
    record["starts_seen"] = state_.step * batch_starts();
    if (const Validation* best = best_validation()) record["held_out_accuracy"] = best->accuracy;
    write_about(weights, {kind, outputs_, reading_named(options_.view), samples_.recipe().customers,
                          samples_.recipe().optimiser, record.dump()});
    write_shape(weights, options_.shape);
    write_scaling(weights, scaling_.features);
    put_tensors(weights, network_tensors(options_.shape),
                best_validation() == nullptr ? state_.parameters : state_.best);
    return weights;
}

}  // namespace l2r::train
