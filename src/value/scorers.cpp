#include "value/scorers.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/text.hpp"
#include "problem/generate.hpp"
#include "value/adaptive.hpp"
#include "value/exec_scorer.hpp"
#include "value/linear.hpp"
#include "value/look_ahead.hpp"
#include "value/network.hpp"

namespace l2r {
namespace {

class LengthScorer : public Scorer {
  public:
    std::string name() const override { return "length"; }
    std::unique_ptr<Scorer> clone() const override { return std::make_unique<LengthScorer>(); }
    std::vector<double> score(const Instance& instance, std::span<Start> candidates,
                              const Stop& stop) override {
        const StopPoll poll(stop);
        std::vector<double> scores(candidates.size(), unread);
        for (std::size_t k = 0; k < candidates.size(); ++k) {
            if (poll.stops_after(candidates[k].solution.customers().size())) break;
            scores[k] = length(instance, candidates[k].solution);
        }
        return scores;
    }
};

class NoScorer : public Scorer {
  public:
    std::string name() const override { return "none"; }
    std::unique_ptr<Scorer> clone() const override { return std::make_unique<NoScorer>(); }
    std::vector<double> score(const Instance&, std::span<Start> candidates, const Stop&) override {
        return std::vector<double>(candidates.size(), 0.0);
    }
};

}  // namespace

const std::vector<std::string>& scorer_names() {
    static const std::vector<std::string> names{"length", "race", "stage", "none"};
    return names;
}

bool is_exec_scorer(std::string_view what) {
    return what.starts_with(exec_scorer_prefix);
}

std::unique_ptr<Scorer> load_scorer(const std::string& what, int cycles) {
    if (what == "none") return std::make_unique<NoScorer>();
    if (what == "length") return std::make_unique<LengthScorer>();
    if (what == "race") return std::make_unique<LookAhead>(what, std::make_unique<LengthScorer>());
    if (what == "stage") return std::make_unique<AdaptiveScorer>(nullptr, AdaptSettings{1, 1});
    if (is_exec_scorer(what)) return std::make_unique<ExecScorer>(what, cycles);
    return make_scorer(read_weights(what), what, cycles);
}

std::unique_ptr<Scorer> make_scorer(Weights weights, const std::string& file, int cycles) {
    const std::string kind = weights.text("kind", file);
    const bool ahead = reading_of(weights, file).ahead;
    std::unique_ptr<Scorer> scorer;
    if (kind == "linear")
        scorer = std::make_unique<LinearScorer>(weights, file, cycles);
    else if (kind == "siamese" || kind == "regression" || kind == "improve")
        scorer = std::make_unique<Network>(std::move(weights), file, cycles);
    else
        throw InputError(file, 0,
                         "holds a scorer of a kind that this version does not know: " + text::quoted(kind));
    if (!ahead) return scorer;
    return std::make_unique<LookAhead>(file, std::move(scorer));
}

std::optional<About> about_scorer(const std::string& what) {
    const std::vector<std::string>& names = scorer_names();
    if (is_exec_scorer(what) || std::find(names.begin(), names.end(), what) != names.end())
        return std::nullopt;
    return read_about(read_weights(what), what);
}

std::string mismatch(const About& about, int customers, const std::string& optimiser) {
    if (about.optimiser != optimiser)
        return "it was trained to predict the optimiser " + text::quoted(about.optimiser) + ", not " +
               text::quoted(optimiser);
    if (about.customers != customers)
        return "it was trained on " + std::to_string(about.customers) + " customers, not " +
               std::to_string(customers);
    return "";
}

std::string mismatch(const About& about, const SampleRecipe& recipe) {
    using nlohmann::json;
    const std::string reason = mismatch(about, recipe.customers, recipe.optimiser);
    const json record = json::parse(about.record, nullptr, false);
    if (!reason.empty()) return reason;
    // Parts are not copied: JSON may be nested deeper than the stack is.
    const auto whole_number = [&](const char* key) -> std::optional<std::int64_t> {
        const auto found = record.find(key);
        if (found == record.end() || !found->is_number_integer()) return std::nullopt;
        return found->get<std::int64_t>();
    };
    const auto capacity = whole_number("capacity"), routes = whole_number("perturbed_routes");
    const auto full = [&](std::int64_t given) {
        return given == 0 ? paper_capacity(recipe.customers) : given;
    };
    const auto of_problem = record.find("problem");
    const std::string problem =
        of_problem != record.end() && of_problem->is_string() ? of_problem->get<std::string>() : "cvrp";
    if (problem != problem_name(recipe.problem))
        return "it was trained on the problem " + text::quoted(problem) + ", not on " +
               std::string(problem_name(recipe.problem));
    if (capacity && full(*capacity) != full(recipe.capacity))
        return "it was trained on a capacity of " + std::to_string(full(*capacity)) + ", not " +
               std::to_string(full(recipe.capacity));
    const auto named = record.find("construction");
    const std::string construction =
        named != record.end() && named->is_string() ? named->get<std::string>() : "random";
    const auto starts = [](std::int64_t perturbed, const std::string& constructed) {
        if (perturbed == 0) return text::quoted(constructed) + " starts";
        return "starts with " + std::to_string(perturbed) + " perturbed route" + (perturbed == 1 ? "" : "s");
    };
    const std::string given(construction_name(recipe.construction));
    if (routes && (*routes != recipe.perturbed_routes || construction != given))
        return "it was trained on " + starts(*routes, construction) + ", not on " +
               starts(recipe.perturbed_routes, given);
    return "";
}

bool was_trained_on(const About& about, const SampleRecipe& recipe) {
    const std::vector<SampleSource> sources = learned_from(about);
    return std::find(sources.begin(), sources.end(), SampleSource{recipe.customers, recipe.seed}) !=
           sources.end();
}

}  // namespace l2r
