#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "problem/vrp_file.hpp"

namespace l2r {
namespace {

/// Empty where the format has no word for the combination.
std::string_view edge_weight_type(Metric metric, Rounding rounding) {
    switch (metric) {
        case Metric::euclidean:
            switch (rounding) {
                case Rounding::none:
                    return "EXACT_2D";
                case Rounding::nearest:
                    return "EUC_2D";
                case Rounding::ceil:
                    return "CEIL_2D";
                case Rounding::trunc:
                case Rounding::tenths:  // with a SCALE
                    return "FLOOR_2D";
            }
            return {};
        case Metric::manhattan:
            return rounding == Rounding::nearest ? "MAN_2D" : "";
        case Metric::maximum:
            return rounding == Rounding::nearest ? "MAX_2D" : "";
        case Metric::geographic:
            return rounding == Rounding::trunc ? "GEO" : "";
        case Metric::att:
            return rounding == Rounding::ceil ? "ATT" : "";
        case Metric::great_circle:
        case Metric::matrix:
            return "EXPLICIT";
    }
    return {};
}

/// What stands for a time window that does not close.
constexpr double latest_time = 1e12;

/// What no line of a text file holds.
bool is_control(char c) {
    return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f';
}

void require_writable(const Instance& instance) {
    const std::string& name = instance.name();
    if (std::any_of(name.begin(), name.end(), is_control) || text::trimmed(name) != name)
        throw InputError("the name " + text::quoted(name) + " cannot be written to a .vrp file");
    if (edge_weight_type(instance.metric(), instance.rounding()).empty())
        throw InputError("a .vrp file has no EDGE_WEIGHT_TYPE for this combination of distance and rounding");
    if (instance.metric() == Metric::great_circle && instance.nodes() > Instance::matrix_limit)
        throw InputError("a .vrp file holds great-circle distances as a matrix, which has at most " +
                         std::to_string(Instance::matrix_limit) + " nodes");
    if (instance.metric() != Metric::matrix) return;
    for (Node node = 0; node < instance.nodes(); ++node)
        if (instance.distance(node, node) != 0)
            throw InputError("a .vrp file cannot hold a distance from a node to itself other than 0");
}

/// A COMMENT for every line of `comment`.
std::string comment_lines(const std::string& comment) {
    std::string result;
    for (text::Lines lines(comment); const auto line = lines.next();) {
        result += "COMMENT : ";
        for (const char c : line->content) result += is_control(c) ? ' ' : c;
        result += '\n';
    }
    return result;
}

void append_limits(const Instance& instance, std::string& out) {
    out += "CAPACITY : " + std::to_string(instance.capacity()) + '\n';
    if (instance.has_fleet_limit()) out += "VEHICLES : " + std::to_string(instance.max_routes()) + '\n';
    if (instance.has_route_limit())
        out += "DISTANCE : " + text::shortest(instance.exact_route_limit()) + '\n';
    if (instance.exact_service() > 0 && !instance.has_own_services())
        out += "SERVICE_TIME : " + text::shortest(instance.exact_service()) + '\n';
}

void append_times(const Instance& instance, std::string& out) {
    if (instance.has_own_services()) {
        out += "SERVICE_TIME_SECTION\n";
        for (Node node = 0; node < instance.nodes(); ++node)
            out += std::to_string(node + 1) + ' ' + text::shortest(instance.exact_service(node)) + '\n';
    }
    if (!instance.has_windows()) return;
    out += "TIME_WINDOW_SECTION\n";
    for (Node node = 0; node < instance.nodes(); ++node) {
        const auto [opens, closes] = instance.window(node);
        out += std::to_string(node + 1) + ' ' + text::shortest(opens) + ' ' +
               text::shortest(std::min(closes, latest_time)) + '\n';
    }
}

void append_places(const Instance& instance, std::string& out) {
    out += "NODE_COORD_SECTION\n";
    for (Node node = 0; node < instance.nodes(); ++node) {
        const Point place = instance.place(node);
        out +=
            std::to_string(node + 1) + ' ' + text::shortest(place.x) + ' ' + text::shortest(place.y) + '\n';
    }
}

void append_matrix(const Instance& instance, std::string& out) {
    out += "EDGE_WEIGHT_SECTION\n";
    for (Node a = 1; a < instance.nodes(); ++a) {
        for (Node b = 0; b < a; ++b) {
            if (b > 0) out += ' ';
            out += text::shortest(instance.distance(a, b));
        }
        out += '\n';
    }
}

}  // namespace

std::string format_vrp(const Instance& instance, const std::string& comment) {
    require_writable(instance);
    const bool is_explicit = edge_weight_type(instance.metric(), instance.rounding()) == "EXPLICIT";
    std::string out;
    if (!instance.name().empty()) out += "NAME : " + instance.name() + '\n';
    out += comment_lines(comment);
    out += instance.is_tsp() ? "TYPE : TSP\n" : instance.has_windows() ? "TYPE : VRPTW\n" : "TYPE : CVRP\n";
    out += "DIMENSION : " + std::to_string(instance.nodes()) + '\n';
    out += "EDGE_WEIGHT_TYPE : ";
    out += edge_weight_type(instance.metric(), instance.rounding());
    out += '\n';
    if (!is_explicit && instance.rounding() == Rounding::tenths) out += "SCALE : 10\n";
    if (is_explicit) out += "EDGE_WEIGHT_FORMAT : LOWER_ROW\n";
    if (is_explicit && instance.has_places()) out += "NODE_COORD_TYPE : TWOD_COORDS\n";
    if (!instance.is_tsp()) append_limits(instance, out);
    if (is_explicit) append_matrix(instance, out);
    if (instance.has_places()) append_places(instance, out);
    if (instance.is_tsp()) return out + "EOF\n";
    out += "DEMAND_SECTION\n";
    for (Node node = 0; node < instance.nodes(); ++node)
        out += std::to_string(node + 1) + ' ' + std::to_string(instance.demand(node)) + '\n';
    append_times(instance, out);
    return out + "DEPOT_SECTION\n1\n-1\nEOF\n";
}

}  // namespace l2r
