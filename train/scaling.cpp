#include "scaling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "value/look_ahead.hpp"

namespace l2r::train {
namespace {

constexpr std::int64_t enough_groups = 4'000;

/// Means and deviations of columns.
class Columns {
  public:
    explicit Columns(std::size_t count) : sum_(count, 0), squares_(count, 0) {}
    void add(std::span<const float> rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double value = rows[i];
            sum_[i % sum_.size()] += value;
            squares_[i % sum_.size()] += value * value;
        }
        rows_ += static_cast<double>(rows.size()) / static_cast<double>(sum_.size());
    }
    std::vector<float> mean() const {
        std::vector<float> means;
        for (const double sum : sum_) means.push_back(static_cast<float>(sum / rows_));
        return means;
    }
    /// One over the deviation; 1 where all are alike.
    std::vector<float> scale() const {
        std::vector<float> scales;
        for (std::size_t k = 0; k < sum_.size(); ++k) {
            const double mean = sum_[k] / rows_, variance = squares_[k] / rows_ - mean * mean;
            scales.push_back(variance > 1e-10 ? static_cast<float>(1 / std::sqrt(variance)) : 1.0F);
        }
        return scales;
    }

  private:
    std::vector<double> sum_, squares_;
    double rows_ = 0;
};

}  // namespace

SampleScaling measure_scaling(const SampleSet& samples, std::int64_t groups, const std::vector<int>& outputs,
                              const Reading& reading) {
    Columns stops(stop_features.size()), starts(start_features.size()), lengths(outputs.size());
    std::vector<float> rows(static_cast<std::size_t>(samples.recipe().customers) * stop_features.size());
    std::array<float, start_features.size()> summary;
    std::vector<float> row(outputs.size());
    Viewer viewer(reading.view);
    HeadStart head_start;
    for (std::int64_t g = 0; g < std::min(groups, enough_groups); ++g) {
        const Instance instance = samples.instance(g);
        Features features(instance);
        std::vector<Start> all = samples.starts(g, instance);
        if (reading.ahead) head_start.give(instance, all, Stop());
        for (std::size_t s = 0; s < all.size(); ++s) {
            features.measure(viewer.show(instance, all[s]), rows, summary);
            stops.add(rows);
            starts.add(summary);
            for (std::size_t k = 0; k < outputs.size(); ++k)
                row[k] = static_cast<float>(samples.length(g, static_cast<int>(s), outputs[k]));
            lengths.add(row);
        }
    }
    BatchBuilder::Scaling scaling{stops.mean(), stops.scale(), starts.mean(), starts.scale()};
    scaling.stop_mean[0] = scaling.stop_mean[1] = 0;  // turning the plane must stay possible
    scaling.stop_scale[0] = scaling.stop_scale[1];
    return {std::move(scaling), lengths.mean(), lengths.scale()};
}

}  // namespace l2r::train
