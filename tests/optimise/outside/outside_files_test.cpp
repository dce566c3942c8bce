#include <sstream>

#include "base/error.hpp"
#include "base/file.hpp"
#include "optimise/outside/outside_fixture.hpp"
#include "problem/vrp_file.hpp"
#include "support/message.hpp"

namespace l2r {
namespace {

constexpr OutsideSettings in_haste{.seconds = 0.1, .grace_seconds = 0.1};

using OutsideFiles = OutsideTest;

TEST_F(OutsideFiles, TheOutputFileIsTheAnswer) {
    OutsideOptimiser optimiser(of_files("none"), patient);
    for (int run = 0; run < 2; ++run) {
        const Outcome outcome = improve(optimiser);
        EXPECT_EQ(outcome.failure, "");
        EXPECT_EQ(outcome.solution, turned_round(start_.solution));
        EXPECT_TRUE(outcome.converged);
        EXPECT_GT(outcome.outside_seconds, 0);
    }
}

TEST_F(OutsideFiles, StandardOutputIsTheAnswerWhereThereIsNoOutputFile) {
    OutsideOptimiser optimiser(
        "exec:python3 -S -E '" + support + "file_optimiser.py' none {start} /dev/stdout {instance}", patient);
    const Outcome outcome = improve(optimiser);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_EQ(outcome.solution, turned_round(start_.solution));
}

TEST_F(OutsideFiles, PlaceholdersAreReplacedWithinWords) {
    const auto kept = folder_ / "kept";
    // The program keeps what it was given, and answers with its start.
    OutsideOptimiser optimiser(
        "exec:sh -c 'echo \"$*\" > \"$0\"; cp \"${1#--in=}\" \"$0.vrp\"; cat \"$2\"' '" + kept.string() +
            "' --in={instance} {start} {seed} {seconds} {\\\"a\\\":{}}",
        {.seconds = 2.5});
    EXPECT_EQ(improve(optimiser).failure, "");
    const std::string words = read_file(kept);
    Random seeds(11);
    const std::string seed = std::to_string(seeds.next() >> 33);
    EXPECT_TRUE(words.starts_with("--in=" + folder_.string() + "/l2r-")) << words;
    EXPECT_TRUE(words.ends_with("/start.sol " + seed + " 2.5 {\"a\":{}}\n")) << words;
    EXPECT_EQ(read_file(kept.string() + ".vrp"), format_vrp(instance_));
}

TEST_F(OutsideFiles, APathThatHoldsAPlaceholderStaysAsItIs) {
    const auto place = folder_ / "{start}{seed}{instance}";
    std::filesystem::create_directory(place);
    ::setenv("TMPDIR", place.c_str(), 1);
    OutsideOptimiser optimiser("exec:sh -c 'test -e {instance} && cat {start}'", patient);
    EXPECT_EQ(improve(optimiser).failure, "");
}

TEST_F(OutsideFiles, LimitsAreInTheInstanceAndTheNumberOfVehiclesIsAPlaceholder) {
    InstanceData data;
    data.places = {{0, 0}, {1, 0}, {0, 1}};
    data.demands = {0, 1, 1};
    data.capacity = 2;
    data.route_limit = 4.5;
    data.service = 0.25;
    const Instance instance(data);
    const auto kept = folder_ / "kept";
    OutsideOptimiser optimiser(
        "exec:sh -c 'cp {instance} \"$0.vrp\"; echo {vehicles} >> \"$0\"; cat {start}' '" + kept.string() +
            "'",
        patient);
    for (const Instance& told : {instance, instance.with_vehicles(2)}) {
        EXPECT_EQ(optimiser.improve(told, Start{Solution{{1}, {2}}}, {}, random_).failure, "");
        EXPECT_EQ(read_file(kept.string() + ".vrp"), format_vrp(instance));
    }
    EXPECT_EQ(read_file(kept), "3\n2\n");
}

TEST_F(OutsideFiles, ATravellingSalesmanProblemIsWrittenAsOne) {
    InstanceData data;
    data.places = {{0, 0}, {1, 0}, {0, 1}};
    data.tsp = true;
    const Instance instance(data);
    const auto kept = folder_ / "kept";
    OutsideOptimiser optimiser(
        "exec:sh -c 'cp {instance} \"$0\"; echo \"Route #{vehicles}: 2 1\"' '" + kept.string() + "'",
        patient);
    const Outcome outcome = optimiser.improve(instance, Start{Solution{{1, 2}}}, {}, random_);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_EQ(outcome.solution, (Solution{{2, 1}}));
    EXPECT_EQ(read_file(kept), format_vrp(instance));
}

TEST_F(OutsideFiles, TheInstanceIsWrittenOnceAndAgainWhenItChanges) {
    const auto log = folder_ / "log";
    OutsideOptimiser optimiser("exec:sh -c 'stat -c %i {instance} >> \"" + log.string() + "\"; cat {start}'",
                               patient);
    improve(optimiser);
    improve(optimiser);
    const Instance other = whole_instance(10, 6);
    Random random(1);
    const Start other_start{random_start(other, random)};
    EXPECT_EQ(optimiser.improve(other, other_start, {}, random).failure, "");
    std::istringstream inodes(read_file(log));
    std::string first, second, third;
    inodes >> first >> second >> third;
    EXPECT_EQ(first, second);
    EXPECT_NE(third, "");
    EXPECT_NE(third, second);
}

struct FileCase {
    std::string kind;  ///< what file_optimiser.py does
    FailureKind failure;
    std::string message;  ///< its beginning

    friend void PrintTo(const FileCase& wrong, std::ostream* out) { *out << wrong.kind; }
};

class OutsideFilesFailure : public OutsideTest, public testing::WithParamInterface<FileCase> {};

TEST_P(OutsideFilesFailure, GivesTheStartBackAndTheReason) {
    const FileCase& wrong = GetParam();
    OutsideOptimiser optimiser(of_files(wrong.kind), wrong.kind == "hang" ? in_haste : patient);
    const Outcome outcome = improve(optimiser);
    EXPECT_EQ(outcome.solution, start_.solution);
    EXPECT_FALSE(outcome.converged);
    EXPECT_TRUE(outcome.failure.starts_with(wrong.message)) << outcome.failure;
    EXPECT_EQ(optimiser.failures().counts(), (std::map<FailureKind, std::int64_t>{{wrong.failure, 2}}));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, OutsideFilesFailure,
    testing::Values(
        FileCase{"crash", FailureKind::crash, "the program was ended by SIGABRT"},
        FileCase{"exit", FailureKind::exit_code, "the program ended with exit code 1; it said: no licence"},
        FileCase{"hang", FailureKind::time_limit, "the program did not end within "},
        FileCase{"nothing", FailureKind::garbage, "the program ended without writing {output}"},
        FileCase{
            "garbage", FailureKind::garbage,
            "the program's answer is no .sol file: {output}:1: expected 'Route #1: ...' or 'Cost ...' but "
            "found 'Welcome!'"},
        FileCase{"infeasible", FailureKind::infeasible, "the program's answer is not feasible: customer "},
        FileCase{"endless", FailureKind::too_long, "the program wrote more than 64 MB to {output}"}),
    [](const auto& test) { return test.param.kind; });

TEST_F(OutsideFiles, AnOutputOfAnEarlierRunIsNotTakenForAnAnswer) {
    const auto marker = folder_ / "marker";
    OutsideOptimiser optimiser(
        "exec:sh -c '[ -e \"$0\" ] || cp {start} {output}; : > \"$0\"' '" + marker.string() + "' {instance}",
        patient);
    EXPECT_EQ(improve(optimiser).failure, "");
    EXPECT_EQ(improve(optimiser).failure, "the program ended without writing {output}");
}

TEST_F(OutsideFiles, AnInstanceThatTheProgramSpoiltIsWrittenAgain) {
    const auto marker = folder_ / "marker";
    OutsideOptimiser optimiser(
        "exec:sh -c '[ -e \"$0\" ] || { : > \"$0\"; rm {instance}; exit 1; }; cat {start}; exec test -e "
        "{instance}' '" +
            marker.string() + "'",
        patient);
    EXPECT_EQ(improve(optimiser).failure, "");
    EXPECT_EQ(optimiser.failures().total(), 1);
}

/// `deed` is done behind a good answer, with $1 for the instance, $2 for the start and $3 for the folder.
std::string afterwards(const std::string& deed) {
    return "exec:sh -c 'cat \"$2\"; set -- \"$1\" \"$2\" \"${1%/*}\"; " + deed + "' sh {instance} {start}";
}

TEST_F(OutsideFiles, WhatTheProgramDidToItsFilesIsMended) {
    const auto precious = folder_ / "precious";
    std::filesystem::create_directory(precious);
    write_file(precious / "start.sol", "mine");
    const std::string mine = "\"" + precious.string() + "\"";
    for (const std::string& deed :
         {std::string("rm -r \"$3\""), std::string("rm -r \"$3\"; : > \"$3\""),
          std::string("rm -r \"$3\"; mkdir \"$3\""), "rm -r \"$3\"; ln -s " + mine + " \"$3\"",
          std::string("rm \"$2\""), std::string("rm \"$2\"; mkfifo \"$2\""),
          std::string("rm \"$2\"; mkdir -p \"$2/a\""), "ln -sf " + mine + "/start.sol \"$2\""}) {
        OutsideOptimiser optimiser(afterwards(deed), patient);
        for (int run = 0; run < 3; ++run) EXPECT_EQ(improve(optimiser).failure, "") << deed;
        EXPECT_EQ(optimiser.failures().total(), 0) << deed;
        EXPECT_EQ(read_file(precious / "start.sol"), "mine") << deed;
    }
}

TEST_F(OutsideFiles, AnInstanceThatIsSpoiltBehindAGoodAnswerIsWrittenAgain) {
    for (const char* const deed : {"rm \"$1\"", "echo nonsense > \"$1\""}) {
        OutsideOptimiser optimiser(
            afterwards(deed).insert(std::string("exec:sh -c '").size(),
                                    "grep -q DIMENSION \"$1\" || { echo nonsense; exit 0; }; "),
            patient);
        for (int run = 0; run < 3; ++run) EXPECT_EQ(improve(optimiser).failure, "") << deed;
        EXPECT_EQ(optimiser.failures().total(), 2) << deed;
    }
}

TEST_F(OutsideFiles, AProgramThatIsGoneAfterAGoodAnswerHasFailed) {
    const auto program = folder_ / "solver";
    for (const std::string deed : {"rm \"$0\"", "chmod -x \"$0\"", "rm \"$0\"; mkdir \"$0\""}) {
        std::filesystem::remove_all(program);
        write_file(program, "#!/bin/sh\ncat \"$2\"\n" + deed + "\n");
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
        OutsideOptimiser optimiser("exec:'" + program.string() + "' {instance} {start}", patient);
        EXPECT_EQ(improve(optimiser).failure, "");
        const Outcome outcome = improve(*optimiser.clone());
        EXPECT_TRUE(outcome.failure.starts_with("cannot start '" + program.string())) << outcome.failure;
        EXPECT_EQ(outcome.solution, start_.solution);
        EXPECT_FALSE(outcome.converged);
        EXPECT_EQ(optimiser.failures().summary(), "2 not run") << deed;
    }
}

TEST_F(OutsideFiles, AStopGivesTheStartBackAtOnceAndIsNoFailure) {
    OutsideOptimiser optimiser(of_files("hang"), patient);
    const Outcome outcome = improve(optimiser, Stop::after(0.2));
    EXPECT_EQ(outcome.solution, start_.solution);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_LT(outcome.outside_seconds, 10);
    EXPECT_EQ(optimiser.failures().total(), 0);
}

TEST_F(OutsideFiles, AProgramNeedsToKnowTheInstance) {
    EXPECT_NE(test::message_of<InputError>([] { OutsideOptimiser("exec:cat {start}"); }), "");
}

TEST_F(OutsideFiles, APlaceholderThatIsNotKnownIsNamed) {
    const auto refusal = [](const std::string& words) {
        return test::message_of<InputError>(
            [&] { OutsideOptimiser("exec:cat {start} {instance} " + words); });
    };
    for (const char* word : {"{bogus}", "--time={time_limit}", "{seed}{Seed}", "{{x1}}"})
        EXPECT_TRUE(refusal(word).starts_with("an outside optimiser cannot be given {")) << word;
    EXPECT_TRUE(refusal("{seed}{Seed}").find("given {Seed}; there is {instance}, {start}") !=
                std::string::npos);
    for (const char* word :
         {"'{\"a\":1}'", "{}", "{", "{a", "a}", "{ print }", "{1..3}", "{a,b}", "${HOME}", "{{seed}}"})
        EXPECT_EQ(refusal(word), "") << word;
}

TEST_F(OutsideFiles, APlaceForTemporaryFilesThatIsNotThereIsNamed) {
    ::setenv("TMPDIR", "/no/such/folder", 1);
    OutsideOptimiser optimiser(of_files("none"), patient);
    EXPECT_EQ(
        test::message_of<OutsideError>([&] { improve(optimiser); }),
        "/no/such/folder: cannot make a folder there: No such file or directory; TMPDIR may name another "
        "place");
}

}  // namespace
}  // namespace l2r
