#include "instance_list.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "problem/solomon_file.hpp"

namespace l2r {
namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& name) {
    std::error_code none;
    return fs::is_directory(name, none);
}

/// Whether a text file is of Solomon's format: its second line comes soon.
bool is_solomon_file(const fs::path& path) {
    std::string beginning(4096, ' ');
    std::ifstream file(path, std::ios::binary);
    file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
    return looks_like_solomon(std::string_view(beginning).substr(0, static_cast<std::size_t>(file.gcount())));
}

/// Its .vrp and .tsp files; where it has none, its tables, problems of VROOM and files of Solomon's format.
/// What is exported beside .vrp files is not taken for instances so.
std::vector<std::string> instances_in(const std::string& folder) {
    std::vector<std::string> files, others;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        std::error_code none;
        if (!entry.is_regular_file(none)) continue;
        const std::string ending = text::upper_case(entry.path().extension().string());
        if (ending == ".VRP" || ending == ".TSP") files.push_back(entry.path().string());
        if (ending == ".CSV" || ending == ".TSV" || ending == ".JSON" ||
            (ending == ".TXT" && is_solomon_file(entry.path())))
            others.push_back(entry.path().string());
    }
    if (error) throw InputError(folder, 0, "cannot read this folder: " + error.message());
    if (files.empty()) files = std::move(others);
    if (files.empty())
        throw InputError(folder, 0,
                         "there is no .vrp, .tsp, .csv, .tsv or .json file, nor a .txt file of Solomon's "
                         "format, in this folder");
    std::sort(files.begin(), files.end());
    return files;
}

void refuse_same_stems(const std::vector<std::string>& files) {
    std::map<std::string, std::string> taken;
    for (const std::string& file : files) {
        const auto [other, is_new] = taken.emplace(stem_of(file), file);
        if (!is_new)
            throw InputError(fmt::format("{} and {} would both become {}.sol; solve one of them by itself",
                                         other->second, file, other->first));
    }
}

}  // namespace

bool are_many(const std::vector<std::string>& inputs) {
    return inputs.size() > 1 || is_folder(inputs.front());
}

std::string stray_word(const std::vector<std::string>& inputs) {
    for (const std::string& input : inputs) {
        std::error_code none;
        const fs::path path(input);
        if (input != "-" && !path.has_extension() && !path.has_parent_path() && !fs::exists(path, none))
            return input;
    }
    return "";
}

std::vector<std::string> instance_files(const std::vector<std::string>& inputs) {
    std::vector<std::string> files;
    for (const std::string& input : inputs) {
        if (input == "-") throw InputError("standard input (-) is for a single instance");
        const std::vector<std::string> more =
            is_folder(input) ? instances_in(input) : std::vector<std::string>{input};
        files.insert(files.end(), more.begin(), more.end());
    }
    refuse_same_stems(files);
    return files;
}

std::string stem_of(const std::string& file) {
    return fs::path(file).stem().string();
}

}  // namespace l2r
