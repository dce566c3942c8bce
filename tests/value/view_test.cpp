#include "value/view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "problem/generate.hpp"
#include "start/perturb.hpp"
#include "start/random_start.hpp"
#include "support/message.hpp"
#include "value/tidy.hpp"

namespace l2r {
namespace {

Start some_start(const Instance& instance) {
    Random random(1);
    return {random_start(instance, random), 0};
}

TEST(View, ShowsAStartAsGivenTidiedOrAfterACycle) {
    const Instance instance = random_instance(40, 1, 0);
    const Start start = some_start(instance);
    EXPECT_EQ(Viewer(View::given).show(instance, start), start.solution);
    Solution tidied;
    tidy(instance, start, tidied);
    EXPECT_EQ(Viewer(View::tidied).show(instance, start), tidied);
    Random random(2);
    Budget one_cycle;
    one_cycle.cycles = 1;
    const Solution after = paper::LocalSearch().improve(instance, start, one_cycle, random).solution;
    EXPECT_EQ(Viewer(View::cycle).show(instance, start), after);
    EXPECT_LT(length(instance, after), length(instance, tidied));
}

TEST(View, DoesNotDependOnWhatWasSeenBeforeAndACopyShowsTheSame) {
    for (const View view : {View::given, View::tidied, View::cycle}) {
        const Instance instance = random_instance(40, 1, 0), other = random_instance(20, 1, 1);
        const Start start = some_start(instance), another = some_start(other);
        Viewer viewer(view);
        const Solution first = viewer.show(instance, start);
        viewer.show(other, another);
        EXPECT_EQ(viewer.show(instance, start), first);
        EXPECT_EQ(Viewer(viewer).show(instance, start), first);
    }
}

std::set<std::vector<Node>> routes_of(const Solution& solution, int first, int last) {
    std::set<std::vector<Node>> routes;
    for (int r = first; r < last; ++r) {
        const auto route = solution.route(r);
        routes.insert(std::vector<Node>(route.begin(), route.end()));
    }
    return routes;
}

TEST(View, LookingAheadMovesAStartOnAndKeepsWhatIsSettled) {
    const Instance instance = random_instance(100, 2, 0);
    Random random(3);
    const Solution parent = paper::LocalSearch().improve(instance, some_start(instance), {}, random).solution;
    int settled = 0;
    for (int k = 0; k < 50; ++k) {
        Start start;
        perturb(instance, parent, 2, random, start);
        const Solution after = Viewer(View::cycle).show(instance, start);
        Start moved = start;
        Viewer(View::cycle).look_ahead(instance, moved);
        EXPECT_EQ(moved.cycles, 1);
        EXPECT_EQ(routes_of(moved.solution, 0, moved.solution.routes()), routes_of(after, 0, after.routes()));
        const auto before = routes_of(start.solution, 0, start.settled);
        const auto kept = routes_of(moved.solution, 0, moved.settled);
        EXPECT_TRUE(std::includes(before.begin(), before.end(), kept.begin(), kept.end()));
        for (const auto& route : routes_of(moved.solution, moved.settled, moved.solution.routes()))
            EXPECT_FALSE(before.contains(route));
        EXPECT_EQ(Viewer(View::cycle).show(instance, moved), moved.solution) << "one cycle is enough";
        settled += moved.settled;
    }
    EXPECT_GT(settled, 50);
}

TEST(View, HasAName) {
    for (const View view : {View::given, View::tidied, View::cycle})
        EXPECT_EQ(view_named(name_of(view)), view);
    EXPECT_EQ(test::message_of<InputError>([] { view_named("order"); }),
              "there is no view 'order': it is given, tidied or cycle");
}

}  // namespace
}  // namespace l2r
