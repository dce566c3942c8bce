#include "base/weights.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/sha256.hpp"
#include "support/own_folder.hpp"
#include "support/paths.hpp"
#include "support/process.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;
using WeightsInPython = test::OwnFolder;

Weights small_weights() {
    return {{{"kind", "linear"}, {"note", "é \"quoted\"\n"}},
            {{"Bias", {{}, {0.5F}}}, {"weights", {{2, 3}, {1, -2, 3, 4e-40F, -0.0F, 3.4e38F}}}}};
}

/// "" where `bytes` are read.
std::string refusal(std::string_view bytes) {
    try {
        parse_weights(bytes, "net");
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

std::string zeros() {
    return std::string(64, '0');
}

/// A file with this header and a digest that is right, as far as the header has a place for it.
std::string hand_made(std::string header, const std::string& data = "") {
    const std::uint64_t length = header.size();
    std::string bytes(sizeof length, '\0');
    std::memcpy(bytes.data(), &length, sizeof length);
    bytes += header + data;
    const std::size_t digest = bytes.find(zeros());
    if (digest == std::string::npos) return bytes;
    return bytes.replace(digest, 64, sha256_hex(std::as_bytes(std::span(bytes.data(), bytes.size()))));
}

std::string about() {
    return R"("__metadata__":{"sha256":")" + zeros() + "\"}";
}
std::string header_with(const std::string& tensors) {
    return "{" + about() + "," + tensors + "}";
}
std::string tensor(const std::string& name, const std::string& shape, const std::string& offsets,
                   const std::string& type = "F32") {
    return "\"" + name + R"(":{"dtype":")" + type + R"(","shape":)" + shape + R"(,"data_offsets":)" +
           offsets + "}";
}

Weights any_weights() {
    Weights weights;
    const auto text = [] { return *rc::gen::string<std::string>(); };
    const auto ascii = [&] {
        std::string made = text();
        for (char& c : made) c &= 0x7f;
        return made;
    };
    for (int left = *rc::gen::inRange(0, 4); left > 0; --left) weights.about[ascii()] = ascii();
    weights.about.erase("sha256");
    for (int left = *rc::gen::inRange(0, 4); left > 0; --left) {
        Tensor tensor{*rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(0, 4)),
                      {}};
        if (tensor.shape.size() > 4) tensor.shape.resize(4);
        std::size_t size = 1;
        for (const std::int64_t extent : tensor.shape) size *= static_cast<std::size_t>(extent);
        for (std::size_t i = 0; i < size; ++i) {
            const auto bits = *rc::gen::arbitrary<std::uint32_t>();
            float value = 0;
            std::memcpy(&value, &bits, sizeof value);
            tensor.values.push_back(std::isfinite(value) ? value : 1);
        }
        weights.tensors[ascii()] = tensor;
    }
    weights.tensors.erase("__metadata__");
    return weights;
}

TEST(Weights, AreReadBackAsTheyWereWritten) {
    const Weights weights = small_weights();
    EXPECT_EQ(parse_weights(format_weights(weights), "net"), weights);
    EXPECT_EQ(parse_weights(format_weights({}), "net"), Weights{});
}

RC_GTEST_PROP(Weights, AnyAreReadBackAsTheyWereWritten, ()) {
    const Weights weights = any_weights();
    const std::string bytes = format_weights(weights);
    RC_ASSERT(parse_weights(bytes, "net") == weights);
    RC_ASSERT(format_weights(parse_weights(bytes, "net")) == bytes);
}

TEST(Weights, TravelThroughAFile) {
    const fs::path path = fs::path(testing::TempDir()) / "l2r-weights.safetensors";
    write_weights(path, small_weights());
    EXPECT_EQ(read_weights(path), small_weights());
    fs::remove(path);
    EXPECT_THROW(read_weights(path), InputError);
}

/// Weights that people have must stay readable, and the same weights must be the same bytes.
TEST(Weights, AreWrittenAsTheyAlwaysWere) {
    const fs::path stored = fs::path(test::source_folder()) / "tests/data/good/tiny.safetensors";
    EXPECT_EQ(read_weights(stored), small_weights());
    EXPECT_EQ(read_file(stored), format_weights(small_weights()));
}

TEST(Weights, AreASafetensorsFile) {
    const std::string bytes = format_weights({{{"kind", "k"}}, {{"a", {{2}, {1, 2}}}, {"b", {{1}, {3}}}}});
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), sizeof length);
    EXPECT_EQ(length % 8, 0U);
    const std::string header = bytes.substr(8, length);
    const std::string digest = header.substr(header.find("sha256") + 9, 64);
    const std::string expected = R"({"__metadata__":{"kind":"k","sha256":")" + digest +
                                 R"("},"a":{"data_offsets":[0,8],"dtype":"F32","shape":[2]},)" +
                                 R"("b":{"data_offsets":[8,12],"dtype":"F32","shape":[1]}})";
    EXPECT_EQ(header.substr(0, expected.size()), expected);
    EXPECT_EQ(header.find_first_not_of(' ', expected.size()), std::string::npos);
    const float values[] = {1, 2, 3};
    EXPECT_EQ(bytes.substr(8 + length), std::string(reinterpret_cast<const char*>(values), sizeof values));
}

TEST_F(WeightsInPython, AreReadAsTheDocumentationSays) {
    if (test::run({"python3", "--version"}).exit_code != 0) GTEST_SKIP() << "no python3 here";
    const std::string page = read_file(fs::path(test::source_folder()) / "docs/formats.md"),
                      fence = "```python\n";
    const std::size_t begin = page.find(fence, page.find("## Weights")) + fence.size();
    const std::string snippet = page.substr(begin, page.find("```", begin) - begin);
    ASSERT_NE(snippet.find("net.safetensors"), std::string::npos) << snippet;
    for (const std::string name : {"linear-20", "network-20"}) {
        const fs::path model = fs::path(test::source_folder()) / "models" / (name + ".safetensors");
        fs::copy_file(model, folder_ / "net.safetensors", fs::copy_options::overwrite_existing);
        const test::Finished outcome =
            test::run({"python3", "-c", snippet + "print(*mean, header['__metadata__']['customers'])"},
                      folder_.string());
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        std::istringstream told(outcome.out);
        const Weights weights = read_weights(model);
        for (const float expected : weights.tensors.at("scaling.start.mean").values) {
            double value = 0;
            told >> value;
            EXPECT_EQ(static_cast<float>(value), expected);
        }
        std::string customers;
        EXPECT_TRUE(told >> customers && customers == "20" && !(told >> customers)) << outcome.out;
    }
}

TEST(Weights, WithAnyBitFlippedAreRefused) {
    const std::string bytes = format_weights(small_weights());
    for (std::size_t i = 0; i < bytes.size(); ++i)
        for (int bit = 0; bit < 8; ++bit) {
            std::string damaged = bytes;
            damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
            ASSERT_TRUE(refusal(damaged).starts_with("net: ")) << "byte " << i << ", bit " << bit;
        }
}

TEST(Weights, CutAnywhereOrWithMoreBehindAreRefused) {
    const std::string bytes = format_weights(small_weights());
    for (std::size_t size = 0; size < bytes.size(); ++size)
        ASSERT_TRUE(refusal(bytes.substr(0, size)).starts_with("net: ")) << size;
    EXPECT_EQ(refusal(bytes.substr(0, bytes.size() - 5)), "net: was cut off: 5 bytes are missing");
    EXPECT_EQ(refusal(bytes + "x"), "net: has 1 bytes more than its header says");
}

TEST(Weights, MadeByHandAreReadWhereTheyAreRight) {
    const std::string four(4, '\0'), eight(8, '\0');
    EXPECT_EQ(refusal(hand_made("{" + about() + "}")), "");
    EXPECT_EQ(refusal(hand_made("{ " + about() + "} \n")), "");
    EXPECT_EQ(refusal(hand_made(header_with(tensor("b", "[1]", "[0,4]") + "," + tensor("a", "[]", "[4,8]")),
                                eight)),
              "");
    EXPECT_EQ(refusal(hand_made(header_with(tensor("none", "[0,7]", "[0,0]")))), "");
}

TEST(Weights, OfManyTensorsAreReadAtOnce) {
    std::string tensors = tensor("0", "[0]", "[0,0]");
    for (int i = 1; i < 20'000; ++i) tensors += "," + tensor(std::to_string(i), "[0]", "[0,0]");
    const std::string bytes = hand_made(header_with(tensors));
    const double begun = thread_cpu_seconds();
    EXPECT_EQ(parse_weights(bytes, "net").tensors.size(), 20'000U);
    EXPECT_LT(thread_cpu_seconds() - begun, 3);
}

TEST(Weights, ThatAreNotAsTheyMustBeAreRefusedWithTheReason) {
    const std::string four(4, '\0'), eight(8, '\0');
    const float infinite = std::numeric_limits<float>::infinity(), nan = std::nanf("");
    const auto bytes_of = [](float value) { return std::string(reinterpret_cast<char*>(&value), 4); };
    const auto one = [&](const std::string& shape, const std::string& offsets,
                         const std::string& type = "F32") {
        return hand_made(header_with(tensor("a", shape, offsets, type)), four);
    };
    const auto two = [&](const std::string& first, const std::string& second) {
        return hand_made(header_with(tensor("a", "[1]", first) + "," + tensor("b", "[1]", second)), eight);
    };
    const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
    const std::pair<std::string, std::string> cases[] = {
        {"", "too short"},
        {std::string("\1\0\0\1\0\0\0\0", 8), "16777217 bytes"},  // one more than the limit
        {hand_made("[]"), "begins with '{'"},
        {hand_made("{\"a\":}"), "not a JSON object"},
        {hand_made("{\"\xff\":1}"), "not a JSON object"},
        {hand_made("{} {}"), "not a JSON object"},
        {hand_made("{}"), "no sha256"},
        {hand_made(R"({"__metadata__":{"kind":"linear"}})"), "no sha256"},
        {hand_made(R"({"__metadata__":{"sha256":")" + zeros() + R"(","n":1}})"), "'n' in __metadata__"},
        {hand_made(R"({"__metadata__":{"sha256":"0000"}})"), "64 hexadecimal digits"},
        {hand_made(R"({"__metadata__":{"sha256":""}})"), "64 hexadecimal digits"},
        {hand_made("{" + about() + "," + about() + "}"), "'__metadata__' twice"},
        {hand_made(header_with(tensor("a", "[0]", "[0,0]") + "," + tensor("a", "[0]", "[0,0]"))),
         "'a' twice"},
        {hand_made(header_with(R"("a":{"dtype":"F32","shape":[0],"shape":[0],"data_offsets":[0,0]})")),
         "'shape' twice"},
        {hand_made(header_with(R"("a":[])")), "'a' without just dtype"},
        {hand_made(header_with(R"("a":{"dtype":"F32","shape":[0]})")), "'a' without just dtype"},
        {one("[2]", "[0,4]", "F16"), "'a' of a type that is not F32"},
        {one("[1]", "[0,3]"), "in 3 bytes"},
        {one("[2]", "[0,4]"), "of shape 2 in 4 bytes"},
        {one("[4294967296,4294967296]", "[0,0]"), "of shape 4294967296 x 4294967296"},
        {one("[-1]", "[0,4]"), "not a whole number"},
        {one("[1.0]", "[0,4]"), "not a whole number"},
        {one("[18446744073709551615]", "[0,4]"), "not a whole number"},
        {one("[" + deep + "]", "[0,4]"), "not a whole number"},
        {one("1", "[0,4]"), "a list of numbers is missing"},
        {one("[1]", "[4,0]"), "wrong data_offsets"},
        {one("[1]", "[0]"), "wrong data_offsets"},
        {one("[1]", "[4,8]"), "at byte 4 where 0 comes next"},
        {two("[0,4]", "[0,4]"), "'b' at byte 0 where 4 comes next"},
        {hand_made(header_with(tensor("a", "[1]", "[0,4]")), eight), "4 bytes more"},
        {hand_made(header_with(tensor("a", "[1]", "[0,4]"))), "4 bytes are missing"},
        {hand_made(header_with(tensor("a", "[1]", "[0,4]")), bytes_of(nan)), "'a' that is not finite"},
        {hand_made(header_with(tensor("a", "[1]", "[0,4]")), bytes_of(-infinite)), "'a' that is not finite"},
    };
    for (const auto& [bytes, reason] : cases) {
        const std::string message = refusal(bytes);
        EXPECT_TRUE(message.starts_with("net: ")) << reason;
        EXPECT_NE(message.find(reason), std::string::npos) << message << "\nhas not: " << reason;
    }
}

TEST(Weights, ThatCouldNotBeReadBackAreNotWritten) {
    const auto with = [](const std::string& name, const Tensor& tensor) {
        return Weights{{}, {{name, tensor}}};
    };
    EXPECT_THROW(format_weights({{{"sha256", "x"}}, {}}), InputError);
    EXPECT_THROW(format_weights({{{"kind", "\xff"}}, {}}), InputError);
    EXPECT_THROW(format_weights(with("__metadata__", {{}, {1}})), InputError);
    EXPECT_THROW(format_weights(with("\xff", {{}, {1}})), InputError);
    EXPECT_THROW(format_weights(with("a", {{2}, {1}})), InputError);
    EXPECT_THROW(format_weights(with("a", {{-1}, {1}})), InputError);
    EXPECT_THROW(format_weights(with("a", {{1}, {std::nanf("")}})), InputError);
    EXPECT_THROW(format_weights({{{"long", std::string(20'000'000, 'x')}}, {}}), InputError);
}

TEST(Weights, TensorsAndTextsAreAskedForByNameAndShape) {
    const Weights weights = small_weights();
    EXPECT_EQ(weights.tensor("weights", {2, 3}, "net").values[1], -2);
    EXPECT_EQ(weights.text("kind", "net"), "linear");
    const auto message = [&](auto ask) {
        try {
            ask();
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(message([&] { weights.tensor("lstm", {1}, "net"); }), "net: has no tensor 'lstm'");
    EXPECT_EQ(message([&] { weights.tensor("weights", {3, 2}, "net"); }),
              "net: has a tensor 'weights' of shape 2 x 3 where 3 x 2 is needed");
    EXPECT_EQ(message([&] { weights.text("size", "net"); }), "net: does not state 'size' in __metadata__");
}

}  // namespace
}  // namespace l2r
