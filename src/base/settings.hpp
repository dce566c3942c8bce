#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace l2r {

/// One number of an algorithm that users may set by name.
struct Setting {
    std::string name;    ///< `part.name`
    double least, most;  ///< the range, both included
    bool is_whole;
    std::string reason;  ///< unit and purpose, in a clause
    std::function<double()> get;
    std::function<void(double)> set;
};

/// The settings of several parts under one roof, in the order in which they were added. The structs that it
/// was made from must outlive it.
class SettingList {
  public:
    template <class Number>
    void add(std::string name, Number& value, double least, double most, std::string reason) {
        constexpr bool is_whole = !std::is_floating_point_v<Number>;
        settings_.push_back({std::move(name), least, most, is_whole, std::move(reason),
                             [&value] { return static_cast<double>(value); },
                             [&value](double number) { value = static_cast<Number>(number); }});
    }

    const std::vector<Setting>& all() const { return settings_; }

    /// Throws InputError where there is no such name, or the value is out of its range or not whole.
    void set(std::string_view name, double value) const;
    /// The same for a text such as `anneal.first_temperature=0.2`.
    void set(std::string_view assignment) const;
    /// ` name=value` for each that differs from its counterpart in `defaults`, which has the same names.
    std::string changes(const SettingList& defaults) const;
    /// Throws InputError for the first value that is out of its range: for structs that were filled by hand.
    void check() const;

  private:
    std::vector<Setting> settings_;
};

}  // namespace l2r
