#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/paths.hpp"

namespace {

namespace fs = std::filesystem;

/// A folder of src/, or one within it, may include from itself and from those before it.
const std::vector<std::string> order{"base",
                                     "problem",
                                     "plot",
                                     "start",
                                     "optimise",
                                     "optimise/paper",
                                     "optimise/learnt",
                                     "optimise/granular",
                                     "optimise/anneal",
                                     "optimise/outside",
                                     "sample",
                                     "value",
                                     "explore",
                                     "experiment"};

long rank(const std::string& folder) {
    const auto found = std::find(order.begin(), order.end(), folder);
    return found == order.end() ? -1 : found - order.begin();
}

/// The path between the quotes of an #include "…", or nothing.
std::string quoted_include(const std::string& line) {
    const std::size_t word = line.find("include");
    const std::size_t hash = line.find_first_not_of(" \t");
    if (word == std::string::npos || line[hash] != '#') return "";
    const std::size_t begin = line.find('"', word);
    const std::size_t end = begin == std::string::npos ? begin : line.find('"', begin + 1);
    return end == std::string::npos ? "" : line.substr(begin + 1, end - begin - 1);
}

/// `file:line: reason` for each include that goes the wrong way, below `root`.
std::vector<std::string> violations(const fs::path& root) {
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
        const fs::path file = fs::relative(entry.path(), root);
        const std::string folder = file.parent_path().string();
        if (rank(folder) < 0)
            found.push_back(file.string() + ":1: '" + folder + "' is not in the order of folders");
        std::ifstream in(entry.path());
        std::string line;
        for (int number = 1; std::getline(in, line); ++number) {
            const std::string included = quoted_include(line);
            if (included.empty()) continue;
            const std::string from = fs::path(included).parent_path().string();
            if (rank(from) < 0 || rank(from) > rank(folder))
                found.push_back(file.string() + ":" + std::to_string(number) + ": " + folder +
                                "/ may not include " + included);
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

TEST(Layers, FoldersIncludeOnlyFromThoseAboveThem) {
    const fs::path root = fs::path(l2r::test::source_folder()) / "src";
    ASSERT_TRUE(fs::exists(root / "base"));
    for (const std::string& violation : violations(root)) ADD_FAILURE() << "src/" << violation;
}

TEST(Layers, AWrongIncludeIsFound) {
    const fs::path root = fs::path(testing::TempDir()) / "l2r-layers";
    fs::remove_all(root);
    fs::create_directories(root / "problem");
    fs::create_directories(root / "optimise/paper");
    fs::create_directories(root / "odd");
    std::ofstream(root / "problem/a.cpp")
        << "#include <vector>\n#include \"base/file.hpp\"\n#include \"start/b.hpp\"\n";
    std::ofstream(root / "optimise/optimiser.hpp") << "#include \"optimise/paper/d.hpp\"\n";
    std::ofstream(root / "optimise/paper/d.hpp") << "#include \"optimise/optimiser.hpp\"\n";
    std::ofstream(root / "odd/c.hpp") << "\n";
    EXPECT_EQ(
        violations(root),
        (std::vector<std::string>{"odd/c.hpp:1: 'odd' is not in the order of folders",
                                  "optimise/optimiser.hpp:1: optimise/ may not include optimise/paper/d.hpp",
                                  "problem/a.cpp:3: problem/ may not include start/b.hpp"}));
    fs::remove_all(root);
}

}  // namespace
