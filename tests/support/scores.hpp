#pragma once

#include <utility>
#include <vector>

#include "value/scorer.hpp"

namespace l2r {

/// What a scorer says of starts that stay as they are, with all the time that it takes.
inline std::vector<double> scores_of(Scorer& scorer, const Instance& instance, std::vector<Start> starts) {
    return scorer.score(instance, starts, Stop());
}

inline std::vector<double> scores_of(Scorer&& scorer, const Instance& instance, std::vector<Start> starts) {
    return scores_of(scorer, instance, std::move(starts));
}

inline double score_of(Scorer& scorer, const Instance& instance, const Start& start) {
    return scores_of(scorer, instance, {start}).front();
}

}  // namespace l2r
