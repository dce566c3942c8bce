#include "experiment/integer_program.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "problem/segment.hpp"

namespace l2r {
namespace {

/// Customers up to which rows for all their sets pay: 4,083 rows.
constexpr int all_sets_limit = 12;

/// Demands and a capacity under which the same routes are feasible, and no customer demands nothing: a round
/// trip among those would escape the constraints on loads.
struct Loads {
    std::vector<std::int64_t> demands;
    std::int64_t capacity;

    explicit Loads(const Instance& instance) : capacity(instance.capacity()) {
        bool zeros = false;
        for (Node node = 0; node < instance.nodes(); ++node) {
            demands.push_back(instance.demand(node));
            zeros |= node > 0 && demands.back() == 0;
        }
        if (!zeros) return;
        // In smaller units, one more for each customer: all of these together are less than an old unit.
        const std::int64_t unit = instance.customers() + 1;
        for (std::size_t node = 1; node < demands.size(); ++node) demands[node] = unit * demands[node] + 1;
        capacity = unit * capacity + unit - 1;
    }
    std::int64_t demand(Node node) const { return demands[static_cast<std::size_t>(node)]; }
    /// Whether a route may go from a to b; customers that do not fit together never follow one another.
    bool allowed(Node a, Node b) const { return a != b && demand(a) + demand(b) <= capacity; }
};

std::string x(Node a, Node b) {
    return "x_" + std::to_string(a) + "_" + std::to_string(b);
}

std::string u(Node node) {
    return "u_" + std::to_string(node);
}

/// " + 5 x_1_2"; nothing for a coefficient of 0.
std::string term(double coefficient, const std::string& variable) {
    if (coefficient == 0) return "";
    return (coefficient < 0 ? " - " : " + ") + text::shortest(std::abs(coefficient)) + ' ' + variable;
}

class Writer {
  public:
    explicit Writer(const Instance& instance) : instance_(instance), loads_(instance) {}

    std::string write() {
        out_ = "\\ The integer program of capacitated vehicle routing\nMinimize\n length:";
        for_all_edges([&](Node a, Node b) { add(term(instance_.distance(a, b), x(a, b))); });
        out_ += "\nSubject To\n";
        for (Node node = 0; node < instance_.nodes(); ++node) add_degrees(node);
        for (Node a = 1; a < instance_.nodes(); ++a)
            for (Node b = 1; b < instance_.nodes(); ++b)
                if (loads_.allowed(a, b)) add_load(a, b);
        for (Node node = 1; node < instance_.nodes(); ++node) add_ends(node);
        add_sets();
        out_ += "Bounds\n " + std::to_string(std::max(instance_.min_routes(), 1)) +
                " <= k <= " + std::to_string(instance_.customers()) + '\n';
        for (Node node = 1; node < instance_.nodes(); ++node)
            out_ += ' ' + std::to_string(loads_.demand(node)) + " <= " + u(node) +
                    " <= " + std::to_string(loads_.capacity) + '\n';
        out_ += "Generals\n k\nBinaries\n";
        for_all_edges([&](Node a, Node b) { out_ += ' ' + x(a, b) + '\n'; });
        return out_ + "End\n";
    }

  private:
    /// Lines of LP files may not be long.
    void add(const std::string& text) {
        const std::size_t line = out_.rfind('\n') + 1;
        if (out_.size() - line > 100) out_ += "\n  ";
        out_ += text;
    }

    template <class Visit>
    void for_all_edges(Visit visit) const {
        for (Node a = 0; a < instance_.nodes(); ++a)
            for (Node b = 0; b < instance_.nodes(); ++b)
                if (loads_.allowed(a, b)) visit(a, b);
    }

    /// One edge in and one edge out; of the depot, as many as there are routes.
    void add_degrees(Node node) {
        const std::string right = node == 0 ? " - k = 0\n" : " = 1\n";
        out_ += " in_" + std::to_string(node) + ':';
        for (Node other = 0; other < instance_.nodes(); ++other)
            if (loads_.allowed(other, node)) add(term(1, x(other, node)));
        out_ += right + " out_" + std::to_string(node) + ':';
        for (Node other = 0; other < instance_.nodes(); ++other)
            if (loads_.allowed(node, other)) add(term(1, x(node, other)));
        out_ += right;
    }

    /// The paper's u_a - u_b + C x_ab <= C - d_b, lifted by the edge back, for which u_a = u_b + d_a.
    void add_load(Node a, Node b) {
        const auto capacity = static_cast<double>(loads_.capacity);
        const auto rest = static_cast<double>(loads_.capacity - loads_.demand(a) - loads_.demand(b));
        out_ += " load_" + std::to_string(a) + '_' + std::to_string(b) + ':' + term(1, u(a)) +
                term(-1, u(b)) + term(capacity, x(a, b)) + term(rest, x(b, a)) +
                " <= " + std::to_string(loads_.capacity - loads_.demand(b)) + '\n';
    }

    /// A customer's load holds that of the one before it, and leaves room for the one behind it.
    void add_ends(Node node) {
        out_ += " before_" + std::to_string(node) + ": " + u(node);
        for (Node other = 1; other < instance_.nodes(); ++other)
            if (loads_.allowed(other, node))
                add(term(-static_cast<double>(loads_.demand(other)), x(other, node)));
        out_ += " >= " + std::to_string(loads_.demand(node)) + "\n behind_" + std::to_string(node) + ": " +
                u(node);
        for (Node other = 1; other < instance_.nodes(); ++other)
            if (loads_.allowed(node, other))
                add(term(static_cast<double>(loads_.demand(other)), x(node, other)));
        out_ += " <= " + std::to_string(loads_.capacity) + '\n';
    }

    /// As many edges lead into a set of customers as it needs vehicles. With all sets there is little left to
    /// branch on, but each customer doubles their number.
    void add_sets() {
        if (instance_.customers() > all_sets_limit) return;
        const unsigned all = (1U << instance_.customers()) - 1;
        for (unsigned set = 1; set <= all; ++set)
            if (std::popcount(set) > 1) add_set(set);
    }

    /// Bit i stands for customer i + 1.
    void add_set(unsigned set) {
        const auto has = [&](Node node) { return node > 0 && (set >> (node - 1) & 1) != 0; };
        std::int64_t load = 0;
        std::string name = " set";
        for (Node node = 1; node < instance_.nodes(); ++node)
            if (has(node)) {
                load += instance_.demand(node);
                name += '_' + std::to_string(node);
            }
        out_ += name + ':';
        for_all_edges([&](Node a, Node b) {
            if (!has(a) && has(b)) add(term(1, x(a, b)));
        });
        const std::int64_t vehicles = (load + instance_.capacity() - 1) / instance_.capacity();
        out_ += " >= " + std::to_string(std::max<std::int64_t>(vehicles, 1)) + '\n';
    }

    const Instance& instance_;
    Loads loads_;
    std::string out_;
};

/// The customer of a variable's name; nothing where it is none.
std::optional<Node> node_of(std::string_view word, const Instance& instance) {
    const auto number = text::number(word);
    if (!number || *number != std::floor(*number) || *number < 0 || *number > instance.customers())
        return std::nullopt;
    return static_cast<Node>(*number);
}

/// Where the edges lead that an answer has chosen.
class Edges {
  public:
    explicit Edges(const Instance& instance)
        : instance_(instance), next_(static_cast<std::size_t>(instance.nodes()), -1) {}

    void choose(std::string_view name, int line) {
        const std::size_t middle = name.find('_', 2);
        const auto a = node_of(name.substr(2, middle - 2), instance_);
        const auto b = node_of(name.substr(std::min(middle + 1, name.size())), instance_);
        if (middle == std::string_view::npos || !a || !b)
            throw InputError("CBC's solution", line, "there is no " + text::quoted(name));
        if (*a == 0)
            firsts_.push_back(*b);
        else if (std::exchange(next_[static_cast<std::size_t>(*a)], *b) != -1)
            throw InputError("CBC's solution", line,
                             "there are two edges out of customer " + std::to_string(*a));
    }

    Solution routes() const {
        Solution solution;
        int visits = 0;
        for (const Node first : firsts_) {
            std::vector<Node> route;
            for (Node node = first; node != 0; node = next_[static_cast<std::size_t>(node)]) {
                if (node < 0 || ++visits > instance_.customers())
                    throw InputError("CBC's solution: the edges are no routes from and to the depot");
                route.push_back(node);
            }
            solution.add_route(route);
        }
        return solution;
    }

  private:
    const Instance& instance_;
    std::vector<Node> firsts_;
    std::vector<Node> next_;
};

}  // namespace

std::string format_integer_program(const Instance& instance) {
    if (instance.customers() > integer_program_limit)
        throw InputError("the integer program is for at most " + std::to_string(integer_program_limit) +
                         " customers; optima are found for up to 12 or so");
    if (instance.has_windows()) throw InputError("the integer program does not support time windows");
    if (!Limits(instance).only_capacity())
        throw InputError("the integer program does not support a limit on the length of routes (DISTANCE)");
    if (instance.is_tsp()) throw InputError("the integer program does not support the TSP");
    if (instance.has_fleet_limit())
        throw InputError("the integer program does not support a limit on the number of vehicles");
    return Writer(instance).write();
}

ProgramAnswer parse_cbc_solution(std::string_view text, const Instance& instance) {
    text::Lines lines(text);
    const auto first = lines.next();
    const std::string_view status = first ? first->content : "";
    ProgramAnswer answer;
    if (status.starts_with("Optimal"))
        answer.status = ProgramAnswer::Status::optimal;
    else if (status.starts_with("Infeasible") || status.starts_with("Integer infeasible"))
        answer.status = ProgramAnswer::Status::infeasible;
    else if (!status.starts_with("Stopped"))
        throw InputError("CBC's solution begins with " + text::quoted(status));
    answer.has_solution = answer.status != ProgramAnswer::Status::infeasible &&
                          status.find("no integer solution") == std::string_view::npos;
    if (!answer.has_solution) return answer;
    Edges edges(instance);
    while (const auto line = lines.next()) {
        std::string_view rest = line->content;
        text::take_word(rest);
        const std::string_view name = text::take_word(rest);
        const auto value = text::number(text::take_word(rest));
        if (!value) throw InputError("CBC's solution", line->number, "a value is missing");
        if (!name.starts_with("x_")) continue;
        const bool chosen = *value > 0.5;
        if (std::abs(*value - (chosen ? 1 : 0)) > 1e-4)
            throw InputError("CBC's solution", line->number,
                             text::quoted(name) + " is " + text::shortest(*value) + ", neither 0 nor 1");
        if (chosen) edges.choose(name, line->number);
    }
    answer.solution = edges.routes();
    return answer;
}

double parse_cbc_bound(std::string_view printed) {
    constexpr std::string_view label = "best possible ";
    constexpr double nothing = -std::numeric_limits<double>::infinity();
    const std::size_t at = printed.rfind(label);
    if (at == std::string_view::npos) return nothing;
    const std::string_view rest = printed.substr(at + label.size());
    return text::number(rest.substr(0, rest.find_first_of(") \n"))).value_or(nothing);
}

}  // namespace l2r
