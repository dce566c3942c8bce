#include "base/weights.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/json_text.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"

namespace l2r {
namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little, "safetensors holds little-endian numbers");

constexpr std::size_t length_bytes = 8;  ///< the length of the header, in front of it
constexpr std::size_t alignment = 8;     ///< of the tensors' first byte
constexpr std::size_t header_limit = 16 << 20;
constexpr std::size_t digest_digits = 64;
constexpr const char* about_key = "__metadata__";
constexpr const char* digest_key = "sha256";

/// What a tensor's values are, and where: bytes `begin` to `end` after the header.
struct Entry {
    std::string name;
    std::vector<std::int64_t> shape;
    std::uint64_t begin, end;
};

[[noreturn]] void refuse(const std::string& file, const std::string& reason) {
    throw InputError(file, 0, reason);
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
    std::string text;
    for (const std::int64_t extent : shape) text += (text.empty() ? "" : " x ") + std::to_string(extent);
    return text.empty() ? "one number" : text;
}

/// How many numbers such a tensor has, or more than `limit` where it is more or overflows.
std::uint64_t element_count(const std::vector<std::int64_t>& shape, std::uint64_t limit) {
    if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return 0;
    std::uint64_t count = 1;
    for (const std::int64_t extent : shape) {
        if (extent < 0 || count > limit / static_cast<std::uint64_t>(extent)) return limit + 1;
        count *= static_cast<std::uint64_t>(extent);
    }
    return count;
}

std::string digest_of(std::string_view bytes) {
    return sha256_hex(std::as_bytes(std::span(bytes.data(), bytes.size())));
}

bool is_digest(std::string_view text) {
    return text.size() == digest_digits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Adds the length of the header in front of it and blanks behind it.
std::string framed(std::string header) {
    header.resize((header.size() + alignment - 1) / alignment * alignment, ' ');
    std::string bytes(length_bytes, '\0');
    const std::uint64_t length = header.size();
    std::memcpy(bytes.data(), &length, length_bytes);
    return bytes + header;
}

void check_writable_as_is(const Weights& weights) {
    if (weights.about.contains(digest_key)) throw InputError("weights: the text 'sha256' is the file's own");
    for (const auto& [name, tensor] : weights.tensors) {
        if (name == about_key) throw InputError("weights: no tensor can be called '" + name + "'");
        if (element_count(tensor.shape, tensor.values.size()) != tensor.values.size())
            throw InputError("weights: tensor '" + name + "' is not " + shape_text(tensor.shape));
        if (!std::all_of(tensor.values.begin(), tensor.values.end(),
                         [](float v) { return std::isfinite(v); }))
            throw InputError("weights: tensor '" + name + "' has a value that is not finite");
    }
}

/// The JSON in front of the tensors, with a digest of such digits alone. Keys are in the order of their
/// bytes.
std::string format_header(const Weights& weights, char digit) {
    json header{{about_key, weights.about}};
    header[about_key][digest_key] = std::string(digest_digits, digit);
    std::uint64_t begin = 0;
    for (const auto& [name, tensor] : weights.tensors) {
        const std::uint64_t end = begin + tensor.values.size() * sizeof(float);
        header[name] = {{"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {begin, end}}};
        begin = end;
    }
    try {
        return header.dump();
    } catch (const json::exception&) {
        throw InputError("weights: a text or the name of a tensor is not UTF-8");
    }
}

/// The parts of a file, checked from the outside in.
class Reader {
  public:
    Reader(std::string_view bytes, const std::string& file) : file_(file), bytes_(bytes) { split(); }

    Weights read() {
        const json header = parse_header();
        Weights weights;
        weights.about = read_about(header);
        const std::vector<Entry> entries = read_entries(header);
        check_contiguous(entries);
        check_digest(weights.about.extract(digest_key).mapped());
        for (const Entry& entry : entries) weights.tensors[entry.name] = read_tensor(entry);
        return weights;
    }

  private:
    void split() {
        std::uint64_t length = 0;
        if (bytes_.size() < length_bytes) refuse(file_, "is too short for a safetensors file");
        std::memcpy(&length, bytes_.data(), length_bytes);
        if (length > header_limit)
            refuse(file_, "is no safetensors file that l2r reads: its header would have " +
                              std::to_string(length) + " bytes");
        if (length > bytes_.size() - length_bytes) refuse(file_, "ends within its header: it was cut off");
        header_ = bytes_.substr(length_bytes, length);
        data_ = bytes_.substr(length_bytes + length);
        if (!header_.starts_with('{')) refuse(file_, "has no header that begins with '{'");
    }

    json parse_header() const {
        if (const std::optional<std::string> key = repeated_key(header_))
            refuse(file_, "has a header with " + text::quoted(*key) + " twice");
        json header = json::parse(header_.begin(), header_.end(), nullptr, false);
        if (!header.is_object()) refuse(file_, "has a header that is not a JSON object");
        return header;
    }

    std::map<std::string, std::string> read_about(const json& header) const {
        const auto found = header.find(about_key);
        if (found == header.end() || !found->is_object() || !found->contains(digest_key))
            refuse(file_, "states no sha256 in __metadata__, so it is not a weights file of l2r");
        std::map<std::string, std::string> about;
        for (const auto& [key, value] : found->items()) {
            if (!value.is_string())
                refuse(file_, "has " + text::quoted(key) + " in __metadata__, which is not a text");
            about[key] = value.get<std::string>();
        }
        return about;
    }

    /// In the order in which the values stand in the file.
    std::vector<Entry> read_entries(const json& header) const {
        std::vector<Entry> entries;
        for (const auto& [name, description] : header.items())
            if (name != about_key) entries.push_back(read_entry(name, description));
        std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
            return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
        });
        return entries;
    }

    Entry read_entry(const std::string& name, const json& description) const {
        const std::string tensor = "has a tensor " + text::quoted(name) + " ";
        const auto has = [&](const char* key) { return description.contains(key); };
        if (!description.is_object() || description.size() != 3 || !has("dtype") || !has("shape") ||
            !has("data_offsets"))
            refuse(file_, tensor + "without just dtype, shape and data_offsets");
        if (description["dtype"] != "F32") refuse(file_, tensor + "of a type that is not F32");
        const auto offsets = whole_numbers(description["data_offsets"], tensor);
        const Entry entry{name, whole_numbers(description["shape"], tensor), 0, 0};
        if (offsets.size() != 2 || offsets[0] > offsets[1]) refuse(file_, tensor + "with wrong data_offsets");
        const auto begin = static_cast<std::uint64_t>(offsets[0]),
                   end = static_cast<std::uint64_t>(offsets[1]);
        const std::uint64_t size = (end - begin) / sizeof(float);
        if ((end - begin) % sizeof(float) != 0 || element_count(entry.shape, size) != size)
            refuse(file_, tensor + "of shape " + shape_text(entry.shape) + " in " +
                              std::to_string(end - begin) + " bytes");
        return {name, entry.shape, begin, end};
    }

    /// What is wrong is not shown: it may be of any size and depth.
    std::vector<std::int64_t> whole_numbers(const json& list, const std::string& tensor) const {
        std::vector<std::int64_t> numbers;
        if (!list.is_array()) refuse(file_, tensor + "where a list of numbers is missing");
        for (const json& value : list) {
            if (!value.is_number_unsigned() || value.get<std::uint64_t>() > INT64_MAX)
                refuse(file_, tensor + "with a shape or offset that is not a whole number from 0 on");
            numbers.push_back(value.get<std::int64_t>());
        }
        return numbers;
    }

    void check_contiguous(const std::vector<Entry>& entries) const {
        std::uint64_t end = 0;
        for (const Entry& entry : entries) {
            if (entry.begin != end)
                refuse(file_, "has tensor " + text::quoted(entry.name) + " at byte " +
                                  std::to_string(entry.begin) + " where " + std::to_string(end) +
                                  " comes next");
            end = entry.end;
        }
        if (end > data_.size())
            refuse(file_, "was cut off: " + std::to_string(end - data_.size()) + " bytes are missing");
        if (end < data_.size())
            refuse(file_, "has " + std::to_string(data_.size() - end) + " bytes more than its header says");
    }

    void check_digest(const std::string& stated) const {
        const std::size_t at = header_.find(stated);
        if (!is_digest(stated) || at == std::string::npos ||
            header_.find(stated, at + 1) != std::string::npos)
            refuse(file_, "states a sha256 that is not 64 hexadecimal digits, written once");
        std::string blanked(bytes_);
        blanked.replace(length_bytes + at, digest_digits, digest_digits, '0');
        if (digest_of(blanked) != stated) refuse(file_, "is damaged: its sha256 is not what it states");
    }

    Tensor read_tensor(const Entry& entry) const {
        Tensor tensor{entry.shape, std::vector<float>((entry.end - entry.begin) / sizeof(float))};
        if (!tensor.values.empty())
            std::memcpy(tensor.values.data(), data_.data() + entry.begin, entry.end - entry.begin);
        for (const float value : tensor.values)
            if (!std::isfinite(value))
                refuse(file_, "has a value in tensor " + text::quoted(entry.name) + " that is not finite");
        return tensor;
    }

    const std::string& file_;
    std::string_view bytes_, header_, data_;
};

}  // namespace

const Tensor& Weights::tensor(const std::string& name, const std::vector<std::int64_t>& shape,
                              const std::string& file) const {
    const auto found = tensors.find(name);
    if (found == tensors.end()) refuse(file, "has no tensor '" + name + "'");
    if (found->second.shape != shape)
        refuse(file, "has a tensor '" + name + "' of shape " + shape_text(found->second.shape) + " where " +
                         shape_text(shape) + " is needed");
    return found->second;
}

const std::string& Weights::text(const std::string& key, const std::string& file) const {
    const auto found = about.find(key);
    if (found == about.end()) refuse(file, "does not state '" + key + "' in __metadata__");
    return found->second;
}

void put_tensors(Weights& weights, const TensorTable& table, const std::vector<float>& parameters) {
    for (const TensorShape& tensor : table) {
        const auto from = parameters.begin() + static_cast<std::ptrdiff_t>(tensor.begin);
        weights.tensors[tensor.name] = {tensor.shape,
                                        {from, from + static_cast<std::ptrdiff_t>(tensor.size())}};
    }
}

std::vector<float> parameters_of(const Weights& weights, const TensorTable& table, const std::string& file) {
    std::vector<float> parameters;
    for (const TensorShape& tensor : table) {
        const std::vector<float>& values = weights.tensor(tensor.name, tensor.shape, file).values;
        parameters.insert(parameters.end(), values.begin(), values.end());
    }
    return parameters;
}

std::string format_weights(const Weights& weights) {
    check_writable_as_is(weights);
    std::string bytes = framed(format_header(weights, '0'));
    if (bytes.size() > header_limit) throw InputError("weights: the texts and names are too long");
    const std::string other = framed(format_header(weights, '1'));
    const auto digits = std::mismatch(bytes.begin(), bytes.end(), other.begin()).first - bytes.begin();
    for (const auto& [name, tensor] : weights.tensors)
        bytes.append(reinterpret_cast<const char*>(tensor.values.data()),
                     tensor.values.size() * sizeof(float));
    return bytes.replace(static_cast<std::size_t>(digits), digest_digits, digest_of(bytes));
}

Weights parse_weights(std::string_view bytes, const std::string& file) {
    return Reader(bytes, file).read();
}

Weights read_weights(const std::filesystem::path& path) {
    return parse_weights(read_file(path, weights_limit), path.string());
}

void write_weights(const std::filesystem::path& path, const Weights& weights) {
    write_file(path, format_weights(weights));
}

void check_weights_writable(const std::filesystem::path& path) {
    check_writable(path);
    if (!std::filesystem::is_regular_file(path)) return;
    try {
        read_weights(path);
    } catch (const InputError&) {
        throw InputError(
            path.string(), 0,
            "is there and is not an intact weights file, so it is not overwritten: choose another "
            "name, or remove it");
    }
}

}  // namespace l2r
