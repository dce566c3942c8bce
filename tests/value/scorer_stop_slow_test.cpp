#include "value/stopped_scores.hpp"

namespace l2r {
namespace {

TEST(ScorerStop, EndsScoringOfLargeInstancesSoon) {
    test::expect_scores_soon_after_stop(10'000, {0, 0.02, 0.1, 0.6});
}

}  // namespace
}  // namespace l2r
