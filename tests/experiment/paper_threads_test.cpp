#include "base/error.hpp"
#include "base/file.hpp"
#include "experiment/figure_result.hpp"
#include "experiment/paper.hpp"
#include "support/message.hpp"
#include "support/own_folder.hpp"
#include "support/toy_search.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using test::message_of;

/// Small figures in a folder of their own, guided by what the first route of a start is.
class PaperFigures : public test::OwnFolder {
  protected:
    static FigurePlan plan_of(const PaperFigure& figure, int instances = 30,
                              const std::string& digest = "d") {
        FigurePlan plan;
        plan.figure = figure;
        plan.customers = 10;
        plan.instances = instances;
        plan.runs = 3;
        plan.seed = 5;
        const auto scorer = std::make_shared<ToyScorer>([](const Instance& instance, const Start& start) {
            return route_length(instance, start.solution.route(0));
        });
        add_arms(plan, {{"toy", scorer, digest, {2, 4}}});
        return plan;
    }
    static std::vector<FigurePlan> all_plans() {
        std::vector<FigurePlan> plans;
        for (const PaperFigure& figure : paper_figures()) plans.push_back(plan_of(figure));
        return plans;
    }
    PaperJob job(const std::string& name, std::vector<FigurePlan> plans, int threads = 1) const {
        return {std::move(plans), folder_ / name, 0, 1, threads, nullptr};
    }
    /// Lengths of all arms of all figures; what was measured is left out.
    std::vector<std::vector<float>> lengths(const PaperJob& made) const {
        std::vector<std::vector<float>> result;
        for (const FigurePlan& plan : made.plans)
            for (const Traces& arm : read_traces(plan, made.folder)) result.push_back(arm.lengths);
        return result;
    }
    static fs::path first_file(const PaperJob& made) {
        return made.folder / "traces" / (made.plans.front().name() + "-00000.h5");
    }
};

TEST_F(PaperFigures, HaveTheUnguidedArmThenGuidedOnesThenSavings) {
    const FigurePlan plan = plan_of(paper_figures()[1]);
    std::vector<std::string> names;
    for (const Arm& arm : plan.arms) names.push_back(arm.name);
    EXPECT_EQ(names, (std::vector<std::string>{"unguided", "toy K=2", "toy K=4", "savings restarts"}));
    EXPECT_EQ(plan.arms[0].settings.stop.runs, 12);
    EXPECT_EQ(plan.arms[1].settings.stop.runs, 3);
    EXPECT_EQ(plan.arms[1].settings.perturbation.least_routes, 2);
    EXPECT_EQ(plan.arms[1].settings.perturbation.most_routes, 2);
    EXPECT_EQ(plan.arms[3].settings.strategy, Strategy::restart);
    EXPECT_EQ(plan.arms[3].settings.construction, Construction::savings);
}

TEST_F(PaperFigures, AreTheSameOnAnyNumberOfThreadsAndShares) {
    const PaperJob alone = job("alone", all_plans());
    ASSERT_TRUE(make_traces(alone));
    const PaperJob together = job("together", all_plans(), 3);
    ASSERT_TRUE(make_traces(together));
    EXPECT_EQ(lengths(alone), lengths(together));
    PaperJob shared = job("shared", all_plans());
    shared.shares = 2;
    for (shared.share = 0; shared.share < 2; ++shared.share) ASSERT_TRUE(make_traces(shared));
    EXPECT_EQ(lengths(alone), lengths(shared));
}

TEST_F(PaperFigures, FollowFromExplorationsOfTheInstancesOneByOne) {
    const PaperJob made = job("set", {plan_of(paper_figures()[0])});
    ASSERT_TRUE(make_traces(made));
    const FigurePlan& plan = made.plans.front();
    const std::vector<Traces> traces = read_traces(plan, made.folder);
    ASSERT_EQ(traces.size(), plan.arms.size());
    for (std::size_t a = 0; a < traces.size(); ++a) {
        EXPECT_EQ(traces[a].instances(), 30U);
        const Trace again = trace_again(plan, plan.arms[a], 27).value();
        const std::vector<float> stored(
            traces[a].lengths.begin() + static_cast<std::ptrdiff_t>(27 * traces[a].runs),
            traces[a].lengths.begin() + static_cast<std::ptrdiff_t>(28 * traces[a].runs));
        EXPECT_EQ(stored, again.lengths);
        EXPECT_NEAR(length(instance_of(plan, 27), again.best),
                    *std::min_element(stored.begin(), stored.end()), 1e-5);
        EXPECT_TRUE(std::is_sorted(again.seconds.begin(), again.seconds.end()));
        EXPECT_GT(again.seconds.front(), 0);
    }
}

TEST_F(PaperFigures, GoOnFromWhatIsThere) {
    const PaperJob unbroken = job("unbroken", all_plans());
    ASSERT_TRUE(make_traces(unbroken));
    std::atomic<bool> flag = false;
    PaperJob broken = job("broken", all_plans(), 2);
    broken.flag = &flag;
    EXPECT_FALSE(
        make_traces(broken, [&](const PaperProgress& progress) { flag = progress.instances >= 90; }));
    EXPECT_TRUE(fs::exists(first_file(broken)));
    const std::string first = read_file(first_file(broken));
    flag = false;
    std::int64_t planned = 0;
    EXPECT_TRUE(make_traces(broken, [&](const PaperProgress& progress) { planned = progress.planned; }));
    EXPECT_LT(planned, 4 * 30);
    EXPECT_EQ(first, read_file(first_file(broken))) << "what was there stays";
    EXPECT_EQ(lengths(unbroken), lengths(broken));
    EXPECT_TRUE(make_traces(broken, [](const PaperProgress&) { FAIL() << "nothing is left to do"; }));
}

TEST_F(PaperFigures, RefuseFilesThatAreDamaged) {
    const PaperJob made = job("set", {plan_of(paper_figures()[0])});
    ASSERT_TRUE(make_traces(made));
    const std::string whole = read_file(first_file(made));
    const auto refusal = [&](const std::string& bytes) {
        write_file(first_file(made), bytes);
        EXPECT_THROW(read_traces(made.plans.front(), made.folder), InputError);
        return message_of<InputError>([&] { make_traces(made); });
    };
    std::string changed = whole;
    changed[changed.size() / 2] ^= 1;
    EXPECT_NE(refusal(changed).find("restart-10-00000.h5: is damaged"), std::string::npos);
    EXPECT_NE(refusal(whole.substr(0, whole.size() - 1)).find("is damaged"), std::string::npos);
    EXPECT_NE(refusal(whole.substr(0, 100)).find("cut short"), std::string::npos);
    EXPECT_NE(refusal("something else").find("is not a file of traces"), std::string::npos);
    write_file(first_file(made), whole);
    EXPECT_TRUE(make_traces(made));
}

TEST_F(PaperFigures, RefuseFilesOfOtherSettingsAndSayWhichOnes) {
    const PaperFigure& figure = paper_figures()[0];
    ASSERT_TRUE(make_traces(job("set", {plan_of(figure)})));
    const auto refusal = [&](const FigurePlan& plan) {
        return message_of<InputError>([&] { make_traces(job("set", {plan})); });
    };
    EXPECT_NE(refusal(plan_of(figure, 31)).find("instances: 30 there, 31 now"), std::string::npos);
    EXPECT_NE(refusal(plan_of(figure, 30, "other")).find("weights_sha256: \"d\" there, \"other\" now"),
              std::string::npos);
    FigurePlan reseeded = plan_of(figure);
    reseeded.seed = 6;
    EXPECT_NE(refusal(reseeded).find("seed: 5 there, 6 now"), std::string::npos);
    const fs::path traces = folder_ / "set" / "traces";
    fs::copy_file(traces / "restart-10-00000.h5", traces / "restart-10-00001.h5",
                  fs::copy_options::overwrite_existing);
    EXPECT_NE(refusal(plan_of(figure)).find("is file number 0 under another's name"), std::string::npos);
}

TEST_F(PaperFigures, RefusePlansThatMakeNoSense) {
    FigurePlan one = plan_of(paper_figures()[0]);
    one.arms.clear();
    one.instances = 1;
    EXPECT_THROW(add_arms(one, {}), InputError);
    one.instances = 2;
    one.runs = 0;
    EXPECT_THROW(add_arms(one, {}), InputError);
    PaperJob wrong = job("set", {});
    wrong.share = 1;
    EXPECT_THROW(make_traces(wrong), InputError);
}

TEST_F(PaperFigures, AreEvaluatedArmByArm) {
    const PaperJob made = job("set", {plan_of(paper_figures()[0])});
    ASSERT_TRUE(make_traces(made));
    const FigurePlan& plan = made.plans.front();
    const std::vector<Traces> traces = read_traces(plan, made.folder);
    const FigureResult result = evaluate(plan, traces, 2);
    ASSERT_EQ(result.arms.size(), 4U);
    EXPECT_FALSE(result.arms[0].comparison);
    for (std::size_t a = 1; a < 4; ++a) {
        const ArmResult& arm = result.arms[a];
        EXPECT_NEAR(arm.comparison->best.difference.mean,
                    arm.curve.best[2].plain.mean - result.arms[0].curve.best[2].plain.mean, 1e-9);
        EXPECT_NEAR(arm.best_difference[2].mean, arm.comparison->best.difference.mean, 1e-12);
    }
    ASSERT_EQ(result.steps.size(), 2U);
    EXPECT_EQ(result.steps[0].from, 1);
    EXPECT_EQ(result.steps[1].from, 2);
    EXPECT_EQ(result.steps[1].to, 4);
    EXPECT_NEAR(result.steps[0].best.difference.mean + result.steps[1].best.difference.mean,
                result.arms[2].comparison->best.difference.mean, 1e-9);
    EXPECT_EQ(result.falls_with_candidates("toy"),
              result.steps[0].best.difference.mean <= 0 && result.steps[1].best.difference.mean <= 0);
    const std::string csv = runs_csv(result);
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 12 + 3 + 3 + 12);
    EXPECT_EQ(length_chart(result).find("savings"), std::string::npos);
    EXPECT_NE(time_chart(result).find("savings"), std::string::npos);
}

}  // namespace
}  // namespace l2r
