#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "sample/samples.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::contains;
using test::Finished;

class SamplesCommand : public test::Program {
  protected:
    /// Twelve instances in files of five.
    Finished generate(const std::string& name, std::vector<std::string> more = {}) {
        std::vector<std::string> arguments{"generate", "samples", "--size", "15", "--count",    "12",
                                           "--seed",   "4",       "-o",     name, "--per-file", "5"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }
};

TEST_F(SamplesCommand, MakesASetAndSaysWhatIsInIt) {
    const Finished made = generate("set", {"--starts", "3", "--threads", "2", "--json"});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    EXPECT_TRUE(contains(made.err, "l2r: made 3 files with 36 starts in ")) << made.err;
    const json summary = json::parse(made.out);
    EXPECT_EQ(summary["files"], 3);
    EXPECT_EQ(summary["files_made"], 3);
    EXPECT_EQ(summary["groups_made"], 12);
    EXPECT_EQ(summary["starts_made"], 36);
    EXPECT_GT(summary["optimiser_share"], 0);
    EXPECT_LE(summary["optimiser_share"], 1);

    const Finished info = run({"samples", "info", "set"});
    EXPECT_EQ(info.exit_code, 0);
    EXPECT_TRUE(contains(info.out, "12 of 12 groups in 3 files, all intact")) << info.out;
    const json told = json::parse(run({"samples", "info", "set", "--json"}).out);
    EXPECT_EQ(told["customers"], 15);
    EXPECT_EQ(told["seed"], 4);
    EXPECT_EQ(told["starts"], 3);
    EXPECT_EQ(told["mean_parent_length"], nullptr);
    const SampleSet set = SampleSet::read({folder_ / "set"});
    double sum = 0, apart = 0;
    for (std::int64_t group = 0; group < 12; ++group)
        for (int s = 0; s < 3; ++s) {
            sum += set.length(group, s, 1);
            apart += std::abs(set.length(group, s) - set.length(group, (s + 1) % 3)) >= 0.01;
        }
    EXPECT_NEAR(told["mean_lengths"][0], sum / 36, 1e-9);
    EXPECT_NEAR(told["share_of_pairs_apart"], apart / 36, 1e-9);
    for (std::size_t i = 1; i < 6; ++i) EXPECT_LE(told["mean_lengths"][i], told["mean_lengths"][i - 1]);
}

TEST_F(SamplesCommand, PerturbsParents) {
    ASSERT_EQ(generate("set", {"--perturb", "2", "--parents", "3"}).exit_code, 0);
    const json told = json::parse(run({"samples", "info", "set", "--json"}).out);
    EXPECT_EQ(told["groups"], 36);
    EXPECT_EQ(told["perturbed_routes"], 2);
    EXPECT_GT(told["mean_parent_length"], 0);
    const Finished info = run({"samples", "info", "set"});
    EXPECT_TRUE(contains(info.out, "2 of each of 3 parents, 2 routes perturbed")) << info.out;
}

TEST_F(SamplesCommand, MakesStartsByAConstruction) {
    ASSERT_EQ(generate("set", {"--construction", "savings"}).exit_code, 0);
    EXPECT_EQ(json::parse(run({"samples", "info", "set", "--json"}).out)["construction"], "savings");
    const Finished info = run({"samples", "info", "set"});
    EXPECT_TRUE(contains(info.out, "2 of each, savings\n")) << info.out;
    const Finished both = generate("both", {"--construction", "savings", "--perturb", "2"});
    EXPECT_EQ(both.exit_code, 2);
    EXPECT_TRUE(contains(both.err, "either constructed or perturbed")) << both.err;
    EXPECT_EQ(generate("unknown", {"--construction", "magic"}).exit_code, 2);
}

TEST_F(SamplesCommand, MakesTheSameFilesInShards) {
    ASSERT_EQ(generate("whole").exit_code, 0);
    for (const char* shard : {"2/3", "0/3", "1/3"})
        ASSERT_EQ(generate("shards", {"--shard", shard}).exit_code, 0);
    for (const char* name : {"part-00000.h5", "part-00001.h5", "part-00002.h5"})
        EXPECT_EQ(read_file(folder_ / "whole" / name), read_file(folder_ / "shards" / name));
    const Finished again = generate("shards");
    EXPECT_TRUE(contains(again.err, "made 0 files with 0 starts")) << again.err;
    EXPECT_TRUE(contains(again.err, "3 were there already")) << again.err;
}

TEST_F(SamplesCommand, ReadsFilesWhateverElseIsInTheFolder) {
    for (const char* name : {"samples", "in-memory"}) {
        ASSERT_EQ(generate(name).exit_code, 0);
        const Finished again = generate(name);
        EXPECT_TRUE(contains(again.err, "3 were there already")) << again.err;
    }
}

TEST_F(SamplesCommand, NamesADamagedFile) {
    ASSERT_EQ(generate("set").exit_code, 0);
    const fs::path file = folder_ / "set/part-00001.h5";
    std::string bytes = read_file(file);
    bytes[bytes.size() / 2] ^= 1;
    write_file(file, bytes);
    const Finished info = run({"samples", "info", "set"});
    EXPECT_EQ(info.exit_code, 2);
    EXPECT_EQ(info.err,
              "l2r: set/part-00001.h5: is damaged: its content does not fit its SHA-256; make it again\n");
    EXPECT_EQ(info.out, "");
    const Finished again = generate("set");
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_TRUE(contains(again.err, "1 of them had been damaged and was made again")) << again.err;
    EXPECT_EQ(run({"samples", "info", "set"}).exit_code, 0);
}

TEST_F(SamplesCommand, RefusesAFolderOfAnotherSet) {
    ASSERT_EQ(generate("set").exit_code, 0);
    const Finished other = generate("set", {"--starts", "5"});
    EXPECT_EQ(other.exit_code, 2);
    EXPECT_TRUE(contains(other.err, "is of a set with other settings")) << other.err;
}

TEST_F(SamplesCommand, RefusesWhatMakesNoSense) {
    const auto refused = [&](std::vector<std::string> more, const std::string& reason) {
        const Finished outcome = generate("set", std::move(more));
        EXPECT_EQ(outcome.exit_code, 2) << reason;
        EXPECT_TRUE(contains(outcome.err, reason)) << outcome.err;
        EXPECT_FALSE(fs::exists(folder_ / "set")) << reason;
    };
    refused({"--starts", "1"}, "--starts");
    refused({"--parents", "2"}, "--perturb");
    refused({"--optimiser", "best"}, "--optimiser");
    refused({"--capacity", "8"}, "--capacity");
    for (const char* shard : {"3/3", "1", "-1/2", "1/", "/2", "1/0", "a/b", "0/2x"})
        refused({"--shard", shard}, "--shard");
    for (const char* size : {"0", "010", "0x14", "1e2", "1000000", "-5"}) {
        const Finished outcome = run({"generate", "samples", "--size", size, "--count", "1", "-o", "set"});
        EXPECT_EQ(outcome.exit_code, 2) << size;
        EXPECT_TRUE(contains(outcome.err, "is not a whole number from 1 to 999999")) << outcome.err;
    }
    EXPECT_EQ(run({"samples", "info", "square.vrp"}).exit_code, 2);
    EXPECT_EQ(run({"samples", "info"}).exit_code, 2);
}

TEST_F(SamplesCommand, SaysWhereItCannotWrite) {
    const Finished outcome = generate("square.vrp/set");
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_TRUE(contains(outcome.err, "square.vrp/set: cannot make the folder")) << outcome.err;
}

}  // namespace
}  // namespace l2r
