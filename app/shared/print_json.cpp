#include "print_json.hpp"

#include <nlohmann/json.hpp>

#include "standard_output.hpp"

namespace l2r {

void print_json(const nlohmann::ordered_json& result) {
    print_output(result.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

std::string json_line(const nlohmann::ordered_json& result) {
    return result.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace l2r
