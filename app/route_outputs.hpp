#pragma once

#include <string>
#include <vector>

#include "outputs.hpp"
#include "plot/route_steps.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace l2r {

/// Routes for people and other programs, beside the solution: a picture (.svg, .png), a page (.html), a file
/// (.geojson, .csv, .json).
struct RouteOutputs {
    std::string plot_file, export_file, title, tiles;
    bool is_animated = false;

    /// --export and --tiles
    void add_options(CLI::App& command);
    /// Throws InputError for names with endings of other files, for PNG where nothing makes it, and for
    /// options that do not belong to the picture; that is what `plot_option` names.
    void check_names(const std::string& plot_option) const;
    /// Throws InputError where the instance has no coordinates and one of the files needs them.
    void check_places(const std::string& instance_file, const Instance& instance) const;
    /// Whether a page or an animation shows the improvements of the search.
    bool shows_steps() const;

    /// Writes what was asked for; a page has the `steps` of the search too. What wants standard output is
    /// written only where that `is_free`.
    void write(Outputs& outputs, const Instance& instance, const Solution& solution,
               const std::vector<RouteStep>& steps, bool is_free) const;
};

/// What a file is, or which option names it, and its name or nothing.
using NamedFiles = std::vector<std::pair<std::string, std::string>>;

/// Throws InputError where two `outputs` are the same file, or one is among the `inputs`; OutsideError where
/// one clearly cannot be written. `printed` is what goes to standard output besides, or empty.
void check_output_files(const NamedFiles& inputs, const NamedFiles& outputs, const std::string& printed);

}  // namespace l2r
