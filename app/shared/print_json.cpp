#include "print_json.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace l2r {

void print_json(const nlohmann::ordered_json& result) {
    fmt::print("{}\n", result.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

}  // namespace l2r
