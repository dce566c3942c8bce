#pragma once

#include <gtest/gtest.h>

#include "base/file.hpp"
#include "support/own_folder.hpp"
#include "support/paths.hpp"
#include "support/process.hpp"

namespace l2r::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;  ///< slower by far, and with more memory reserved than used
#else
constexpr bool sanitized = false;
#endif

inline Finished l2r_run(std::vector<std::string> arguments, const std::string& folder = "") {
    arguments.insert(arguments.begin(), test::l2r_program());
    return test::run(arguments, folder);
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Runs each test in a folder of its own with a small instance in it: a square of side 10 around the depot.
class Program : public OwnFolder {
  protected:
    void SetUp() override {
        OwnFolder::SetUp();
        write("square.vrp", square("EUC_2D"));
        write("right.sol", "Route #1: 1 2\nRoute #2: 3 4\nCost 48\n");
    }

    static std::string square(const std::string& type) {
        return "NAME : square\nTYPE : CVRP\nDIMENSION : 5\nEDGE_WEIGHT_TYPE : " + type +
               "\nCAPACITY : 2\nNODE_COORD_SECTION\n1 5 5\n2 0 0\n3 0 10\n4 10 10\n5 10 0\n"
               "DEMAND_SECTION\n1 0\n2 1\n3 1\n4 1\n5 1\nDEPOT_SECTION\n1\n-1\nEOF\n";
    }
    void write(const std::string& name, const std::string& content) { write_file(folder_ / name, content); }
    Finished run(std::vector<std::string> arguments) {
        return l2r_run(std::move(arguments), folder_.string());
    }
};

}  // namespace l2r::test
