#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace l2r::npy {

/// Whether these are the bytes of an array as NumPy saves it (.npy), judged by how they begin.
bool looks_like_npy(std::string_view bytes);

/// A table of numbers in the bytes of a .npy file, which must stay: whole numbers of 1 to 8 bytes or floats
/// of 4 or 8, in either order of bytes, rows or columns one after the other (C and Fortran order).
class Table {
  public:
    /// Throws InputError, naming `file`, for anything else, and where bytes are missing or too many.
    Table(std::string_view bytes, const std::string& file);

    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    double at(std::size_t row, std::size_t column) const;

  private:
    void read_header(std::string_view header, const std::string& file);
    void read_type(const std::string& type, const std::string& file);

    std::string_view values_;
    std::size_t rows_ = 0, columns_ = 0;
    char kind_ = 'f';  ///< f: float, i: whole, u: whole without sign
    std::size_t size_ = 8;
    bool is_swapped_ = false, columns_first_ = false;
};

}  // namespace l2r::npy
