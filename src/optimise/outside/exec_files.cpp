#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "base/child.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/number.hpp"
#include "base/private_folder.hpp"
#include "optimise/outside/outside_program.hpp"
#include "problem/sol_file.hpp"
#include "problem/vrp_file.hpp"

namespace l2r {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view placeholders[] = {"{instance}", "{start}",   "{output}",
                                             "{seed}",     "{seconds}", "{vehicles}"};

bool holds(const std::vector<std::string>& words, std::string_view text) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return word.find(text) != std::string::npos; });
}

/// One for each of `placeholders`.
using Values = std::array<std::string, std::size(placeholders)>;

/// In one pass, so that a value which holds a placeholder itself stays as it is.
std::string filled_in(std::string_view word, const Values& values) {
    std::string result;
    while (!word.empty()) {
        const auto* const found =
            std::find_if(std::begin(placeholders), std::end(placeholders),
                         [&](std::string_view placeholder) { return word.starts_with(placeholder); });
        const bool is_value = found != std::end(placeholders);
        if (is_value)
            result += values[static_cast<std::size_t>(found - std::begin(placeholders))];
        else
            result += word.front();
        word.remove_prefix(is_value ? found->size() : 1);
    }
    return result;
}

/// The first `{name}` that is no placeholder; `${name}` is a shell's variable. Empty where there is none.
std::string_view unknown_placeholder(std::string_view word) {
    const auto is_letter = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    for (std::size_t at = word.find('{'); at != std::string_view::npos; at = word.find('{', at + 1)) {
        const auto end = std::find_if_not(word.begin() + at + 1, word.end(), is_letter);
        const std::string_view text(word.begin() + at, end == word.end() ? end : end + 1);
        const bool is_name =
            text.size() > 2 && text.back() == '}' && !std::isdigit(static_cast<unsigned char>(text[1]));
        const bool is_known =
            std::find(std::begin(placeholders), std::end(placeholders), text) != std::end(placeholders);
        if (is_name && !is_known && (at == 0 || word[at - 1] != '$')) return text;
    }
    return {};
}

/// What the program wrote to its {output}.
std::string read_output(const fs::path& path) {
    const std::optional<std::string> output = read_left(path, output_limit);
    if (!output) throw Failure{FailureKind::garbage, "the program ended without writing {output}"};
    if (output->size() > output_limit)
        throw Failure{FailureKind::too_long, "the program wrote more than 64 MB to {output}"};
    return *output;
}

class FileProgram : public OutsideProgram {
  public:
    FileProgram(std::vector<std::string> words, const OutsideSettings& settings)
        : words_(std::move(words)), settings_(settings), has_output_(holds(words_, "{output}")) {}

    std::unique_ptr<OutsideProgram> clone() const override {
        return std::make_unique<FileProgram>(words_, settings_);
    }

    Solution ask(const OutsideRequest& request) override {
        write(request);
        std::string printed;
        const RunReport report = run_to_end(command(request), {}, settings_.seconds + settings_.grace_seconds,
                                            request.stop, has_output_ ? nullptr : &printed);
        if (report.stopped) throw Stopped{};
        try {
            if (report.well()) return understand(printed, report);
            throw failure_of(report, "the program");
        } catch (const Failure&) {
            forget();
            throw;
        }
    }

    /// What the program did to its files is forgotten, too.
    void forget() override {
        folder_.reset();
        written_ = 0;
    }

  private:
    /// The program may have done anything to the folder and to what is in it.
    void write(const OutsideRequest& request) {
        if (folder_ && !folder_->is_there()) forget();
        if (!folder_) folder_ = std::make_unique<PrivateFolder>();
        if (written_ != request.instance.id()) {
            const Instance& asked = request.instance;
            replace_file(*folder_ / "instance.vrp",
                         format_vrp(asked.is_tsp() ? asked : asked.with_vehicles(0)));
            written_ = asked.id();
        }
        replace_file(*folder_ / "start.sol",
                     format_sol(request.start, length(request.instance, request.start)));
        std::error_code ignored;
        fs::remove_all(*folder_ / "output.sol", ignored);
    }

    std::vector<std::string> command(const OutsideRequest& request) const {
        std::string seconds;
        append_number(seconds, seconds_for(settings_, request.stop), 3);
        const Values values{*folder_ / "instance.vrp",
                            *folder_ / "start.sol",
                            *folder_ / "output.sol",
                            std::to_string(request.seed),
                            seconds,
                            std::to_string(request.instance.max_routes())};
        std::vector<std::string> words;
        for (const std::string& word : words_) words.push_back(filled_in(word, values));
        return words;
    }

    Solution understand(const std::string& printed, const RunReport& report) const {
        try {
            return has_output_ ? parse_sol(read_output(*folder_ / "output.sol"), "{output}").solution
                               : parse_sol(printed, "its output").solution;
        } catch (const InputError& error) {
            const std::string said = report.said.empty() ? "" : "; it said: " + report.said;
            throw Failure{FailureKind::garbage,
                          std::string("the program's answer is no .sol file: ") + error.what() + said};
        }
    }

    std::vector<std::string> words_;
    OutsideSettings settings_;
    bool has_output_;  ///< else the answer is what it prints
    std::unique_ptr<PrivateFolder> folder_;
    std::uint64_t written_ = 0;  ///< id of the instance that is in the folder; 0 is none's
};

}  // namespace

bool has_placeholder(const std::vector<std::string>& words) {
    return std::any_of(std::begin(placeholders), std::end(placeholders),
                       [&](std::string_view placeholder) { return holds(words, placeholder); });
}

std::unique_ptr<OutsideProgram> make_file_program(std::vector<std::string> words,
                                                  const OutsideSettings& settings) {
    for (const std::string& word : words)
        if (const std::string_view unknown = unknown_placeholder(word); !unknown.empty())
            throw InputError("an outside optimiser cannot be given " + std::string(unknown) +
                             "; there is {instance}, {start}, {output}, {seed} and {seconds} (braces that "
                             "are meant as they are need a blank within)");
    if (!holds(words, "{instance}"))
        throw InputError(
            "an outside optimiser that is given {start}, {output}, {seed}, {seconds} or {vehicles} needs "
            "{instance} "
            "too; one that is given none of them is asked in lines of JSON");
    return std::make_unique<FileProgram>(std::move(words), settings);
}

}  // namespace l2r
