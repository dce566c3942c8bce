// The library in a program of one's own, with an optimiser and a scorer of one's own. See the README, "In
// your own program".
#include <explore/solve.hpp>
#include <iostream>
#include <problem/sol_file.hpp>
#include <problem/vrp_file.hpp>
#include <utility>

namespace {

/// Puts each customer where it costs least within its route, again and again, and leaves it on that route.
class Relocate : public l2r::Optimiser {
  public:
    std::string name() const override { return "relocate"; }
    std::unique_ptr<l2r::Optimiser> clone() const override { return std::make_unique<Relocate>(); }

    l2r::Outcome improve(const l2r::Instance& instance, const l2r::Start& start, const l2r::Budget& budget,
                         l2r::Random&) override {
        l2r::Outcome outcome;
        outcome.converged = true;
        for (int r = 0; r < start.solution.routes(); ++r) {
            const auto customers = start.solution.route(r);
            std::vector<l2r::Node> route(customers.begin(), customers.end());
            while (!budget.stop.requested() && moves_one(instance, route)) ++outcome.cycles;
            outcome.solution.add_route(route);
        }
        return outcome;
    }

  private:
    static double length_of(const l2r::Instance& instance, const std::vector<l2r::Node>& route) {
        double sum = 0;
        l2r::Node last = 0;
        for (const l2r::Node customer : route)
            sum += instance.distance(std::exchange(last, customer), customer);
        return sum + instance.distance(last, 0);
    }

    static bool moves_one(const l2r::Instance& instance, std::vector<l2r::Node>& route) {
        const double before = length_of(instance, route);
        for (std::size_t from = 0; from < route.size(); ++from)
            for (std::size_t to = 0; to < route.size(); ++to) {
                std::vector<l2r::Node> changed = route;
                changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(from));
                changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(to), route[from]);
                if (length_of(instance, changed) > before - 1e-9) continue;
                route = std::move(changed);
                return true;
            }
        return false;
    }
};

/// Likes starts whose customers on one route are near one another: the sum of their mean distances.
class Compactness : public l2r::Scorer {
  public:
    std::string name() const override { return "compactness"; }
    std::unique_ptr<l2r::Scorer> clone() const override { return std::make_unique<Compactness>(); }

    std::vector<double> score(const l2r::Instance& instance, std::span<l2r::Start> candidates,
                              const l2r::Stop&) override {
        std::vector<double> scores;
        for (const l2r::Start& start : candidates) {
            double sum = 0;
            for (int r = 0; r < start.solution.routes(); ++r) {
                const auto route = start.solution.route(r);
                for (const l2r::Node a : route)
                    for (const l2r::Node b : route)
                        sum += instance.distance(a, b) / static_cast<double>(route.size());
            }
            scores.push_back(sum);
        }
        return scores;
    }
};

double mean_run(const l2r::Instance& instance, const l2r::Scorer* scorer) {
    l2r::ExploreSettings settings;
    settings.construction = l2r::Construction::random;  // such starts differ most
    settings.guidance.candidates = scorer == nullptr ? 1 : 20;
    settings.stop.runs = 50;
    double sum = 0;
    l2r::Observer observer;
    observer.ran = [&](std::int64_t, double length) { sum += length; };
    l2r::explore(instance, Relocate(), scorer, settings, observer);
    return sum / 50;
}

}  // namespace

int main(int, char** arguments) {
    const l2r::Instance instance = l2r::read_vrp(arguments[1]);
    const Compactness compactness;
    const double unguided = mean_run(instance, nullptr), guided = mean_run(instance, &compactness);
    std::cout << "a run of our own optimiser: " << unguided
              << ", from the most compact of 20 starts: " << guided << "\n";

    const l2r::Exploration result = l2r::solve(instance, {.runs = 2});
    std::cout << l2r::format_sol(result.best, result.length);
    return guided < unguided && l2r::faults(instance, result.best).empty() ? 0 : 1;
}
