// What the README shows, as another project would write it.
#include <explore/explore.hpp>
#include <iostream>
#include <optimise/local_search.hpp>
#include <problem/sol_file.hpp>
#include <problem/vrp_file.hpp>

int main(int, char** arguments) {
    const l2r::Instance instance = l2r::read_vrp(arguments[1]);
    l2r::ExploreSettings settings;
    settings.stop.runs = 100;
    settings.construction = l2r::Construction::savings;
    const l2r::Exploration result = l2r::explore(instance, l2r::LocalSearch(), nullptr, settings);
    std::cout << l2r::format_sol(result.best, result.length);
    return l2r::faults(instance, result.best).empty() ? 0 : 1;
}
