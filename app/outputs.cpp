#include "outputs.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "standard_output.hpp"

namespace l2r {

void require_svg(const std::string& option, const std::string& file) {
    constexpr std::array others{".BMP", ".EPS", ".GIF",  ".JPEG", ".JPG", ".PDF",
                                ".PNG", ".PS",  ".TIFF", ".TIF",  ".WEBP"};
    std::filesystem::path path = file;
    const std::string ending = text::upper_case(path.extension().string());
    if (std::find(others.begin(), others.end(), ending) == others.end()) return;
    throw InputError(option + ": pictures are written as SVG, so " + file + " would be misnamed; name it " +
                     path.replace_extension(".svg").string());
}

void write_output(const std::string& file, std::string_view text) {
    if (file == standard_output)
        print_output(text);
    else
        write_file(file, text);
}

bool Outputs::attempt(const std::function<void()>& write) {
    try {
        write();
        return true;
    } catch (const std::exception& error) {
        failures_ += (failures_.empty() ? "" : "; ") + std::string(error.what());
        return false;
    }
}

void Outputs::require_all() const {
    if (!failures_.empty()) throw OutsideError(failures_);
}

}  // namespace l2r
