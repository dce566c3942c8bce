#include "problem/instance_file.hpp"

#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "problem/solomon_file.hpp"
#include "problem/vroom_file.hpp"
#include "problem/vrp_file.hpp"
#include "problem/warnings.hpp"

namespace l2r {
namespace {

Instance parse_any(std::string_view text, const std::string& file, const ReadingOptions& options,
                   std::vector<std::string>& left_out) {
    const bool is_json = looks_like_json(text), is_solomon = !is_json && looks_like_solomon(text);
    if (!is_json && !is_solomon && looks_like_stops(text))
        return parse_stops(text, file, options.stops, options.rounding, left_out);
    Instance instance = is_json      ? parse_vroom(text, file, options.rounding, left_out)
                        : is_solomon ? parse_solomon(text, file, options.rounding)
                                     : parse_vrp(text, file, options.rounding);
    if (!options.stops.is_empty())
        throw InputError(file, 0,
                         std::string(is_json      ? "is JSON"
                                     : is_solomon ? "is of Solomon's format"
                                                  : "is a .vrp file") +
                             ", which has its capacity, depot and distances within; only a table of stops "
                             "(CSV) takes them from outside");
    return instance;
}

}  // namespace

InstanceFile parse_instance_file(std::string_view text, const std::string& file,
                                 const ReadingOptions& options) {
    std::vector<std::string> said;
    Instance instance = parse_any(text, file, options, said);
    for (std::string& warning : warnings(instance)) said.push_back(std::move(warning));
    return {std::move(instance), std::move(said)};
}

InstanceFile read_instance_file(const std::filesystem::path& path, const ReadingOptions& options) {
    return parse_instance_file(read_file(path), path.string(), options);
}

}  // namespace l2r
