#include <algorithm>
#include <cmath>

#include "base/weights.hpp"
#include "plot/xml.hpp"
#include "support/paths.hpp"
#include "training_program.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::contains;
using test::Finished;

class Training : public test::TrainingProgram {};

TEST_F(Training, GivesTheSameBytesOnAnyNumberOfThreads) {
    generate("learn", 800);
    // Seven chunks a batch, the last of them not full.
    const Words how{"--batch", "800", "--epochs", "4", "--cycles", "1,converged", "--threads"};
    for (const std::string threads : {"1", "2", "3"}) {
        Words more = how;
        more.push_back(threads);
        trained("learn", "net" + threads + ".safetensors", more);
    }
    EXPECT_EQ(results("net2"), results("net1"));
    EXPECT_EQ(results("net3"), results("net1"));
}

TEST_F(Training, LeavesCurvesAndReportsTheBestLook) {
    generate("learn", 1'000);
    const json told = trained("learn", "net.safetensors",
                              {"--validation", "0.1", "--epochs", "8", "--cycles", "1,converged",
                               "--validate-every", "5120", "--rate", "0.01"});
    EXPECT_EQ(told["weights"], "net.safetensors");
    EXPECT_EQ(told["held_out_groups"], 100);
    EXPECT_EQ(told["steps"], 8 * 14) << "900 groups make 14 batches of 64";
    EXPECT_EQ(told["starts"], 8 * 14 * 256);
    EXPECT_GT(told["starts_per_second"], 0);
    const auto rows = curve("net");
    ASSERT_EQ(rows.size(), 6U) << "every 20 steps and at the end";
    EXPECT_TRUE(
        content("net.csv").starts_with("starts,training_loss,held_out_loss,accuracy_1,accuracy_converged\n"));
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(rows[i][0], 5120.0 * static_cast<double>(i + 1));
    EXPECT_NEAR(rows[0][1], rows[0][2], 0.2) << "both losses are of the last output, not a sum";
    const auto best =
        std::min_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a[2] < b[2]; });
    EXPECT_NEAR(told["held_out_loss"], (*best)[2], 1e-6);
    EXPECT_NEAR(told["held_out_accuracy"][1], (*best)[4], 1e-6);
    const Weights weights = read_weights(folder_ / "net.safetensors");
    EXPECT_EQ(json::parse(weights.about.at("record"))["held_out_accuracy"], told["held_out_accuracy"]);
    const std::string svg = content("net.svg");
    EXPECT_EQ(test::xml_fault(svg), "");
    EXPECT_TRUE(contains(svg, "after 1") && contains(svg, "converged"));
}

TEST_F(Training, LooksTenTimesUnlessToldOtherwise) {
    generate("learn", 1'000);
    const Finished outcome = train("learn", "net.safetensors", {"--epochs", "4"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(curve("net").size(), 10U) << "60 steps";
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 11) << outcome.err;
}

TEST_F(Training, ShowsNoHeldOutFiguresWhereNothingIsHeldOut) {
    generate("learn", 200);
    const Finished outcome = train("learn", "net.safetensors", {"--validation", "0", "--epochs", "4"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_FALSE(contains(outcome.err, "held out")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, " starts, loss 0.")) << outcome.err;
    const json told = json::parse(outcome.out);
    EXPECT_EQ(told["held_out_groups"], 0);
    EXPECT_EQ(told["held_out_loss"], nullptr);
    EXPECT_EQ(told["held_out_accuracy"], nullptr);
    EXPECT_TRUE(content("net.csv").starts_with("starts,training_loss\n"));
    EXPECT_EQ(curve("net").size(), 12U) << "a tenth of the 12 steps is less than one";
    EXPECT_TRUE(contains(content("net.svg"), "loss"));
    EXPECT_EQ(run({"evaluate", "learn", "--in-sample", "--scorer", "net.safetensors"}).exit_code, 0);
    EXPECT_TRUE(
        contains(refusal(training("learn", "other.safetensors", {"--validation", "0", "--patience", "2"}), 2),
                 "--patience needs samples that are held out"));
}

TEST_F(Training, LearnsLengths) {
    generate("learn", 1'000);
    trained("learn", "net.safetensors",
            {"--loss", "regression", "--epochs", "15", "--rate", "0.01", "--validate-every", "5120"});
    const auto rows = curve("net");
    EXPECT_LT(rows.back()[1], 0.8 * rows.front()[1]) << "training loss";
    EXPECT_LT(rows.back()[2], 0.9) << "held-out loss; that of the mean is 1";
    EXPECT_EQ(read_weights(folder_ / "net.safetensors").about.at("kind"), "regression");
}

TEST_F(Training, LearnsImprovements) {
    generate("learn", 1'000, {"--perturb", "2"});
    trained("learn", "net.safetensors",
            {"--loss", "improve", "--epochs", "6", "--rate", "0.003", "--validate-every", "2048"});
    const auto rows = curve("net");
    EXPECT_LT(rows.back()[1], 0.97 * rows.front()[1]) << "training loss";
    EXPECT_LT(rows.back()[2], std::log(2)) << "held-out loss; that of a coin is ln 2";
    EXPECT_EQ(read_weights(folder_ / "net.safetensors").about.at("kind"), "improve");
}

TEST_F(Training, StopsWhenItsPatienceEnds) {
    generate("learn", 300);
    const Finished outcome = train("learn", "net.safetensors",
                                   {"--patience", "3", "--validation", "0.2", "--epochs", "400", "--rate",
                                    "0.05", "--validate-every", "1024"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto rows = curve("net");
    EXPECT_LT(rows.size(), 300U) << "of 300 looks";
    std::size_t best = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i][2] < rows[best][2]) best = i;
        EXPECT_EQ(i - best == 3, i + 1 == rows.size()) << "look " << i;
    }
    EXPECT_NEAR(json::parse(outcome.out)["held_out_loss"], rows[best][2], 1e-6);
    // It has ended: the same command has nothing left to do.
    const std::vector<std::string> before = results("net");
    const Finished again = train("learn", "net.safetensors",
                                 {"--patience", "3", "--validation", "0.2", "--epochs", "400", "--rate",
                                  "0.05", "--validate-every", "1024"});
    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_EQ(results("net"), before);
}

TEST_F(Training, TakesSmallBatchesAndPartsOfAnEpoch) {
    generate("learn", 40);
    const json small = trained("learn", "small.safetensors", {"--batch", "2", "--epochs", "0.5"});
    EXPECT_EQ(small["steps"], 20) << "a batch is one group at least; 2 % of 40 groups is one";
    EXPECT_EQ(small["starts"], 80);
    EXPECT_TRUE(contains(refusal(training("learn", "large.safetensors", {"--batch", "512"}), 2),
                         "too few samples for one batch"));
}

TEST_F(Training, CountsHeldOutPairsAsEvaluateDoes) {
    // Of perturbed starts most end where their parent was: pairs of equal length, which cannot be told apart.
    generate("learn", 200, {"--perturb", "2", "--per-file", "100"});
    for (const std::string margin : {"0", "0.01"}) {
        const json told = trained("learn", "net" + margin + ".safetensors",
                                  {"--validation", "0.5", "--margin", margin, "--epochs", "2"});
        ASSERT_EQ(told["held_out_groups"], 100) << "the second file";
        const Finished outcome = run({"evaluate", "learn/part-00001.h5", "--in-sample", "--margin", margin,
                                      "--scorer", "net" + margin + ".safetensors", "--json"});
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        const json counted = json::parse(outcome.out);
        EXPECT_LT(counted["pairs"], 500) << "of 600";
        EXPECT_NEAR(told["held_out_accuracy"][0], counted["scorers"][0]["accuracy"]["value"], 0.005);
    }
}

TEST_F(Training, BeginsWithAnotherNetwork) {
    generate("learn", 400);
    generate("more", 400, {"--seed", "2"});
    trained("learn", "first.safetensors", {"--epochs", "4", "--rate", "0.01"});
    // One step at next to no rate changes next to nothing.
    trained("more", "net.safetensors",
            {"--from", "first.safetensors", "--epochs", "0.001", "--rate", "1e-9"});
    const Weights first = read_weights(folder_ / "first.safetensors"),
                  net = read_weights(folder_ / "net.safetensors");
    for (const auto& [name, tensor] : first.tensors) {
        const std::vector<float>& values = net.tensors.at(name).values;
        ASSERT_EQ(values.size(), tensor.values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            ASSERT_NEAR(values[i], tensor.values[i], 1e-6) << name;
    }
    const auto evaluated = [&](const std::string& samples) {
        return run({"evaluate", samples, "--scorer", "net.safetensors"});
    };
    EXPECT_TRUE(contains(evaluated("learn").err, "was trained on instances like these"));
    EXPECT_TRUE(contains(evaluated("more").err, "was trained on instances like these"));
    generate("check", 50, {"--seed", "3"});
    EXPECT_EQ(evaluated("check").exit_code, 0);
    const auto complaint = [&](const Words& more) {
        return refusal(training("more", "other.safetensors", more), 2);
    };
    const std::string begun = "first.safetensors: is a network ";
    EXPECT_TRUE(contains(complaint({"--from", "first.safetensors", "--hidden", "16"}),
                         begun + "of other sizes: give --hidden 8 --embedding 8 --attention 16 --heads 2 "
                                 "--dense 8\n"));
    EXPECT_TRUE(contains(complaint({"--from", "first.safetensors", "--cycles", "1"}),
                         begun + "for other cycles: give --cycles converged\n"));
    EXPECT_TRUE(contains(complaint({"--from", "first.safetensors", "--view", "given"}),
                         begun + "with another view: give --view tidied\n"));
    ASSERT_EQ(run({"train", "learn", "--model", "linear", "-o", "lin.safetensors"}).exit_code, 0);
    EXPECT_TRUE(contains(complaint({"--from", "lin.safetensors"}),
                         "lin.safetensors: is a linear scorer, not a network"));
}

TEST_F(Training, ShortensGradientsAboveTheClip) {
    generate("learn", 200);
    // After one step Adam's first moment is a tenth of the gradient.
    const auto first_moment = [&](const std::string& clip) {
        const std::string name = "clip" + clip;
        trained("learn", name + ".safetensors", {"--epochs", "0.001", "--clip", clip});
        return read_weights(folder_ / (name + ".checkpoint")).tensors.at("first_moment").values;
    };
    const auto norm = [](const std::vector<float>& values) {
        double squares = 0;
        for (const float value : values) squares += static_cast<double>(value) * value;
        return std::sqrt(squares);
    };
    const std::vector<float> whole = first_moment("0"), clipped = first_moment("0.001");
    ASSERT_GT(norm(whole), 0.001);
    EXPECT_EQ(first_moment("1000"), whole);
    EXPECT_NEAR(norm(clipped), 0.0001, 1e-8);
    for (std::size_t i = 0; i < whole.size(); ++i)
        ASSERT_NEAR(clipped[i] / norm(clipped), whole[i] / norm(whole), 1e-4) << "the direction stays";
}

TEST_F(Training, SaysWhereHeldOutPairsAreOfMeans) {
    generate("learn", 200, {"--orders", "2"});
    const Finished outcome = train("learn", "net.safetensors");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "pairs of means right converged: ")) << outcome.err;
    EXPECT_TRUE(contains(content("net.svg"), "pairs of means in the right order, %"));
}

class RefusedTraining : public test::TrainingProgram {
  protected:
    void SetUp() override {
        Program::SetUp();
        generate("learn", 200, {"--per-file", "100"});
    }
};

TEST_F(RefusedTraining, DoesNotGoOnFromTheCheckpointOfAnother) {
    trained("learn", "net.safetensors");
    const std::string weights = content("net.safetensors");
    for (const auto& [option, value] : std::vector<std::pair<std::string, std::string>>{{"--rate", "0.002"},
                                                                                        {"--seed", "2"},
                                                                                        {"--cycles", "1"},
                                                                                        {"--epochs", "2"},
                                                                                        {"--hidden", "16"}}) {
        const std::string message = refusal(training("learn", "net.safetensors", {option, value}), 2);
        EXPECT_TRUE(contains(message, "net.checkpoint: is of a training with other settings")) << message;
    }
    EXPECT_EQ(content("net.safetensors"), weights);
}

TEST_F(RefusedTraining, DoesNotGoOnWithOtherFilesOfTheSameSamples) {
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(folder_ / "learn"))
        if (entry.path().extension() == ".h5") files.push_back(entry.path().string());
    ASSERT_EQ(files.size(), 2U);
    trained(files[0], "net.safetensors");
    const std::string message = refusal(training(files[1], "net.safetensors", {}), 2);
    EXPECT_TRUE(contains(message, "net.checkpoint: is of a training with other files")) << message;
}

TEST_F(RefusedTraining, NamesADamagedCheckpoint) {
    trained("learn", "net.safetensors");
    const std::string whole = content("net.checkpoint");
    for (const std::size_t at : {std::size_t{3}, whole.size() / 2, whole.size() - 1}) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 4);
        write("net.checkpoint", damaged);
        const std::string message = refusal(training("learn", "net.safetensors", {}), 2);
        EXPECT_TRUE(contains(message, "net.checkpoint: ")) << message;
        EXPECT_TRUE(contains(message, "; remove this file to begin anew")) << message;
    }
    write("net.checkpoint", whole.substr(0, whole.size() / 2));
    EXPECT_TRUE(contains(refusal(training("learn", "net.safetensors", {}), 2), "net.checkpoint:"));
    write("net.checkpoint", content("net.safetensors"));
    EXPECT_TRUE(contains(refusal(training("learn", "net.safetensors", {}), 2), "is not a checkpoint"));
}

TEST_F(RefusedTraining, NamesWhatIsWrong) {
    const auto complaint = [&](const Words& more) {
        return refusal(training("learn", "net.safetensors", more), 2);
    };
    EXPECT_TRUE(contains(complaint({"--loss", "improve"}), "needs samples of perturbed starts"));
    EXPECT_TRUE(contains(complaint({"--heads", "3"}), "--attention must be a multiple of --heads"));
    EXPECT_TRUE(contains(complaint({"--device", "abacus"}), "no device 'abacus'"));
    EXPECT_TRUE(contains(complaint({"--margin", "100"}), "choose a smaller --margin"));
    EXPECT_TRUE(contains(complaint({"--epochs", "0"}), "'0' is not a number above 0, up to 1000000"));
    EXPECT_TRUE(contains(complaint({"--cycles", "1,,2"}), "'1,,2' is not a list"));
    write("text", "mine");
    EXPECT_TRUE(contains(refusal(training("learn", "text", {}), 2), "text: is there and is not an intact"));
    EXPECT_EQ(content("text"), "mine");
    EXPECT_TRUE(contains(refusal(training("absent", "net.safetensors", {}), 2), "absent"));
    EXPECT_TRUE(
        contains(refusal(training("learn", "absent/net.safetensors", {}), 3), "absent/net.safetensors"));
    EXPECT_TRUE(contains(refusal(training("learn", "learn", {}), 3), "it is a folder"));
    for (const char* batch : {"010", "1", "2e2"})
        EXPECT_TRUE(contains(complaint({"--batch", batch}), "--batch"));
    for (const char* option : {"--margin", "--validation", "--epochs", "--rate", "--clip"})
        EXPECT_TRUE(contains(complaint({option, "nan"}), std::string(option) + ": 'nan' is not a number"));
    const Words linear{test::l2r_trainer(), "train", "learn", "-o", "net.safetensors", "--model", "linear"};
    EXPECT_TRUE(contains(refusal(linear, 2), "run 'l2r train' instead"));
}

TEST_F(RefusedTraining, EndsBadlyWhereWhatItReportsCannotBeWritten) {
    if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    Words words = training("learn", "net.safetensors", {"--epochs", "0.1"});
    words.insert(words.begin(), {"sh", "-c", "exec \"$@\" >/dev/full", "sh"});
    EXPECT_TRUE(contains(refusal(words, 3), "cannot write to standard output"));
}

TEST_F(RefusedTraining, DoesNotGoOnWhereTheNetworkBegunWithIsAnother) {
    trained("learn", "one.safetensors", {"--seed", "1", "--epochs", "0.1"});
    trained("learn", "two.safetensors", {"--seed", "2", "--epochs", "0.1"});
    const Words more{"--from", "first.safetensors"};
    fs::copy_file(folder_ / "one.safetensors", folder_ / "first.safetensors");
    trained("learn", "net.safetensors", more);
    trained("learn", "net.safetensors", more);
    fs::copy_file(folder_ / "two.safetensors", folder_ / "first.safetensors",
                  fs::copy_options::overwrite_existing);
    const std::string message = refusal(training("learn", "net.safetensors", more), 2);
    EXPECT_TRUE(contains(message, "net.checkpoint: is of a training with other settings")) << message;
}

TEST_F(Training, TeachesASmallNetworkToTellGoodStarts) {
    generate("learn", 6'000, {"--starts", "8"});
    generate("check", 1'500, {"--starts", "8", "--seed", "2"});
    trained("learn", "net.safetensors",
            {"--cycles", "1", "--epochs", "8", "--rate", "0.004", "--schedule", "cosine", "--threads", "2"});
    const Finished outcome =
        run({"evaluate", "check", "--scorer", "net.safetensors", "--cycles", "1", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json scorer = json::parse(outcome.out)["scorers"][0];
    EXPECT_GT(scorer["accuracy"]["interval_95"][0], 0.52) << scorer["accuracy"];
    EXPECT_LT(scorer["gains"].back()["change_percent"]["interval_95"][1], 0);
}

}  // namespace
}  // namespace l2r
