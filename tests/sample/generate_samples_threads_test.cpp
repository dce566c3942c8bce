#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <fstream>

#include "base/error.hpp"
#include "sample/generate_samples.hpp"
#include "sample/sample_folder.hpp"
#include "support/toy_search.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using test::Files;
using test::message_of;
using test::small_perturbed_recipe;
using test::small_recipe;
using GenerateSamples = test::SampleFolder;

TEST_F(GenerateSamples, WritesTheSameBytesOnAnyNumberOfThreads) {
    for (const SampleRecipe& recipe : {small_recipe(), small_perturbed_recipe()}) {
        const std::string kind = recipe.parents > 1 ? "perturbed" : "random";
        const Files expected = files(make(recipe, kind));
        ASSERT_EQ(expected.size(), 3U);
        for (const int threads : {2, 4}) {
            SampleJob again = job(recipe, kind + std::to_string(threads));
            again.threads = threads;
            const SampleReport report = generate_samples(again, paper::LocalSearch());
            EXPECT_EQ(files(again.folder), expected) << threads << " threads";
            EXPECT_TRUE(report.finished());
            EXPECT_EQ(report.made, 3);
            EXPECT_EQ(report.starts, 10 * recipe.parents * 3);
        }
    }
}

TEST_F(GenerateSamples, SharesOutFilesByTheirNumbers) {
    const Files expected = files(make(small_recipe(), "whole", 2));
    SampleJob share = job(small_recipe(), "shared", 2);
    share.shares = 3;
    for (const int i : {2, 0, 1}) {
        share.share = i;
        const SampleReport report = generate_samples(share, paper::LocalSearch());
        EXPECT_EQ(report.files, i < 2 ? 2 : 1);
        EXPECT_EQ(report.made, report.files);
        EXPECT_EQ(fs::exists(share.folder / sample_file_name(i)), true);
    }
    EXPECT_EQ(files(share.folder), expected);
}

TEST_F(GenerateSamples, LeavesWholeFilesAloneAndMakesTheRest) {
    const fs::path folder = make(small_recipe());
    const Files expected = files(folder);
    fs::remove(folder / "part-00001.h5");
    std::ofstream(folder / "part-00002.h5", std::ios::binary | std::ios::app) << "x";
    std::ofstream(folder / "part-00001.h5.4711.part") << "left by a killed run";
    std::ofstream(folder_ / "set" / "somebody-else.part") << "not ours";
    const auto before = fs::last_write_time(folder / "part-00000.h5");
    const SampleReport report = generate_samples(job(small_recipe()), paper::LocalSearch());
    EXPECT_EQ(report.there, 1);
    EXPECT_EQ(report.made, 2);
    EXPECT_EQ(report.remade, 1);
    EXPECT_TRUE(fs::remove(folder / "somebody-else.part")) << "it was left alone";
    EXPECT_EQ(files(folder), expected);
    EXPECT_EQ(fs::last_write_time(folder / "part-00000.h5"), before);
}

/// Files that are being written are locked.
TEST_F(GenerateSamples, LeavesAFileAloneThatAnotherRunIsWriting) {
    const fs::path part = make(small_recipe()) / "part-00001.h5.4711.part";
    const int writer = ::open(part.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    ASSERT_EQ(::flock(writer, LOCK_EX), 0);
    generate_samples(job(small_recipe()), paper::LocalSearch());
    EXPECT_TRUE(fs::exists(part));
    ::close(writer);
    generate_samples(job(small_recipe()), paper::LocalSearch());
    EXPECT_FALSE(fs::exists(part));
}

TEST_F(GenerateSamples, RefusesAFolderOfAnotherSet) {
    const fs::path folder = make(small_recipe());
    fs::remove(folder / "part-00000.h5");
    fs::remove(folder / "part-00002.h5");
    const Files before = files(folder);
    const auto refusal = [&](const SampleJob& other) {
        return message_of<InputError>([&] { generate_samples(other, paper::LocalSearch()); });
    };
    SampleRecipe recipe = small_recipe();
    recipe.starts = 4;
    const std::string message = refusal(job(recipe));
    EXPECT_NE(message.find("is of a set with other settings"), std::string::npos) << message;
    EXPECT_EQ(
        refusal(job(small_recipe(), "set", 5)),
        (folder / "part-00001.h5").string() +
            ": is of a set with 4 instances in each file; give that number again (--per-file), or choose "
            "another folder");
    SampleJob share = job(recipe);
    share.shares = 3;
    EXPECT_NE(refusal(share), "") << "though its own file is not there";
    recipe = small_recipe();
    recipe.instances = 4;
    EXPECT_EQ(refusal(job(recipe)),
              (folder / "part-00001.h5").string() +
                  ": is of a set of 10 instances; a set can grow, not shrink: give at least that number "
                  "(--count), or choose another folder");
    EXPECT_EQ(files(folder), before);
}

TEST_F(GenerateSamples, LetsASetGrow) {
    const SampleRecipe small = small_recipe();  // 10 instances in files of 4: the last is not full
    SampleRecipe large = small;
    large.instances = 15;
    const fs::path folder = make(small);
    const auto before = fs::last_write_time(folder / "part-00000.h5");
    const SampleReport report = generate_samples(job(large), paper::LocalSearch());
    EXPECT_EQ(report.there, 2);
    EXPECT_EQ(report.made, 2) << "the file that was not full, and a new one";
    EXPECT_EQ(report.remade, 0) << "none was damaged";
    EXPECT_EQ(fs::last_write_time(folder / "part-00000.h5"), before);
    EXPECT_EQ(generate_samples(job(large), paper::LocalSearch()).there, 4);
    const SampleSet grown = SampleSet::read({folder}), at_once = SampleSet::read({make(large, "at-once")});
    EXPECT_EQ(grown.recipe(), large);
    ASSERT_EQ(grown.groups(), at_once.groups());
    for (std::int64_t group = 0; group < grown.groups(); ++group) {
        EXPECT_EQ(grown.instance_number(group), group);
        for (int start = 0; start < large.starts; ++start)
            EXPECT_EQ(grown.length(group, start), at_once.length(group, start));
    }
}

/// Nor waits for a writer where a pipe has the name of a file.
TEST_F(GenerateSamples, OverwritesNothingThatIsNotSamples) {
    fs::create_directories(folder_ / "set");
    const fs::path file = folder_ / "set/part-00001.h5";
    const auto expect_refused = [&] {
        EXPECT_EQ(
            message_of<InputError>([&] { generate_samples(job(small_recipe()), paper::LocalSearch()); }),
            file.string() + ": is not a file of samples; it is not overwritten");
    };
    std::ofstream(file) << "someone else's";
    expect_refused();
    fs::remove(file);
    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    expect_refused();
}

TEST_F(GenerateSamples, RefusesAFileUnderAnothersName) {
    const fs::path folder = make(small_recipe());
    fs::rename(folder / "part-00001.h5", folder / "part-00000.h5");
    EXPECT_NE(message_of<InputError>([&] {
                  generate_samples(job(small_recipe()), paper::LocalSearch());
              }).find("is file number 1 of its set under another's name"),
              std::string::npos);
}

TEST_F(GenerateSamples, StopsAtOnceAndGoesOnLater) {
    const Files expected = files(make(small_recipe(), "whole", 1));
    std::atomic<bool> stop = false;
    SampleJob job = this->job(small_recipe(), "broken", 1);
    job.threads = 2;
    job.flag = &stop;
    const SampleReport report =
        generate_samples(job, paper::LocalSearch(), [&](const SampleProgress& progress) {
            EXPECT_LE(progress.instances, progress.planned);
            if (progress.instances >= 5) stop = true;
        });
    EXPECT_FALSE(report.finished());
    EXPECT_GE(report.made, 3);
    EXPECT_LE(report.made, 5);
    EXPECT_EQ(static_cast<std::int64_t>(files(job.folder).size()), report.made);
    stop = false;
    EXPECT_TRUE(generate_samples(job, paper::LocalSearch()).finished());
    EXPECT_EQ(files(job.folder), expected);
}

TEST_F(GenerateSamples, RefusesAnOptimiserThatCannotBeUsed) {
    const auto refusal = [&](const SampleRecipe& recipe, const Optimiser& optimiser) {
        return message_of<InputError>([&] { generate_samples(job(recipe), optimiser); });
    };
    EXPECT_EQ(refusal(small_recipe(), ToyOptimiser(leave_alone)),
              "the recipe's optimiser is 'paper', not 'toy'");
}

/// Of perturbed starts nothing is settled where the parent's run did not say that it had converged, and
/// scorers are shown the same starts as the optimiser.
TEST_F(GenerateSamples, OfPerturbedStartsTakeAnyOptimiser) {
    SampleRecipe recipe = small_perturbed_recipe();
    recipe.optimiser = "toy";
    for (const int converges : {0, 1, 2}) {  // never, always, and for some
        std::vector<Start> seen;
        const auto says_so = [&](const Solution& solution) {
            return converges == 1 || (converges == 2 && solution.route(0).front() % 2 == 0);
        };
        const ToyOptimiser toy([&](const Instance&, const Start& start, const Budget& budget) {
            if (budget.record_cycles > 0) seen.push_back(start);
            return Outcome{start.solution, 1, says_so(start.solution)};
        });
        const SampleJob set = job(recipe, "set" + std::to_string(converges), 10);
        generate_samples(set, toy);
        const SampleSet samples = SampleSet::read({set.folder});
        std::size_t at = 0;
        int settled = 0, open = 0;
        for (std::int64_t group = 0; group < samples.groups(); ++group) {
            const bool is_settled = says_so(samples.parent(group));
            ++(is_settled ? settled : open);
            for (const Start& start : samples.starts(group, samples.instance(group))) {
                ASSERT_LT(at, seen.size());
                EXPECT_EQ(start.solution, seen[at].solution);
                EXPECT_EQ(start.settled, seen[at].settled);
                EXPECT_EQ(start.settled > 0, is_settled && samples.parent(group).routes() > 2);
                ++at;
            }
        }
        EXPECT_EQ(at, seen.size());
        EXPECT_EQ(settled == 0, converges == 0);
        EXPECT_EQ(open == 0, converges == 1);
    }
}

TEST_F(GenerateSamples, OfAParentThatNothingWasMadeOfHasNothingSettled) {
    SampleRecipe recipe = small_perturbed_recipe();
    recipe.optimiser = "toy";
    const ToyOptimiser fails([](const Instance&, const Start& start, const Budget&) {
        Outcome outcome{start.solution};
        outcome.failure = "it always does";
        return outcome;
    });
    EXPECT_GT(generate_samples(job(recipe), fails).failed, 0);
    const SampleSet samples = SampleSet::read({job(recipe).folder});
    for (const Start& start : samples.starts(0, samples.instance(0))) EXPECT_EQ(start.settled, 0);
}

TEST(DefaultPerFile, IsAboutAMinuteAndAtMost16Megabytes) {
    for (const int customers : {1, 20, 100, 1000, 100'000})
        for (const int starts : {2, 20, 1000})
            for (const int parents : {0, 1, 10}) {
                SampleRecipe recipe;
                recipe.customers = customers;
                recipe.instances = 1'000'000;
                recipe.starts = starts;
                recipe.perturbed_routes = parents > 0 ? 2 : 0;
                recipe.parents = std::max(1, parents);
                const std::int64_t instances = default_per_file(recipe);
                EXPECT_GE(instances, 1);
                EXPECT_TRUE(instances == 1 || instances * recipe.parents * starts * 24 <= 16'000'000);
                const double runs = recipe.parents * starts + (parents > 0 ? std::pow(4, parents - 1) : 0);
                const double numbers = recipe.parents * (starts * 6.0 + (parents > 0 ? 2 * customers : 0));
                const double seconds = runs * 1e-7 * std::pow(customers, 1.65);  // roughly
                EXPECT_TRUE(10.0 * static_cast<double>(instances) * seconds > 60 ||
                            10.0 * static_cast<double>(instances) * 4 * numbers > 16e6)
                    << customers << " customers, " << starts << " starts, " << parents << " parents";
            }
}

}  // namespace
}  // namespace l2r
