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

/// The first of these variables that is set, as a number.
std::optional<int> number_in_environment(std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (const char* value = std::getenv(name)) return std::atoi(value);
    return std::nullopt;
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

Launch launched() {
    // Open MPI's mpirun; those of MPICH and its kin, and srun --mpi=pmi2; srun --mpi=pmix and others with
    // PMIx.
    const std::optional<int> rank = number_in_environment({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"});
    std::optional<int> size = number_in_environment({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"});
    if (!size && std::getenv("PMIX_RANK") != nullptr) size = number_in_environment({"SLURM_STEP_NUM_TASKS"});
    return {rank.value_or(0), size.value_or(rank ? 0 : 1)};
}

std::unique_ptr<Ranks> join_ranks() {
    const int started = launched().size;
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
