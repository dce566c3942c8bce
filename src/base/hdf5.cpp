#include "base/hdf5.hpp"

#include <hdf5.h>

#include <bit>

#include "base/error.hpp"

namespace l2r::hdf5 {
namespace {

static_assert(sizeof(hid_t) == sizeof(Handle));
static_assert(std::endian::native == std::endian::little, "numbers go to the file as they are in memory");

std::mutex& one_at_a_time() {
    static std::mutex mutex;
    return mutex;
}

/// An HDF5 object that is closed by the function that belongs to its kind.
class Owner {
  public:
    Owner(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
    ~Owner() {
        if (id_ >= 0) close_(id_);
    }
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    operator hid_t() const { return id_; }
    bool valid() const { return id_ >= 0; }

  private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

/// Throws where `result` is negative, HDF5's sign of failure.
template <class Result>
Result written(Result result) {
    if (result < 0) throw OutsideError("HDF5 cannot make a file in memory");
    return result;
}

std::vector<hsize_t> extents(const Shape& shape) {
    return {shape.begin(), shape.end()};
}

/// Files grow in memory in steps of so many bytes.
constexpr std::size_t memory_step = 1 << 20;
/// Their name. HDF5 opens what is there under it, in place of the memory, so nothing may be.
constexpr const char* nowhere = "/dev/null/in-memory";

hid_t text_type(std::size_t size) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    if (type >= 0) H5Tset_size(type, size);
    return type;
}

}  // namespace

/// HDF5 prints its errors unless told not to; afterwards it is as talkative as it was.
struct File::Silence {
    H5E_auto2_t print = nullptr;
    void* data = nullptr;
    Silence() {
        H5Eget_auto2(H5E_DEFAULT, &print, &data);
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    }
    ~Silence() { H5Eset_auto2(H5E_DEFAULT, print, data); }
};

File::File() : lock_(one_at_a_time()), silence_(std::make_unique<Silence>()) {}

File::~File() {
    if (file_ >= 0) H5Fclose(file_);
}

Writer::Writer(std::size_t front) {
    const Owner creation(written(H5Pcreate(H5P_FILE_CREATE)), H5Pclose);
    const Owner access(written(H5Pcreate(H5P_FILE_ACCESS)), H5Pclose);
    written(H5Pset_userblock(creation, front));
    written(H5Pset_fapl_core(access, memory_step, false));
    file_ = written(H5Fcreate(nowhere, H5F_ACC_TRUNC, creation, access));
}

void Writer::attribute(const char* name, Handle type, const void* value) {
    const Owner space(written(H5Screate(H5S_SCALAR)), H5Sclose);
    const Owner made(written(H5Acreate2(file_, name, type, space, H5P_DEFAULT, H5P_DEFAULT)), H5Aclose);
    written(H5Awrite(made, type, value));
}

void Writer::number(const char* name, std::int64_t value) {
    attribute(name, H5T_STD_I64LE, &value);
}

void Writer::number(const char* name, std::uint64_t value) {
    attribute(name, H5T_STD_U64LE, &value);
}

void Writer::text(const char* name, const std::string& value) {
    const Owner type(written(text_type(value.size() + 1)), H5Tclose);
    attribute(name, type, value.c_str());
}

void Writer::dataset(const char* name, const Shape& shape, Handle type, const void* values) {
    const auto extent = extents(shape);
    const Owner space(written(H5Screate_simple(static_cast<int>(shape.size()), extent.data(), nullptr)),
                      H5Sclose);
    const Owner creation(written(H5Pcreate(H5P_DATASET_CREATE)), H5Pclose);
    written(H5Pset_obj_track_times(creation, false));  // else no two files would be the same
    const Owner made(written(H5Dcreate2(file_, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT)),
                     H5Dclose);
    written(H5Dwrite(made, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
}

void Writer::array(const char* name, const Shape& shape, std::span<const float> values) {
    dataset(name, shape, H5T_IEEE_F32LE, values.data());
}

void Writer::array(const char* name, const Shape& shape, std::span<const std::int32_t> values) {
    dataset(name, shape, H5T_STD_I32LE, values.data());
}

std::string Writer::finish() {
    written(H5Fflush(file_, H5F_SCOPE_GLOBAL));
    std::string bytes(static_cast<std::size_t>(written(H5Fget_file_image(file_, nullptr, 0))), '\0');
    written(H5Fget_file_image(file_, bytes.data(), bytes.size()));
    return bytes;
}

Reader::Reader(std::string_view bytes, const std::string& file) : name_(file), size_(bytes.size()) {
    const Owner access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    const bool ready = H5Pset_fapl_core(access, memory_step, false) >= 0 &&
                       H5Pset_file_image(access, const_cast<char*>(bytes.data()), bytes.size()) >= 0;
    if (ready) file_ = H5Fopen(nowhere, H5F_ACC_RDONLY, access);
    if (file_ < 0) refuse("is not an HDF5 file");
}

void Reader::refuse(const std::string& reason) const {
    throw InputError(name_, 0, reason);
}

void Reader::attribute(const char* name, Handle type, void* value) const {
    const Owner found(H5Aopen(file_, name, H5P_DEFAULT), H5Aclose);
    if (!found.valid()) refuse(std::string("has no attribute ") + name);
    const Owner stored(H5Aget_type(found), H5Tclose);
    const Owner space(H5Aget_space(found), H5Sclose);
    if (H5Tequal(stored, type) <= 0 || H5Sget_simple_extent_type(space) != H5S_SCALAR ||
        H5Aread(found, type, value) < 0)
        refuse(std::string("has an attribute ") + name + " of another kind than expected");
}

std::int64_t Reader::number(const char* name) const {
    std::int64_t value = 0;
    attribute(name, H5T_STD_I64LE, &value);
    return value;
}

std::uint64_t Reader::unsigned_number(const char* name) const {
    std::uint64_t value = 0;
    attribute(name, H5T_STD_U64LE, &value);
    return value;
}

std::string Reader::text(const char* name) const {
    constexpr std::size_t longest = 10'000;
    std::size_t size = 0;
    {
        const Owner found(H5Aopen(file_, name, H5P_DEFAULT), H5Aclose);
        const Owner stored(found.valid() ? H5Aget_type(found) : -1, H5Tclose);
        if (stored.valid()) size = H5Tget_size(stored);
    }
    if (size == 0 || size > longest) refuse(std::string("has no text ") + name);
    std::string value(size, '\0');
    const Owner type(text_type(size), H5Tclose);
    attribute(name, type, value.data());
    value.resize(value.find_last_not_of('\0') + 1);
    return value;
}

template <class T>
void Reader::dataset(const char* name, const Shape& shape, Handle type, std::vector<T>& values) const {
    const Owner found(H5Dopen2(file_, name, H5P_DEFAULT), H5Dclose);
    if (!found.valid()) refuse(std::string("has no array ") + name);
    const Owner stored(H5Dget_type(found), H5Tclose);
    const Owner space(H5Dget_space(found), H5Sclose);
    std::vector<hsize_t> extent(shape.size());
    const bool same_rank = H5Sget_simple_extent_ndims(space) == static_cast<int>(shape.size());
    if (same_rank) H5Sget_simple_extent_dims(space, extent.data(), nullptr);
    if (H5Tequal(stored, type) <= 0 || !same_rank || extent != extents(shape))
        refuse(std::string("has an array ") + name + " of another kind or shape than expected");
    const auto count = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
    if (count > size_ / sizeof(T)) refuse(std::string("is too small for its array ") + name);
    values.resize(count);
    if (H5Dread(found, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
        refuse(std::string("has an array ") + name + " that cannot be read");
}

void Reader::array(const char* name, const Shape& shape, std::vector<float>& values) const {
    dataset(name, shape, H5T_IEEE_F32LE, values);
}

void Reader::array(const char* name, const Shape& shape, std::vector<std::int32_t>& values) const {
    dataset(name, shape, H5T_STD_I32LE, values);
}

}  // namespace l2r::hdf5
