#include "value/view.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "problem/generate.hpp"
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
    EXPECT_EQ(Viewer(View::given).look(instance, start), start.solution);
    Solution tidied;
    tidy(instance, start, tidied);
    EXPECT_EQ(Viewer(View::tidied).look(instance, start), tidied);
    Random random(2);
    Budget one_cycle;
    one_cycle.cycles = 1;
    const Solution after = LocalSearch().improve(instance, start, one_cycle, random).solution;
    EXPECT_EQ(Viewer(View::cycle).look(instance, start), after);
    EXPECT_LT(length(instance, after), length(instance, tidied));
}

TEST(View, DoesNotDependOnWhatWasSeenBeforeAndACopyShowsTheSame) {
    for (const View view : {View::given, View::tidied, View::cycle}) {
        const Instance instance = random_instance(40, 1, 0), other = random_instance(20, 1, 1);
        const Start start = some_start(instance), another = some_start(other);
        Viewer viewer(view);
        const Solution first = viewer.look(instance, start);
        viewer.look(other, another);
        EXPECT_EQ(viewer.look(instance, start), first);
        EXPECT_EQ(Viewer(viewer).look(instance, start), first);
    }
}

TEST(View, HasAName) {
    for (const View view : {View::given, View::tidied, View::cycle})
        EXPECT_EQ(view_named(name_of(view)), view);
    EXPECT_EQ(test::message_of<InputError>([] { view_named("order"); }),
              "there is no view 'order': it is given, tidied or cycle");
}

}  // namespace
}  // namespace l2r
