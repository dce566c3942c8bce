#pragma once

#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "problem/solution.hpp"

namespace l2r::anneal {

/// Routes that lie side by side, and what a search of them needs to be one of its own.
class Part {
  public:
    Part(std::size_t number, std::vector<std::vector<Node>> routes)
        : number_(number), routes_(std::move(routes)) {
        for (const auto& route : routes_) customers_ += static_cast<double>(route.size());
    }

    std::size_t number() const { return number_; }
    double customers() const { return customers_; }
    const std::vector<std::vector<Node>>& routes() const { return routes_; }
    void set_routes(std::vector<std::vector<Node>> routes) { routes_ = std::move(routes); }
    /// By number there.
    std::vector<Node> nodes() const {
        std::vector<Node> nodes{0};
        for (const auto& route : routes_) nodes.insert(nodes.end(), route.begin(), route.end());
        return nodes;
    }
    /// In numbers of its own.
    Solution solution() const {
        Solution solution;
        Node number = 0;
        for (std::vector<Node> route : routes_) {
            for (Node& customer : route) customer = ++number;
            solution.add_route(route);
        }
        return solution;
    }
    void replace(const Solution& solution) {
        const std::vector<Node> nodes = this->nodes();
        routes_.clear();
        for (int r = 0; r < solution.routes(); ++r) {
            auto& route = routes_.emplace_back();
            for (const Node customer : solution.route(r))
                route.push_back(nodes[static_cast<std::size_t>(customer)]);
        }
    }

  private:
    std::size_t number_;  ///< in the round
    std::vector<std::vector<Node>> routes_;
    double customers_ = 0;
};

inline Solution joined(const std::vector<Part>& parts) {
    Solution solution;
    for (const Part& part : parts)
        for (const auto& route : part.routes())
            if (!route.empty()) solution.add_route(route);
    return solution;
}

inline void add(ByteWriter& bytes, const Part& part) {
    bytes.add(part.number());
    bytes.add(part.routes().size());
    for (const std::vector<Node>& route : part.routes()) bytes.add(std::span<const Node>(route));
}

inline Part next_part(ByteReader& bytes) {
    const auto number = bytes.next<std::size_t>();
    std::vector<std::vector<Node>> routes(bytes.next<std::size_t>());
    for (std::vector<Node>& route : routes) route = bytes.next_all<Node>();
    return Part(number, std::move(routes));
}

}  // namespace l2r::anneal
