#pragma once

#include <string>

/// Where the tests find things. Known to paths.cpp alone, so that all other files are the same in any folder.
namespace l2r::test {

std::string source_folder();
std::string build_folder();
std::string l2r_program();
std::string l2r_trainer();

}  // namespace l2r::test
