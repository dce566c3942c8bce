#include "explore/stopped.hpp"

namespace l2r {
namespace {

TEST(Stopped, EndsSoonOnLargeInstances) {
    test::expect_explorations_to_end_soon(10'000, {0, 0.3});
}

}  // namespace
}  // namespace l2r
