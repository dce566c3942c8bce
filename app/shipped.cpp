#include "shipped.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "base/error.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;

/// Where the program was installed, in the Python package, or in the source folder that it was built from.
fs::path models_folder() {
    const fs::path prefix = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
    for (const fs::path& folder :
         {prefix / "share" / "l2r" / "models", prefix / "models", fs::path(L2R_MODELS)})
        if (fs::exists(folder)) return folder;
    throw OutsideError("the scorers that come with l2r are not there: look for them in " L2R_MODELS
                       ", or name a file");
}

}  // namespace

const std::vector<std::string>& shipped_kinds() {
    static const std::vector<std::string> kinds{"network", "linear", "cycle", "cycle-network", "perturb"};
    return kinds;
}

std::string shipped_scorer(const std::string& kind, int customers) {
    constexpr std::array sizes{20, 50, 100};
    const auto how_far = [customers](int size) { return std::abs(std::log(1.0 * customers / size)); };
    const int nearest =
        *std::min_element(sizes.begin(), sizes.end(), [&](int a, int b) { return how_far(a) < how_far(b); });
    return (models_folder() / (kind + "-" + std::to_string(nearest) + ".safetensors")).string();
}

std::string shipped_policy() {
    return (models_folder() / "policy-20.safetensors").string();
}

}  // namespace l2r
