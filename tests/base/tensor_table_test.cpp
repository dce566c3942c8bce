#include "base/tensor_table.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "base/weights.hpp"

namespace l2r {
namespace {

TensorTable two_tensors() {
    TensorTable table;
    table.add("layer.weight", {2, 3});
    table.add("layer.bias", {2});
    return table;
}

TEST(TensorTable, PlacesTensorsOneAfterAnother) {
    const TensorTable table = two_tensors();
    EXPECT_EQ(table.at("layer.weight").begin, 0U);
    EXPECT_EQ(table.at("layer.weight").size(), 6U);
    EXPECT_EQ(table.at("layer.bias").begin, 6U);
    EXPECT_EQ(table.parameters(), 8U);
    EXPECT_EQ(TensorTable().parameters(), 0U);
    EXPECT_THROW(table.at("layer"), std::out_of_range);
}

TEST(TensorTable, SaysWhichParametersAreWhichTensor) {
    const std::vector<float> parameters{1, 2, 3, 4, 5, 6, 7, 8};
    Weights weights;
    put_tensors(weights, two_tensors(), parameters);
    EXPECT_EQ(weights.tensors.at("layer.weight"), (Tensor{{2, 3}, {1, 2, 3, 4, 5, 6}}));
    EXPECT_EQ(weights.tensors.at("layer.bias"), (Tensor{{2}, {7, 8}}));
    EXPECT_EQ(parameters_of(weights, two_tensors(), "file"), parameters);
    weights.tensors.erase("layer.bias");
    EXPECT_THROW(parameters_of(weights, two_tensors(), "file"), InputError);
}

}  // namespace
}  // namespace l2r
