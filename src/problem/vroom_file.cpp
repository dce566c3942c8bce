#include "problem/vroom_file.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <unordered_map>

#include "base/error.hpp"
#include "base/json_text.hpp"
#include "base/text.hpp"
#include "problem/geographic.hpp"

namespace l2r {
namespace {

using nlohmann::json;

/// A key of an object; `refusal` says what is not supported, and is null for what is read.
struct VroomKey {
    std::string_view name;
    const char* refusal;
};

constexpr const char* windows_refusal =
    "time windows of VROOM's problems are not read yet; use TYPE : VRPTW (docs/formats.md)";

constexpr VroomKey top_keys[] = {
    {"jobs", nullptr},
    {"vehicles", nullptr},
    {"matrices", nullptr},
    {"shipments", "shipments are not supported"},
    {"matrix", "is no longer what VROOM calls it; name it matrices.car.durations"},
};
constexpr VroomKey job_keys[] = {
    {"id", nullptr},
    {"description", nullptr},
    {"location", nullptr},
    {"location_index", nullptr},
    {"delivery", nullptr},
    {"amount", nullptr},
    {"setup", nullptr},
    {"service", nullptr},
    {"priority", nullptr},  // says what may be left out, and nothing is
    {"pickup", "pickups are not supported; where there are no deliveries, call them delivery"},
    {"skills", "skills are not supported"},
    {"time_windows", windows_refusal},
    {"setup_per_type", "times by type of vehicle are not supported"},
    {"service_per_type", "times by type of vehicle are not supported"},
};
constexpr VroomKey vehicle_keys[] = {
    {"id", nullptr},
    {"description", nullptr},
    {"profile", nullptr},
    {"start", nullptr},
    {"start_index", nullptr},
    {"end", nullptr},
    {"end_index", nullptr},
    {"capacity", nullptr},
    {"max_travel_time", nullptr},
    {"max_distance", nullptr},
    {"speed_factor", nullptr},
    {"skills", "skills are not supported"},
    {"time_window", windows_refusal},
    {"breaks", "breaks are not supported"},
    {"costs", "costs of vehicles are not supported"},
    {"max_tasks", "limits on the number of tasks are not supported"},
    {"steps", "given routes are not supported; start from a solution with --start"},
    {"type", "types of vehicles are not supported"},
};
constexpr VroomKey matrix_keys[] = {
    {"durations", nullptr},
    {"distances", nullptr},
    {"costs", "costs beside durations are not supported; name them durations"},
};

std::string entry_path(const std::string& list, std::size_t index) {
    return list + "[" + std::to_string(index) + "]";
}

/// Null, and lists and objects without anything in them, ask for nothing; nor do amounts of 0 to pick up.
bool asks_for_nothing(const VroomKey& key, const json& value) {
    if (key.name != "pickup" || !value.is_array()) return value.empty();
    return std::all_of(value.begin(), value.end(), [](const json& amount) { return amount == 0; });
}

const json* member(const json& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

class VroomReader {
  public:
    VroomReader(const json& document, const std::string& file) : document_(document), file_(file) {}

    InstanceData read(std::vector<std::string>& warnings) {
        require_keys(document_, "", top_keys);
        const json& jobs = list("jobs", "job");
        const json& vehicles = list("vehicles", "vehicle");
        read_vehicles(vehicles);
        for (std::size_t i = 0; i < jobs.size(); ++i) read_job(jobs[i], entry_path("jobs", i));
        if (const json* durations = find_durations(warnings))
            read_matrix(*durations);
        else
            require_places();
        if (indices_.size() != 0 && data_.places.size() != data_.demands.size()) data_.places.clear();
        if (!has_descriptions_) data_.names.clear();
        if (has_service_)
            warnings.emplace_back("setup and service of jobs change no route here, and are left out");
        return std::move(data_);
    }

  private:
    [[noreturn]] void fail(const std::string& path, const std::string& reason) const {
        throw InputError(file_, 0, path.empty() ? reason : path + ": " + reason);
    }

    /// An object that has these keys alone.
    void require_keys(const json& object, const std::string& path, std::span<const VroomKey> known) const {
        if (!object.is_object()) fail(path, "is no object");
        for (const auto& [key, value] : object.items()) {
            const std::string at = (path.empty() ? "" : path + ".") + text::printable(key);
            const VroomKey* found = nullptr;
            for (const VroomKey& each : known)
                if (each.name == key) found = &each;
            if (found == nullptr) fail(at, "is not known; leave it out");
            if (found->refusal != nullptr && !asks_for_nothing(*found, value)) fail(at, found->refusal);
        }
    }

    const json& list(const char* name, const std::string& what) const {
        const json* value = member(document_, name);
        if (value == nullptr || !value->is_array() || value->empty())
            fail(name, "a list of at least one " + what + " is wanted");
        if (value->size() >= static_cast<std::size_t>(Instance::node_limit))
            fail(name, "more than " + std::to_string(Instance::node_limit - 1) + " are not supported");
        return *value;
    }

    /// A whole number from 0 on.
    std::uint64_t whole(const json& value, const std::string& path) const {
        if (!value.is_number_unsigned()) fail(path, "is no whole number from 0 on");
        return value.get<std::uint64_t>();
    }
    double number(const json& value, const std::string& path) const {
        const double found = value.is_number() ? value.get<double>() : -1;
        if (!(found >= 0 && found <= 1e12)) fail(path, "is no number from 0 to 1e12");
        return found;
    }
    std::string words(const json& value, const std::string& path) const {
        std::string text = value.is_string() ? value.get<std::string>() : "";
        if (!value.is_string() || text::printable(text) != text)
            fail(path, "is no text of up to 600 bytes in one line");
        return text;
    }
    Point place(const json& value, const std::string& path) const {
        if (!value.is_array() || value.size() != 2 || !value[0].is_number() || !value[1].is_number())
            fail(path, "is no longitude and latitude: [lon, lat]");
        const Point found{value[0].get<double>(), value[1].get<double>()};
        if (const std::string fault = degrees_fault(found); !fault.empty()) fail(path, fault);
        return found;
    }
    /// A list of one whole number; 0 where it is missing or has nothing in it.
    std::int64_t amount(const json& object, const char* key, const std::string& path) const {
        const json* value = member(object, key);
        if (value == nullptr || (value->is_array() && value->empty())) return 0;
        const std::string at = path + "." + key;
        if (!value->is_array()) fail(at, "is no list: [7]");
        if (value->size() > 1)
            fail(at, "has " + std::to_string(value->size()) + " amounts; only one is supported");
        const std::uint64_t found = whole((*value)[0], at + "[0]");
        if (found > static_cast<std::uint64_t>(Instance::capacity_limit))
            fail(at, "is above " + std::to_string(Instance::capacity_limit) + "; count in a larger unit");
        return static_cast<std::int64_t>(found);
    }

    /// What all vehicles have in common.
    struct Fleet {
        std::optional<Point> place;
        std::optional<std::uint64_t> index, capacity;
        std::optional<double> travel, distance;
        std::string profile = "car";
        bool operator==(const Fleet&) const = default;
    };

    void read_vehicles(const json& vehicles) {
        for (std::size_t v = 0; v < vehicles.size(); ++v) {
            const std::string path = entry_path("vehicles", v);
            const Fleet one = read_vehicle(vehicles[v], path);
            if (v == 0) fleet_ = one;
            require_same(one, path);
            data_.vehicle_ids.push_back(id_of(vehicles[v], path, vehicles_by_id_));
        }
        data_.vehicles = static_cast<int>(vehicles.size());
        data_.capacity = static_cast<std::int64_t>(fleet_.capacity.value_or(1));
        data_.names.emplace_back("Depot");
        data_.ids.emplace_back("depot");
        data_.demands.push_back(0);
        if (fleet_.place) data_.places.push_back(*fleet_.place);
        if (fleet_.index) indices_.push_back(*fleet_.index);
    }

    Fleet read_vehicle(const json& vehicle, const std::string& path) const {
        require_keys(vehicle, path, vehicle_keys);
        Fleet one;
        if (const json* profile = member(vehicle, "profile"))
            one.profile = words(*profile, path + ".profile");
        if (member(vehicle, "capacity") != nullptr && !vehicle["capacity"].empty())
            one.capacity = static_cast<std::uint64_t>(amount(vehicle, "capacity", path));
        if (one.capacity == 0U)
            fail(path + ".capacity", "must be at least 1; leave it out where jobs have no amounts");
        if (const json* limit = member(vehicle, "max_travel_time"))
            one.travel = number(*limit, path + ".max_travel_time");
        if (const json* limit = member(vehicle, "max_distance"))
            one.distance = number(*limit, path + ".max_distance");
        if (const json* factor = member(vehicle, "speed_factor"))
            if (number(*factor, path + ".speed_factor") != 1)
                fail(path + ".speed_factor", "speeds of vehicles are not supported");
        if (const json* start = member(vehicle, "start")) one.place = place(*start, path + ".start");
        if (const json* start = member(vehicle, "start_index"))
            one.index = whole(*start, path + ".start_index");
        if (!one.place && !one.index) fail(path + ".start", "is missing; routes begin and end at the depot");
        const json *end = member(vehicle, "end"), *end_index = member(vehicle, "end_index");
        if (end == nullptr && end_index == nullptr)
            fail(path + ".end", "is missing; only routes that end where they start are supported");
        const bool ends_there =
            (end == nullptr || (one.place && place(*end, path + ".end") == *one.place)) &&
            (end_index == nullptr || (one.index && whole(*end_index, path + ".end_index") == *one.index));
        if (!ends_there)
            fail(path + (end == nullptr ? ".end_index" : ".end"),
                 "is not the start; only routes that end where they start are supported");
        return one;
    }

    void require_same(const Fleet& one, const std::string& path) const {
        const auto refuse = [&](bool differs, const char* key, const char* advice) {
            if (differs) fail(path + key, std::string("is not that of vehicles[0]; ") + advice);
        };
        constexpr const char* equal = "only equal vehicles are supported";
        refuse(one.profile != fleet_.profile, ".profile", equal);
        refuse(one.capacity != fleet_.capacity, ".capacity", equal);
        refuse(one.travel != fleet_.travel, ".max_travel_time", equal);
        refuse(one.distance != fleet_.distance, ".max_distance", equal);
        refuse(one.place != fleet_.place, ".start", "only one depot is supported");
        refuse(one.index != fleet_.index, ".start_index", "only one depot is supported");
    }

    std::string id_of(const json& object, const std::string& path,
                      std::unordered_map<std::uint64_t, std::string>& taken) const {
        const json* id = member(object, "id");
        if (id == nullptr) fail(path + ".id", "is missing");
        const std::uint64_t number = whole(*id, path + ".id");
        const auto [other, is_new] = taken.try_emplace(number, path);
        if (!is_new) fail(path + ".id", "is that of " + other->second + " too");
        return std::to_string(number);
    }

    void read_job(const json& job, const std::string& path) {
        require_keys(job, path, job_keys);
        data_.ids.push_back(id_of(job, path, jobs_by_id_));
        const json* description = member(job, "description");
        has_descriptions_ = has_descriptions_ || description != nullptr;
        data_.names.push_back(description == nullptr ? data_.ids.back()
                                                     : words(*description, path + ".description"));
        const char* key = member(job, "delivery") == nullptr ? "amount" : "delivery";
        if (member(job, "delivery") != nullptr && member(job, "amount") != nullptr)
            fail(path + ".amount", "means the same as delivery; leave one out");
        const std::int64_t demand = amount(job, key, path);
        if (demand > 0 && !fleet_.capacity)
            fail("vehicles[0].capacity", "is missing, but jobs have deliveries");
        if (demand > data_.capacity)
            fail(path + "." + key,
                 std::to_string(demand) + " is more than the capacity of " + std::to_string(data_.capacity));
        data_.demands.push_back(demand);
        for (const char* time : {"setup", "service"})
            if (const json* value = member(job, time))
                has_service_ = number(*value, path + "." + time) > 0 || has_service_;
        if (const json* location = member(job, "location"))
            data_.places.push_back(place(*location, path + ".location"));
        else if (missing_place_.empty())
            missing_place_ = path + ".location";
        if (const json* index = member(job, "location_index"))
            indices_.push_back(whole(*index, path + ".location_index"));
        else if (missing_index_.empty())
            missing_index_ = path + ".location_index";
    }

    /// The matrix of the vehicles' profile, or null where there are no matrices.
    const json* find_durations(std::vector<std::string>& warnings) const {
        const json* matrices = member(document_, "matrices");
        if (matrices == nullptr || (matrices->is_object() && matrices->empty())) return nullptr;
        if (!matrices->is_object()) fail("matrices", "is no object");
        const std::string path = "matrices." + fleet_.profile;
        const auto found = matrices->find(fleet_.profile);
        if (found == matrices->end()) fail(path, "is missing; it is the profile of the vehicles");
        require_keys(*found, path, matrix_keys);
        const json* durations = member(*found, "durations");
        if (durations == nullptr) fail(path + ".durations", "is missing");
        if (member(*found, "distances") != nullptr)
            warnings.push_back(text::printable(path) +
                               ".distances are not used: routes are short in durations");
        return durations;
    }

    void read_matrix(const json& durations) {
        const std::string path = "matrices." + fleet_.profile + ".durations";
        if (!fleet_.index)
            fail("vehicles[0].start_index", "is missing; it is the row of the depot in " + path);
        if (!missing_index_.empty()) fail(missing_index_, "is missing; it is the row in " + path);
        if (fleet_.distance) fail("vehicles[0].max_distance", "is for distances, and " + path + " are none");
        if (indices_.size() > static_cast<std::size_t>(Instance::matrix_limit))
            fail("jobs", "with a matrix, more than " + std::to_string(Instance::matrix_limit - 1) +
                             " are not supported");
        require_square(durations, path);
        for (std::size_t node = 0; node < indices_.size(); ++node)
            if (indices_[node] >= durations.size())
                fail(node == 0 ? "vehicles[0].start_index" : entry_path("jobs", node - 1) + ".location_index",
                     "is no row of " + path + ", which has " + std::to_string(durations.size()));
        data_.metric = Metric::matrix;
        data_.route_limit = fleet_.travel.value_or(data_.route_limit);
        const std::size_t side = indices_.size();
        data_.matrix.assign(side * side, 0.0);
        const auto entry = [&](std::uint64_t from, std::uint64_t to) {
            return number(durations[from][to], entry_path(entry_path(path, from), to));
        };
        for (std::size_t a = 0; a < side; ++a)
            for (std::size_t b = 0; b < a; ++b) {
                if (indices_[a] == indices_[b]) continue;  // at the same place
                const double there = entry(indices_[a], indices_[b]), back = entry(indices_[b], indices_[a]);
                if (there != back)
                    fail(entry_path(entry_path(path, indices_[a]), indices_[b]),
                         "is " + text::shortest(there) + ", and back " + text::shortest(back) +
                             "; asymmetric durations are not supported: make both the same");
                data_.matrix[a * side + b] = data_.matrix[b * side + a] = there;
            }
    }

    void require_square(const json& rows, const std::string& path) const {
        if (!rows.is_array()) fail(path, "is no list of rows");
        for (std::size_t row = 0; row < rows.size(); ++row)
            if (!rows[row].is_array() || rows[row].size() != rows.size())
                fail(entry_path(path, row), "is no row of " + std::to_string(rows.size()) + " numbers");
    }

    void require_places() {
        constexpr const char* advice = "is missing; without matrices, distances are those between locations";
        if (!fleet_.place) fail("vehicles[0].start", advice);
        if (!missing_place_.empty()) fail(missing_place_, advice);
        if (fleet_.travel)
            fail("vehicles[0].max_travel_time", "is for durations, and without matrices there are none");
        data_.metric = Metric::great_circle;
        data_.rounding = Rounding::nearest;
        data_.route_limit = fleet_.distance.value_or(data_.route_limit);
        indices_.clear();
    }

    const json& document_;
    const std::string& file_;
    Fleet fleet_;
    InstanceData data_;
    std::vector<std::uint64_t> indices_;  ///< rows of the matrix, depot first
    std::unordered_map<std::uint64_t, std::string> jobs_by_id_, vehicles_by_id_;
    std::string missing_place_, missing_index_;  ///< paths of the first
    bool has_descriptions_ = false, has_service_ = false;
};

}  // namespace

bool looks_like_json(std::string_view text) {
    text = text::without_byte_order_mark(text);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

Instance parse_vroom(std::string_view text, const std::string& file, std::optional<Rounding> rounding,
                     std::vector<std::string>& warnings) {
    const json document = parse_json(text, file);
    InstanceData data = VroomReader(document, file).read(warnings);
    data.name = std::filesystem::path(file).stem().string();
    data.rounding = rounding.value_or(data.rounding);
    // More vehicles than jobs are no limit.
    const std::size_t customers = data.demands.size() - 1;
    if (data.vehicle_ids.size() >= customers) {
        data.vehicle_ids.resize(customers);
        data.vehicles = 0;
    }
    try {
        return Instance(std::move(data));
    } catch (const InputError& error) {
        throw InputError(file, 0, error.what());
    }
}

}  // namespace l2r
