#include "value/linear.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cmath>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/workers.hpp"
#include "sample/learning.hpp"
#include "value/about.hpp"
#include "value/look_ahead.hpp"

namespace l2r {
namespace {

constexpr int width = static_cast<int>(start_features.size());
constexpr std::int64_t block_groups = 256;  ///< in a block; sums are added up block by block, in order

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// All tensors of a linear scorer.
TensorTable linear_tensors(std::size_t outputs) {
    TensorTable all;
    all.add("scaling.start.mean", {width});
    all.add("scaling.start.scale", {width});
    all.add("coefficients", {static_cast<std::int64_t>(outputs), width});
    return all;
}

/// Sums over starts.
struct Moments {
    double starts = 0;
    Vector sum = Vector::Zero(width), squares = Vector::Zero(width);  ///< of features as they are
    Matrix products = Matrix::Zero(width, width);                     ///< of features, centred in their group
    Matrix with_targets;                                              ///< (width, outputs), both centred

    void add(const Moments& other) {
        starts += other.starts;
        sum += other.sum;
        squares += other.squares;
        products += other.products;
        with_targets += other.with_targets;
    }
};

/// One thread's means to read samples.
struct SampleReader {
    StartReader reader;
    HeadStart head_start;
};

/// The fit, step by step.
class Fitting {
  public:
    Fitting(const SampleSet& samples, const LinearSettings& settings,
            const std::function<void(std::int64_t)>& finished);

    LinearFit fit();

  private:
    /// Right and counted pairs of each output; a pair with equal scores is half right.
    using Pairs = std::vector<std::array<std::int64_t, 2>>;

    void for_each_block(std::int64_t first, std::int64_t last,
                        const std::function<void(std::int64_t, std::size_t, SampleReader&)>& task);
    Matrix features(std::int64_t group, SampleReader& reader) const;
    Matrix targets(std::int64_t group) const;
    Moments training_moments();
    void solve(const Moments& moments);
    std::vector<double> held_out_accuracy();
    void count_pairs(std::int64_t group, const Matrix& scores, Pairs& pairs) const;
    Weights weights(const std::vector<double>& accuracy) const;

    const SampleSet& samples_;
    const LinearSettings& settings_;
    const std::function<void(std::int64_t)>& finished_;
    const int starts_, outputs_;
    std::int64_t training_ = 0;
    Workers workers_;
    Vector mean_, scale_;
    Matrix coefficients_;  ///< (outputs, width)
};

Fitting::Fitting(const SampleSet& samples, const LinearSettings& settings,
                 const std::function<void(std::int64_t)>& finished)
    : samples_(samples),
      settings_(settings),
      finished_(finished),
      starts_(samples.recipe().starts),
      outputs_(static_cast<int>(settings.outputs.size())),
      training_(training_groups(samples, settings.validation)),
      workers_(settings.threads) {
    if (outputs_ == 0)
        throw InputError("a linear scorer needs a number of cycles to predict the length after");
    if (!(settings.ridge >= 0)) throw InputError("the ridge must be at least 0");
    if (!(settings.margin >= 0)) throw InputError("the margin must be at least 0");
    if (!(settings.validation >= 0 && settings.validation <= 1))
        throw InputError("the share that is held out must be from 0 to 1");
    if (settings.target == LinearTarget::improves && samples.recipe().perturbed_routes == 0)
        throw InputError("to learn which starts improve on their parent takes samples of perturbed starts");
    if (training_ == 0) throw InputError("there are too few samples to hold some out: make more");
}

LinearFit Fitting::fit() {
    solve(training_moments());
    const std::vector<double> accuracy = held_out_accuracy();
    return {weights(accuracy), training_, samples_.groups() - training_, accuracy};
}

/// Calls task(group, block, reader) for groups first .. last - 1, the groups of a block in order.
void Fitting::for_each_block(std::int64_t first, std::int64_t last,
                             const std::function<void(std::int64_t, std::size_t, SampleReader&)>& task) {
    const std::int64_t blocks = (last - first + block_groups - 1) / block_groups;
    std::vector<SampleReader> readers(static_cast<std::size_t>(workers_.count()),
                                      SampleReader{StartReader(settings_.reading.view), HeadStart()});
    std::mutex mutex;
    std::int64_t done = first;
    for_each(workers_, static_cast<int>(blocks), [&](int block, int worker) {
        const std::int64_t begin = first + block * block_groups, end = std::min(last, begin + block_groups);
        for (std::int64_t group = begin; group < end; ++group)
            task(group, static_cast<std::size_t>(block), readers[static_cast<std::size_t>(worker)]);
        const std::lock_guard lock(mutex);
        done += end - begin;
        if (finished_) finished_(done);
    });
}

/// (width, starts)
Matrix Fitting::features(std::int64_t group, SampleReader& reader) const {
    const Instance instance = samples_.instance(group);
    std::vector<Start> starts = samples_.starts(group, instance);
    if (settings_.reading.ahead) reader.head_start.give(instance, starts, Stop());
    Matrix columns(width, starts_);
    int column = 0;
    for (const Start& start : starts) {
        const StartReader::Row& row = reader.reader.read(instance, start);
        columns.col(column++) = Eigen::Map<const Eigen::VectorXf>(row.data(), width).cast<double>();
    }
    return columns;
}

/// (starts, outputs)
Matrix Fitting::targets(std::int64_t group) const {
    Matrix result(starts_, outputs_);
    for (int k = 0; k < outputs_; ++k) {
        const int cycles = settings_.outputs[static_cast<std::size_t>(k)];
        Vector lengths(starts_);
        for (int s = 0; s < starts_; ++s) lengths[s] = samples_.length(group, s, cycles);
        for (int s = 0; s < starts_; ++s) switch (settings_.target) {
                // Regression on these ranks gives differences d for which a start is the longer of two with a
                // chance of about 1/2 + d/4: the logistic function of d, where d is small.
                case LinearTarget::rank:
                    result(s, k) = 2 * (lengths[s] - lengths.array()).sign().sum() / starts_;
                    break;
                case LinearTarget::length:
                    result(s, k) = lengths[s];
                    break;
                case LinearTarget::improves:  // lower is better
                    result(s, k) = improves_on_parent(samples_, group, s, cycles) ? -1 : 0;
                    break;
            }
    }
    return result;
}

Moments Fitting::training_moments() {
    const Moments none{0, Vector::Zero(width), Vector::Zero(width), Matrix::Zero(width, width),
                       Matrix::Zero(width, outputs_)};
    std::vector<Moments> blocks(static_cast<std::size_t>((training_ + block_groups - 1) / block_groups),
                                none);
    for_each_block(0, training_, [&](std::int64_t group, std::size_t block, SampleReader& reader) {
        Moments& moments = blocks[block];
        Matrix seen = features(group, reader), wanted = targets(group);
        moments.starts += starts_;
        moments.sum += seen.rowwise().sum();
        moments.squares += seen.rowwise().squaredNorm();
        seen.colwise() -= seen.rowwise().mean().eval();
        wanted.rowwise() -= wanted.colwise().mean().eval();
        moments.products.noalias() += seen * seen.transpose();
        moments.with_targets.noalias() += seen * wanted;
    });
    Moments all = none;
    for (const Moments& block : blocks) all.add(block);
    return all;
}

void Fitting::solve(const Moments& moments) {
    const Vector variance = moments.products.diagonal() / moments.starts;
    mean_ = moments.sum / moments.starts;
    scale_ = Vector::Ones(width);
    Vector use = Vector::Zero(width);  // 1 where a feature differs between starts by more than its rounding
    for (int k = 0; k < width; ++k)
        if (variance[k] > 1e-12 * moments.squares[k] / moments.starts) {
            use[k] = 1;
            scale_[k] = 1 / std::sqrt(variance[k]);
        }
    const Vector factor = use.cwiseProduct(scale_);
    Matrix products = factor.asDiagonal() * moments.products * factor.asDiagonal() / moments.starts;
    // Features without use get 0. The least ridge tells copies of one feature apart.
    products.diagonal().array() += std::max(settings_.ridge, 1e-9);
    const Matrix wanted = factor.asDiagonal() * moments.with_targets / moments.starts;
    if (wanted.isZero(1e-12))
        throw InputError(
            "there is nothing to learn: no two starts of one instance both look different and end "
            "differently; make "
            "samples of larger or more instances");
    coefficients_ = products.ldlt().solve(wanted).transpose();
}

void Fitting::count_pairs(std::int64_t group, const Matrix& scores, Pairs& pairs) const {
    for (int k = 0; k < outputs_; ++k) {
        auto& [twice_right, counted] = pairs[static_cast<std::size_t>(k)];
        const int cycles = settings_.outputs[static_cast<std::size_t>(k)];
        for (int a = 0; a < starts_; ++a)
            for (int b = 0; b < a; ++b) {
                const double difference =
                    samples_.length(group, a, cycles) - samples_.length(group, b, cycles);
                if (!is_counted(difference, settings_.margin)) continue;
                const double agreement = (scores(k, a) - scores(k, b)) * difference;
                ++counted;
                twice_right += agreement > 0 ? 2 : agreement == 0 ? 1 : 0;
            }
    }
}

std::vector<double> Fitting::held_out_accuracy() {
    const std::int64_t held_out = samples_.groups() - training_;
    std::vector<Pairs> blocks(static_cast<std::size_t>((held_out + block_groups - 1) / block_groups),
                              Pairs(static_cast<std::size_t>(outputs_)));
    const Matrix factors = coefficients_ * scale_.asDiagonal();
    for_each_block(training_, samples_.groups(),
                   [&](std::int64_t group, std::size_t block, SampleReader& reader) {
                       count_pairs(group, factors * features(group, reader), blocks[block]);
                   });
    std::vector<double> accuracy;
    for (std::size_t k = 0; k < static_cast<std::size_t>(outputs_); ++k) {
        std::int64_t twice_right = 0, counted = 0;
        for (const Pairs& pairs : blocks) {
            twice_right += pairs[k][0];
            counted += pairs[k][1];
        }
        if (counted == 0) return {};
        accuracy.push_back(0.5 * static_cast<double>(twice_right) / static_cast<double>(counted));
    }
    return accuracy;
}

Weights Fitting::weights(const std::vector<double>& accuracy) const {
    const SampleRecipe& recipe = samples_.recipe();
    constexpr const char* losses[] = {"pairs", "regression", "improve"};  // as training names them
    std::vector<std::string> cycles;
    cycles.reserve(settings_.outputs.size());
    for (const int output : settings_.outputs) cycles.push_back(cycles_text(output));
    nlohmann::ordered_json record{{"customers", recipe.customers},
                                  {"capacity", recipe.capacity},
                                  {"samples_seed", recipe.seed},
                                  {"groups", samples_.groups()},
                                  {"starts", recipe.starts},
                                  {"orders", recipe.orders},
                                  {"perturbed_routes", recipe.perturbed_routes},
                                  {"parents", recipe.parents},
                                  {"optimiser", recipe.optimiser},
                                  {"loss", losses[static_cast<std::size_t>(settings_.target)]},
                                  {"cycles", cycles},
                                  {"view", name_of(settings_.reading)},
                                  {"margin", settings_.margin},
                                  {"ridge", settings_.ridge},
                                  {"validation", settings_.validation},
                                  {"held_out_accuracy", accuracy}};
    if (recipe.construction != Construction::random)
        record["construction"] = construction_name(recipe.construction);
    if (recipe.problem != Problem::cvrp) record["problem"] = problem_name(recipe.problem);
    Weights weights;
    write_about(weights, {"linear", settings_.outputs, settings_.reading, recipe.customers, recipe.optimiser,
                          record.dump()});
    const TensorTable table = linear_tensors(settings_.outputs.size());
    const auto write = [&](const std::string& name, const Matrix& values) {
        const Eigen::MatrixXf floats = values.cast<float>();
        weights.tensors[name] = {table.at(name).shape, {floats.data(), floats.data() + floats.size()}};
    };
    write("scaling.start.mean", mean_);
    write("scaling.start.scale", scale_);
    write("coefficients", coefficients_.transpose());
    return weights;
}

}  // namespace

const StartReader::Row& StartReader::read(const Instance& instance, const Start& start,
                                          const StopPoll& stop) {
    if (Features* const features = features_.of(instance, stop); features != nullptr)
        features->measure(viewer_.show(instance, start, stop), {}, row_, stop);
    return row_;
}

LinearScorer::LinearScorer(const Weights& weights, const std::string& file, int cycles)
    : name_(file), reader_(reading_of(weights, file).view) {
    const About about = read_about(weights, file);
    if (about.kind != "linear")
        throw InputError(file, 0, "is not a linear scorer, but of kind " + text::quoted(about.kind));
    const auto row = static_cast<std::size_t>(output_of(weights, file, cycles)) * start_features.size();
    const TensorTable table = linear_tensors(about.outputs.size());
    const auto tensor = [&](const std::string& name) -> const Tensor& {
        return weights.tensor(name, table.at(name).shape, file);
    };
    const Tensor &mean = tensor("scaling.start.mean"), &scale = tensor("scaling.start.scale"),
                 &coefficients = tensor("coefficients");
    for (std::size_t k = 0; k < start_features.size(); ++k) {
        mean_[k] = mean.values[k];
        factor_[k] = static_cast<double>(coefficients.values[row + k]) * scale.values[k];
    }
}

std::vector<double> LinearScorer::score(const Instance& instance, std::span<Start> candidates,
                                        const Stop& stop) {
    const StopPoll poll(stop);
    std::vector<double> scores(candidates.size(), unread);
    for (std::size_t s = 0; s < candidates.size(); ++s) {
        const StartReader::Row& row = reader_.read(instance, candidates[s], poll);
        if (poll.stopped()) break;
        double sum = 0;
        for (std::size_t k = 0; k < row.size(); ++k) sum += factor_[k] * (row[k] - mean_[k]);
        scores[s] = sum;
    }
    return scores;
}

LinearFit fit_linear(const SampleSet& samples, const LinearSettings& settings,
                     const std::function<void(std::int64_t)>& finished) {
    return Fitting(samples, settings, finished).fit();
}

}  // namespace l2r
