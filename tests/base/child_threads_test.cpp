#include <gtest/gtest.h>

#include <memory>
#include <thread>

#include "base/child.hpp"
#include "base/workers.hpp"
#include "support/leaks.hpp"

namespace l2r {
namespace {

TEST(ChildThreads, ChildrenStartedAtOnceHoldNoneOfEachOthersPipes) {
    const int descriptors = test::descriptor_count();
    {
        Workers workers(4);
        for_each(workers, 40, [](int, int) {
            Child child({"cat"});
            std::string line;
            ASSERT_EQ(child.write_line("hello", Stop::after(60)), Child::Talk::done);
            ASSERT_EQ(child.read_line(line, Stop::after(60)), Child::Talk::done);
            // Another process that held its input open would keep it from leaving.
            EXPECT_EQ(child.end(60).exit_code, 0);
        });
    }
    EXPECT_EQ(test::child_count(), 0);
    EXPECT_EQ(test::descriptor_count(), descriptors);
}

TEST(ChildThreads, AChildOutlivesTheThreadThatStartedIt) {
    std::unique_ptr<Child> child;
    std::thread([&] { child = std::make_unique<Child>(std::vector<std::string>{"cat"}); }).join();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::string line;
    ASSERT_EQ(child->write_line("hello", Stop::after(60)), Child::Talk::done);
    ASSERT_EQ(child->read_line(line, Stop::after(60)), Child::Talk::done);
    EXPECT_EQ(line, "hello");
}

TEST(ChildThreads, ProgramsRunSideBySide) {
    Workers workers(4);
    for_each(workers, 40, [](int i, int) {
        std::string output;
        const RunReport report = run_to_end({"echo", std::to_string(i)}, {}, 60, {}, &output);
        EXPECT_TRUE(report.well());
        EXPECT_EQ(output, std::to_string(i) + "\n");
    });
    EXPECT_EQ(test::child_count(), 0);
}

}  // namespace
}  // namespace l2r
