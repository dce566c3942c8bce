#include "optimise/outside/lkh_files.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/error.hpp"
#include "base/number.hpp"
#include "base/text.hpp"

namespace l2r::lkh {
namespace {

void require_room(const Instance& instance) {
    if (instance.total_demand() > std::numeric_limits<std::int32_t>::max())
        throw InputError("LKH cannot add up these demands, their sum is above 2^31-1; use smaller units");
    if (instance.metric() != Metric::euclidean && instance.nodes() > Instance::matrix_limit)
        throw InputError(
            "LKH gets distances other than EUC_2D, CEIL_2D and FLOOR_2D as a matrix, which has " +
            std::to_string(Instance::matrix_limit) + " nodes at most");
}

/// Rounding to the nearest is what scaled distances get in any case.
std::string_view edge_weight_type(const Instance& instance, const Costs& costs) {
    if (instance.metric() != Metric::euclidean) return "EXPLICIT";
    if (costs.scale == 1 && instance.rounding() == Rounding::ceil) return "CEIL_2D";
    if (costs.scale == 1 && instance.rounding() == Rounding::trunc) return "FLOOR_2D";
    return "EUC_2D";
}

void append_places(const Instance& instance, double scale, std::string& out) {
    out += "NODE_COORD_SECTION\n";
    for (Node node = 0; node < instance.nodes(); ++node) {
        const Point place = instance.place(node);
        out += std::to_string(node + 1) + ' ' + text::shortest(scale * place.x) + ' ' +
               text::shortest(scale * place.y) + '\n';
    }
}

void append_matrix(const Instance& instance, double scale, std::string& out) {
    out += "EDGE_WEIGHT_SECTION\n";
    for (Node a = 1; a < instance.nodes(); ++a)
        for (Node b = 0; b < a; ++b)
            out += std::to_string(std::lround(scale * instance.distance(a, b))) + (b + 1 < a ? ' ' : '\n');
}

/// LKH adds up whole numbers: the limit is rounded down and service up, with one more at each customer for
/// what costs were rounded by. So routes that LKH takes to keep to the limit do.
void append_limit(const Instance& instance, const Costs& costs, std::string& out) {
    if (!instance.has_route_limit()) return;
    const double service = std::ceil(costs.scale * instance.exact_service()) + (costs.exact ? 0 : 1);
    out += "DISTANCE : " + text::shortest(std::floor(costs.scale * instance.exact_route_limit())) + '\n';
    out += "SERVICE_TIME : " + text::shortest(service) + '\n';
}

std::string shared_parameters(const Parameters& parameters) {
    const std::string vehicles = std::to_string(parameters.vehicles);
    std::string out;
    out += "SPECIAL\n";  // what LKH-3 recommends for vehicle routing: without it a trial takes far longer
    out += std::string("PROBLEM_FILE = ") + problem_file + '\n';
    out += "VEHICLES = " + vehicles + '\n';
    out += "MTSP_MIN_SIZE = 0\n";  // vehicles may stay at home
    out += "PRECISION = " + std::to_string(parameters.precision) + '\n';
    out += "PI_FILE = penalties-" + vehicles + '\n';
    out += "CANDIDATE_FILE = candidates-" + vehicles + '\n';
    out += "RUNS = 1\n";
    out += "TRACE_LEVEL = 0\n";
    return out;
}

/// Node numbers between TOUR_SECTION and -1.
std::vector<long> tour_nodes(std::string_view text) {
    text::Lines lines(text);
    std::vector<long> nodes;
    bool inside = false;
    while (const auto line = lines.next()) {
        if (!inside) {
            inside = line->content == "TOUR_SECTION";
            continue;
        }
        if (line->content == "-1") return nodes;
        const auto number = text::number(line->content);
        if (!number || *number != std::floor(*number) || std::abs(*number) > 1e9)
            throw InputError("the tour file", line->number, text::quoted(line->content) + " is not a node");
        nodes.push_back(std::lround(*number));
    }
    throw InputError(inside ? "the tour file ends before its -1" : "the tour file has no TOUR_SECTION");
}

}  // namespace

Costs Costs::of(const Instance& instance) {
    const double longest = std::max(instance.largest_cost() * instance.cost_step(), 1e-9);
    const bool is_rounded = instance.rounding() != Rounding::none && instance.rounding() != Rounding::tenths;
    const bool whole = is_rounded || instance.cost_step() == 1;
    const int exponent = static_cast<int>(std::floor(std::log2(limit / longest)));
    const double scale = std::ldexp(1.0, whole ? std::min(exponent, 0) : exponent);
    return {scale, static_cast<int>(std::clamp(limit / (scale * longest), 1.0, 100.0)), whole && scale == 1};
}

std::string format_problem(const Instance& instance) {
    require_room(instance);
    const Costs costs = Costs::of(instance);
    const std::string_view type = edge_weight_type(instance, costs);
    std::string out = "NAME : problem\nTYPE : CVRP\n";
    out += "DIMENSION : " + std::to_string(instance.nodes()) + '\n';
    out += "CAPACITY : " + std::to_string(instance.capacity()) + '\n';
    append_limit(instance, costs, out);
    out += "EDGE_WEIGHT_TYPE : " + std::string(type) + '\n';
    if (type == "EXPLICIT") {
        out += "EDGE_WEIGHT_FORMAT : LOWER_ROW\n";
        append_matrix(instance, costs.scale, out);
    } else {
        append_places(instance, costs.scale, out);
    }
    out += "DEMAND_SECTION\n";
    for (Node node = 0; node < instance.nodes(); ++node)
        out += std::to_string(node + 1) + ' ' + std::to_string(instance.demand(node)) + '\n';
    return out + "DEPOT_SECTION\n1\n-1\nEOF\n";
}

std::string format_tour(const Instance& instance, const Solution& solution, int vehicles) {
    std::string out = "TYPE : TOUR\n";
    out += "DIMENSION : " + std::to_string(instance.nodes() + vehicles - 1) + '\n';
    out += "TOUR_SECTION\n";
    int vehicle = 0;
    const auto leave_depot = [&] {
        out += std::to_string(vehicle == 0 ? 1 : instance.nodes() + vehicle) + '\n';
        ++vehicle;
    };
    for (int r = 0; r < solution.routes(); ++r) {
        if (solution.route(r).empty()) continue;
        if (vehicle < vehicles) leave_depot();
        for (const Node customer : solution.route(r)) out += std::to_string(customer + 1) + '\n';
    }
    while (vehicle < vehicles) leave_depot();
    return out + "-1\nEOF\n";
}

Solution parse_tour(std::string_view text, const Instance& instance, int vehicles) {
    const std::vector<long> nodes = tour_nodes(text);
    const long last = instance.nodes() + vehicles - 1;
    if (static_cast<long>(nodes.size()) != last)
        throw InputError("the tour file has " + std::to_string(nodes.size()) + " nodes, not " +
                         std::to_string(last));
    if (nodes.front() != 1) throw InputError("the tour file does not begin with node 1");
    Solution solution;
    std::vector<Node> route;
    const auto end_route = [&] {
        if (!route.empty()) solution.add_route(route);
        route.clear();
    };
    for (const long node : nodes) {
        if (node < 1 || node > last)
            throw InputError("the tour file has a node " + std::to_string(node) + ", and " +
                             std::to_string(last) + " is the last");
        if (node == 1 || node > instance.nodes())
            end_route();
        else
            route.push_back(static_cast<Node>(node - 1));
    }
    end_route();
    return solution;
}

std::string format_preparation(const Parameters& parameters) {
    return shared_parameters(parameters) + "MAX_TRIALS = 0\nSEED = 1\n";
}

std::string format_run(const Parameters& parameters) {
    std::string out = shared_parameters(parameters);
    out += std::string("INITIAL_TOUR_FILE = ") + start_file + '\n';
    out += std::string("OUTPUT_TOUR_FILE = ") + best_file + '\n';
    out += "MAX_TRIALS = " + std::to_string(parameters.trials) + '\n';
    out += "TIME_LIMIT = ";
    append_number(out, parameters.seconds, 3);
    out += "\nSEED = " + std::to_string(parameters.seed) + '\n';
    return out;
}

}  // namespace l2r::lkh
