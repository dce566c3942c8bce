#include "problem/generate.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
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

std::string numbered(const std::string& kind, int customers, std::uint64_t seed, std::uint64_t index) {
    return kind + '-' + std::to_string(customers) + '-' + std::to_string(seed) + '-' + std::to_string(index);
}

/// Depot first.
std::vector<Point> places_in_unit_square(int customers, Random& random) {
    std::vector<Point> places;
    places.reserve(static_cast<std::size_t>(customers) + 1);
    for (int node = 0; node <= customers; ++node) {
        const double x = random.uniform();
        places.push_back({x, random.uniform()});
    }
    return places;
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

/// The recipe of the set X.
class XGenerator {
  public:
    XGenerator(int customers, std::uint64_t seed, std::uint64_t index)
        : customers_(customers), random_(seed, index) {
        if (customers > most_customers)
            throw InputError("instances like those of X have at most " + std::to_string(most_customers) +
                             " customers, so that clusters have room");
        data_.name = numbered("x", customers, seed, index);
        data_.rounding = Rounding::nearest;
    }

    Instance make() {
        place_depot();
        place_customers();
        draw_demands();
        return Instance(std::move(data_));
    }

  private:
    static constexpr int side = 1000, most_customers = 100'000;

    int between(int least, int most) {
        return least + static_cast<int>(random_.below(static_cast<std::uint32_t>(most - least + 1)));
    }
    std::pair<int, int> any_place() {
        const int x = between(0, side);
        return {x, between(0, side)};
    }
    void add_place(std::pair<int, int> place) {
        taken_.insert(place);
        data_.places.push_back({static_cast<double>(place.first), static_cast<double>(place.second)});
    }

    /// In the centre, in a corner, or anywhere.
    void place_depot() {
        const std::uint32_t kind = random_.below(3);
        add_place(kind == 0 ? std::pair(side / 2, side / 2) : kind == 1 ? std::pair(0, 0) : any_place());
    }

    /// Anywhere, in clusters, or half of them each. Clusters grow around some customers that may be anywhere.
    void place_customers() {
        const std::uint32_t kind = random_.below(3);
        const int anywhere = kind == 0 ? customers_ : kind == 1 ? 0 : customers_ / 2;
        const int seeds = std::min(between(3, 8), customers_ - anywhere);
        while (static_cast<int>(taken_.size()) <= seeds) add_if_free(any_place());
        const std::size_t first_free = data_.places.size();
        while (static_cast<int>(taken_.size()) <= seeds + anywhere) add_if_free(any_place());
        while (static_cast<int>(taken_.size()) <= customers_)
            if (const auto place = any_place(); random_.uniform() < attraction(place, first_free))
                add_if_free(place);
    }
    void add_if_free(std::pair<int, int> place) {
        if (!taken_.contains(place)) add_place(place);
    }
    /// How likely a customer settles here, by the seeds around.
    double attraction(std::pair<int, int> place, std::size_t seeds_end) const {
        constexpr double reach = 40;
        double sum = 0;
        for (std::size_t seed = 1; seed < seeds_end; ++seed)
            sum += std::exp(
                -std::hypot(data_.places[seed].x - place.first, data_.places[seed].y - place.second) / reach);
        return sum;
    }

    /// Of seven kinds; a vehicle then holds what `filling` customers want on average.
    void draw_demands() {
        const std::uint32_t kind = random_.below(7);
        const double many = 0.7 + 0.25 * random_.uniform();
        std::int64_t sum = 0, largest = 0;
        data_.demands.push_back(0);
        for (int customer = 1; customer <= customers_; ++customer) {
            data_.demands.push_back(demand(kind, data_.places[static_cast<std::size_t>(customer)], many));
            sum += data_.demands.back();
            largest = std::max(largest, data_.demands.back());
        }
        const double filling = triangular(3, 6, 25);
        data_.capacity = std::max(
            largest, static_cast<std::int64_t>(std::ceil(filling * static_cast<double>(sum) / customers_)));
    }
    int demand(std::uint32_t kind, Point place, double many) {
        switch (kind) {
            case 0:
                return 1;
            case 1:
                return between(1, 10);
            case 2:
                return between(5, 10);
            case 3:
                return between(1, 100);
            case 4:
                return between(50, 100);
            case 5:  // by quadrant
                return (place.x < side / 2.0) == (place.y < side / 2.0) ? between(51, 100) : between(1, 50);
            default:  // many small, few large
                return random_.uniform() < many ? between(1, 10) : between(50, 100);
        }
    }
    double triangular(double least, double mode, double most) {
        const double u = random_.uniform(), below_mode = (mode - least) / (most - least);
        if (u < below_mode) return least + std::sqrt(u * (most - least) * (mode - least));
        return most - std::sqrt((1 - u) * (most - least) * (most - mode));
    }

    const int customers_;
    Random random_;
    InstanceData data_;
    std::set<std::pair<int, int>> taken_;
};

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
    data.name = numbered("random", customers, seed, index);
    data.capacity = capacity == 0 ? paper_capacity(customers) : capacity;
    data.places = places_in_unit_square(customers, random);
    data.demands.reserve(static_cast<std::size_t>(customers) + 1);
    data.demands.push_back(0);
    for (int customer = 1; customer <= customers; ++customer) data.demands.push_back(1 + random.below(9));
    return Instance(std::move(data));
}

Instance random_tsp(int customers, std::uint64_t seed, std::uint64_t index) {
    check_size(customers);
    Random random(seed, index);
    InstanceData data;
    data.name = numbered("tsp", customers, seed, index);
    data.places = places_in_unit_square(customers, random);
    data.tsp = true;
    return Instance(std::move(data));
}

std::string_view problem_name(Problem problem) {
    return problem == Problem::tsp ? "tsp" : "cvrp";
}

Problem problem_named(std::string_view name) {
    for (const Problem problem : {Problem::cvrp, Problem::tsp})
        if (problem_name(problem) == name) return problem;
    throw InputError("there is no random problem '" + std::string(name) + "'; there are cvrp and tsp");
}

Instance random_instance_of(Problem problem, int customers, std::uint64_t seed, std::uint64_t index,
                            std::int64_t capacity) {
    return problem == Problem::tsp ? random_tsp(customers, seed, index)
                                   : random_instance(customers, seed, index, capacity);
}

Instance x_instance(int customers, std::uint64_t seed, std::uint64_t index) {
    check_size(customers);
    return XGenerator(customers, seed, index).make();
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
