#include "value/tidy.hpp"

#include <algorithm>

namespace l2r {
namespace {

constexpr int most_rounds = 10;

/// A route with the depot at both ends.
class Tour {
  public:
    Tour(const Instance& instance, std::vector<Node>& stops, const StopPoll& stop)
        : instance_(instance), stops_(stops), stop_(stop) {}

    bool shorten_by_two_opt() {
        bool shorter = false;
        for (std::size_t i = 0; i + 2 < stops_.size(); ++i) {
            if (stop_.stops_after(stops_.size())) return false;
            for (std::size_t j = i + 2; j + 1 < stops_.size(); ++j)
                if (gains(leg(i, i + 1) + leg(j, j + 1), leg(i, j) + leg(i + 1, j + 1))) {
                    std::reverse(at(i + 1), at(j + 1));
                    shorter = true;
                }
        }
        return shorter;
    }

    bool shorten_by_relocation() {
        bool shorter = false;
        for (std::size_t i = 1; i + 1 < stops_.size(); ++i) {
            if (stop_.stops_after(stops_.size())) return false;
            const std::int64_t removed = leg(i - 1, i) + leg(i, i + 1) - leg(i - 1, i + 1);
            for (std::size_t j = 0; j + 1 < stops_.size(); ++j) {
                if (j == i || j + 1 == i || !gains(removed, leg(j, i) + leg(i, j + 1) - leg(j, j + 1)))
                    continue;
                if (j > i)
                    std::rotate(at(i), at(i + 1), at(j + 1));
                else
                    std::rotate(at(j + 1), at(i), at(i + 1));
                shorter = true;
                break;
            }
        }
        return shorter;
    }

  private:
    std::int64_t leg(std::size_t i, std::size_t j) const { return instance_.cost(stops_[i], stops_[j]); }
    bool gains(std::int64_t before, std::int64_t after) const {
        return before - after >= instance_.least_gain();
    }
    std::vector<Node>::iterator at(std::size_t i) { return stops_.begin() + static_cast<std::ptrdiff_t>(i); }

    const Instance& instance_;
    std::vector<Node>& stops_;
    const StopPoll& stop_;
};

}  // namespace

void tidy(const Instance& instance, const Start& start, Solution& tidied, const StopPoll& stop) {
    tidied.clear();
    std::vector<Node> stops;
    for (int r = 0; r < start.solution.routes() && !stop.stopped(); ++r) {
        const auto route = start.solution.route(r);
        if (r < start.settled) {
            tidied.add_route(route);
            continue;
        }
        stops.assign(1, 0);
        stops.insert(stops.end(), route.begin(), route.end());
        stops.push_back(0);
        Tour tour(instance, stops, stop);
        for (int round = 0; round < most_rounds; ++round) {
            const bool turned = tour.shorten_by_two_opt(), moved = tour.shorten_by_relocation();
            if (!turned && !moved) break;
        }
        tidied.add_route(std::span(stops).subspan(1, route.size()));
    }
}

}  // namespace l2r
