#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/program.hpp"
#include "problem/generate.hpp"
#include "problem/sol_file.hpp"
#include "problem/vrp_file.hpp"
#include "support/paths.hpp"

namespace l2r::test {

using SteadyClock = std::chrono::steady_clock;

inline double seconds_since(SteadyClock::time_point begin) {
    return std::chrono::duration<double>(SteadyClock::now() - begin).count();
}

/// The least of up to three measurements, and no more than are needed to be below `enough`: the machine may
/// be busy with something else.
template <class Measure>
double best_of_three(double enough, Measure measure) {
    double least = measure();
    for (int more = 0; more < 2 && least >= enough && !testing::Test::HasFailure(); ++more)
        least = std::min(least, measure());
    return least;
}

/// A folder with instances to solve.
class SolveProgram : public Program {
  protected:
    /// Writes a random instance as random-SIZE.vrp.
    std::string generate(int customers, std::int64_t capacity = 0) {
        const std::string name = "random-" + std::to_string(customers) + ".vrp";
        write(name, format_vrp(random_instance(customers, 1, 0, capacity)));
        return name;
    }

    /// Begins `l2r solve` and leaves it running.
    std::unique_ptr<Process> begin(const std::vector<std::string>& arguments) {
        std::vector<std::string> all{test::l2r_program(), "solve"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        return std::make_unique<Process>(all, folder_.string());
    }

    /// The solution file is feasible and costs what it states, by the library and by `l2r check`.
    void expect_right(const std::string& instance_file, const std::string& solution_file) {
        const Instance instance = read_vrp(folder_ / instance_file);
        const SolutionFile file = read_sol(folder_ / solution_file);
        EXPECT_EQ(faults(instance, file.solution), std::vector<std::string>{});
        ASSERT_TRUE(file.stated_cost);
        EXPECT_EQ(*file.stated_cost, length(instance, file.solution));
        const Finished check = run({"check", instance_file, solution_file});
        EXPECT_EQ(check.exit_code, 0) << check.out;
        EXPECT_TRUE(contains(check.out, ", as stated")) << check.out;
    }

    /// Sends `signal` to a solve under way, `delay` seconds after its first improvement is logged, or after
    /// its start; returns how long it took to end from there on.
    double time_to_end(const std::string& instance_file, int signal, double delay, bool from_start) {
        std::filesystem::remove(folder_ / "out.sol");
        const auto process = begin({instance_file, "--time", "100", "--log", "-o", "out.sol"});
        if (!from_start && !process->wait_for("\n", 30)) ADD_FAILURE() << "no improvement is logged";
        std::this_thread::sleep_for(std::chrono::duration<double>(delay));
        const auto sent = SteadyClock::now();
        process->send(signal);
        const Finished outcome = process->finish(30);
        const double seconds = seconds_since(sent);
        EXPECT_EQ(outcome.exit_code, 0);
        EXPECT_EQ(outcome.signal, 0);
        EXPECT_FALSE(outcome.timed_out);
        EXPECT_TRUE(contains(outcome.err, "stopped by: interrupted")) << outcome.err;
        expect_right(instance_file, "out.sol");
        return seconds;
    }

    static constexpr double at_once = sanitized ? 5 : 0.1;
};

}  // namespace l2r::test
