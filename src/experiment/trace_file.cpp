#include "experiment/trace_file.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/digest_front.hpp"
#include "base/error.hpp"
#include "base/hdf5.hpp"

namespace l2r {
namespace {

constexpr std::int64_t format_version = 1;
constexpr std::string_view opening = "l2r traces, sha256 ";

std::string array_name(std::size_t arm, const char* what) {
    return "arm_" + std::to_string(arm) + "_" + what;
}

/// Where two settings part first: "/instances: 100 there, 60 now".
std::string first_difference(const std::string& there, const std::string& now) {
    using nlohmann::json;
    const json old_settings = json::parse(there, nullptr, false), settings = json::parse(now);
    if (old_settings.is_discarded()) return "they are not JSON";
    const json changes = json::diff(old_settings, settings);
    if (changes.empty()) return "in their order";
    const json::json_pointer place(changes[0]["path"].get<std::string>());
    const auto value = [&](const json& all) {
        return all.contains(place) ? all[place].dump() : std::string("nothing");
    };
    return changes[0]["path"].get<std::string>().substr(1) + ": " + value(old_settings) + " there, " +
           value(settings) + " now";
}

void check_digest(std::string_view bytes, const std::string& file) {
    if (!bytes.starts_with(opening)) throw InputError(file, 0, "is not a file of traces");
    const std::string again = "; remove it, and the same command makes it again";
    if (bytes.size() <= digest_front_size) throw InputError(file, 0, "is damaged: it is cut short" + again);
    if (!has_digest_front(opening, bytes))
        throw InputError(file, 0, "is damaged: its content does not fit its SHA-256" + again);
}

void check_values(const Traces& traces, const std::string& file) {
    const auto sensible = [](float value) { return std::isfinite(value) && value >= 0; };
    if (!std::all_of(traces.lengths.begin(), traces.lengths.end(), sensible) ||
        !std::all_of(traces.seconds.begin(), traces.seconds.end(), sensible))
        throw InputError(file, 0, "a length or time is not a number from 0 on");
}

}  // namespace

std::string format_traces(const TraceFile& traces) {
    hdf5::Writer writer(digest_front_size);
    writer.number("format_version", format_version);
    writer.text("settings", traces.settings);
    writer.number("file", traces.number);
    for (std::size_t a = 0; a < traces.arms.size(); ++a) {
        const Traces& arm = traces.arms[a];
        const hdf5::Shape shape{static_cast<std::int64_t>(arm.instances()),
                                static_cast<std::int64_t>(arm.runs)};
        writer.array(array_name(a, "lengths").c_str(), shape, arm.lengths);
        writer.array(array_name(a, "seconds").c_str(), shape, arm.seconds);
    }
    const std::string rest = writer.finish();
    return digest_front(opening, rest) + rest;
}

TraceFile parse_traces(std::string_view bytes, const std::string& file, const std::string& settings,
                       std::int64_t number, std::span<const std::size_t> runs, std::size_t instances) {
    check_digest(bytes, file);
    const hdf5::Reader reader(bytes, file);
    if (const std::int64_t version = reader.number("format_version"); version != format_version)
        throw InputError(file, 0,
                         "is of format version " + std::to_string(version) + "; this program reads version " +
                             std::to_string(format_version));
    TraceFile traces{reader.text("settings"), reader.number("file"), {}};
    if (traces.settings != settings)
        throw InputError(file, 0,
                         "was made with other settings (" + first_difference(traces.settings, settings) +
                             "); give those again or choose another folder");
    if (traces.number != number)
        throw InputError(file, 0,
                         "is file number " + std::to_string(traces.number) + " under another's name");
    for (std::size_t a = 0; a < runs.size(); ++a) {
        Traces& arm = traces.arms.emplace_back();
        arm.runs = runs[a];
        const hdf5::Shape shape{static_cast<std::int64_t>(instances), static_cast<std::int64_t>(runs[a])};
        reader.array(array_name(a, "lengths").c_str(), shape, arm.lengths);
        reader.array(array_name(a, "seconds").c_str(), shape, arm.seconds);
        check_values(arm, file);
    }
    return traces;
}

}  // namespace l2r
