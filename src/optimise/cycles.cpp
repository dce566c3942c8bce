#include "optimise/cycles.hpp"

namespace l2r {

std::string cycles_text(int cycles) {
    return cycles == until_converged ? "converged" : std::to_string(cycles);
}

int cycles_of(const std::string& text) {
    return text == "converged" ? until_converged : std::stoi(text);
}

}  // namespace l2r
