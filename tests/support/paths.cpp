#include "support/paths.hpp"

namespace l2r::test {

std::string source_folder() {
    return L2R_SOURCE_DIR;
}
std::string build_folder() {
    return L2R_BINARY_DIR;
}
std::string l2r_program() {
    return L2R_BINARY_DIR "/app/l2r";
}
std::string l2r_trainer() {
    return L2R_BINARY_DIR "/train/l2r-train";
}

}  // namespace l2r::test
