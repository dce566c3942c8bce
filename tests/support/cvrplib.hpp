#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "problem/instance.hpp"
#include "support/paths.hpp"

/// The CVRPLIB collection, where it is at hand: the folder that the environment variable L2R_CVRPLIB names,
/// or shared/cvrplib beside the source.
namespace l2r::cvrplib {

inline std::filesystem::path collection() {
    const char* chosen = std::getenv("L2R_CVRPLIB");
    return chosen != nullptr ? std::filesystem::path(chosen)
                             : std::filesystem::path(test::source_folder()) / "../shared/cvrplib";
}

/// CMT and Golden call themselves EUC_2D but their published costs are of exact distances.
inline std::optional<Rounding> convention(const std::filesystem::path& file) {
    const std::string set = file.parent_path().filename();
    if (set == "CMT" || set == "Golden") return Rounding::none;
    return std::nullopt;
}

}  // namespace l2r::cvrplib

#define REQUIRE_COLLECTION()                                             \
    if (!std::filesystem::is_directory(l2r::cvrplib::collection()))      \
    GTEST_SKIP() << "no CVRPLIB files in " << l2r::cvrplib::collection() \
                 << "; set L2R_CVRPLIB to a folder that has them"
