#include "problem/stops_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "problem/geographic.hpp"
#include "problem/stops_matrix.hpp"

namespace l2r {
namespace {

enum class Column { id, name, x, y, longitude, latitude, demand, capacity };
constexpr std::size_t column_count = 8;

struct ColumnName {
    std::string_view name;
    Column column;
};

constexpr ColumnName column_names[] = {
    {"ID", Column::id},
    {"NAME", Column::name},
    {"X", Column::x},
    {"Y", Column::y},
    {"LON", Column::longitude},
    {"LNG", Column::longitude},
    {"LONGITUDE", Column::longitude},
    {"LAT", Column::latitude},
    {"LATITUDE", Column::latitude},
    {"DEMAND", Column::demand},
    {"CAPACITY", Column::capacity},
};

constexpr const char* column_advice =
    "a table of stops has the columns demand, and x and y, or lon and lat; id, name and capacity if you like";

std::optional<Column> find_column(std::string_view name) {
    const std::string upper = text::upper_case(name);
    for (const ColumnName& known : column_names)
        if (known.name == upper) return known.column;
    return std::nullopt;
}

std::string joined_names(const std::vector<std::string>& words) {
    std::string all;
    for (const std::string& word : words) all += (all.empty() ? "" : ", ") + text::in_quotes(word);
    return all;
}

/// One row, its numbers read.
struct StopRow {
    std::string id, name, capacity;
    Point place;
    std::optional<std::int64_t> demand;
    int line = 0;
};

class StopsParser {
  public:
    StopsParser(std::string_view text, const std::string& file, const StopsOptions& options)
        : file_(file), options_(options), rows_(text, file) {}

    InstanceData parse(std::vector<std::string>& warnings) {
        read_header(warnings);
        csv::Row row;
        while (rows_.next(row)) read_row(row);
        if (stops_.size() < 2)
            fail(rows_.line(), stops_.empty() ? "there are no stops below the first row"
                                              : "there is no customer: the one row is the depot's");
        require_own_ids();
        find_depot();
        read_capacity();
        check_demands();
        arrange();
        if (!options_.matrix.empty()) read_matrix();
        return std::move(data_);
    }
    int last_line() const { return rows_.line(); }

  private:
    [[noreturn]] void fail(int line, const std::string& reason) const {
        throw InputError(file_, line, reason);
    }
    /// Where a column is, none or from 0 on.
    std::optional<std::size_t> at(Column column) const { return at_[static_cast<std::size_t>(column)]; }
    bool has(Column column) const { return at(column).has_value(); }
    bool in_degrees() const { return has(Column::longitude); }
    bool has_places() const { return has(Column::x) || in_degrees(); }
    bool has_names() const { return has(Column::id) || has(Column::name); }
    /// Empty where there is no such column.
    std::string take(csv::Row& row, Column column) const {
        return has(column) ? std::move(row.fields[*at(column)]) : std::string();
    }

    void read_header(std::vector<std::string>& warnings);
    void check_columns(const csv::Row& header) const;
    void read_row(csv::Row& row);
    std::optional<std::int64_t> read_demand(const std::string& word, int line) const;
    Point read_place(csv::Row& row) const;
    std::string read_name(std::string text, int line) const;
    void require_own_ids() const;
    void find_depot();
    void read_capacity();
    void check_demands() const;
    void arrange();
    void read_matrix();

    /// What a stop is called by `depot` and in errors.
    const std::string& key(const StopRow& stop) const { return has(Column::id) ? stop.id : stop.name; }
    std::string described(std::size_t index) const {
        const std::string& called = key(stops_[index]);
        return called.empty() ? "stop " + std::to_string(index + 1) : text::in_quotes(called);
    }
    /// Rows in the order of the file, as nodes with the depot first.
    std::size_t node(std::size_t index) const {
        return index == depot_ ? 0 : index < depot_ ? index + 1 : index;
    }

    const std::string& file_;
    const StopsOptions& options_;
    csv::Rows rows_;
    std::array<std::optional<std::size_t>, column_count> at_;
    std::size_t width_ = 0;
    std::vector<StopRow> stops_;
    std::size_t depot_ = 0;
    InstanceData data_;
};

void StopsParser::read_header(std::vector<std::string>& warnings) {
    csv::Row row;
    if (!rows_.next(row)) fail(1, std::string("the file is empty; ") + column_advice);
    width_ = row.fields.size();
    std::vector<std::string> unknown;
    bool is_header = false;
    for (std::size_t index = 0; index < width_; ++index) {
        const std::string& word = row.fields[index];
        const auto column = find_column(word);
        is_header = is_header || column;
        if (!column && !word.empty()) unknown.push_back(word);
        if (!column) continue;
        if (has(*column))
            fail(row.line, "the columns " + text::in_quotes(row.fields[*at(*column)]) + " and " +
                               text::in_quotes(word) + " mean the same; leave one out");
        at_[static_cast<std::size_t>(*column)] = index;
    }
    if (!is_header) fail(row.line, std::string("the first row does not name the columns; ") + column_advice);
    check_columns(row);
    if (unknown.size() == 1) warnings.push_back("the column " + text::in_quotes(unknown[0]) + " is not used");
    if (unknown.size() > 1)
        warnings.push_back("the columns " + text::printable(joined_names(unknown)) + " are not used");
}

void StopsParser::check_columns(const csv::Row& header) const {
    const int line = header.line;
    const std::string advice =
        std::string(column_advice) + "; those here are " + text::printable(joined_names(header.fields));
    if (!has(Column::demand)) fail(line, "the column 'demand' is missing; " + advice);
    struct Pair {
        Column column, other;
        const char *name, *other_name;
    };
    for (const Pair& pair :
         {Pair{Column::x, Column::y, "x", "y"}, {Column::longitude, Column::latitude, "lon", "lat"}})
        if (has(pair.column) != has(pair.other))
            fail(line, std::string("there is a column '") + (has(pair.column) ? pair.name : pair.other_name) +
                           "', but no '" + (has(pair.column) ? pair.other_name : pair.name) + "'; " + advice);
    if (has(Column::x) && in_degrees())
        fail(line, "there are x and y, and longitudes and latitudes; leave out those that are not meant");
    if (!has_places() && options_.matrix.empty())
        fail(line, "there are no places and no matrix of distances; " + advice);
}

void StopsParser::read_row(csv::Row& row) {
    if (row.fields.size() != width_)
        fail(row.line, "the row has " + std::to_string(row.fields.size()) +
                           " fields, but the first row has " + std::to_string(width_) +
                           "; a field that holds a separator must stand in quotation marks");
    if (stops_.size() == static_cast<std::size_t>(Instance::node_limit))
        fail(row.line, "more than " + std::to_string(Instance::node_limit) + " stops are not supported");
    StopRow stop;
    stop.line = row.line;
    stop.id = read_name(take(row, Column::id), row.line);
    stop.name = read_name(take(row, Column::name), row.line);
    stop.capacity = take(row, Column::capacity);
    stop.demand = read_demand(take(row, Column::demand), row.line);
    if (has_places()) stop.place = read_place(row);
    stops_.push_back(std::move(stop));
}

/// A line's end within a name becomes a blank.
std::string StopsParser::read_name(std::string text, int line) const {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    if (text::printable(text) != text)
        fail(line, text::in_quotes(text) +
                       " is no name: up to 600 bytes of UTF-8 are; spreadsheets can save a table as UTF-8");
    return text;
}

std::optional<std::int64_t> StopsParser::read_demand(const std::string& word, int line) const {
    if (word.empty()) return std::nullopt;
    const auto value = text::number(word);
    if (!value) fail(line, "the demand " + text::quoted(word) + " is not a number");
    if (*value < 0) fail(line, "the demand " + text::quoted(word) + " is negative");
    if (*value != std::floor(*value))
        fail(line, "the demand " + text::quoted(word) + " is not a whole number; count in a smaller unit");
    if (*value > static_cast<double>(Instance::capacity_limit))
        fail(line, "the demand " + text::quoted(word) + " is above " +
                       std::to_string(Instance::capacity_limit) + "; count in a larger unit");
    return static_cast<std::int64_t>(*value);
}

Point StopsParser::read_place(csv::Row& row) const {
    const auto read = [&](Column column, const std::string& what) {
        const std::string word = take(row, column);
        const auto value = text::number(word);
        if (word.empty()) fail(row.line, what + " is missing");
        if (!value || std::abs(*value) > 1e12)
            fail(row.line, what + " " + text::quoted(word) + " is not a number within 1e12" +
                               (word.find(',') == std::string::npos ? "" : "; its fraction needs a point"));
        return *value;
    };
    if (!in_degrees()) {
        const double across = read(Column::x, "x");
        return {across, read(Column::y, "y")};
    }
    const double longitude = read(Column::longitude, "the longitude");
    const Point place{longitude, read(Column::latitude, "the latitude")};
    if (const std::string fault = degrees_fault(place); !fault.empty()) fail(row.line, fault);
    return place;
}

void StopsParser::require_own_ids() const {
    if (!has(Column::id)) return;
    std::unordered_map<std::string, int> lines;
    for (const StopRow& stop : stops_) {
        if (stop.id.empty()) fail(stop.line, "the id is missing");
        const auto [first, is_new] = lines.try_emplace(stop.id, stop.line);
        if (!is_new)
            fail(stop.line, "the id " + text::in_quotes(stop.id) + " was given on line " +
                                std::to_string(first->second) + " already");
    }
}

void StopsParser::find_depot() {
    if (options_.depot.empty()) return;
    if (!has_names())
        throw InputError(file_, 0,
                         "there is no column 'id', so no depot " + text::in_quotes(options_.depot) +
                             "; without a choice of depot the first row is taken");
    const auto is_it = [&](const StopRow& stop) { return key(stop) == options_.depot; };
    const auto found = std::find_if(stops_.begin(), stops_.end(), is_it);
    if (found == stops_.end())
        throw InputError(file_, 0,
                         "there is no stop " + text::in_quotes(options_.depot) +
                             " to be the depot; the first is " + described(0) + ", the last " +
                             described(stops_.size() - 1));
    if (const auto other = std::find_if(found + 1, stops_.end(), is_it); other != stops_.end())
        fail(other->line, "there is another " + text::in_quotes(options_.depot) + " on line " +
                              std::to_string(found->line) + ", so the depot is not clear; add a column 'id'");
    depot_ = static_cast<std::size_t>(found - stops_.begin());
}

/// A capacity that is given comes before that of the column.
void StopsParser::read_capacity() {
    const StopRow& depot = stops_[depot_];
    data_.capacity = options_.capacity;
    if (options_.capacity < 0 || options_.capacity > Instance::capacity_limit)
        throw InputError("the capacity " + std::to_string(options_.capacity) + " is outside 1 .. " +
                         std::to_string(Instance::capacity_limit));
    if (options_.capacity > 0) return;
    if (depot.capacity.empty())
        fail(depot.line,
             "the capacity of the vehicles is missing; give it with --capacity (in Python capacity=), or in "
             "a column 'capacity' in the row of the depot");
    const auto value = text::number(depot.capacity);
    if (!value || *value < 1 || *value > static_cast<double>(Instance::capacity_limit) ||
        *value != std::floor(*value))
        fail(depot.line, "the capacity " + text::quoted(depot.capacity) +
                             " is not a whole number from 1 to " + std::to_string(Instance::capacity_limit));
    for (const StopRow& stop : stops_)
        if (!stop.capacity.empty() && text::number(stop.capacity) != value)
            fail(stop.line,
                 "the capacity " + text::quoted(stop.capacity) +
                     " is not that of the depot's row; only vehicles of one capacity are supported");
    data_.capacity = static_cast<std::int64_t>(*value);
}

void StopsParser::check_demands() const {
    const StopRow& depot = stops_[depot_];
    if (depot.demand.value_or(0) != 0)
        fail(depot.line, "the depot, " + described(depot_) + ", has a demand of " +
                             std::to_string(*depot.demand) +
                             "; leave it empty, or choose another depot with --depot (depot= in Python)");
    for (std::size_t index = 0; index < stops_.size(); ++index) {
        const StopRow& stop = stops_[index];
        if (index == depot_) continue;
        if (!stop.demand) fail(stop.line, "the demand of " + described(index) + " is missing");
        if (*stop.demand > data_.capacity)
            fail(stop.line, "the demand of " + described(index) + ", " + std::to_string(*stop.demand) +
                                ", is more than the capacity of " + std::to_string(data_.capacity));
    }
}

/// The depot first, customers in the order of the file.
void StopsParser::arrange() {
    data_.metric = in_degrees() ? Metric::great_circle : Metric::euclidean;
    data_.rounding = in_degrees() ? Rounding::nearest : Rounding::none;
    data_.demands.resize(stops_.size());
    if (has_names()) data_.names.resize(stops_.size());
    if (has(Column::id)) data_.ids.resize(stops_.size());
    if (has_places()) data_.places.resize(stops_.size());
    for (std::size_t index = 0; index < stops_.size(); ++index) {
        const StopRow& stop = stops_[index];
        data_.demands[node(index)] = stop.demand.value_or(0);
        if (!data_.names.empty()) data_.names[node(index)] = stop.name.empty() ? stop.id : stop.name;
        if (!data_.places.empty()) data_.places[node(index)] = stop.place;
        if (!data_.ids.empty()) data_.ids[node(index)] = stop.id;
    }
}

void StopsParser::read_matrix() {
    if (stops_.size() > static_cast<std::size_t>(Instance::matrix_limit))
        fail(rows_.line(), "a matrix of distances is supported for up to " +
                               std::to_string(Instance::matrix_limit) + " stops");
    StopsOrder order;
    for (std::size_t index = 0; index < stops_.size(); ++index) {
        order.nodes.push_back(static_cast<Node>(node(index)));
        if (has(Column::id)) order.ids[stops_[index].id] = order.nodes.back();
    }
    data_.metric = Metric::matrix;
    data_.rounding = Rounding::none;
    data_.matrix = parse_stops_matrix(read_file(options_.matrix), options_.matrix.string(), order);
}

}  // namespace

bool looks_like_stops(std::string_view text) {
    text = text::without_byte_order_mark(text);
    std::string_view line;
    for (text::Lines lines(text); const auto next = lines.next();)
        if (!(line = next->content).empty()) break;
    if (line.starts_with('"')) return true;
    const std::size_t first_end = line.find_first_of(",;\t");
    if (first_end == std::string_view::npos) return false;
    const char separator = line[first_end];
    int known = 0;
    for (std::string_view rest = line; !rest.empty();) {
        const std::size_t end = std::min(rest.find(separator), rest.size());
        std::string_view word = text::trimmed(rest.substr(0, end));
        if (word.size() > 1 && word.front() == '"' && word.back() == '"')
            word = word.substr(1, word.size() - 2);
        known += find_column(word) ? 1 : 0;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const std::string_view first = line.substr(0, first_end);
    if (first.find(':') != std::string_view::npos) return false;
    return known >= 2 || (separator != '\t' && first.find(' ') == std::string_view::npos);
}

Instance parse_stops(std::string_view text, const std::string& file, const StopsOptions& options,
                     std::optional<Rounding> rounding, std::vector<std::string>& warnings) {
    StopsParser parser(text, file, options);
    InstanceData data = parser.parse(warnings);
    data.name = std::filesystem::path(file).stem().string();
    data.rounding = rounding.value_or(data.rounding);
    try {
        return Instance(std::move(data));
    } catch (const InputError& error) {
        throw InputError(file, parser.last_line(), error.what());
    }
}

}  // namespace l2r
