#include "base/settings.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "support/message.hpp"

namespace l2r {
namespace {

struct Some {
    int count = 3;
    double rate = 0.5;
    bool flag = false;
};

class Settings : public testing::Test {
  protected:
    Settings() {
        list_.add("part.count", some_.count, 1, 10, "things");
        list_.add("part.rate", some_.rate, 0, 1, "share of them");
        list_.add("other.flag", some_.flag, 0, 1, "whether");
    }
    std::string refusal(const std::string& assignment) {
        return test::message_of<InputError>([&] { list_.set(assignment); });
    }

    Some some_;
    SettingList list_;
};

TEST_F(Settings, AreSetByName) {
    list_.set("part.count=7");
    list_.set("part.rate", 0.25);
    list_.set("other.flag=1");
    EXPECT_EQ(some_.count, 7);
    EXPECT_EQ(some_.rate, 0.25);
    EXPECT_TRUE(some_.flag);
    EXPECT_EQ(list_.all()[0].get(), 7);
}

TEST_F(Settings, AreRefusedByNameWhereTheyAreUnknownOrOutOfRange) {
    EXPECT_EQ(refusal("part.cuont=3"),
              "there is no setting 'part.cuont' here; there are part.count, part.rate");
    EXPECT_EQ(refusal("nothing=3"), "there is no setting 'nothing' here");
    EXPECT_EQ(refusal("part.count=11"), "the setting part.count is a whole number from 1 to 10, not 11");
    EXPECT_EQ(refusal("part.count=2.5"), "the setting part.count is a whole number from 1 to 10, not 2.5");
    EXPECT_EQ(refusal("part.rate=-1"), "the setting part.rate is a number from 0 to 1, not -1");
    for (const std::string text : {"part.rate", "part.rate=", "part.rate=x", "part.rate=nan"})
        EXPECT_EQ(refusal(text), "'" + text + "' is not of the form NAME=NUMBER");
    EXPECT_EQ(some_.count, 3);
    EXPECT_EQ(some_.rate, 0.5);
}

TEST_F(Settings, SayWhatWasChanged) {
    Some usual;
    SettingList defaults;
    defaults.add("part.count", usual.count, 1, 10, "");
    defaults.add("part.rate", usual.rate, 0, 1, "");
    defaults.add("other.flag", usual.flag, 0, 1, "");
    EXPECT_EQ(list_.changes(defaults), "");
    list_.set("part.rate=0.25");
    list_.set("other.flag=1");
    EXPECT_EQ(list_.changes(defaults), " part.rate=0.25 other.flag=1");
}

TEST_F(Settings, AreCheckedWhereAStructWasFilledByHand) {
    list_.check();
    some_.rate = 2;
    EXPECT_EQ(test::message_of<InputError>([&] { list_.check(); }),
              "the setting part.rate is a number from 0 to 1, not 2");
}

}  // namespace
}  // namespace l2r
