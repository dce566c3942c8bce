#include "sample/samples.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/file.hpp"
#include "sample/sample_file.hpp"
#include "sample/sample_start.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;

/// A file itself, or the files of a folder in order.
std::vector<fs::path> files_of(const fs::path& path) {
    std::error_code error;
    if (!fs::is_directory(path, error)) return {path};
    std::vector<fs::path> files;
    for (auto at = fs::directory_iterator(path, error); !error && at != fs::directory_iterator();
         at.increment(error))
        if (sample_file_number(at->path().filename().string()) >= 0) files.push_back(at->path());
    if (error) throw InputError(path.string(), 0, "cannot read the folder: " + error.message());
    if (files.empty())
        throw InputError(path.string(), 0, "holds no samples; `l2r generate samples` makes some");
    std::sort(files.begin(), files.end());
    return files;
}

struct NamedFile {
    fs::path path;
    SampleFile samples;
};

std::vector<NamedFile> read_files(const std::vector<fs::path>& paths) {
    std::vector<NamedFile> files;
    for (const fs::path& path : paths)
        for (const fs::path& file : files_of(path))
            files.push_back({file, parse_samples(read_file(file), file.string())});
    if (files.empty()) throw InputError("no samples were named");
    for (const NamedFile& file : files)
        if (!file.samples.recipe.has_groups_of(files.front().samples.recipe))
            throw InputError(file.path.string(), 0,
                             "holds samples of another recipe than " + files.front().path.string());
    std::stable_sort(files.begin(), files.end(), [](const NamedFile& a, const NamedFile& b) {
        return a.samples.first_group() < b.samples.first_group();
    });
    for (std::size_t i = 1; i < files.size(); ++i) {
        const SampleFile& before = files[i - 1].samples;
        if (files[i].samples.first_group() < before.first_group() + before.groups())
            throw InputError(files[i].path.string(), 0,
                             "holds groups that are in " + files[i - 1].path.string() + " too");
    }
    return files;
}

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

SampleSet SampleSet::read(const std::vector<fs::path>& paths) {
    std::vector<NamedFile> files = read_files(paths);
    SampleSet set;
    set.recipe_ = files.front().samples.recipe;
    for (const NamedFile& file : files)
        set.recipe_.instances = std::max(set.recipe_.instances, file.samples.recipe.instances);
    set.files_ = static_cast<int>(files.size());
    for (NamedFile& file : files) {
        const SampleFile samples = std::move(file.samples);  // one file at a time is held twice
        for (std::int64_t group = 0; group < samples.groups(); ++group)
            set.numbers_.push_back(samples.first_group() + group);
        append(set.lengths_, samples.lengths);
        append(set.order_variances_, samples.order_variances);
        append(set.parent_customers_, samples.parent_customers);
        append(set.parent_routes_, samples.parent_routes);
        append(set.parent_lengths_, samples.parent_lengths);
        append(set.parent_converged_, samples.parent_converged);
    }
    return set;
}

std::int64_t SampleSet::instance_number(std::int64_t group) const {
    return numbers_[static_cast<std::size_t>(group)] / recipe_.parents;
}

Instance SampleSet::instance(std::int64_t group) const {
    return recipe_.instance(instance_number(group));
}

Solution SampleSet::parent(std::int64_t group) const {
    const auto width = static_cast<std::size_t>(recipe_.customers);
    const auto customers =
        std::span(parent_customers_).subspan(static_cast<std::size_t>(group) * width, width);
    const auto routes = std::span(parent_routes_).subspan(static_cast<std::size_t>(group) * width, width);
    Solution solution;
    for (std::size_t begin = 0, end = 0; begin < width; begin = end) {
        while (end < width && routes[end] == routes[begin]) ++end;
        solution.add_route(customers.subspan(begin, end - begin));
    }
    return solution;
}

std::vector<Start> SampleSet::starts(std::int64_t group, const Instance& instance) const {
    SampleParent of_group;
    if (recipe_.perturbed_routes > 0)
        of_group = {parent(group), parent_converged_[static_cast<std::size_t>(group)] != 0};
    std::vector<Start> starts(static_cast<std::size_t>(recipe_.starts));
    for (int s = 0; s < recipe_.starts; ++s)
        sample_start(recipe_, instance, of_group, numbers_[static_cast<std::size_t>(group)], s,
                     starts[static_cast<std::size_t>(s)]);
    return starts;
}

double SampleSet::length(std::int64_t group, int start, int cycles) const {
    const std::int64_t row = group * recipe_.starts + start;
    const int column = cycles == until_converged ? recorded_cycles : cycles - 1;
    return lengths_[static_cast<std::size_t>(row * (recorded_cycles + 1) + column)];
}

double SampleSet::order_variance(int cycles) const {
    if (order_variances_.empty()) return 0;
    const int column = cycles == until_converged ? recorded_cycles : cycles - 1;
    double sum = 0;
    for (std::size_t at = static_cast<std::size_t>(column); at < order_variances_.size();
         at += recorded_cycles + 1)
        sum += order_variances_[at];
    return sum / static_cast<double>(groups());
}

double SampleSet::order_free_share(int cycles) const {
    if (order_variances_.empty()) return 0;
    double between = 0;  // the mean over groups of the variance of means
    for (std::int64_t group = 0; group < groups(); ++group) {
        double sum = 0, squares = 0;
        for (int s = 0; s < recipe_.starts; ++s) {
            // From the first start on, so that little is lost in the difference.
            const double value = length(group, s, cycles) - length(group, 0, cycles);
            sum += value;
            squares += value * value;
        }
        between += (squares - sum * sum / recipe_.starts) / (recipe_.starts - 1);
    }
    const double within = order_variance(cycles),
                 free = std::max(0.0, between / static_cast<double>(groups()) - within / recipe_.orders);
    return free + within == 0 ? 0 : free / (free + within);
}

double SampleSet::parent_length(std::int64_t group) const {
    return parent_lengths_[static_cast<std::size_t>(group)];
}

}  // namespace l2r
