#pragma once

#include <string>
#include <string_view>

#include "sample/samples.hpp"

namespace l2r {

/// One file of a set: the groups of `per_file` instances, of fewer where the set ends. An HDF5 file behind
/// 512 bytes that hold the SHA-256 of the rest (docs/formats.md).
struct SampleFile {
    SampleRecipe recipe;
    std::int64_t per_file = 0;  ///< instances in each file of the set
    std::int64_t number = 0;    ///< of this file: instances number * per_file, ...

    std::vector<float> lengths;                  ///< (groups, starts, recorded_cycles + 1)
    std::vector<float> order_variances;          ///< (groups, recorded_cycles + 1); several orders only
    std::vector<std::int32_t> parent_customers;  ///< (groups, customers); perturbed starts only, as the rest
    std::vector<std::int32_t> parent_routes;     ///< (groups, customers), from 0 on
    std::vector<float> parent_lengths;           ///< (groups)
    std::vector<std::int32_t> parent_converged;  ///< (groups): 1 where the parent's run was, or 0

    std::int64_t first_instance() const { return number * per_file; }
    std::int64_t instances() const;
    std::int64_t first_group() const { return first_instance() * recipe.parents; }
    std::int64_t groups() const { return instances() * recipe.parents; }
    /// Makes room for all groups.
    void allocate();
    bool operator==(const SampleFile&) const = default;
};

/// How many files a set has.
std::int64_t file_count(const SampleRecipe& recipe, std::int64_t per_file);
/// `part-00042.h5`.
std::string sample_file_name(std::int64_t number);
/// The number in such a name, or -1 where it is another one.
std::int64_t sample_file_number(std::string_view name);

/// Throws InputError where a recipe makes no sense, or where its files would be too many or too large.
void check(const SampleRecipe& recipe, std::int64_t per_file);

/// The same samples give the same bytes.
std::string format_samples(const SampleFile& samples);
/// Throws InputError, naming `file`, where a single bit is not as it was written, and where the content makes
/// no sense.
SampleFile parse_samples(std::string_view bytes, const std::string& file);
/// Whether a file begins like one of samples, damaged or not.
bool looks_like_samples(std::string_view bytes);
/// Whether every bit of it is as it was written.
bool is_intact(std::string_view bytes);

}  // namespace l2r
