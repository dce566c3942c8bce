#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace l2r::paper {

/// The moves, in the order of a cycle. A further one needs a name here and its class in the list of
/// local_search.cpp, which does not compile otherwise.
enum class MoveKind { two_opt, relocate_within, cross, exchange, relocate_between };
constexpr auto move_names =
    std::to_array<std::string_view>({"two_opt", "relocate_within", "cross", "exchange", "relocate_between"});

constexpr std::size_t index_of(MoveKind move) {
    return static_cast<std::size_t>(move);
}

constexpr auto all_moves = [] {
    std::array<MoveKind, move_names.size()> all{};
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<MoveKind>(k);
    return all;
}();

/// What a move works on: each route by itself, or each pair of routes.
enum class Scope { route, pair };

}  // namespace l2r::paper
