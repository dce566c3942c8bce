#include "problem/vrp_file.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "problem/geographic.hpp"
#include "problem/vrp_lexer.hpp"
#include "problem/vrp_matrix.hpp"

namespace l2r {
namespace {

constexpr double number_limit = 1e12;

struct EdgeWeightType {
    std::string_view name;
    Metric metric;
    Rounding rounding;
};

constexpr EdgeWeightType edge_weight_types[] = {
    {"EUC_2D", Metric::euclidean, Rounding::nearest}, {"CEIL_2D", Metric::euclidean, Rounding::ceil},
    {"FLOOR_2D", Metric::euclidean, Rounding::trunc}, {"EXACT_2D", Metric::euclidean, Rounding::none},
    {"MAN_2D", Metric::manhattan, Rounding::nearest}, {"MAX_2D", Metric::maximum, Rounding::nearest},
    {"GEO", Metric::geographic, Rounding::trunc},     {"ATT", Metric::att, Rounding::ceil},
    {"EXPLICIT", Metric::matrix, Rounding::none},
};

/// One line of NODE_COORD_SECTION, DISPLAY_DATA_SECTION or DEMAND_SECTION.
struct Row {
    int id = 0;
    double values[2] = {};
    int line = 0;
};

std::optional<std::int64_t> whole_number(std::string_view word) {
    const auto value = text::number(word);
    if (!value || *value != std::floor(*value) || std::abs(*value) > 0x1p53) return std::nullopt;
    return static_cast<std::int64_t>(*value);
}

/// Checks the parts of a .vrp file and puts them together. Nothing is allocated by what DIMENSION says before
/// as much data has been seen.
class Parser {
  public:
    Parser(std::string_view text, const std::string& file) : file_(file), parts_(split_vrp(text, file)) {}

    InstanceData parse() {
        read_header();
        read_depot();
        read_demands();
        read_times();
        read_vehicles();
        read_places();
        if (data_.metric == Metric::matrix) read_matrix();
        return std::move(data_);
    }
    /// Where a customer's time window stands.
    int line_of_window(Node customer) const {
        return window_lines_.empty() ? line_of_whole() : window_lines_[static_cast<std::size_t>(customer)];
    }
    /// Where a fault of the whole is reported. Once all parts are right, it is that the limit on routes, if
    /// there is one, leaves customers out of reach.
    int line_of_whole() const { return has_entry("DISTANCE") ? entry("DISTANCE").line : parts_.last_line; }

  private:
    [[noreturn]] void fail(int line, const std::string& reason) const {
        throw InputError(file_, line, reason);
    }

    const VrpEntry& entry(std::string_view key) const;
    const VrpSection& section(std::string_view key) const;
    bool has_entry(std::string_view key) const { return parts_.entries.contains(key); }
    bool has_section(std::string_view key) const { return parts_.sections.contains(key); }
    std::int64_t whole_entry(std::string_view key, std::int64_t low, std::int64_t high) const;
    double number_entry(std::string_view key) const;
    std::string word_entry(std::string_view key, std::initializer_list<std::string_view> words) const;

    void read_header();
    void refuse_limits_of_tsp() const;
    void read_edge_weight_type();
    void read_scale(const std::string& type);
    void check_edge_weights() const;
    void read_depot();
    Row read_row(const text::Line& line, std::string_view key, int columns) const;
    std::vector<Row> read_rows(std::string_view key, int columns) const;
    void read_demands();
    void read_times();
    void read_vehicles();
    void read_places();
    void read_matrix();

    /// The file's number of a node, from 1, as a position with the depot first.
    std::size_t position(int id) const {
        return static_cast<std::size_t>(id == depot_ ? 0 : id < depot_ ? id : id - 1);
    }

    const std::string& file_;
    VrpParts parts_;
    InstanceData data_;
    int nodes_ = 0;
    int depot_ = 0;
    std::vector<int> window_lines_;  ///< by node
};

const VrpEntry& Parser::entry(std::string_view key) const {
    const auto found = parts_.entries.find(key);
    if (found == parts_.entries.end()) fail(parts_.last_line, std::string(key) + " is missing");
    return found->second;
}

const VrpSection& Parser::section(std::string_view key) const {
    const auto found = parts_.sections.find(key);
    if (found == parts_.sections.end()) fail(parts_.last_line, std::string(key) + " is missing");
    return found->second;
}

std::int64_t Parser::whole_entry(std::string_view key, std::int64_t low, std::int64_t high) const {
    const VrpEntry& found = entry(key);
    const auto value = whole_number(found.value);
    if (!value || *value < low || *value > high)
        fail(found.line, std::string(key) + " must be a whole number from " + std::to_string(low) + " to " +
                             std::to_string(high) + ", not " + text::quoted(found.value));
    return *value;
}

double Parser::number_entry(std::string_view key) const {
    const VrpEntry& found = entry(key);
    const auto value = text::number(found.value);
    if (!value || *value < 0 || *value > number_limit)
        fail(found.line,
             std::string(key) + " must be a number from 0 to 1e12, not " + text::quoted(found.value));
    return *value;
}

/// The value in upper case, one of `words`; empty where the file does not have the keyword.
std::string Parser::word_entry(std::string_view key, std::initializer_list<std::string_view> words) const {
    if (!has_entry(key)) return {};
    const VrpEntry& found = entry(key);
    std::string value = text::upper_case(found.value);
    for (const std::string_view word : words)
        if (word == value) return value;
    fail(found.line, std::string(key) + " " + text::quoted(found.value) + " is not supported");
}

void Parser::read_header() {
    const VrpEntry& type = entry("TYPE");
    const std::string name = text::upper_case(type.value);
    data_.tsp = name == "TSP" || name.starts_with("TSP (");  // TSPLIB has names behind some
    const bool has_windows = name == "VRPTW" || name == "CVRPTW";
    if (name != "CVRP" && !has_windows && !data_.tsp)
        fail(type.line, "TYPE " + text::quoted(type.value) + " is not supported, only CVRP, VRPTW and TSP");
    if (has_windows) section("TIME_WINDOW_SECTION");
    if (!has_windows && has_section("TIME_WINDOW_SECTION"))
        fail(section("TIME_WINDOW_SECTION").line,
             "TIME_WINDOW_SECTION contradicts TYPE " + text::quoted(type.value) + "; TYPE VRPTW has windows");
    if (has_entry("NAME")) data_.name = entry("NAME").value;
    nodes_ = static_cast<int>(whole_entry("DIMENSION", 2, Instance::node_limit));
    if (data_.tsp) refuse_limits_of_tsp();
    data_.capacity = data_.tsp ? 1 : whole_entry("CAPACITY", 1, Instance::capacity_limit);
    if (has_entry("DISTANCE")) data_.route_limit = number_entry("DISTANCE");
    if (has_entry("SERVICE_TIME")) data_.service = number_entry("SERVICE_TIME");
    read_edge_weight_type();
    check_edge_weights();
    const std::string coordinates = word_entry("NODE_COORD_TYPE", {"TWOD_COORDS", "NO_COORDS"});
    if (coordinates == "TWOD_COORDS") section("NODE_COORD_SECTION");
    if (coordinates == "NO_COORDS" && has_section("NODE_COORD_SECTION"))
        fail(entry("NODE_COORD_TYPE").line, "NODE_COORD_TYPE is NO_COORDS but there is a NODE_COORD_SECTION");
    if (word_entry("DISPLAY_DATA_TYPE", {"COORD_DISPLAY", "TWOD_DISPLAY", "NO_DISPLAY"}) == "TWOD_DISPLAY")
        section("DISPLAY_DATA_SECTION");
}

/// What a route past all customers does not have.
void Parser::refuse_limits_of_tsp() const {
    for (const std::string_view key : {"CAPACITY", "DISTANCE", "SERVICE_TIME"})
        if (has_entry(key)) fail(entry(key).line, std::string(key) + " contradicts TYPE TSP");
    for (const std::string_view key : {"DEMAND_SECTION", "SERVICE_TIME_SECTION"})
        if (has_section(key)) fail(section(key).line, std::string(key) + " contradicts TYPE TSP");
    for (const std::string_view key : {"VEHICLES", "TRUCKS"})
        if (has_entry(key)) whole_entry(key, 1, 1);
}

void Parser::read_edge_weight_type() {
    const VrpEntry& type = entry("EDGE_WEIGHT_TYPE");
    const std::string name = text::upper_case(type.value);
    for (const EdgeWeightType& known : edge_weight_types)
        if (known.name == name) {
            data_.metric = known.metric;
            data_.rounding = known.rounding;
            read_scale(name);
            return;
        }
    fail(type.line, "EDGE_WEIGHT_TYPE " + text::quoted(type.value) + " is not supported");
}

/// Distances truncated at a scale of 10 keep one decimal.
void Parser::read_scale(const std::string& type) {
    if (!has_entry("SCALE")) return;
    const VrpEntry& scale = entry("SCALE");
    const std::optional<double> value = text::number(scale.value);
    if (value == 1.0) return;
    if (value != 10.0 || type != "FLOOR_2D")
        fail(scale.line, "SCALE " + text::quoted(scale.value) + " with EDGE_WEIGHT_TYPE " + type +
                             " is not supported, only SCALE 10 with FLOOR_2D");
    data_.rounding = Rounding::tenths;
}

void Parser::check_edge_weights() const {
    const VrpEntry& type = entry("EDGE_WEIGHT_TYPE");
    if (data_.metric == Metric::matrix) {
        if (nodes_ > Instance::matrix_limit)
            fail(entry("DIMENSION").line, "explicit distances are supported up to a DIMENSION of " +
                                              std::to_string(Instance::matrix_limit));
        return;
    }
    if (has_section("EDGE_WEIGHT_SECTION"))
        fail(section("EDGE_WEIGHT_SECTION").line,
             "EDGE_WEIGHT_SECTION contradicts EDGE_WEIGHT_TYPE " + text::quoted(type.value));
    if (has_entry("EDGE_WEIGHT_FORMAT") && text::upper_case(entry("EDGE_WEIGHT_FORMAT").value) != "FUNCTION")
        fail(entry("EDGE_WEIGHT_FORMAT").line,
             "EDGE_WEIGHT_FORMAT contradicts EDGE_WEIGHT_TYPE " + text::quoted(type.value));
}

/// A TSP without one begins at its first node.
void Parser::read_depot() {
    if (data_.tsp && !has_section("DEPOT_SECTION")) {
        depot_ = 1;
        return;
    }
    const VrpSection& depots = section("DEPOT_SECTION");
    text::Lines lines(depots.body, depots.line + 1);
    bool ended = false;
    int last_line = depots.line;
    while (const auto line = lines.next()) {
        std::string_view rest = line->content;
        for (auto word = text::take_word(rest); !word.empty(); word = text::take_word(rest)) {
            last_line = line->number;
            const auto id = whole_number(word);
            if (ended) fail(last_line, "there is text after the -1 that ends DEPOT_SECTION");
            if (id == -1) {
                ended = true;
                continue;
            }
            if (!id || *id < 1 || *id > nodes_)
                fail(last_line, "the depot must be a node from 1 to " + std::to_string(nodes_) + ", not " +
                                    text::quoted(word));
            if (depot_ != 0) fail(last_line, "more than one depot is not supported");
            depot_ = static_cast<int>(*id);
        }
    }
    if (depot_ == 0) fail(last_line, "DEPOT_SECTION names no depot");
    if (!ended && depots.at_end_of_file)
        fail(last_line, "DEPOT_SECTION is not ended by -1; the file may be cut off");
}

Row Parser::read_row(const text::Line& line, std::string_view key, int columns) const {
    Row row;
    row.line = line.number;
    std::string_view rest = line.content;
    const std::string_view first = text::take_word(rest);
    const auto id = whole_number(first);
    if (!id || *id < 1 || *id > nodes_)
        fail(row.line, std::string(key) + ": a node must be a whole number from 1 to " +
                           std::to_string(nodes_) + ", not " + text::quoted(first));
    row.id = static_cast<int>(*id);
    for (int column = 0; column < columns; ++column) {
        const std::string_view word = text::take_word(rest);
        const auto value = text::number(word);
        if (word.empty()) fail(row.line, std::string(key) + ": a number is missing on this line");
        if (!value || std::abs(*value) > number_limit)
            fail(row.line, text::quoted(word) + " is not a number within 1e12");
        row.values[column] = *value;
    }
    if (const std::string_view more = text::take_word(rest); !more.empty())
        fail(row.line, std::string(key) + ": " + text::quoted(more) + " is one number too many on this line");
    return row;
}

/// One row for each node, in the order of the file's node numbers.
std::vector<Row> Parser::read_rows(std::string_view key, int columns) const {
    const VrpSection& rows = section(key);
    const auto expected = static_cast<std::size_t>(nodes_);
    std::vector<Row> found;
    text::Lines lines(rows.body, rows.line + 1);
    while (const auto line = lines.next()) {
        if (line->content.empty()) continue;
        if (found.size() == expected)
            fail(line->number,
                 std::string(key) + " has more rows than DIMENSION says (" + std::to_string(nodes_) + ")");
        found.push_back(read_row(*line, key, columns));
    }
    if (found.size() < expected)
        fail(found.empty() ? rows.line : found.back().line,
             std::string(key) + " ends after " + std::to_string(found.size()) + " of " +
                 std::to_string(nodes_) + " rows that DIMENSION says");
    std::vector<Row> by_id(expected);
    for (const Row& row : found) {
        Row& place = by_id[static_cast<std::size_t>(row.id) - 1];
        if (place.id != 0)
            fail(row.line, std::string(key) + ": node " + std::to_string(row.id) + " was given on line " +
                               std::to_string(place.line) + " already");
        place = row;
    }
    return by_id;
}

void Parser::read_demands() {
    if (data_.tsp) return;
    const std::vector<Row> rows = read_rows("DEMAND_SECTION", 1);
    data_.demands.resize(rows.size());
    for (const Row& row : rows) {
        const double demand = row.values[0];
        const std::string node = "node " + std::to_string(row.id);
        if (demand < 0 || demand != std::floor(demand))
            fail(row.line, "the demand of " + node + " must be a whole number, 0 or more");
        if (row.id == depot_ && demand != 0) fail(row.line, "the demand of the depot must be 0");
        if (demand > static_cast<double>(data_.capacity))
            fail(row.line,
                 "the demand of " + node + " is more than the capacity of " + std::to_string(data_.capacity));
        data_.demands[position(row.id)] = static_cast<std::int64_t>(demand);
    }
}

void Parser::read_times() {
    if (has_section("SERVICE_TIME_SECTION")) {
        if (has_entry("SERVICE_TIME"))
            fail(entry("SERVICE_TIME").line, "SERVICE_TIME contradicts SERVICE_TIME_SECTION");
        data_.services.resize(static_cast<std::size_t>(nodes_));
        for (const Row& row : read_rows("SERVICE_TIME_SECTION", 1)) {
            if (row.values[0] < 0) fail(row.line, "a time of service must be 0 or more");
            if (row.id == depot_ && row.values[0] != 0) fail(row.line, "the depot takes no time of service");
            data_.services[position(row.id)] = row.values[0];
        }
    }
    if (!has_section("TIME_WINDOW_SECTION")) return;
    data_.windows.resize(static_cast<std::size_t>(nodes_));
    window_lines_.resize(static_cast<std::size_t>(nodes_));
    for (const Row& row : read_rows("TIME_WINDOW_SECTION", 2)) {
        if (row.values[0] < 0 || row.values[1] < 0) fail(row.line, "a time must be 0 or more");
        const bool is_open_ended = row.values[1] >= number_limit;  // as a .vrp file writes it
        data_.windows[position(row.id)] = {
            row.values[0], is_open_ended ? std::numeric_limits<double>::infinity() : row.values[1]};
        window_lines_[position(row.id)] = row.line;
    }
}

/// VEHICLES and TRUCKS are two words for one limit.
void Parser::read_vehicles() {
    for (const std::string_view key : {"VEHICLES", "TRUCKS"}) {
        if (!has_entry(key)) continue;
        const int line = entry(key).line;
        const auto vehicles = static_cast<int>(whole_entry(key, 1, std::numeric_limits<int>::max()));
        if (data_.vehicles > 0 && data_.vehicles != vehicles)
            fail(line, "TRUCKS contradicts VEHICLES on line " + std::to_string(entry("VEHICLES").line));
        data_.vehicles = vehicles;
        const std::int64_t demand =
            std::accumulate(data_.demands.begin(), data_.demands.end(), std::int64_t{0});
        const std::int64_t least = (demand + data_.capacity - 1) / data_.capacity;
        if (vehicles < least)
            fail(line, std::string(key) + " are too few: the demand takes at least " + std::to_string(least) +
                           "; leave the line out where it is no limit");
    }
}

/// Where both kinds of coordinates are given for explicit distances, those meant for drawing are kept.
void Parser::read_places() {
    std::vector<Row> rows;
    if (data_.metric != Metric::matrix || has_section("NODE_COORD_SECTION"))
        rows = read_rows("NODE_COORD_SECTION", 2);
    if (has_section("DISPLAY_DATA_SECTION")) {
        std::vector<Row> shown = read_rows("DISPLAY_DATA_SECTION", 2);
        if (data_.metric == Metric::matrix) rows = std::move(shown);
    }
    data_.places.resize(rows.size());
    for (const Row& row : rows) {
        const Point place{row.values[0], row.values[1]};
        if (data_.metric == Metric::geographic)
            if (const std::string fault = geographic_fault(place); !fault.empty()) fail(row.line, fault);
        data_.places[position(row.id)] = place;
    }
}

void Parser::read_matrix() {
    const VrpSection& weights = section("EDGE_WEIGHT_SECTION");
    std::vector<double> matrix = read_vrp_matrix(weights, entry("EDGE_WEIGHT_FORMAT"), nodes_, file_);
    if (depot_ == 1) {
        data_.matrix = std::move(matrix);
        return;
    }
    const auto side = static_cast<std::size_t>(nodes_);
    data_.matrix.resize(matrix.size());
    for (int a = 1; a <= nodes_; ++a)
        for (int b = 1; b <= nodes_; ++b)
            data_.matrix[position(a) * side + position(b)] =
                matrix[static_cast<std::size_t>(a - 1) * side + static_cast<std::size_t>(b - 1)];
}

}  // namespace

Instance parse_vrp(std::string_view text, const std::string& file, std::optional<Rounding> rounding) {
    Parser parser(text, file);
    InstanceData data = parser.parse();
    data.rounding = rounding.value_or(data.rounding);
    try {
        return Instance(std::move(data));
    } catch (const CustomerError& error) {
        throw InputError(file, parser.line_of_window(error.customer()), error.what());
    } catch (const InputError& error) {
        throw InputError(file, parser.line_of_whole(), error.what());
    }
}

Instance read_vrp(const std::filesystem::path& path, std::optional<Rounding> rounding) {
    return parse_vrp(read_file(path), path.string(), rounding);
}

}  // namespace l2r
