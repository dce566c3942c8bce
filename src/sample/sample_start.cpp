#include "sample/sample_start.hpp"

#include <numeric>

#include "start/perturb.hpp"

namespace l2r {
namespace {

/// What random numbers are for. Instances draw from (seed, number, 0); these seeds are apart from that one.
enum class Purpose : std::uint64_t { starts = 1, search = 2 };

std::uint64_t seed_for(const SampleRecipe& recipe, Purpose purpose) {
    return Random(recipe.seed, ~std::uint64_t{0}, static_cast<std::uint64_t>(purpose)).next();
}

}  // namespace

Random sample_start(const SampleRecipe& recipe, const Instance& instance, const SampleParent& parent,
                    std::int64_t group, int number, Start& start) {
    Random random(seed_for(recipe, Purpose::starts), static_cast<std::uint64_t>(group),
                  static_cast<std::uint64_t>(number));
    if (recipe.perturbed_routes > 0)
        perturb_parent(instance, parent, recipe.perturbed_routes, random, start);
    else
        start = {construct(recipe.construction, instance, random), 0};
    return random;
}

void perturb_parent(const Instance& instance, const SampleParent& parent, int routes, Random& random,
                    Start& start) {
    perturb(instance, parent.solution, routes, random, start);
    if (!parent.converged) start.settled = 0;
}

void shuffle_routes(Start& start, Random& random) {
    const Solution before = start.solution;
    std::vector<int> order(static_cast<std::size_t>(before.routes()));
    std::iota(order.begin(), order.end(), 0);
    random.shuffle(std::span(order).first(static_cast<std::size_t>(start.settled)));
    random.shuffle(std::span(order).subspan(static_cast<std::size_t>(start.settled)));
    start.solution.clear();
    for (const int route : order) start.solution.add_route(before.route(route));
}

Random search_stream(const SampleRecipe& recipe, std::int64_t instance, std::int64_t run) {
    return Random(seed_for(recipe, Purpose::search), static_cast<std::uint64_t>(instance),
                  static_cast<std::uint64_t>(run));
}

}  // namespace l2r
