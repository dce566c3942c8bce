#include "problem/warnings.hpp"

#include <gtest/gtest.h>

#include "problem/generate.hpp"

namespace l2r {
namespace {

/// Random customers in a square of this side.
InstanceData scattered_in(double side, int customers, Rounding rounding) {
    InstanceData data = test_set_data(customers, 1).front();
    for (Point& place : data.places) place = {side * place.x, side * place.y};
    data.rounding = rounding;
    return data;
}

TEST(Warnings, TellWhereRoundingLeavesNothingOfDistances) {
    for (const int customers : {2, 20, 100})
        for (const Rounding rounding : {Rounding::nearest, Rounding::ceil, Rounding::trunc}) {
            const std::vector<std::string> found =
                warnings(Instance(scattered_in(0.01, customers, rounding)));
            ASSERT_EQ(found.size(), 1U);
            EXPECT_NE(found[0].find(rounding == Rounding::ceil ? " to 1; read them exactly"
                                                               : " to 0; read them exactly"),
                      std::string::npos)
                << found[0];
            EXPECT_TRUE(warnings(Instance(scattered_in(1'000, customers, rounding))).empty());
        }
    EXPECT_TRUE(warnings(Instance(scattered_in(0.01, 20, Rounding::none))).empty());
}

TEST(Warnings, NameTheRoundingThatTheyTellOf) {
    const auto beginning = [](Rounding rounding) {
        return warnings(Instance(scattered_in(0.01, 20, rounding))).at(0).substr(0, 27);
    };
    EXPECT_EQ(beginning(Rounding::tenths), "rounding to tenths changes ");
    EXPECT_EQ(beginning(Rounding::nearest), "rounding to whole numbers c");
}

/// Far customers in dense towns: no distance between towns is lost, those within them are.
TEST(Warnings, LookAtNearNeighbours) {
    InstanceData data = scattered_in(0.01, 100, Rounding::nearest);
    for (std::size_t node = 0; node < data.places.size(); ++node)
        data.places[node].x += 1'000 * static_cast<double>(node % 10);
    EXPECT_EQ(warnings(Instance(data)).size(), 1U);
}

/// Places that customers share are nothing that rounding did, and whole coordinates lose little.
TEST(Warnings, SayNothingOfCustomersAtOnePlaceAndOfWholeCoordinates) {
    InstanceData data = scattered_in(3, 200, Rounding::nearest);
    for (Point& place : data.places) place = {std::floor(place.x), std::floor(place.y)};
    for (const Rounding rounding : {Rounding::nearest, Rounding::ceil, Rounding::trunc}) {
        data.rounding = rounding;
        EXPECT_TRUE(warnings(Instance(data)).empty());
    }
    for (Point& place : data.places) place = {1, 1};
    EXPECT_TRUE(warnings(Instance(data)).empty());
}

}  // namespace
}  // namespace l2r
