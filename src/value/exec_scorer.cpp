#include "value/exec_scorer.hpp"

#include "base/error.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "optimise/outside/exec_json.hpp"

namespace l2r {
namespace {

std::vector<std::string> words_of(const std::string& spec) {
    std::vector<std::string> words = split_words(std::string_view(spec).substr(exec_scorer_prefix.size()));
    if (words.empty())
        throw InputError("the scorer '" + spec + "' names no program; write exec:PROGRAM ARGS");
    if (has_placeholder(words))
        throw InputError(
            "the scorer '" + spec +
            "' has a placeholder, which only optimisers have; scorers are asked in lines of JSON "
            "(docs/formats.md)");
    try {
        find_program(words[0]);
    } catch (const OutsideError& error) {
        throw OutsideError("the scorer '" + spec + "': " + error.what());
    }
    return words;
}

}  // namespace

ExecScorer::ExecScorer(std::string spec, int cycles, const OutsideSettings& settings)
    : spec_(std::move(spec)), cycles_(cycles), program_(words_of(spec_), settings) {}

std::vector<double> ExecScorer::score(const Instance& instance, std::span<Start> candidates,
                                      const Stop& stop) {
    constexpr int attempts = 2;
    const auto format = [&](std::int64_t id, bool with_instance) {
        return format_request(id, instance, candidates, cycles_, with_instance);
    };
    const auto read = [&](const std::string& line, std::int64_t id) {
        return parse_scores(line, id, candidates.size());
    };
    record_->is_asked = true;
    for (int attempt = 1; !stop.requested(); ++attempt) {
        try {
            std::vector<double> scores = program_.ask(instance, stop, format, read);
            record_->is_answered = true;
            return scores;
        } catch (const Stopped&) {
            break;
        } catch (const Failure& failure) {
            const bool is_refused = failure.kind == FailureKind::refused;  // and would be again
            if (!is_refused && attempt < attempts) continue;
            throw OutsideError(
                "the scorer '" + spec_ + "' gave no scores for " + std::to_string(candidates.size()) +
                (candidates.size() == 1 ? " start" : " starts") + " of the instance " +
                text::quoted(instance.name()) + (is_refused ? "" : ", asked twice") + ": " + failure.message +
                (is_refused ? "" : ". What it has to answer: docs/formats.md, Outside scorers"));
        }
    }
    return std::vector<double>(candidates.size(), unread);
}

}  // namespace l2r
