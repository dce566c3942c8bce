#pragma once

#include <gtest/gtest.h>

#include <map>

#include "base/file.hpp"
#include "optimise/paper/local_search.hpp"
#include "sample/generate_samples.hpp"
#include "sample/sample_file.hpp"
#include "support/message.hpp"
#include "support/own_folder.hpp"

namespace l2r::test {

inline SampleRecipe small_recipe() {
    SampleRecipe recipe;
    recipe.customers = 12;
    recipe.seed = 5;
    recipe.instances = 10;
    recipe.starts = 3;
    return recipe;
}

inline SampleRecipe small_perturbed_recipe() {
    SampleRecipe recipe = small_recipe();
    recipe.perturbed_routes = 2;
    recipe.parents = 3;
    return recipe;
}

/// Content by name.
using Files = std::map<std::string, std::string>;

/// Makes samples in folders of its own.
class SampleFolder : public OwnFolder {
  protected:
    SampleJob job(const SampleRecipe& recipe, const std::string& name = "set",
                  std::int64_t per_file = 4) const {
        SampleJob job;
        job.recipe = recipe;
        job.per_file = per_file;
        job.folder = folder_ / name;
        return job;
    }
    /// Makes a set of small files and returns its folder.
    std::filesystem::path make(const SampleRecipe& recipe, const std::string& name = "set",
                               std::int64_t per_file = 4) const {
        generate_samples(job(recipe, name, per_file), paper::LocalSearch());
        return folder_ / name;
    }
    static Files files(const std::filesystem::path& folder) {
        Files found;
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            found[entry.path().filename().string()] = read_file(entry.path());
        return found;
    }
};

}  // namespace l2r::test
