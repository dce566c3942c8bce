#include "optimise/outside/exec_json.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "optimise/outside/failures.hpp"

namespace l2r {
namespace {

using nlohmann::json;

const char* to_string(Metric metric) {
    switch (metric) {
        case Metric::euclidean:
            return "euclidean";
        case Metric::manhattan:
            return "manhattan";
        case Metric::maximum:
            return "maximum";
        case Metric::geographic:
            return "geographic";
        case Metric::great_circle:
            return "great_circle";
        case Metric::att:
            return "att";
        case Metric::matrix:
            return "matrix";
    }
    return "unknown";
}

const char* to_string(Rounding rounding) {
    switch (rounding) {
        case Rounding::none:
            return "none";
        case Rounding::nearest:
            return "nearest";
        case Rounding::ceil:
            return "ceil";
        case Rounding::trunc:
            return "trunc";
        case Rounding::tenths:
            return "tenths";
    }
    return "unknown";
}

json distances(const Instance& instance) {
    json rows = json::array();
    for (Node a = 0; a < instance.nodes(); ++a) {
        json row = json::array();
        for (Node b = 0; b < instance.nodes(); ++b) row.push_back(instance.distance(a, b));
        rows.push_back(std::move(row));
    }
    return rows;
}

json describe(const Instance& instance) {
    json demands = json::array(), places = json::array();
    for (Node node = 0; node < instance.nodes(); ++node) {
        demands.push_back(instance.demand(node));
        if (instance.has_places()) places.push_back({instance.place(node).x, instance.place(node).y});
    }
    json result{{"name", instance.name()},
                {"capacity", instance.capacity()},
                {"demands", std::move(demands)},
                {"places", std::move(places)},
                {"metric", to_string(instance.metric())},
                {"rounding", to_string(instance.rounding())}};
    if (instance.has_route_limit()) {
        result["route_limit"] = instance.exact_route_limit();
        result["service"] = instance.exact_service();
    }
    if (instance.has_fleet_limit()) result["vehicles"] = instance.max_routes();
    if (instance.metric() == Metric::matrix) result["distances"] = distances(instance);
    return result;
}

json describe(const Solution& solution) {
    json routes = json::array();
    for (int r = 0; r < solution.routes(); ++r) routes.push_back(json(solution.route(r)));
    return routes;
}

[[noreturn]] void fail(const std::string& reason, const std::string& line) {
    throw Failure{FailureKind::garbage, "the program's answer " + reason + ": " + text::quoted(line)};
}

/// The answer to request `id`, where the program gives one.
json parse_object(const std::string& line, std::int64_t id) {
    json answer = json::parse(line, nullptr, false);
    if (!answer.is_object()) fail("is not a JSON object", line);
    if (!answer.contains("id") || !answer["id"].is_number_integer()) fail("has no id", line);
    if (answer["id"] != id)
        throw Failure{FailureKind::wrong_id, "the program's answer is to request " + answer["id"].dump() +
                                                 ", not to " + std::to_string(id)};
    if (answer.contains("error")) {  // of any depth: what is no text is shown as it came
        const json& error = answer["error"];
        throw Failure{
            FailureKind::refused,
            "the program says: " + text::printable(error.is_string() ? error.get<std::string>() : line)};
    }
    return answer;
}

Solution read_routes(const json& routes, const std::string& line) {
    Solution solution;
    std::vector<Node> customers;
    for (const json& route : routes) {
        if (!route.is_array()) fail("has a route that is no list", line);
        customers.clear();
        for (const json& customer : route) {
            if (!customer.is_number_integer()) fail("has a customer that is no whole number", line);
            const auto number = customer.get<std::int64_t>();
            const bool fits = number >= 0 && number <= std::numeric_limits<Node>::max();
            customers.push_back(fits ? static_cast<Node>(number) : -1);  // which no instance has
        }
        if (!customers.empty()) solution.add_route(customers);
    }
    return solution;
}

}  // namespace

std::string format_request(std::int64_t id, const OutsideRequest& request, bool with_instance,
                           double seconds) {
    json line{{"id", id}, {"start", describe(request.start)}, {"seed", request.seed}, {"seconds", seconds}};
    if (with_instance) line["instance"] = describe(request.instance);
    return line.dump(-1, ' ', false, json::error_handler_t::replace);
}

Solution parse_answer(const std::string& line, std::int64_t id) {
    const json answer = parse_object(line, id);
    if (!answer.contains("routes") || !answer["routes"].is_array()) fail("has no list of routes", line);
    return read_routes(answer["routes"], line);
}

std::string format_request(std::int64_t id, const Instance& instance, std::span<const Start> starts,
                           int cycles, bool with_instance) {
    json line{{"id", id}, {"starts", json::array()}};
    for (const Start& start : starts) line["starts"].push_back(describe(start.solution));
    if (cycles != until_converged) line["cycles"] = cycles;
    if (with_instance) line["instance"] = describe(instance);
    return line.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::vector<double> parse_scores(const std::string& line, std::int64_t id, std::size_t starts) {
    const json answer = parse_object(line, id);
    if (!answer.contains("scores") || !answer["scores"].is_array()) fail("has no list of scores", line);
    const json& scores = answer["scores"];
    if (scores.size() != starts)
        fail("has " + std::to_string(scores.size()) + " scores, not one for each of " +
                 std::to_string(starts) + " starts",
             line);
    for (const json& score : scores)
        if (!score.is_number()) fail("has a score that is no number", line);
    return scores.get<std::vector<double>>();
}

}  // namespace l2r
