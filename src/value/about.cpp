#include "value/about.hpp"

#include <charconv>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/text.hpp"
#include "sample/samples.hpp"

namespace l2r {
namespace {

template <std::size_t count>
std::string joined(const std::array<std::string_view, count>& names) {
    std::string text;
    for (const std::string_view name : names) {
        if (!text.empty()) text += ',';
        text += name;
    }
    return text;
}

int number(std::string_view word, const std::string& key, const std::string& file) {
    int value = 0;
    const char* const end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc() || rest != end || value < 0 || value > 1'000'000)
        throw InputError(file, 0,
                         "'" + key + "' is not a number that a network can have: " + text::quoted(word));
    return value;
}

/// The sizes by name, to read and to write.
struct Size {
    const char* key;
    int NetworkShape::* member;
};
constexpr Size sizes[] = {{"hidden", &NetworkShape::hidden},     {"embedding", &NetworkShape::embedding},
                          {"heads", &NetworkShape::heads},       {"attention", &NetworkShape::attention},
                          {"attended", &NetworkShape::attended}, {"dense", &NetworkShape::dense},
                          {"outputs", &NetworkShape::outputs}};

/// Means and scales of features, by name.
struct ScalingPart {
    const char* name;
    std::int64_t width;
    std::vector<float> BatchBuilder::Scaling::* values;
};
constexpr ScalingPart scaling_parts[] = {
    {"scaling.stop.mean", stop_features.size(), &BatchBuilder::Scaling::stop_mean},
    {"scaling.stop.scale", stop_features.size(), &BatchBuilder::Scaling::stop_scale},
    {"scaling.start.mean", start_features.size(), &BatchBuilder::Scaling::start_mean},
    {"scaling.start.scale", start_features.size(), &BatchBuilder::Scaling::start_scale}};

void check_features(const Weights& weights, const std::string& key, const std::string& ours,
                    const std::string& file) {
    if (weights.text(key, file) != ours)
        throw InputError(
            file, 0, "was trained on other features than this version has ('" + key + "'): train it again");
}

}  // namespace

void write_about(Weights& weights, const About& about) {
    std::string outputs;
    for (const int cycles : about.outputs) {
        if (!outputs.empty()) outputs += ',';
        outputs += cycles_text(cycles);
    }
    weights.about["kind"] = about.kind;
    weights.about["cycles"] = outputs;
    weights.about["view"] = name_of(about.reading);
    weights.about["customers"] = std::to_string(about.customers);
    weights.about["optimiser"] = about.optimiser;
    weights.about["record"] = about.record;
    weights.about["start_features"] = joined(start_features);
}

void write_shape(Weights& weights, const NetworkShape& shape) {
    for (const Size& size : sizes) weights.about[size.key] = std::to_string(shape.*size.member);
    weights.about["stop_features"] = joined(stop_features);
}

void write_scaling(Weights& weights, const BatchBuilder::Scaling& scaling) {
    for (const ScalingPart& part : scaling_parts)
        weights.tensors[part.name] = {{part.width}, scaling.*part.values};
}

About read_about(const Weights& weights, const std::string& file) {
    About about;
    about.kind = weights.text("kind", file);
    const std::string list = weights.text("cycles", file) + ",";
    for (std::size_t begin = 0, end = 0; begin < list.size(); begin = end + 1) {
        end = list.find(',', begin);
        const std::string_view item = std::string_view(list).substr(begin, end - begin);
        about.outputs.push_back(item == cycles_text(until_converged) ? until_converged
                                                                     : number(item, "cycles", file));
    }
    about.reading = reading_of(weights, file);
    about.customers = number(weights.text("customers", file), "customers", file);
    about.optimiser = weights.text("optimiser", file);
    about.record = weights.text("record", file);
    check_features(weights, "start_features", joined(start_features), file);
    return about;
}

std::vector<SampleSource> learned_from(const About& about) {
    using nlohmann::json;
    const json record = json::parse(about.record, nullptr, false);
    const json none;
    // Not copied: JSON may be nested deeper than the stack is.
    const auto part = [&](const json& object, const char* key) -> const json& {
        const auto found = object.find(key);
        return found == object.end() ? none : *found;
    };
    std::vector<SampleSource> sources;
    const auto add = [&](const json& customers, const json& seed) {
        if (customers.is_number_integer() && seed.is_number_integer())
            sources.push_back({customers.get<int>(), seed.get<std::uint64_t>()});
    };
    const json& samples = part(record, "samples");
    if (!samples.is_array()) add(about.customers, part(record, "samples_seed"));
    for (const json& set : samples) add(part(set, "customers"), part(set, "seed"));
    return sources;
}

NetworkShape shape_of(const Weights& weights, const std::string& file) {
    check_features(weights, "stop_features", joined(stop_features), file);
    check_features(weights, "start_features", joined(start_features), file);
    NetworkShape shape;
    for (const Size& size : sizes) {
        shape.*size.member = number(weights.text(size.key, file), size.key, file);
        if (shape.*size.member == 0) throw InputError(file, 0, "'" + std::string(size.key) + "' is 0");
    }
    if (shape.attention % shape.heads != 0)
        throw InputError(file, 0, "the heads do not divide the width of the attention");
    if (read_about(weights, file).outputs.size() != static_cast<std::size_t>(shape.outputs))
        throw InputError(
            file, 0,
            "'outputs' is not the number of 'cycles': " + text::quoted(weights.text("cycles", file)));
    return shape;
}

BatchBuilder::Scaling scaling_of(const Weights& weights, const std::string& file) {
    BatchBuilder::Scaling scaling;
    for (const ScalingPart& part : scaling_parts)
        scaling.*part.values = weights.tensor(part.name, {part.width}, file).values;
    return scaling;
}

Reading reading_of(const Weights& weights, const std::string& file) {
    const std::string& name = weights.text("view", file);
    try {
        return reading_named(name);
    } catch (const InputError& error) {
        throw InputError(file, 0, error.what());
    }
}

int output_of(const Weights& weights, const std::string& file, int cycles) {
    const std::vector<int> outputs = read_about(weights, file).outputs;
    for (std::size_t k = 0; k < outputs.size(); ++k)
        if (outputs[k] == cycles) return static_cast<int>(k);
    throw InputError(
        file, 0,
        "was not trained for " +
            (cycles == until_converged ? "converged runs"
                                       : std::to_string(cycles) + (cycles == 1 ? " cycle" : " cycles")) +
            ", but for: " + text::quoted(weights.text("cycles", file)));
}

}  // namespace l2r
