#include "optimise/anneal/divided_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>
#include <utility>

#include "base/workers.hpp"
#include "optimise/anneal/divided_progress.hpp"
#include "optimise/anneal/division.hpp"
#include "optimise/anneal/division_part.hpp"

namespace l2r::anneal {
namespace {

std::vector<Part> parts_of(const Instance& instance, const Solution& solution, int size, Random& random) {
    std::vector<Part> parts;
    for (const std::vector<int>& group : divide(instance, solution, size, random)) {
        std::vector<std::vector<Node>> routes;
        for (const int r : group) routes.emplace_back(solution.route(r).begin(), solution.route(r).end());
        parts.emplace_back(parts.size(), std::move(routes));
    }
    return parts;
}

/// The temperatures of a divided run, round by round.
class Cooling {
  public:
    Cooling(const SimulatedAnnealingSettings& settings, double first_temperature, int rounds)
        : first_(first_temperature > 0 ? first_temperature : settings.first_temperature),
          last_(std::min(first_, settings.last_temperature)),
          rounds_(rounds) {}

    double at_begin_of(int round) const {
        return first_ * std::pow(last_ / first_, static_cast<double>(round) / rounds_);
    }

  private:
    const double first_, last_;
    const int rounds_;
};

using Lanes = std::vector<std::vector<std::size_t>>;

/// Shares parts out among lanes, one for each thread, so that all have about as many customers: the largest
/// first, each to the lane that has least.
Lanes shared_out(const std::vector<Part>& parts, int lanes) {
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (lanes > 1)
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return parts[a].customers() > parts[b].customers();
        });
    Lanes result(static_cast<std::size_t>(lanes));
    std::vector<double> customers(result.size());
    for (const std::size_t part : order) {
        const auto least = std::min_element(customers.begin(), customers.end()) - customers.begin();
        result[static_cast<std::size_t>(least)].push_back(part);
        customers[static_cast<std::size_t>(least)] += parts[part].customers();
    }
    return result;
}

/// A round as this process sees it.
struct RoundHere {
    const Instance& instance;
    const Round& round;
    std::vector<Part>& parts;
    Progress& progress;
    const Stop stop;
    const ImprovePart& improve;
};

/// When it ends, so much of the run is over.
void search_part(const RoundHere& here, Part& part, double end, int worker) {
    const Round& round = here.round;
    const Instance own = here.instance.in_order(part.nodes());
    const Solution before = part.solution();
    PartWatch watch(here.progress, end);
    PartRun run{own,
                before,
                {},
                Random(round.seed, part.number()),
                round.last_temperature,
                here.progress.expected_iterations() >= 0.99 * round.for_overload};
    run.budget.stop = here.stop;
    run.budget.watch = &watch;
    const double iterations = round.iterations_in_all / round.rounds * part.customers() / round.customers;
    run.budget.iterations = std::max<std::int64_t>(1, std::llround(iterations));
    run.budget.first_temperature = round.first_temperature;
    run.budget.closes_routes = round.closes_routes;
    const Outcome outcome = here.improve(run, worker);
    watch.finish(outcome.iterations);
    here.progress.replace(here.parts, part, outcome.solution,
                          is_shorter(length(own, outcome.solution), length(own, before)));
}

void search_lanes(const RoundHere& here, const Lanes& lanes, Workers& workers) {
    workers.run([&](int worker) {
        const auto& lane = lanes[static_cast<std::size_t>(worker)];
        double in_lane = 0, done = 0;
        for (const std::size_t part : lane) in_lane += here.parts[part].customers();
        for (const std::size_t part : lane) {
            if (here.progress.has_ended()) return;
            done += here.parts[part].customers();
            search_part(here, here.parts[part], (here.round.number + done / in_lane) / here.round.rounds,
                        worker);
        }
    });
}

/// Sends each other process its lanes, which follow those of this one.
void send_shares(Others& others, const Round& round, const std::vector<Part>& parts, const Lanes& lanes,
                 std::size_t lane) {
    const std::vector<int> threads = others.threads();
    for (std::size_t other = 0; other < threads.size(); ++other) {
        ByteWriter bytes;
        Round::for_each_number(round, [&](const auto& number) { bytes.add(number); });
        for (int thread = 0; thread < threads[other]; ++thread, ++lane) {
            bytes.add(lanes[lane].size());
            for (const std::size_t part : lanes[lane]) add(bytes, parts[part]);
        }
        others.send(static_cast<int>(other), bytes.take());
    }
}

void take_answers(Others& others, std::vector<Part>& parts, Progress& progress) {
    std::size_t missing = others.threads().size();
    while (missing > 0 && others.may_answer()) {
        const auto answer = others.try_take();
        if (!answer) {
            std::this_thread::sleep_for(std::chrono::microseconds(200));
            continue;
        }
        --missing;
        ByteReader bytes(answer->second);
        progress.add_of_others(bytes.next<std::int64_t>());
        for (auto left = bytes.next<std::size_t>(); left > 0; --left) {
            const Part part = next_part(bytes);
            progress.set_routes(parts[part.number()], part.routes());
        }
    }
}

}  // namespace

Outcome improve_in_parts(const Instance& instance, const Solution& start, const Budget& budget,
                         const AnnealingSettings& settings, Random& random, const ImprovePart& improve) {
    Workers alone(1);
    Workers& workers = budget.workers == nullptr ? alone : *budget.workers;
    const std::vector<int> others = budget.others == nullptr ? std::vector<int>() : budget.others->threads();
    const int lanes_in_all = std::accumulate(others.begin(), others.end(), workers.count());
    Round round;
    round.rounds = settings.division.rounds;
    round.customers = instance.customers();
    round.iterations_in_all =
        budget.longer * (budget.iterations > 0
                             ? static_cast<double>(budget.iterations)
                             : settings.annealing.iterations_per_customer * round.customers);
    round.for_overload = settings.division.least_iterations * round.rounds * round.customers;
    round.lanes = lanes_in_all;
    const Cooling cooling(settings.annealing, budget.first_temperature, round.rounds);
    Progress progress(budget, round.iterations_in_all, round.lanes, workers.count());
    round.is_by_time = progress.is_by_time();
    Solution solution = start;
    for (; round.number < round.rounds && !progress.has_ended(); ++round.number) {
        std::vector<Part> parts = parts_of(instance, solution, settings.division.part, random);
        const Lanes lanes = shared_out(parts, lanes_in_all);
        round.seed = random.next();
        round.first_temperature = cooling.at_begin_of(round.number);
        round.last_temperature = cooling.at_begin_of(round.number + 1);
        round.closes_routes = budget.closes_routes && round.number == 0;
        round.now = progress.now();
        round.seconds_left = budget.watch == nullptr ? 0 : budget.watch->seconds_left();
        round.expected_iterations = progress.expected_iterations();
        if (!others.empty())
            send_shares(*budget.others, round, parts, lanes, static_cast<std::size_t>(workers.count()));
        search_lanes({instance, round, parts, progress, budget.stop, improve}, lanes, workers);
        if (!others.empty()) take_answers(*budget.others, parts, progress);
        solution = joined(parts);
        progress.end_round(solution);
        progress.add(0);  // what the watch was told may end the run
    }
    Outcome outcome{std::move(solution)};
    outcome.iterations = progress.iterations();
    return outcome;
}

std::string improve_share(const Instance& instance, const std::string& share, const Budget& budget,
                          const ImprovePart& improve) {
    Workers& workers = *budget.workers;
    ByteReader reader(share);
    Round round;
    Round::for_each_number(
        round, [&](auto& number) { number = reader.next<std::remove_reference_t<decltype(number)>>(); });
    std::vector<Part> parts;
    Lanes lanes(static_cast<std::size_t>(workers.count()));
    for (auto& lane : lanes)
        for (auto left = reader.next<std::size_t>(); left > 0; --left) {
            lane.push_back(parts.size());
            parts.push_back(next_part(reader));
        }
    Progress progress(budget, round, workers.count());
    search_lanes({instance, round, parts, progress, budget.stop, improve}, lanes, workers);
    ByteWriter answer;
    answer.add(progress.iterations());
    answer.add(parts.size());
    for (const Part& part : parts) add(answer, part);
    return answer.take();
}

}  // namespace l2r::anneal
