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

TEST(View, ShowsAStartAsGivenOrTidied) {
    const Instance instance = random_instance(40, 1, 0);
    const Start start = some_start(instance);
    EXPECT_EQ(Viewer(View::given).show(instance, start), start.solution);
    Solution tidied;
    tidy(instance, start, tidied);
    EXPECT_EQ(Viewer(View::tidied).show(instance, start), tidied);
}

TEST(View, DoesNotDependOnWhatWasSeenBeforeAndACopyShowsTheSame) {
    for (const View view : {View::given, View::tidied}) {
        const Instance instance = random_instance(40, 1, 0), other = random_instance(20, 1, 1);
        const Start start = some_start(instance), another = some_start(other);
        Viewer viewer(view);
        const Solution first = viewer.show(instance, start);
        viewer.show(other, another);
        EXPECT_EQ(viewer.show(instance, start), first);
        EXPECT_EQ(Viewer(viewer).show(instance, start), first);
    }
}

TEST(Reading, HasAName) {
    for (const char* name : {"given", "tidied", "cycle"}) EXPECT_EQ(name_of(reading_named(name)), name);
    EXPECT_EQ(name_of(Reading()), "tidied");
    EXPECT_EQ(test::message_of<InputError>([] { reading_named("order"); }),
              "there is no view 'order': it is given, tidied or cycle");
    EXPECT_THROW(name_of(Reading{View::tidied, true}), InputError);
}

}  // namespace
}  // namespace l2r
