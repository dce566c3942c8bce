#include "sample/sample_file.hpp"

#include <bit>
#include <functional>
#include <limits>

#include "base/error.hpp"
#include "base/hdf5.hpp"
#include "base/sha256.hpp"
#include "sample/sample_folder.hpp"
#include "support/paths.hpp"

namespace l2r {
namespace {

using test::message_of;
using test::small_perturbed_recipe;
using test::small_recipe;

/// Groups with lengths and parents that are made up, but could be.
SampleFile made_up(const SampleRecipe& recipe, std::int64_t number = 2) {
    SampleFile samples;
    samples.recipe = recipe;
    samples.per_file = 4;
    samples.number = number;
    samples.allocate();
    for (std::size_t i = 0; i < samples.lengths.size(); ++i)
        samples.lengths[i] = 1.0F / static_cast<float>(i + 1);
    for (std::size_t i = 0; i < samples.parent_lengths.size(); ++i)
        samples.parent_lengths[i] = static_cast<float>(i);
    for (std::size_t i = 0; i < samples.parent_customers.size(); ++i) {
        samples.parent_customers[i] = static_cast<std::int32_t>(12 - i % 12);
        samples.parent_routes[i] = static_cast<std::int32_t>(i % 12 / 5);
    }
    return samples;
}

std::string refusal(const std::string& bytes) {
    return message_of<InputError>([&] { parse_samples(bytes, "a.h5"); });
}

/// An HDF5 file behind a front that fits it, as docs/formats.md has it.
std::string with_front(const std::string& rest) {
    std::string front = "l2r samples, sha256 " + sha256_hex(std::as_bytes(std::span(rest))) + "\n";
    front.resize(512, '\0');
    return front + rest;
}

/// The whole file that `write` fills.
std::string written_by(const std::function<void(hdf5::Writer&)>& write) {
    hdf5::Writer writer(512);
    write(writer);
    return with_front(writer.finish());
}

TEST(SampleFile, ReadsBackAsItWasWritten) {
    for (SampleRecipe recipe : {small_recipe(), small_perturbed_recipe()})
        for (std::int64_t number = 0; number < 3; ++number) {
            recipe.seed = std::numeric_limits<std::uint64_t>::max();
            recipe.capacity = 77;
            recipe.optimiser = "one of one's own";
            if (recipe.perturbed_routes == 0) recipe.construction = Construction::savings;
            const SampleFile samples = made_up(recipe, number);
            const std::string bytes = format_samples(samples);
            EXPECT_EQ(parse_samples(bytes, "a.h5"), samples);
            EXPECT_EQ(format_samples(samples), bytes);
        }
}

TEST(SampleFile, BeginsWithItsDigest) {
    const std::string bytes = format_samples(made_up(small_recipe()));
    EXPECT_EQ(with_front(bytes.substr(512)), bytes);
    EXPECT_TRUE(is_intact(bytes));
}

TEST(SampleFile, WithAnyByteChangedIsRefused) {
    const std::string bytes = format_samples(made_up(small_perturbed_recipe()));
    for (std::size_t i = 0; i < bytes.size(); ++i)
        for (const int change : {1 << (i % 8), 255}) {
            std::string changed = bytes;
            changed[i] = static_cast<char>(changed[i] ^ change);
            ASSERT_TRUE(refusal(changed).starts_with("a.h5: is ")) << "byte " << i;
            ASSERT_FALSE(is_intact(changed)) << "byte " << i;
        }
}

TEST(SampleFile, CutAnywhereOrMadeLongerIsRefused) {
    const std::string bytes = format_samples(made_up(small_recipe()));
    for (std::size_t size = 0; size < bytes.size(); ++size)
        ASSERT_TRUE(refusal(bytes.substr(0, size)).starts_with("a.h5: is ")) << size << " bytes";
    EXPECT_EQ(refusal(bytes.substr(0, 512)), "a.h5: is damaged: it is cut short");
    EXPECT_EQ(refusal(bytes.substr(0, 1000)),
              "a.h5: is damaged: its content does not fit its SHA-256; make it again");
    EXPECT_NE(refusal(bytes + '\0'), "");
    EXPECT_NE(refusal(bytes + bytes), "");
}

TEST(SampleFile, OfAnotherKindIsRefused) {
    EXPECT_EQ(refusal(""), "a.h5: is not a file of samples");
    EXPECT_EQ(refusal("Route #1: 1 2 3\n"), "a.h5: is not a file of samples");
    EXPECT_EQ(refusal(with_front("no HDF5 at all")), "a.h5: is not an HDF5 file");
}

TEST(SampleFile, OfAnotherVersionOrWithoutAnAttributeIsRefused) {
    EXPECT_EQ(refusal(written_by([](hdf5::Writer&) {})), "a.h5: has no attribute format_version");
    EXPECT_EQ(refusal(written_by([](hdf5::Writer& writer) { writer.text("format_version", "1"); })),
              "a.h5: has an attribute format_version of another kind than expected");
    EXPECT_EQ(
        refusal(written_by([](hdf5::Writer& writer) { writer.number("format_version", std::int64_t{1}); })),
        "a.h5: has no attribute customers");
    EXPECT_EQ(
        refusal(written_by([](hdf5::Writer& writer) { writer.number("format_version", std::int64_t{5}); })),
        "a.h5: has format version 5; this l2r reads versions 1 to 4");
}

/// The attributes of a file of two starts of one instance, of that version.
void write_attributes(hdf5::Writer& writer, std::int64_t version) {
    writer.number("format_version", version);
    for (const char* name : {"instances", "orders", "parents", "instances_per_file", "groups"})
        writer.number(name, std::int64_t{1});
    for (const char* name : {"capacity", "perturbed_routes", "file", "first_group"})
        writer.number(name, std::int64_t{0});
    for (const char* name : {"customers", "starts"}) writer.number(name, std::int64_t{2});
    writer.number("seed", std::uint64_t{1});
    writer.text("optimiser", "paper");
}

TEST(SampleFile, SaysItsConstructionFromVersion2On) {
    const auto with = [](std::int64_t version, const char* construction) {
        return written_by([&](hdf5::Writer& writer) {
            write_attributes(writer, version);
            if (construction) writer.text("construction", construction);
            const std::vector<float> lengths(12, 1);
            writer.array("lengths", {1, 2, 6}, std::span(lengths));
        });
    };
    EXPECT_EQ(parse_samples(with(1, nullptr), "a.h5").recipe.construction, Construction::random);
    EXPECT_EQ(parse_samples(with(2, "sweep"), "a.h5").recipe.construction, Construction::sweep);
    EXPECT_EQ(refusal(with(2, nullptr)), "a.h5: has no text construction");
    EXPECT_EQ(
        refusal(with(2, "magic")),
        "a.h5: makes no sense: there is no construction 'magic'; there is random, savings, sweep, nearest");
}

TEST(SampleFile, SaysWhichParentsHaveConvergedWhereNotAllHave) {
    SampleFile samples = made_up(small_perturbed_recipe());
    const std::string all = format_samples(samples);
    samples.parent_converged[1] = 0;
    const std::string some = format_samples(samples);
    EXPECT_EQ(parse_samples(some, "a.h5"), samples);
    EXPECT_EQ(all.find("parent_converged"), std::string::npos) << "version 1 does not know it";
    EXPECT_NE(some.find("parent_converged"), std::string::npos);
}

TEST(SampleFile, WhoseContentMakesNoSenseIsRefused) {
    const auto changed = [](const std::function<void(SampleFile&)>& change) {
        SampleFile samples = made_up(small_perturbed_recipe());
        change(samples);
        return refusal(format_samples(samples));
    };
    const std::string no_solution = "a.h5: makes no sense: a parent is not a solution";
    EXPECT_EQ(changed([](SampleFile&) {}), "");
    EXPECT_EQ(changed([](SampleFile& samples) { samples.lengths[7] = -1; }),
              "a.h5: makes no sense: a length is not a number from 0 on");
    EXPECT_NE(
        changed([](SampleFile& samples) { samples.lengths[0] = std::numeric_limits<float>::quiet_NaN(); }),
        "");
    EXPECT_NE(changed([](SampleFile& samples) {
                  samples.parent_lengths[1] = std::numeric_limits<float>::infinity();
              }),
              "");
    EXPECT_EQ(changed([](SampleFile& samples) { samples.parent_customers[3] = samples.parent_customers[4]; }),
              no_solution);
    EXPECT_EQ(changed([](SampleFile& samples) { samples.parent_customers[3] = 0; }), no_solution);
    EXPECT_EQ(changed([](SampleFile& samples) { samples.parent_customers[3] = 13; }), no_solution);
    EXPECT_EQ(changed([](SampleFile& samples) { samples.parent_routes[0] = 1; }), no_solution);
    EXPECT_EQ(changed([](SampleFile& samples) { samples.parent_routes[4] = 7; }), no_solution);
    EXPECT_EQ(changed([](SampleFile& samples) { samples.parent_routes[11] = 0; }), no_solution);
    EXPECT_EQ(changed([](SampleFile& samples) {
                  samples.parent_converged[0] = 0;
                  samples.parent_converged[1] = 2;
              }),
              "a.h5: makes no sense: whether a parent has converged is not said by 0 or 1");
    EXPECT_EQ(changed([](SampleFile& samples) { samples.recipe.optimiser = ""; }),
              "a.h5: makes no sense: the optimiser has no name");
}

TEST(SampleFile, WithAnArrayOfAnotherShapeIsRefused) {
    const std::string bytes = written_by([](hdf5::Writer& writer) {
        write_attributes(writer, 1);
        const std::vector<float> lengths(12, 1);
        writer.array("lengths", {1, 6, 2}, std::span(lengths));
    });
    EXPECT_EQ(refusal(bytes), "a.h5: has an array lengths of another kind or shape than expected");
}

TEST(SampleFile, OfVersion1IsStillRead) {
    const SampleFile samples = parse_samples(
        read_file(test::source_folder() + "/tests/data/good/tiny-samples.h5"), "tiny-samples.h5");
    SampleRecipe recipe;
    recipe.customers = 6;
    recipe.seed = 3;
    recipe.instances = 2;
    recipe.perturbed_routes = 2;
    recipe.parents = 2;
    EXPECT_EQ(samples.recipe, recipe);
    EXPECT_EQ(samples.groups(), 4);
    EXPECT_EQ(samples.parent_customers.size(), 24U);
}

TEST(SampleFile, HasANameThatTellsItsNumber) {
    EXPECT_EQ(sample_file_name(0), "part-00000.h5");
    EXPECT_EQ(sample_file_name(99'999), "part-99999.h5");
    for (const std::int64_t number : {0, 7, 42, 99'999})
        EXPECT_EQ(sample_file_number(sample_file_name(number)), number);
    for (const char* other : {"", "part-00000.h5.17.part", "part-0000.h5", "part--0001.h5", "part-0x001.h5",
                              "part-00001.h6", "Part-00001.h5", "part-000001.h5"})
        EXPECT_EQ(sample_file_number(other), -1) << other;
}

TEST(SampleRecipe, ThatMakesNoSenseIsRefused) {
    const auto fault = [](const std::function<void(SampleRecipe&)>& change, std::int64_t per_file = 4) {
        SampleRecipe recipe = small_perturbed_recipe();
        change(recipe);
        return message_of<InputError>([&] { check(recipe, per_file); });
    };
    EXPECT_EQ(fault([](SampleRecipe&) {}), "");
    EXPECT_EQ(fault([](SampleRecipe& recipe) { recipe.starts = 1; }),
              "the number of starts must be from 2 to 1000000");
    EXPECT_EQ(fault([](SampleRecipe& recipe) { recipe.perturbed_routes = 0; }),
              "only perturbed starts have parents; say how many routes to perturb");
    EXPECT_EQ(fault([](SampleRecipe& recipe) { recipe.capacity = 8; }),
              "the capacity must be from 9, the largest demand, to 1000000000");
    EXPECT_NE(fault([](SampleRecipe& recipe) { recipe.customers = 0; }), "");
    EXPECT_NE(fault([](SampleRecipe& recipe) { recipe.instances = 0; }), "");
    EXPECT_NE(fault([](SampleRecipe& recipe) { recipe.parents = 11; }), "");
    EXPECT_NE(fault([](SampleRecipe&) {}, 0), "");
    EXPECT_EQ(fault([](SampleRecipe& recipe) { recipe.instances = 1'000'000; }),
              "the set would have more than 100000 files; put more instances into each");
    EXPECT_EQ(fault([](SampleRecipe& recipe) { recipe.instances = 100'000'000; }, 10'000'000),
              "a file would be larger than 1 GB; put fewer instances into each");
}

}  // namespace
}  // namespace l2r
