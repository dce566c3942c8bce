#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiment/curves.hpp"

namespace l2r {

/// A file of traces: what all arms of a figure did on some of its instances. An HDF5 file behind 512 bytes
/// that hold the SHA-256 of the rest (docs/formats.md).
struct TraceFile {
    std::string settings;     ///< all that the traces follow from but their number, as JSON
    std::int64_t number = 0;  ///< of the file
    std::vector<Traces> arms;
};

std::string format_traces(const TraceFile& traces);

/// Reads the file `number` of `settings`; `runs` are those of each arm. Throws InputError, naming `file`,
/// where a single bit is not as it was written, and where it is of other settings or another number.
TraceFile parse_traces(std::string_view bytes, const std::string& file, const std::string& settings,
                       std::int64_t number, std::span<const std::size_t> runs, std::size_t instances);

}  // namespace l2r
