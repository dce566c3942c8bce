/// The CVRPLIB collection, where it is at hand: each file reads or is refused for a known reason, and each
/// solution costs what it says.

#include "support/cvrplib.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "problem/sol_file.hpp"
#include "problem/vrp_file.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using cvrplib::collection;
using cvrplib::convention;

std::vector<fs::path> files(const std::string& extension) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(collection()))
        if (entry.path().extension() == extension) found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

/// The files that are refused, and the keyword that the error must name.
const std::map<std::string, std::string> refused = {
    {"NewYork", "COORD_POLAR"},
};

TEST(Cvrplib, EveryInstanceReadsOrIsRefusedForAKnownReason) {
    REQUIRE_COLLECTION();
    std::size_t refusals = 0, read = 0;
    for (const fs::path& file : files(".vrp")) {
        const auto expected = refused.find(file.stem());
        try {
            const Instance instance = read_vrp(file, convention(file));
            ++read;
            EXPECT_EQ(expected, refused.end()) << file << " was accepted";
            EXPECT_GE(instance.customers(), 1);
        } catch (const InputError& error) {
            ++refusals;
            ASSERT_NE(expected, refused.end()) << error.what();
            EXPECT_NE(std::string(error.what()).find(expected->second), std::string::npos) << error.what();
        }
    }
    RecordProperty("read", static_cast<int>(read));
    EXPECT_EQ(refusals, refused.size());
}

/// A unit of the last digit that the file states; but some of Golden were added up in single precision.
double tolerance(const fs::path& file, double cost) {
    const std::string content = read_file(file);
    const std::size_t point = content.find('.', content.rfind("Cost"));
    if (point == std::string::npos) return 0;
    const std::size_t end = std::min(content.find_first_not_of("0123456789", point + 1), content.size());
    return std::max(std::pow(10.0, -static_cast<double>(end - point - 1)), 2.5e-7 * cost);
}

TEST(Cvrplib, EverySolutionCostsWhatItSaysButForThreeKnownOnes) {
    REQUIRE_COLLECTION();
    std::vector<std::string> wrong;
    for (const fs::path& file : files(".sol")) {
        if (refused.contains(file.stem())) continue;
        const Instance instance = read_vrp(fs::path(file).replace_extension(".vrp"), convention(file));
        const SolutionFile found = read_sol(file);
        ASSERT_TRUE(found.stated_cost.has_value()) << file;
        const double cost = length(instance, found.solution);
        if (!faults(instance, found.solution).empty() ||
            std::abs(cost - *found.stated_cost) > tolerance(file, cost))
            wrong.push_back(file.stem().string() + " costs " + text::shortest(cost));
    }
    EXPECT_EQ(wrong,
              (std::vector<std::string>{"B-n50-k8 costs 1319", "B-n57-k7 costs 1155", "E-n30-k3 costs 537"}));
}

TEST(Cvrplib, LimitsOnRoutesAreThoseOfTheFilesAndBind) {
    REQUIRE_COLLECTION();
    int limited = 0;
    for (const fs::path& file : files(".vrp")) {
        if (refused.contains(file.stem())) continue;
        const Instance instance = read_vrp(file, convention(file));
        if (!instance.has_route_limit()) continue;
        ++limited;
        const Solution solution = read_sol(fs::path(file).replace_extension(".sol")).solution;
        double longest = 0;
        for (int r = 0; r < solution.routes(); ++r)
            longest = std::max(longest, route_duration(instance, solution.route(r)));
        EXPECT_GT(longest, 0.7 * instance.exact_route_limit()) << file << ": service or limit is misread";
    }
    EXPECT_EQ(limited, 15);
}

TEST(Cvrplib, WhatIsReadCanBeWrittenAndReadAgain) {
    REQUIRE_COLLECTION();
    for (const fs::path& file : files(".vrp")) {
        if (refused.contains(file.stem())) continue;
        const std::string text = format_vrp(read_vrp(file));
        EXPECT_EQ(format_vrp(parse_vrp(text, "again.vrp")), text) << file;
    }
}

TEST(Cvrplib, ThirtyThousandCustomersReadInNoTime) {
    REQUIRE_COLLECTION();
    const fs::path file = collection() / "XXL/Flanders2.vrp";
    if (!fs::exists(file)) GTEST_SKIP() << file << " is not there";
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(read_vrp(file).customers(), 30'000);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    RecordProperty("milliseconds", static_cast<int>(1000 * seconds.count()));
    EXPECT_LT(seconds.count(), 2) << "usually 0.02 s; the limit leaves room for sanitizers and busy machines";
}

}  // namespace
}  // namespace l2r
