#include "route_outputs.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "base/child.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/private_folder.hpp"
#include "base/text.hpp"
#include "options.hpp"
#include "plot/route_files.hpp"
#include "plot/route_map.hpp"
#include "plot/route_page.hpp"

namespace l2r {
namespace {

bool ends_in(const std::string& file, const std::vector<std::string>& endings) {
    const std::string ending = text::upper_case(std::filesystem::path(file).extension().string());
    return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

bool is_page_name(const std::string& file) {
    return ends_in(file, {".HTML", ".HTM"});
}
bool is_geojson_name(const std::string& file) {
    return ends_in(file, {".GEOJSON"});
}
bool is_vroom_name(const std::string& file) {
    return ends_in(file, {".JSON"});
}

bool is_png_name(const std::string& file) {
    return ends_in(file, {".PNG"});
}
/// .svg, which is what standard output gets too.
bool is_picture_name(const std::string& file) {
    return !file.empty() && ends_in(file, {"", ".SVG"});
}

constexpr const char* png_maker = "rsvg-convert";

/// Of a picture of SVG. Throws OutsideError.
std::string png_of(const std::string& svg) {
    constexpr double patience = 60;
    const PrivateFolder folder;
    write_file(folder / "map.svg", svg);
    std::string png;
    const RunReport report =
        run_to_end({png_maker, "--zoom", "2", "map.svg"}, folder.path(), patience, {}, &png);
    if (!report.well() || !png.starts_with("\x89PNG"))
        throw OutsideError(std::string(png_maker) + ", which makes PNG of SVG, " + report.text());
    return png;
}

/// The file's name with another ending.
std::string renamed(const std::string& file, const std::string& ending) {
    return std::filesystem::path(file).replace_extension(ending).string();
}

bool is_same_file(const std::string& a, const std::string& b) {
    std::error_code none;
    return !a.empty() && !b.empty() && (a == b || std::filesystem::equivalent(a, b, none));
}

void require_png_maker(const std::string& plot_option, const std::string& file) {
    try {
        find_program(png_maker);
    } catch (const OutsideError&) {
        throw InputError(plot_option + ": PNG is made by " + png_maker +
                         ", which is not here; install it (apt-get install librsvg2-bin), or name " + file +
                         " " + renamed(file, ".svg") + " or " + renamed(file, ".html"));
    }
}

}  // namespace

void RouteOutputs::add_options(CLI::App& command) {
    command
        .add_option("--export", export_file,
                    "Write the routes as .geojson, .csv, or .json like VROOM; - for CSV on standard output")
        ->type_name("FILE");
    command.add_option("--tiles", tiles, "Map tiles for a page: https://HOST/{z}/{x}/{y}.png")
        ->type_name("URL");
}

void RouteOutputs::check_names(const std::string& plot_option) const {
    if (is_png_name(plot_file)) require_png_maker(plot_option, plot_file);
    if (is_animated && !is_picture_name(plot_file))
        throw InputError("--animate needs a picture that moves, " + plot_option +
                         " FILE.svg; a page (.html) has a slider instead");
    if (!tiles.empty() && !is_page_name(plot_file))
        throw InputError("--tiles needs a page, " + plot_option + " FILE.html");
    if (!ends_in(plot_file, {"", ".SVG", ".PNG", ".HTML", ".HTM"}))
        throw InputError(plot_option + ": pictures are written as .svg or .png, pages as .html, so " +
                         plot_file + " would be misnamed; name it " + renamed(plot_file, ".svg") + " or " +
                         renamed(plot_file, ".html") +
                         (ends_in(plot_file, {".CSV", ".GEOJSON", ".JSON"})
                              ? "; --export writes .geojson, .csv and .json"
                              : ""));
    if (!export_file.empty() && export_file != standard_output &&
        !ends_in(export_file, {".GEOJSON", ".CSV", ".JSON"}))
        throw InputError("--export: " + export_file +
                         " should end in .geojson, .csv or .json, which says what is written: " +
                         renamed(export_file, ".geojson") + " or " + renamed(export_file, ".csv"));
}

void RouteOutputs::check_places(const std::string& instance_file, const Instance& instance) const {
    if (!tiles.empty() && instance.has_places()) check_tiles(tiles, instance);
    if (instance.has_places()) return;
    if (!plot_file.empty())
        throw InputError(instance_file, 0, "has no coordinates, so there is no map to draw");
    if (is_geojson_name(export_file))
        throw InputError(instance_file, 0,
                         "has no coordinates, which --export " + export_file + " consists of; name it " +
                             renamed(export_file, ".csv"));
}

bool RouteOutputs::shows_steps() const {
    return is_page_name(plot_file) || is_animated;
}

void RouteOutputs::write(Outputs& outputs, const Instance& instance, const Solution& solution,
                         const std::vector<RouteStep>& steps, bool is_free) const {
    const auto attempt = [&](const std::string& file, const std::string& what, const auto& text) {
        if (file.empty()) return;
        if (file == standard_output && !is_free)
            outputs.remark("so " + what + " did not");
        else
            outputs.attempt([&] { write_output(file, text()); });
    };
    attempt(plot_file, "the picture", [&] {
        if (is_page_name(plot_file))
            return route_page(instance, solution, steps, {.title = title, .tiles = tiles});
        RouteMapOptions options{.title = title};
        if (is_animated) options.steps = steps;
        const std::string svg = route_map(instance, solution, options);
        return is_png_name(plot_file) ? png_of(svg) : svg;
    });
    attempt(export_file, "the routes", [&] {
        return is_geojson_name(export_file) ? routes_geojson(instance, solution)
               : is_vroom_name(export_file) ? routes_vroom(instance, solution)
                                            : routes_csv(instance, solution);
    });
}

void check_output_files(const NamedFiles& inputs, const NamedFiles& outputs, const std::string& printed) {
    std::string on_standard_output = printed;
    for (const auto& [option, file] : outputs) {
        if (file == standard_output) {
            if (!on_standard_output.empty())
                throw InputError(option + " - and " + on_standard_output + " both want standard output");
            on_standard_output = option + " -";
            continue;
        }
        for (const auto& [what, input] : inputs)
            if (is_same_file(file, input_file(input)))
                throw InputError(file + " is the " + what + "; it is not overwritten");
        if (!file.empty()) check_writable(file);
    }
    for (std::size_t i = 0; i < outputs.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (outputs[i].second != standard_output && is_same_file(outputs[i].second, outputs[k].second))
                throw InputError(outputs[k].first + " and " + outputs[i].first + " name the same file");
}

}  // namespace l2r
