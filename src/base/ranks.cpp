#include "base/ranks.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;

constexpr const char* module_name = "libl2r_mpi.so";

/// How many processes were started together, as far as the environment tells: 0 where it tells that there are
/// some, but not how many.
int started_together() {
    // Open MPI's mpirun, then those of MPICH and its kin, and srun --mpi=pmi2.
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
        if (const char* size = std::getenv(name)) return std::atoi(size);
    // srun --mpi=pmix, and others that speak PMIx.
    if (std::getenv("PMIX_RANK") != nullptr) {
        const char* size = std::getenv("SLURM_STEP_NUM_TASKS");
        return size != nullptr ? std::atoi(size) : 0;
    }
    return std::getenv("PMI_RANK") != nullptr ? 0 : 1;
}

/// Beside the program, in the folder of the build, where the installation puts it.
std::vector<fs::path> places_of_module() {
    std::error_code error;
    const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
    std::vector<fs::path> places{folder / module_name, folder.parent_path() / module_name};
    for (const auto& entry : fs::directory_iterator(folder.parent_path(), error)) {
        if (!entry.path().filename().string().starts_with("lib")) continue;
        places.push_back(entry.path() / "l2r" / module_name);
        // Debian's lib/x86_64-linux-gnu
        for (const auto& inner : fs::directory_iterator(entry.path(), error))
            places.push_back(inner.path() / "l2r" / module_name);
    }
    return places;
}

fs::path find_module() {
    std::error_code ignored;
    for (const fs::path& place : places_of_module())
        if (fs::exists(place, ignored)) return place;
    throw OutsideError(
        std::string("started by mpirun, but ") + module_name +
        " is neither beside the program nor in its lib/l2r; build l2r with -DL2R_BUILD_MPI=ON, "
        "or start it without mpirun");
}

std::unique_ptr<Ranks> load_ranks(const fs::path& module) {
    // Parts of MPI that it loads by itself look for MPI's symbols, so these must be visible to all. The
    // module stays to the end of the process: MPI cannot be unloaded.
    void* handle = ::dlopen(module.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (handle == nullptr) throw OutsideError(std::string("cannot load the module for MPI: ") + ::dlerror());
    void* function = ::dlsym(handle, "l2r_join_ranks");
    if (function == nullptr) throw OutsideError(module.string() + ": is not the module of this l2r");
    return std::unique_ptr<Ranks>(reinterpret_cast<Ranks* (*)()>(function)());
}

}  // namespace

std::unique_ptr<Ranks> join_ranks() {
    const int started = started_together();
    if (started == 1) return std::make_unique<Ranks>();
    const fs::path module = find_module();
    std::unique_ptr<Ranks> ranks = load_ranks(module);
    // Another MPI than the one that started the processes does not know of the others.
    if (started > 1 && ranks->size() != started)
        throw OutsideError("mpirun started " + std::to_string(started) + " processes, but " +
                           module.string() + " sees " + std::to_string(ranks->size()) +
                           "; build l2r with the MPI whose mpirun is used");
    return ranks;
}

}  // namespace l2r
