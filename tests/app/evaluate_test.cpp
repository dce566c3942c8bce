#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "base/weights.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::contains;
using test::Finished;

class Evaluate : public test::Program {
  protected:
    void SetUp() override {
        Program::SetUp();
        ASSERT_EQ(generate("learn", "1").exit_code, 0);
        ASSERT_EQ(generate("check", "2").exit_code, 0);
    }
    Finished generate(const std::string& name, const std::string& seed, const std::string& size = "10") {
        return run({"generate", "samples", "--size", size, "--count", "300", "--starts", "8", "--seed", seed,
                    "-o", name});
    }
    Finished train(std::vector<std::string> more = {}) {
        std::vector<std::string> arguments{"train", "learn", "-o", "lin.safetensors", "--model", "linear"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }
};

TEST_F(Evaluate, FindsThatALinearScorerKnowsMoreThanNothing) {
    const Finished trained = train({"--cycles", "1,converged", "--validation", "0.2", "--json"});
    ASSERT_EQ(trained.exit_code, 0) << trained.err;
    const json fit = json::parse(trained.out);
    EXPECT_EQ(fit["groups"], 240);
    EXPECT_EQ(fit["held_out_groups"], 60);
    EXPECT_EQ(fit["held_out_accuracy"].size(), 2);

    const Finished outcome = run({"evaluate", "check", "--scorer", "none", "--scorer", "lin.safetensors",
                                  "--scorer", "length", "--cycles", "1", "--threads", "2", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    const json told = json::parse(outcome.out);
    EXPECT_EQ(told["instances"], 300);
    EXPECT_EQ(told["groups"], 300);
    EXPECT_EQ(told["cycles"], "1");
    EXPECT_GT(told["pairs"], 5'000);
    EXPECT_GT(told["run_seconds"], 0);
    ASSERT_EQ(told["scorers"].size(), 3);
    const json &none = told["scorers"][0], &linear = told["scorers"][1];
    EXPECT_EQ(none["accuracy"]["value"], 0.5);
    EXPECT_EQ(none["accuracy_difference"], nullptr);
    EXPECT_EQ(linear["scorer"], "lin.safetensors");
    for (const char* key : {"accuracy", "auc"}) {
        EXPECT_GT(linear[key]["interval_95"][0], 0.5) << key;
        EXPECT_GT(linear[std::string(key) + "_difference"]["interval_95"][0], 0) << key;
    }
    EXPECT_LT(linear["gains"].back()["change_percent"]["interval_95"][1], 0);
    EXPECT_EQ(linear["gains"].back()["candidates"], 8);
    EXPECT_EQ(linear["gains"].back()["improving_percent"], nullptr);
    EXPECT_LT(told["oracle_gains"].back()["change_percent"]["value"],
              linear["gains"].back()["change_percent"]["value"]);
    EXPECT_GT(linear["score_seconds"], 0);
    EXPECT_LT(linear["calibration_error"], 0.2);
}

TEST_F(Evaluate, PrintsATableAndDrawsCharts) {
    ASSERT_EQ(train().exit_code, 0);
    const Finished outcome = run({"evaluate", "check", "--scorer", "lin.safetensors", "--scorer", "length",
                                  "--limit", "50", "--plot", "charts"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const char* part : {"from 50 instances of 10 customers", "accuracy, %", "lin.safetensors",
                             "best of 8, %", "Against lin.safetensors:\nlength "})
        EXPECT_TRUE(contains(outcome.out, part)) << part << "\n" << outcome.out;
    for (const char* chart : {"charts-gain.svg", "charts-calibration.svg"})
        EXPECT_TRUE(contains(read_file(folder_ / chart), "lin.safetensors")) << chart;
    const auto colour = [&](const std::string& chart) {
        const std::string svg = read_file(folder_ / chart);
        const std::size_t title = svg.find("<title>lin.safetensors"), group = svg.rfind("<g ", title);
        return svg.substr(group, title - group);
    };
    EXPECT_TRUE(contains(colour("charts-gain.svg"), "stroke=\"#"));
    EXPECT_EQ(colour("charts-gain.svg"), colour("charts-calibration.svg"));
}

TEST_F(Evaluate, CountsImprovementsOnParents) {
    ASSERT_EQ(run({"generate", "samples", "--size", "20", "--count", "50", "--starts", "4", "--perturb", "2",
                   "--seed", "3", "-o", "perturbed"})
                  .exit_code,
              0);
    const Finished outcome = run({"evaluate", "perturbed", "--scorer", "none", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json all = json::parse(outcome.out)["oracle_gains"];
    const json info = json::parse(run({"samples", "info", "perturbed", "--json"}).out);
    EXPECT_NEAR(all[0]["improving_percent"]["value"], 100 * info["share_improving_on_parent"].get<double>(),
                1e-9);
    EXPECT_GT(all.back()["improving_percent"]["value"], all[0]["improving_percent"]["value"]);
}

TEST_F(Evaluate, GivesTheSameResultOnAnyNumberOfThreads) {
    ASSERT_EQ(train({"--threads", "2"}).exit_code, 0);
    const std::string weights = read_file(folder_ / "lin.safetensors");
    ASSERT_EQ(train().exit_code, 0);
    EXPECT_EQ(weights, read_file(folder_ / "lin.safetensors"));
    const auto told = [&](const std::string& threads) {
        json result = json::parse(
            run({"evaluate", "check", "--scorer", "lin.safetensors", "--threads", threads, "--json"}).out);
        result.erase("run_seconds");
        for (const char* time : {"score_seconds", "score_to_run"}) result["scorers"][0].erase(time);
        return result;
    };
    EXPECT_EQ(told("1"), told("3"));
}

TEST_F(Evaluate, RefusesSamplesThatAScorerWasTrainedOn) {
    ASSERT_EQ(train().exit_code, 0);
    const Finished refused = run({"evaluate", "learn", "--scorer", "lin.safetensors"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_TRUE(contains(refused.err, "lin.safetensors was trained on instances like these")) << refused.err;
    const Finished accepted = run({"evaluate", "learn", "--scorer", "lin.safetensors", "--in-sample"});
    EXPECT_EQ(accepted.exit_code, 0);
    EXPECT_TRUE(contains(accepted.err, "warning")) << accepted.err;
}

TEST_F(Evaluate, WarnsWhereAScorerIsForAnotherSize) {
    ASSERT_EQ(train().exit_code, 0);
    ASSERT_EQ(generate("larger", "2", "15").exit_code, 0);
    const Finished outcome = run({"evaluate", "larger", "--scorer", "lin.safetensors", "--limit", "20"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_TRUE(contains(outcome.err, "it was trained on 10 customers, not 15")) << outcome.err;
}

TEST_F(Evaluate, KnowsTheScorersThatComeWithIt) {
    const Finished outcome =
        run({"evaluate", "check", "--scorer", "linear", "--scorer", "race", "--limit", "20", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "l2r: warning: linear: it was trained on 20 customers, not 10\n");
    EXPECT_EQ(json::parse(outcome.out)["scorers"][0]["scorer"], "linear");
    const Finished unknown = run({"evaluate", "check", "--scorer", "foo"});
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_TRUE(contains(unknown.err, "neither a file nor one of: network, linear, ")) << unknown.err;
}

TEST_F(Evaluate, TrainingSaysWhereThereIsNothingToLearnOrToJudgeBy) {
    ASSERT_EQ(run({"generate", "samples", "--size", "1", "--count", "60", "-o", "same"}).exit_code, 0);
    const Finished nothing = run({"train", "same", "-o", "none.safetensors", "--model", "linear"});
    EXPECT_EQ(nothing.exit_code, 2);
    EXPECT_TRUE(contains(nothing.err, "there is nothing to learn")) << nothing.err;
    EXPECT_FALSE(fs::exists(folder_ / "none.safetensors"));
    const std::string unknown = "how good it is is not known";
    EXPECT_TRUE(contains(train({"--validation", "0"}).err, unknown));
    EXPECT_TRUE(contains(train({"--validation", "0.2", "--margin", "100"}).err, unknown));
    EXPECT_FALSE(contains(train({"--validation", "0.2"}).err, unknown));
}

TEST_F(Evaluate, WarnsWhereAScorerIsForOtherStarts) {
    ASSERT_EQ(train().exit_code, 0);
    ASSERT_EQ(run({"generate", "samples", "--size", "10", "--count", "20", "--perturb", "2", "--seed", "3",
                   "-o", "perturbed"})
                  .exit_code,
              0);
    const Finished outcome = run({"evaluate", "perturbed", "--scorer", "lin.safetensors", "--margin", "0"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_TRUE(contains(outcome.err, "it was trained on 'random' starts, not on")) << outcome.err;
}

TEST_F(Evaluate, RefusesWhatItCannotMeasure) {
    ASSERT_EQ(train().exit_code, 0);
    write("text", "not weights");
    const auto refusal = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"evaluate", "check"});
        const Finished outcome = run(arguments);
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_EQ(outcome.out, "");
        return outcome.err;
    };
    EXPECT_TRUE(contains(refusal({}), "--scorer"));
    EXPECT_TRUE(
        contains(refusal({"--scorer", "lin.safetensors", "--cycles", "1"}), "was not trained for 1 cycle"));
    EXPECT_TRUE(contains(refusal({"--scorer", "absent"}), "absent"));
    EXPECT_TRUE(contains(refusal({"--scorer", "text"}), "text: "));
    EXPECT_TRUE(contains(refusal({"--scorer", "none", "--margin", "100"}), "smaller margin"));
    EXPECT_TRUE(contains(refusal({"--scorer", "none", "--cycles", "6"}), "--cycles"));
    for (const char* margin : {"nan", "-1", "inf", "0x1", "0.1x", ""})
        EXPECT_TRUE(contains(refusal({"--scorer", "none", "--margin", margin}), "--margin")) << margin;
}

TEST_F(Evaluate, ALinearScorerTakesNoOptionsOfNetworks) {
    for (const auto& [option, value] :
         std::vector<std::pair<std::string, std::string>>{{"--from", "lin.safetensors"},
                                                          {"--epochs", "2"},
                                                          {"--hidden", "8"},
                                                          {"--seed", "1"},
                                                          {"--device", "cpu"}}) {
        const Finished outcome = train({option, value});
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_EQ(outcome.err, "l2r: " + option + " is for networks: --model linear has no use for it\n");
    }
    EXPECT_TRUE(contains(train({"--no-turn"}).err, "--no-turn is for networks"));
    EXPECT_FALSE(fs::exists(folder_ / "lin.safetensors"));
}

TEST_F(Evaluate, TrainingOverwritesNothingButWeights) {
    write("lin.safetensors", "a letter");
    const Finished refused = train();
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_TRUE(contains(refused.err, "lin.safetensors: is there and is not")) << refused.err;
    EXPECT_EQ(read_file(folder_ / "lin.safetensors"), "a letter");
    fs::remove(folder_ / "lin.safetensors");
    EXPECT_EQ(train().exit_code, 0);
    EXPECT_EQ(train().exit_code, 0);
}

TEST_F(Evaluate, TrainingTakesAListOfCyclesWithoutGaps) {
    for (const std::string list : {"1,,2", ",1", "1,", "", "6", "1,many", "1 2"}) {
        const Finished outcome = train({"--cycles", list});
        EXPECT_EQ(outcome.exit_code, 2) << list;
        EXPECT_TRUE(contains(outcome.err, "'" + list + "' is not a list of")) << outcome.err;
    }
    EXPECT_EQ(train({"--cycles", "1,5,converged"}).exit_code, 0);
}

TEST_F(Evaluate, SaysWhereHeldOutPairsAreOfMeans) {
    EXPECT_FALSE(contains(train({"--validation", "0.2"}).out, "means"));
    ASSERT_EQ(run({"generate", "samples", "--size", "10", "--count", "50", "--orders", "2", "-o", "orders"})
                  .exit_code,
              0);
    const Finished outcome =
        run({"train", "orders", "-o", "lin.safetensors", "--model", "linear", "--validation", "0.2"});
    EXPECT_TRUE(contains(outcome.out, "% of the held-out pairs of means are in the right order"))
        << outcome.out;
    const Weights weights = read_weights(folder_ / "lin.safetensors");
    EXPECT_EQ(json::parse(weights.about.at("record"))["orders"], 2);
}

TEST_F(Evaluate, TrainingANetworkTakesTheTrainer) {
    // A copy by itself has no trainer beside it.
    fs::create_directories(folder_ / "bin");
    fs::copy_file(test::l2r_program(), folder_ / "bin" / "l2r");
    const std::vector<std::string> command{
        (folder_ / "bin" / "l2r").string(), "train", "learn", "-o", "a b", "--epochs", "2"};
    const Finished alone = test::run(command, folder_.string());
    EXPECT_EQ(alone.exit_code, 3);
    EXPECT_TRUE(contains(alone.err, "-DL2R_BUILD_TRAINER=ON")) << alone.err;
    // One that stands beside it gets the options and the files, and its exit code is the command's.
    write("bin/l2r-train", "#!/bin/sh\nfor word; do echo \"[$word]\"; done\nexit 7\n");
    fs::permissions(folder_ / "bin" / "l2r-train", fs::perms::owner_all);
    const Finished called = test::run(command, folder_.string());
    EXPECT_EQ(called.exit_code, 7);
    EXPECT_TRUE(called.out.starts_with("[train]\n[{")) << called.out;
    EXPECT_TRUE(contains(called.out, "\"epochs\":2.0")) << called.out;
    EXPECT_TRUE(called.out.ends_with("}]\n[a b]\n[]\n[learn]\n")) << called.out;
}

TEST_F(Evaluate, TrainingCanBeCheckedWithoutTheTrainer) {
    fs::create_directories(folder_ / "bin");
    fs::copy_file(test::l2r_program(), folder_ / "bin" / "l2r");
    const auto complaint = [&](std::vector<std::string> words, int exit_code) {
        words.insert(words.begin(),
                     {"env", "L2R_ONLY_CHECK=1", (folder_ / "bin" / "l2r").string(), "train", "-o", "net"});
        const Finished outcome = test::run(words, folder_.string());
        EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
        return outcome.err;
    };
    EXPECT_EQ(complaint({"learn"}, 0), "");
    EXPECT_FALSE(fs::exists(folder_ / "net"));
    EXPECT_TRUE(contains(complaint({"absent"}, 2), "absent: cannot read"));
    EXPECT_TRUE(contains(complaint({"learn", "--bach", "5"}, 2), "--bach"));
    EXPECT_TRUE(contains(complaint({"learn", "--from", "absent"}, 2), "absent: cannot read"));
    EXPECT_TRUE(contains(complaint({"learn", "--batch", "4096"}, 2), "too few samples for one batch"));
    write("net", "a letter");
    EXPECT_TRUE(contains(complaint({"learn"}, 2), "net: is there and is not"));
}

}  // namespace
}  // namespace l2r
