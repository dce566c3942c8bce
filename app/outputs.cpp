#include "outputs.hpp"

#include "base/error.hpp"
#include "base/file.hpp"
#include "standard_output.hpp"

namespace l2r {

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
