#include <thread>

#include "optimise/learnt/policy.hpp"
#include "support/paths.hpp"
#include "training_program.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::contains;
using test::Finished;
using test::Process;

class PolicyTraining : public test::TrainingProgram {
  protected:
    static Words training(const std::string& name, const Words& more = {}) {
        return command({test::l2r_program(), "train-policy", "-o", name + ".safetensors", "--json"}, more,
                       {{"--size", "10"},
                        {"--episodes", "8000"},
                        {"--batch", "50"},
                        {"--rollouts", "8"},
                        {"--held-out", "500"}});
    }
    json trained(const std::string& name, const Words& more = {}) {
        const Finished outcome = test::run(training(name, more), folder_.string(), patience);
        if (outcome.exit_code != 0) throw std::runtime_error(outcome.err);
        return json::parse(outcome.out);
    }
    std::vector<std::string> results(const std::string& name) const {
        return {content(name + ".safetensors"), content(name + ".csv"), content(name + ".checkpoint")};
    }
};

TEST_F(PolicyTraining, FindsShorterRoutesThanTheFixedCycle) {
    const json told = trained("policy", {"--size", "20", "--episodes", "60000", "--held-out", "2000"});
    EXPECT_EQ(told["episodes"], 60'000);
    EXPECT_LT(told["held_out_length"].get<double>(), told["held_out_fixed_length"].get<double>() - 0.02);
    const auto rows = curve("policy");
    EXPECT_EQ(rows.size(), 22U) << "every 7 of 150 steps and at the end";
    const Weights weights = read_weights(folder_ / "policy.safetensors");
    const learnt::Policy policy(weights, "policy.safetensors");
    EXPECT_EQ(policy.about().customers, 20);
    EXPECT_EQ(json::parse(policy.about().record)["held_out_length"], told["held_out_length"]);
}

TEST_F(PolicyTraining, GivesTheSameBytesOnAnyNumberOfThreads) {
    for (const std::string threads : {"1", "2", "3"}) trained("policy" + threads, {"--threads", threads});
    EXPECT_EQ(results("policy2"), results("policy1"));
    EXPECT_EQ(results("policy3"), results("policy1"));
    trained("other", {"--seed", "2"});
    EXPECT_NE(content("other.safetensors"), content("policy1.safetensors"));
}

TEST_F(PolicyTraining, KilledItEndsAsAnUnbrokenRun) {
    const Words how{"--episodes", "40000"};
    trained("unbroken", how);
    Words often = how;
    often.insert(often.end(), {"--checkpoint-seconds", "0"});
    Process process(training("killed", often), folder_.string());
    for (int waited = 0; !fs::exists(folder_ / "killed.csv"); ++waited) {
        ASSERT_LT(waited, 1'000 * patience);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    process.send(SIGKILL);
    EXPECT_EQ(process.finish(patience).signal, SIGKILL);
    const Finished last = test::run(training("killed", how), folder_.string(), patience);
    EXPECT_EQ(last.exit_code, 0) << last.err;
    EXPECT_TRUE(contains(last.err, "going on from step")) << last.err;
    EXPECT_EQ(results("killed"), results("unbroken"));
}

TEST_F(PolicyTraining, RefusesWhatItCannotGoOnFrom) {
    trained("policy");
    EXPECT_TRUE(contains(refusal(training("policy", {"--rate", "0.1"}), 2), "other settings"));
    write("policy.checkpoint", content("policy.checkpoint").substr(0, 500));
    const std::string damaged = refusal(training("policy"), 2);
    EXPECT_TRUE(contains(damaged, "policy.checkpoint") && contains(damaged, "remove this file")) << damaged;
}

TEST_F(PolicyTraining, WithoutEpisodesAllOpenMovesAreAlike) {
    trained("untrained", {"--episodes", "0", "--choice", "sampled"});
    const learnt::Policy policy(read_weights(folder_ / "untrained.safetensors"), "untrained");
    EXPECT_EQ(policy.about().choice, learnt::Choice::sampled);
    learnt::PolicyRow row;
    row.fill(0.3F);
    EXPECT_EQ(policy.scores(row), learnt::MoveScores{});
}

}  // namespace
}  // namespace l2r
