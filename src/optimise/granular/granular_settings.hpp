#pragma once

namespace l2r::granular {

struct GranularSettings {
    int neighbours = 10;           ///< of each customer, and those that have it among theirs; 1 or more
    int rough_neighbours = 5;      ///< the nearest of these, for the first pass; 0 for none
    int swap_star_neighbours = 3;  ///< SWAP* is for routes that have such near neighbours; 1 or more
    int swap_star_customers = 60;  ///< and at most so many customers: of longer ones it takes too long
    /// Whether customers are tried again where only room has changed: the end is a local optimum.
    bool thorough = true;
};

}  // namespace l2r::granular
