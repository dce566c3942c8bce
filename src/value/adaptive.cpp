#include "value/adaptive.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>

namespace l2r {
namespace {

/// The other scorer's score, then the start's features.
constexpr int width = 1 + static_cast<int>(start_features.size());
using Vector = Eigen::Vector<double, width>;
using Matrix = Eigen::Matrix<double, width, width>;

}  // namespace

/// Of what was seen so far, and what follows from it.
struct AdaptiveScorer::Moments {
    double runs = 0, next_fit = 30;  ///< before that, deviations are too uncertain
    Vector mean = Vector::Zero();
    double mean_length = 0;
    Matrix products = Matrix::Zero();       ///< sums over runs, centred
    Vector with_length = Vector::Zero();    ///< the same
    double squared_length = 0;              ///< the same
    Vector coefficients = Vector::Unit(0);  ///< of the rows as they are

    void add(const Vector& row, double length) {
        ++runs;
        const Vector before = row - mean;
        const double length_before = length - mean_length;
        mean += before / runs;
        mean_length += length_before / runs;
        products.noalias() += before * (row - mean).transpose();
        with_length += before * (length - mean_length);
        squared_length += length_before * (length - mean_length);
    }
};

AdaptiveScorer::AdaptiveScorer(std::unique_ptr<Scorer> base, AdaptSettings settings)
    : base_(std::move(base)), settings_(settings), reader_(base_ ? base_->view() : View::given) {}

AdaptiveScorer::~AdaptiveScorer() = default;

std::string AdaptiveScorer::name() const {
    return base_ ? base_->name() + ", adapted" : "stage";
}

std::unique_ptr<Scorer> AdaptiveScorer::clone() const {
    return std::make_unique<AdaptiveScorer>(base_ ? base_->clone() : nullptr, settings_);
}

void AdaptiveScorer::begin(const Instance& instance) {
    if (moments_ && instance_ == instance.id()) return;
    instance_ = instance.id();
    moments_ = std::make_unique<Moments>();
}

std::vector<double> AdaptiveScorer::score(const Instance& instance, std::span<Start> candidates,
                                          const Stop& stop) {
    begin(instance);
    std::vector<double> scores =
        base_ ? base_->score(instance, candidates, stop) : std::vector<double>(candidates.size(), 0.0);
    const Vector& factor = moments_->coefficients;
    const StopPoll poll(stop);
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        if (scores[k] == unread) continue;
        const StartReader::Row& row = reader_.read(instance, candidates[k], poll);
        if (poll.stopped()) {
            std::fill(scores.begin() + static_cast<std::ptrdiff_t>(k), scores.end(), unread);
            break;
        }
        scores[k] *= factor[0];
        for (int i = 1; i < width; ++i) scores[k] += factor[i] * row[static_cast<std::size_t>(i - 1)];
    }
    return scores;
}

void AdaptiveScorer::learn(const Instance& instance, const Start& start, double length, const Stop& stop) {
    begin(instance);
    const StopPoll poll(stop);
    Start seen = start;  // the base may move it on
    Vector row;
    row[0] = base_ ? base_->score(instance, {&seen, 1}, stop).front() : 0;
    const StartReader::Row& features = reader_.read(instance, seen, poll);
    if (row[0] == unread || poll.stopped()) return;
    row.tail<width - 1>() = Eigen::Map<const Eigen::Vector<float, width - 1>>(features.data()).cast<double>();
    moments_->add(row, length);
    if (moments_->runs < moments_->next_fit) return;
    fit();
    moments_->next_fit = std::max(moments_->runs + 1, 1.1 * moments_->runs);
}

/// In units of standard deviations the base's score is worth a correlation that pairs of random starts show,
/// and the features are worth nothing, until runs say otherwise.
void AdaptiveScorer::fit() {
    constexpr double expected_correlation = 0.1;
    Moments& m = *moments_;
    Vector scale = Vector::Zero();  // 0 where nothing differs
    for (int i = 0; i < width; ++i)
        if (const double variance = m.products(i, i) / m.runs; variance > 1e-12 * (1 + m.mean[i] * m.mean[i]))
            scale[i] = 1 / std::sqrt(variance);
    const double deviation = std::sqrt(m.squared_length / m.runs);
    if (!(deviation > 1e-9 * m.mean_length)) return;
    Matrix products = scale.asDiagonal() * m.products * scale.asDiagonal();
    Vector wanted = scale.cwiseProduct(m.with_length) / deviation;
    products.diagonal().array() += settings_.caution;
    products(0, 0) += settings_.trust - settings_.caution;
    wanted[0] += settings_.trust * expected_correlation;
    m.coefficients = scale.cwiseProduct(products.llt().solve(wanted));
}

}  // namespace l2r
