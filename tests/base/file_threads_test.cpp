#include <gtest/gtest.h>

#include "base/file.hpp"
#include "base/workers.hpp"
#include "support/own_folder.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using FileOfThreads = test::OwnFolder;

TEST_F(FileOfThreads, IsThatOfOneOfThemWhileOthersTidyUp) {
    constexpr int threads = 4;
    Workers workers(threads);
    for_each(workers, 400, [&](int task, int) {
        if (task % 2 == 0)
            return write_file(folder_ / "a", std::string(1'000, static_cast<char>('a' + task % 8)));
        std::error_code ignored;
        for (fs::directory_iterator entry(folder_, ignored), end; entry != end; entry.increment(ignored))
            if (entry->path().extension() == ".part") remove_stale_part(entry->path());
    });
    const std::string content = read_file(folder_ / "a");
    EXPECT_EQ(content, std::string(1'000, content[0]));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

}  // namespace
}  // namespace l2r
