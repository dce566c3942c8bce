/// Runs a fuzz target where there is no libFuzzer: on every seed file as it is, then on a given number of
/// mutations of them, always the same ones. Where the target aborts, the input that did it is left as
/// crash.input in the working folder.
///
///     vrp_fuzzer ITERATIONS FOLDER-OR-FILE...

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.hpp"
#include "base/random.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

/// What to insert, `|` between them.
constexpr std::string_view vocabulary =
    "NAME|COMMENT|TYPE|CVRP|DIMENSION|CAPACITY|EDGE_WEIGHT_TYPE|EUC_2D|CEIL_2D|EXACT_2D|GEO|ATT|EXPLICIT|"
    "EDGE_WEIGHT_FORMAT|FULL_MATRIX|UPPER_ROW|LOWER_DIAG_ROW|LOWER_COL|NODE_COORD_TYPE|TWOD_COORDS|"
    "DISPLAY_DATA_TYPE|TWOD_DISPLAY|NODE_COORD_SECTION|DEMAND_SECTION|DEPOT_SECTION|EDGE_WEIGHT_SECTION|"
    "DISPLAY_DATA_SECTION|EOF|DISTANCE|VEHICLES|TRUCKS|Route|#|Cost|:|,|;|\"|\"\"|lon|lat|demand|capacity|"
    "jobs|vehicles|location|{|}|[|]|\n|"
    "\r\n|\t| |"
    "-1|0|1|1e308|-0|nan|inf|4294967297|1000000|1e-320|.5";

std::vector<std::string> words() {
    std::vector<std::string> found;
    std::istringstream all{std::string(vocabulary)};
    for (std::string word; std::getline(all, word, '|');) found.push_back(word);
    return found;
}

std::string current_input;

/// Writing a file is not strictly allowed in a signal handler, but all is lost by then.
void keep_input(int signal) {
    std::ofstream("crash.input", std::ios::binary) << current_input;
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void run(const std::string& input) {
    current_input = input;
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

class Mutator {
  public:
    explicit Mutator(const std::vector<std::string>& seeds) : seeds_(seeds) {}

    std::string next() {
        std::string text = any_seed();
        for (std::uint32_t left = 1 + random_.below(4); left > 0; --left) mutate(text);
        return text;
    }

  private:
    const std::string& any_seed() { return seeds_[below(seeds_.size())]; }
    std::size_t below(std::size_t bound) {
        return random_.below(static_cast<std::uint32_t>(std::max<std::size_t>(bound, 1)));
    }
    char any_byte() { return static_cast<char>(random_.below(256)); }

    /// The line at a random place, with its end.
    static std::pair<std::size_t, std::size_t> line_at(const std::string& text, std::size_t place) {
        const std::size_t begin = place == 0 ? 0 : text.rfind('\n', place - 1) + 1;
        return {begin, std::min(text.find('\n', place), text.size() - 1) + 1 - begin};
    }

    void mutate(std::string& text) {
        const std::size_t place = below(text.size());
        if (text.empty()) text = any_byte();
        switch (random_.below(9)) {
            case 0:
                text[place] = static_cast<char>(text[place] ^ (1 << random_.below(8)));
                break;
            case 1:
                text.resize(place);
                break;
            case 2:
                text.erase(place, 1 + below(20));
                break;
            case 3:
                text.insert(place, 1, any_byte());
                break;
            case 4:
                text.insert(place, words_[below(words_.size())]);
                break;
            case 5:
                change_digit(text, place);
                break;
            case 6:
                replace_word(text, place);
                break;
            case 7:
                move_line(text, place);
                break;
            default:
                splice(text, place);
                break;
        }
    }

    void change_digit(std::string& text, std::size_t place) {
        const std::size_t digit = text.find_first_of("0123456789", place);
        if (digit != std::string::npos) text[digit] = "0123456789-.e"[random_.below(13)];
    }

    void replace_word(std::string& text, std::size_t place) {
        const std::size_t begin = text.find_first_of(" \n", place);
        if (begin == std::string::npos) return;
        const std::size_t end = std::min(text.find_first_of(" \n:", begin + 1), text.size());
        text.replace(begin + 1, end - begin - 1, words_[below(words_.size())]);
    }

    void move_line(std::string& text, std::size_t place) {
        const auto [begin, size] = line_at(text, place);
        const std::string line = text.substr(begin, size);
        if (random_.below(2) == 0) text.erase(begin, size);
        if (random_.below(3) > 0) text.insert(line_at(text, below(text.size())).first, line);
    }

    void splice(std::string& text, std::size_t place) {
        const std::string& other = any_seed();
        text.replace(place, std::string::npos, other.substr(below(other.size())));
    }

    const std::vector<std::string>& seeds_;
    std::vector<std::string> words_ = words();
    l2r::Random random_{1};
};

std::vector<std::string> read_seeds(int count, char** names) {
    namespace fs = std::filesystem;
    std::vector<fs::path> paths;
    for (int i = 0; i < count; ++i) {
        if (fs::is_regular_file(names[i])) paths.emplace_back(names[i]);
        if (fs::is_directory(names[i]))
            for (const auto& entry : fs::directory_iterator(names[i]))
                if (entry.is_regular_file() && entry.file_size() < 10'000) paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> seeds;
    for (const fs::path& path : paths) seeds.push_back(l2r::read_file(path));
    return seeds;
}

}  // namespace

int main(int count, char** arguments) {
    const std::vector<std::string> seeds =
        count > 2 ? read_seeds(count - 2, arguments + 2) : std::vector<std::string>{};
    if (seeds.empty()) {
        std::cerr << "usage: " << arguments[0] << " ITERATIONS FOLDER-OR-FILE...\n";
        return 2;
    }
    std::signal(SIGABRT, keep_input);
    for (const std::string& seed : seeds) run(seed);
    Mutator mutator(seeds);
    for (int left = std::atoi(arguments[1]); left > 0; --left) run(mutator.next());
}
