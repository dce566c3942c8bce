#pragma once

#include <atomic>
#include <functional>

#include "optimise/optimiser.hpp"
#include "sample/samples.hpp"

namespace l2r {

/// A set to make, and which part of it. Files part-00000.h5, part-00001.h5, ... are shared out by their
/// numbers: share i of n makes those with number % n == i.
struct SampleJob {
    SampleRecipe recipe;
    std::int64_t per_file = 0;  ///< instances in each file
    std::filesystem::path folder;
    int share = 0, shares = 1;
    int threads = 1;
    const std::atomic<bool>* flag = nullptr;  ///< raised from outside: stop soon
};

struct SampleProgress {
    std::int64_t instances = 0;  ///< made by this job so far
    std::int64_t planned = 0;    ///< to be made by it in all; 0 while existing files are checked
    double seconds = 0;          ///< since the first of them was begun
};

struct SampleReport {
    std::int64_t files = 0;        ///< of this share
    std::int64_t there = 0;        ///< files that were there already
    std::int64_t made = 0;         ///< files made now
    std::int64_t remade = 0;       ///< of these, files that were there but damaged
    std::int64_t groups = 0;       ///< in the files made now
    std::int64_t starts = 0;       ///< in the files made now
    std::int64_t failed = 0;       ///< runs in which the optimiser failed
    double seconds = 0;            ///< by the clock
    double optimiser_seconds = 0;  ///< by the clock, over all threads
    double thread_seconds = 0;     ///< the same for everything that the threads did
    bool finished() const { return there + made == files; }
};

/// Makes the files of a share that are not there yet. Each is whole or absent, and its bytes depend on the
/// recipe, `per_file` and its number alone. Stopped by the flag, it returns what has been done.
///
/// `progress` is called now and then, by one thread at a time. Throws InputError where the recipe makes no
/// sense or the folder holds anything else under those names.
SampleReport generate_samples(const SampleJob& job, const Optimiser& optimiser,
                              const std::function<void(const SampleProgress&)>& progress = {});

/// Instances in a file that one core makes in about a minute, and of at most 16 MB.
std::int64_t default_per_file(const SampleRecipe& recipe);

}  // namespace l2r
