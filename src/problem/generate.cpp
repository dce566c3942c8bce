#include "problem/generate.hpp"

#include <random>
#include <string>

#include "base/error.hpp"
#include "base/random.hpp"

namespace l2r {
namespace {

constexpr int test_set_size = 10'000;
constexpr int test_set_seed = 1234;

void check_size(int customers) {
    if (customers < 1 || customers >= Instance::node_limit)
        throw InputError("the number of customers must be from 1 to " +
                         std::to_string(Instance::node_limit - 1));
}

/// NumPy's uniform in [0, 1): 53 bits out of two 32-bit draws.
double numpy_uniform(std::mt19937& generator) {
    const auto high = static_cast<double>(generator() >> 5), low = static_cast<double>(generator() >> 6);
    return (high * 67108864.0 + low) / 9007199254740992.0;
}

/// NumPy's randint(1, 10): four bits of a 32-bit draw, again while above 8, plus one.
std::int64_t numpy_demand(std::mt19937& generator) {
    for (;;)
        if (const std::uint32_t bits = generator() & 15; bits <= 8) return bits + 1;
}

}  // namespace

std::int64_t paper_capacity(int customers) {
    check_size(customers);
    if (customers <= 20) return 10 + customers;
    if (customers <= 50) return 30 + (customers - 20) / 3;
    return 40 + (customers - 50) / 5;
}

Instance random_instance(int customers, std::uint64_t seed, std::uint64_t index, std::int64_t capacity) {
    check_size(customers);
    Random random(seed, index);
    InstanceData data;
    data.name =
        "random-" + std::to_string(customers) + "-" + std::to_string(seed) + "-" + std::to_string(index);
    data.capacity = capacity == 0 ? paper_capacity(customers) : capacity;
    data.places.reserve(static_cast<std::size_t>(customers) + 1);
    data.demands.reserve(static_cast<std::size_t>(customers) + 1);
    for (int node = 0; node <= customers; ++node) {
        const double x = random.uniform();
        data.places.push_back({x, random.uniform()});
    }
    data.demands.push_back(0);
    for (int customer = 1; customer <= customers; ++customer) data.demands.push_back(1 + random.below(9));
    return Instance(std::move(data));
}

std::vector<InstanceData> test_set_data(int customers, int count) {
    check_size(customers);
    if (count < 1 || count > test_set_size)
        throw InputError("a test set has 10000 instances; ask for 1 to 10000 of them");
    std::mt19937 generator(test_set_seed);
    std::vector<InstanceData> set(static_cast<std::size_t>(count));
    // NumPy draws whole arrays, so what lies past `count` must be drawn too.
    for (std::size_t i = 0; i < test_set_size; ++i) {
        const double x = numpy_uniform(generator), y = numpy_uniform(generator);
        if (i < set.size()) set[i].places.push_back({x, y});
    }
    for (std::size_t i = 0; i < test_set_size; ++i)
        for (int customer = 1; customer <= customers; ++customer) {
            const double x = numpy_uniform(generator), y = numpy_uniform(generator);
            if (i < set.size()) set[i].places.push_back({x, y});
        }
    for (std::size_t i = 0; i < set.size(); ++i) {
        set[i].name = "test-" + std::to_string(customers) + "-" + std::to_string(i);
        set[i].capacity = paper_capacity(customers);
        set[i].demands.push_back(0);
        for (int customer = 1; customer <= customers; ++customer)
            set[i].demands.push_back(numpy_demand(generator));
    }
    return set;
}

std::vector<Instance> test_set(int customers, int count) {
    std::vector<Instance> instances;
    for (InstanceData& data : test_set_data(customers, count)) instances.emplace_back(std::move(data));
    return instances;
}

}  // namespace l2r
