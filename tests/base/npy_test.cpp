#include "base/npy.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "base/error.hpp"
#include "support/message.hpp"

namespace l2r {
namespace {

/// A .npy file of version 1, as NumPy writes it.
std::string npy_file(const std::string& header, const std::string& values) {
    std::string padded = header;
    while ((padded.size() + 11) % 64 != 0) padded += ' ';
    padded += '\n';
    return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(padded.size() % 256) +
           static_cast<char>(padded.size() / 256) + padded + values;
}

template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
    std::string bytes(numbers.size() * sizeof(Number), '\0');
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

std::string header_of(const std::string& type, const std::string& order = "False",
                      const std::string& shape = "(2, 3)") {
    return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

std::vector<double> read_all(const std::string& bytes) {
    const npy::Table table(bytes, "m.npy");
    std::vector<double> all;
    for (std::size_t row = 0; row < table.rows(); ++row)
        for (std::size_t column = 0; column < table.columns(); ++column) all.push_back(table.at(row, column));
    return all;
}

const std::vector<double> counted_up{1, 2, 3, 4, 5, 6};

template <class Number>
void expect_read(const std::string& type) {
    EXPECT_EQ(read_all(npy_file(header_of(type), bytes_of<Number>({1, 2, 3, 4, 5, 6}))), counted_up) << type;
}

TEST(Npy, AllWholeNumbersAndFloatsAreRead) {
    expect_read<std::int8_t>("|i1");
    expect_read<std::int16_t>("<i2");
    expect_read<std::int32_t>("<i4");
    expect_read<std::int64_t>("<i8");
    expect_read<std::uint8_t>("|u1");
    expect_read<std::uint16_t>("<u2");
    expect_read<std::uint32_t>("<u4");
    expect_read<std::uint64_t>("<u8");
    expect_read<float>("<f4");
    expect_read<double>("<f8");
    EXPECT_EQ(read_all(npy_file(header_of("<i2", "False", "(1, 1)"), bytes_of<std::int16_t>({-5}))),
              std::vector<double>{-5});
}

TEST(Npy, ColumnsMayComeFirstAndBytesInEitherOrder) {
    EXPECT_EQ(read_all(npy_file(header_of("<i4", "True"), bytes_of<std::int32_t>({1, 4, 2, 5, 3, 6}))),
              counted_up);
    const std::string backwards{0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6};
    EXPECT_EQ(read_all(npy_file(header_of(">u2"), backwards)), counted_up);
}

TEST(Npy, AllElseIsRefusedByName) {
    const auto refusal = [](const std::string& bytes) {
        return test::message_of<InputError>([&] { npy::Table(bytes, "m.npy"); });
    };
    const std::string six = bytes_of(counted_up);
    for (const std::string type : {"<f2", "<c16", "|b1", "|O", "<U3", "<M8[s]", "<f16"})
        EXPECT_TRUE(refusal(npy_file(header_of(type), six))
                        .starts_with("m.npy: the array holds values of type '" + type))
            << type;
    EXPECT_EQ(refusal(npy_file("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (6,), }", six)),
              "m.npy: the array is one of records; save an array of numbers");
    EXPECT_EQ(refusal(npy_file(header_of("<f8", "False", "(6,)"), six)),
              "m.npy: the array has 1 dimension; 2 are wanted");
    EXPECT_EQ(refusal(npy_file(header_of("<f8"), six.substr(1))),
              "m.npy: the array has 47 bytes of values, which is not 2 x 3 times 8; was it cut off?");
    EXPECT_EQ(refusal(npy_file(header_of("<f8", "False", "(4294967296, 4294967296)"), "")),
              "m.npy: the array has 0 bytes of values, which is not 4294967296 x 4294967296 times 8; was it "
              "cut off?");
    EXPECT_EQ(refusal(npy_file(header_of("<f8"), six).substr(0, 40)),
              "m.npy: the array is cut off within its header");
    EXPECT_EQ(refusal("\x93NUMPY"), "m.npy: the array is cut off");
    EXPECT_EQ(refusal(npy_file("{'descr': '<f8', 'shape': (2, 3), }", six)),
              "m.npy: the array has no header that says type, order and shape");
}

}  // namespace
}  // namespace l2r
