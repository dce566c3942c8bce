#include <iostream>
#include <problem/generate.hpp>
#include <problem/solution.hpp>

int main() {
    const l2r::Instance instance = l2r::random_instance(3, /*seed=*/1, /*index=*/0);
    const l2r::Solution solution{{1, 2}, {3}};
    std::cout << instance.name() << " " << l2r::length(instance, solution) << "\n";
    return l2r::faults(instance, solution).empty() ? 0 : 1;
}
