#include "app/program.hpp"

namespace l2r {
namespace {

using test::contains;
using test::Finished;

class Problems : public test::Program {
  protected:
    /// The square; its first two customers can be served one after the other, the others too, all at once.
    static std::string with_windows(const std::string& last) {
        std::string text = square("EUC_2D");
        text.replace(text.find("CVRP"), 4, "VRPTW");
        text.replace(text.find("CAPACITY : 2"), 12, "CAPACITY : 9\nSERVICE_TIME : 1");
        return text.replace(text.find("DEPOT_SECTION"), 0,
                            "TIME_WINDOW_SECTION\n1 0 99\n2 0 9\n3 0 20\n4 0 9\n" + last + "\n");
    }
    /// The square without demands.
    static std::string tsp() {
        std::string text = square("EUC_2D");
        text.replace(text.find("CVRP"), 4, "TSP");
        text.replace(text.find("CAPACITY : 2\n"), 13, "");
        const auto demands = text.find("DEMAND_SECTION");
        return text.replace(demands, text.find("DEPOT_SECTION") - demands, "");
    }
};

TEST_F(Problems, TimeWindowsAreKeptToAndCheckedAndDrawn) {
    write("windows.vrp", with_windows("5 0 20"));
    const Finished solved =
        run({"solve", "windows.vrp", "--runs", "2", "-o", "out.sol", "--plot", "out.html"});
    EXPECT_EQ(solved.exit_code, 0) << solved.err;
    EXPECT_TRUE(contains(solved.err, "length 48, 2 routes")) << solved.err;
    EXPECT_EQ(run({"check", "windows.vrp", "out.sol"}).out, "length 48, as stated\nroutes 2\nfeasible\n");
    write("late.sol", "Route #1: 1 2 3 4\nCost 44\n");
    const Finished found = run({"check", "windows.vrp", "late.sol"});
    EXPECT_EQ(found.exit_code, 1);
    EXPECT_EQ(
        found.out,
        "length 44, as stated\nroutes 1\nfault: route 1 reaches customer 3 at 29, 20 late: its time window "
        "closes at 9\n");
}

TEST_F(Problems, CustomersThatCannotBeServedInTimeAreNamedWithTheirLine) {
    write("windows.vrp", with_windows("5 0 6"));
    const Finished found = run({"solve", "windows.vrp"});
    EXPECT_EQ(found.exit_code, 2);
    EXPECT_EQ(
        found.err,
        "l2r: windows.vrp:24: customer 4 is out of reach: its time window closes at 6, but no vehicle comes "
        "before 7\n");
}

TEST_F(Problems, OptimisersThatDoNotKeepToTimeWindowsRefuseThem) {
    write("windows.vrp", with_windows("5 0 20"));
    for (const char* optimiser : {"paper", "exec:cat {start} {instance}"}) {
        const Finished found = run({"solve", "windows.vrp", "--optimiser", optimiser});
        EXPECT_EQ(found.exit_code, 2);
        EXPECT_TRUE(contains(found.err, "does not keep to time windows; anneal and granular do"))
            << found.err;
    }
    EXPECT_EQ(run({"solve", "windows.vrp", "--optimiser", "granular", "--runs", "5"}).exit_code, 0);
    const std::string policy = test::source_folder() + "/models/policy-20.safetensors";
    const Finished learnt = run({"solve", "windows.vrp", "--optimiser", "learnt:" + policy});
    EXPECT_TRUE(contains(learnt.err, "the optimiser learnt:")) << learnt.err;
    for (const char* optimiser : {"granular", "anneal"}) {
        const Finished raced = run({"solve", "windows.vrp", "--optimiser", optimiser, "--scorer", "race"});
        EXPECT_EQ(raced.exit_code, 2);
        EXPECT_EQ(raced.err,
                  "l2r: the scorer race looks ahead with the optimiser paper, which does not keep to "
                  "time windows\n");
    }
}

TEST_F(Problems, ATspIsSolvedByEveryOptimiserAndItsToursAreChecked) {
    write("square.tsp", tsp());
    for (const char* optimiser : {"anneal", "granular", "paper"}) {
        const Finished solved =
            run({"solve", "square.tsp", "--runs", "20", "--optimiser", optimiser, "-o", "out.sol"});
        EXPECT_EQ(solved.exit_code, 0) << solved.err;
        EXPECT_TRUE(contains(solved.err, "length 44, 1 route,")) << solved.err;
    }
    write("best.tour", "TYPE : TOUR\nTOUR_SECTION\n2\n3\n4\n5\n1\n-1\nEOF\n");
    EXPECT_EQ(run({"check", "square.tsp", "best.tour"}).out, "length 44\nroutes 1\nfeasible\n");
    EXPECT_EQ(run({"solve", "square.tsp", "--vehicles", "2"}).exit_code, 2);
}

TEST_F(Problems, SamplesOfATspTrainALinearScorer) {
    const std::vector<std::string> made{"generate", "samples", "--problem", "tsp", "--size",
                                        "20",       "--count", "200",       "-o",  "samples"};
    EXPECT_EQ(run(made).exit_code, 0);
    EXPECT_TRUE(contains(run({"samples", "info", "samples"}).out, "problem     tsp\n"));
    const Finished trained = run({"train", "samples", "--model", "linear", "-o", "tsp.safetensors"});
    EXPECT_EQ(trained.exit_code, 0) << trained.err;
    write("square.tsp", tsp());
    EXPECT_EQ(
        run({"solve", "square.tsp", "--optimiser", "paper", "--runs", "9", "--scorer", "tsp.safetensors"})
            .exit_code,
        0);
}

}  // namespace
}  // namespace l2r
