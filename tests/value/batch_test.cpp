#include "value/batch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "optimise/paper/local_search.hpp"
#include "optimise/paper/local_search.hpp"
#include "problem/generate.hpp"
#include "start/perturb.hpp"
#include "start/random_start.hpp"
#include "support/random_network.hpp"
#include "value/tidy.hpp"

namespace l2r {
namespace {

constexpr std::size_t stop_width = stop_features.size(), start_width = start_features.size();

BatchBuilder::Scaling no_scaling() {
    return {std::vector<float>(stop_width, 0), std::vector<float>(stop_width, 1),
            std::vector<float>(start_width, 0), std::vector<float>(start_width, 1)};
}

BatchBuilder::Scaling random_scaling(Random& random) {
    return {random_floats(stop_width, -1, 1, random), random_floats(stop_width, 0.5, 2, random),
            random_floats(start_width, -1, 1, random), random_floats(start_width, 0.5, 2, random)};
}

struct Group {
    Instance instance;
    std::vector<Start> starts;
};

/// Starts of instances of several sizes, so that routes of many lengths come together.
std::vector<Group> some_groups() {
    std::vector<Group> groups;
    for (const int customers : {30, 7, 15, 1}) {
        Group group{random_instance(customers, 1, 0, 25), {}};
        Random random(2, static_cast<std::uint64_t>(customers));
        for (int k = 0; k < 3; ++k) group.starts.push_back({random_start(group.instance, random), k});
        groups.push_back(group);
    }
    return groups;
}

const Batch& batch_of(BatchBuilder& builder, const std::vector<Group>& groups, Symmetry symmetry = 0) {
    builder.clear();
    for (const Group& group : groups) {
        Features features(group.instance);
        for (const Start& start : group.starts) builder.add(features, group.instance, start, symmetry);
    }
    return builder.finish();
}

/// The rows of one packed sequence, found by the documentation of Packing.
std::vector<float> unpacked(const Packing& packing, const std::vector<float>& packed, int sequence) {
    std::vector<float> rows;
    std::size_t step = 0;
    for (const int active : packing.active) {
        if (sequence >= active) break;
        const auto* row = &packed[(step + static_cast<std::size_t>(sequence)) * stop_width];
        rows.insert(rows.end(), row, row + stop_width);
        step += static_cast<std::size_t>(active);
    }
    return rows;
}

std::vector<float> rows_backwards(const std::vector<float>& rows) {
    std::vector<float> result;
    for (std::size_t end = rows.size(); end > 0; end -= stop_width)
        result.insert(result.end(), rows.begin() + static_cast<std::ptrdiff_t>(end - stop_width),
                      rows.begin() + static_cast<std::ptrdiff_t>(end));
    return result;
}

std::vector<float> scaled(std::vector<float> rows, const std::vector<float>& mean,
                          const std::vector<float>& scale) {
    for (std::size_t k = 0; k < rows.size(); ++k)
        rows[k] = (rows[k] - mean[k % mean.size()]) * scale[k % mean.size()];
    return rows;
}

/// Compares a batch with what Features says of each start.
void expect_packed(const Batch& batch, const std::vector<Group>& groups, const BatchBuilder::Scaling& scaling,
                   View view) {
    std::size_t start = 0, route = 0;
    std::set<std::vector<float>> different;
    for (const Group& group : groups) {
        Features features(group.instance);
        for (const Start& given : group.starts) {
            const Solution solution = Viewer(view).show(group.instance, given);
            std::vector<float> stops(solution.customers().size() * stop_width), summary(start_width);
            features.measure(solution, stops, summary);
            stops = scaled(stops, scaling.stop_mean, scaling.stop_scale);
            ASSERT_LT(start, batch.routes.size());
            ASSERT_EQ(batch.routes[start], solution.routes());
            const auto* row = stops.data();
            for (int r = 0; r < solution.routes(); ++r, ++route) {
                const std::vector<float> forward(row, row + solution.route(r).size() * stop_width);
                ASSERT_EQ(unpacked(batch.packing, batch.forward, batch.slot[route]), forward);
                ASSERT_EQ(unpacked(batch.packing, batch.reverse, batch.slot[route]), rows_backwards(forward));
                row += forward.size();
                different.insert(forward);
            }
            const std::vector<float> kept(&batch.summary[start * start_width],
                                          &batch.summary[start * start_width] + start_width);
            ASSERT_EQ(kept, scaled(summary, scaling.start_mean, scaling.start_scale));
            ++start;
        }
    }
    EXPECT_EQ(batch.starts, static_cast<int>(start));
    EXPECT_EQ(batch.slot.size(), route);
    EXPECT_EQ(batch.packing.sequences, static_cast<int>(different.size()));
    std::size_t numbers = 0;
    for (const std::vector<float>& stops : different) numbers += stops.size();
    EXPECT_EQ(batch.forward.size(), numbers);
    EXPECT_EQ(static_cast<std::size_t>(batch.packing.total) * stop_width, numbers);
}

TEST(Batch, HoldsTheScaledFeaturesOfEveryRouteAndStart) {
    Random random(3);
    const BatchBuilder::Scaling scaling = random_scaling(random);
    const std::vector<Group> groups = some_groups();
    for (const View view : {View::given, View::tidied}) {
        BatchBuilder builder(scaling, view);
        expect_packed(batch_of(builder, groups), groups, scaling, view);
    }
}

TEST(Batch, PlacesLongRoutesFirst) {
    BatchBuilder builder(no_scaling(), View::given);
    const Batch& batch = batch_of(builder, some_groups());
    std::vector<int> length(batch.slot.size(), 0);
    std::size_t route = 0;
    for (const Group& group : some_groups())
        for (const Start& start : group.starts)
            for (int r = 0; r < start.solution.routes(); ++r, ++route) {
                int& kept = length[static_cast<std::size_t>(batch.slot[route])];
                const auto own = static_cast<int>(start.solution.route(r).size());
                EXPECT_TRUE(kept == 0 || kept == own);
                kept = own;
            }
    EXPECT_TRUE(std::is_sorted(length.rbegin(), length.rend()));
}

TEST(Batch, PacksRoutesThatLookTheSameOnce) {
    const Instance instance = random_instance(100, 7, 0);
    Random random(5);
    const Outcome parent =
        paper::LocalSearch().improve(instance, {random_start(instance, random), 0}, {}, random);
    std::vector<Start> starts;
    for (int k = 0; k < 20; ++k) perturb(instance, parent.solution, 2, random, starts.emplace_back());
    starts.push_back(starts.front());
    BatchBuilder builder(no_scaling(), View::given);
    const std::vector<Group> groups{{instance, starts}};
    const Batch& batch = batch_of(builder, groups);
    std::set<std::vector<float>> looks;
    for (const int slot : batch.slot) looks.insert(unpacked(batch.packing, batch.forward, slot));
    EXPECT_EQ(batch.packing.sequences, static_cast<int>(looks.size()));
    EXPECT_LT(batch.packing.sequences, 0.8 * static_cast<double>(batch.slot.size()));
    const auto first = batch.slot.begin(), last = batch.slot.end() - batch.routes.back();
    EXPECT_TRUE(std::equal(last, batch.slot.end(), first)) << "a copy of the first start has all its routes";
}

TEST(Batch, CanBeMadeAgainAndAgain) {
    const std::vector<Group> groups = some_groups(), fewer(groups.begin() + 1, groups.begin() + 2);
    BatchBuilder builder(no_scaling(), View::given);
    batch_of(builder, groups);
    expect_packed(batch_of(builder, fewer), fewer, no_scaling(), View::given);
    EXPECT_EQ(batch_of(builder, {}).starts, 0);
    expect_packed(batch_of(builder, groups), groups, no_scaling(), View::given);
}

TEST(Batch, LeavesEmptyRoutesOut) {
    const Instance instance = random_instance(4, 1, 0, 100);
    const std::vector<Group> with{{instance, {{Solution{{}, {1, 2}, {}, {4, 3}, {}}, 1}}}},
        without{{instance, {{Solution{{1, 2}, {4, 3}}, 0}}}};
    for (const View view : {View::given, View::tidied}) {
        BatchBuilder one(no_scaling(), view), other(no_scaling(), view);
        const Batch &a = batch_of(one, with), &b = batch_of(other, without);
        EXPECT_EQ(a.routes, b.routes);
        EXPECT_EQ(a.slot, b.slot);
        EXPECT_EQ(a.packing.active, b.packing.active);
        EXPECT_EQ(a.forward, b.forward);
        EXPECT_EQ(a.reverse, b.reverse);
        EXPECT_EQ(a.summary, b.summary);
    }
}

TEST(Batch, IsTurnedAndMirroredBySymmetries) {
    const std::vector<Group> groups = some_groups();
    BatchBuilder plain(no_scaling(), View::tidied), turned(no_scaling(), View::tidied);
    const Batch& batch = batch_of(plain, groups);
    for (Symmetry symmetry = 0; symmetry < 8; ++symmetry) {
        const Batch& other = batch_of(turned, groups, symmetry);
        for (const auto& [from, to] :
             {std::pair(&batch.forward, &other.forward), std::pair(&batch.reverse, &other.reverse)}) {
            std::vector<float> expected = *from;
            for (std::size_t row = 0; row < expected.size(); row += stop_width) {
                float &x = expected[row], &y = expected[row + 1];
                if ((symmetry & 1) != 0) x = -x;
                if ((symmetry & 2) != 0) y = -y;
                if ((symmetry & 4) != 0) std::swap(x, y);
            }
            EXPECT_EQ(*to, expected) << symmetry;
        }
        EXPECT_EQ(batch.summary, other.summary) << symmetry;
    }
}

/// Scaling tells x from y, so it has to come after turning.
TEST(Batch, IsTurnedBeforeItIsScaled) {
    const std::vector<Group> groups = some_groups();
    BatchBuilder::Scaling scaling = no_scaling();
    scaling.stop_scale[0] = 100;
    BatchBuilder plain(no_scaling(), View::given), turned(scaling, View::given);
    const Batch &batch = batch_of(plain, groups), &other = batch_of(turned, groups, 4);
    for (std::size_t row = 0; row < batch.forward.size(); row += stop_width)
        EXPECT_EQ(other.forward[row], 100 * batch.forward[row + 1]);
}

}  // namespace
}  // namespace l2r
