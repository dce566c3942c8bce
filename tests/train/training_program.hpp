#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "app/program.hpp"
#include "support/paths.hpp"

namespace l2r::test {

/// Trains tiny networks on samples of instances of 10 customers.
class TrainingProgram : public Program {
  protected:
    static constexpr double patience = 300;  ///< seconds, for busy machines
    using Words = std::vector<std::string>;
    /// An option and its value, for where a test does not choose another.
    using Defaults = std::vector<std::pair<std::string, std::string>>;

    static Words command(Words words, const Words& more, const Defaults& defaults) {
        for (const auto& [option, value] : defaults)
            if (std::find(more.begin(), more.end(), option) == more.end())
                words.insert(words.end(), {option, value});
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    void generate(const std::string& name, int count, const Words& more = {}) {
        const Finished outcome =
            run(command({"generate", "samples", "-o", name}, more,
                        {{"--size", "10"}, {"--count", std::to_string(count)}, {"--starts", "4"}}));
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    }
    static Words training(const std::string& samples, const std::string& output, const Words& more) {
        return command({test::l2r_program(), "train", samples, "-o", output, "--json"}, more,
                       {{"--hidden", "8"},
                        {"--embedding", "8"},
                        {"--attention", "16"},
                        {"--heads", "2"},
                        {"--dense", "8"},
                        {"--batch", "256"}});
    }
    Finished train(const std::string& samples, const std::string& output, const Words& more = {}) {
        return test::run(training(samples, output, more), folder_.string(), patience);
    }
    /// What a training that must end well reports.
    nlohmann::json trained(const std::string& samples, const std::string& output, const Words& more = {}) {
        const Finished outcome = train(samples, output, more);
        if (outcome.exit_code != 0) throw std::runtime_error(outcome.err);
        return nlohmann::json::parse(outcome.out);
    }
    /// What a training that must not begin complains of.
    std::string refusal(const Words& command, int exit_code) {
        const Finished outcome = test::run(command, folder_.string(), patience);
        EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        return outcome.err;
    }

    std::string content(const std::string& name) const { return read_file(folder_ / name); }
    /// All that a training leaves: weights, curves and checkpoint.
    std::vector<std::string> results(const std::string& stem) const {
        std::vector<std::string> all;
        for (const char* ending : {".safetensors", ".csv", ".svg", ".checkpoint"})
            all.push_back(content(stem + ending));
        return all;
    }
    /// The rows of a table without its header. Each must have as many numbers as the header has names.
    std::vector<std::vector<double>> curve(const std::string& stem) const {
        std::istringstream lines(content(stem + ".csv"));
        std::string line, cell;
        std::getline(lines, line);
        const auto columns = static_cast<std::size_t>(std::count(line.begin(), line.end(), ',')) + 1;
        std::vector<std::vector<double>> rows;
        while (std::getline(lines, line)) {
            std::istringstream cells(line);
            rows.emplace_back();
            while (std::getline(cells, cell, ',')) rows.back().push_back(std::stod(cell));
            EXPECT_EQ(rows.back().size(), columns) << line;
        }
        return rows;
    }
};

}  // namespace l2r::test
