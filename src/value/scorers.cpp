#include "value/scorers.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "problem/generate.hpp"
#include "value/adaptive.hpp"
#include "value/linear.hpp"
#include "value/network.hpp"

namespace l2r {
namespace {

class LengthScorer : public Scorer {
  public:
    explicit LengthScorer(View view) : viewer_(view) {}
    std::string name() const override { return view() == View::cycle ? "race" : "length"; }
    std::unique_ptr<Scorer> clone() const override { return std::make_unique<LengthScorer>(view()); }
    std::vector<double> score(const Instance& instance, std::span<const Start> candidates) override {
        std::vector<double> scores;
        for (const Start& start : candidates)
            scores.push_back(length(instance, viewer_.show(instance, start)));
        return scores;
    }
    View view() const override { return viewer_.view(); }

  private:
    Viewer viewer_;
};

class NoScorer : public Scorer {
  public:
    std::string name() const override { return "none"; }
    std::unique_ptr<Scorer> clone() const override { return std::make_unique<NoScorer>(); }
    std::vector<double> score(const Instance&, std::span<const Start> candidates) override {
        return std::vector<double>(candidates.size(), 0.0);
    }
};

bool has_file(const std::string& what) {
    return what != "none" && what != "length" && what != "race" && what != "stage";
}

}  // namespace

std::unique_ptr<Scorer> load_scorer(const std::string& what, int cycles) {
    if (what == "none") return std::make_unique<NoScorer>();
    if (what == "length") return std::make_unique<LengthScorer>(View::given);
    if (what == "race") return std::make_unique<LengthScorer>(View::cycle);
    if (what == "stage") return std::make_unique<AdaptiveScorer>(nullptr, AdaptSettings{1, 1});
    Weights weights = read_weights(what);
    const std::string kind = weights.text("kind", what);
    if (kind == "linear") return std::make_unique<LinearScorer>(weights, what, cycles);
    if (kind == "siamese" || kind == "regression" || kind == "improve")
        return std::make_unique<Network>(std::move(weights), what, cycles);
    throw InputError(what, 0, "holds a scorer of a kind that this version does not know: '" + kind + "'");
}

std::optional<About> about_scorer(const std::string& what) {
    if (!has_file(what)) return std::nullopt;
    return read_about(read_weights(what), what);
}

std::string mismatch(const About& about, int customers, const std::string& optimiser) {
    if (about.optimiser != optimiser)
        return "it was trained to predict the optimiser '" + about.optimiser + "', not '" + optimiser + "'";
    if (about.customers != customers)
        return "it was trained on " + std::to_string(about.customers) + " customers, not " +
               std::to_string(customers);
    return "";
}

std::string mismatch(const About& about, const SampleRecipe& recipe) {
    using nlohmann::json;
    const std::string reason = mismatch(about, recipe.customers, recipe.optimiser);
    const json record = json::parse(about.record, nullptr, false);
    if (!reason.empty() || !record.is_object()) return reason;
    const json capacity = record.value("capacity", json()), routes = record.value("perturbed_routes", json());
    const auto full = [&](std::int64_t given) {
        return given == 0 ? paper_capacity(recipe.customers) : given;
    };
    if (capacity.is_number_integer() && full(capacity.get<std::int64_t>()) != full(recipe.capacity))
        return "it was trained on a capacity of " + std::to_string(full(capacity.get<std::int64_t>())) +
               ", not " + std::to_string(full(recipe.capacity));
    const json named = record.value("construction", json("random"));
    const std::string construction = named.is_string() ? named.get<std::string>() : "random";
    const auto starts = [](int perturbed, const std::string& constructed) {
        if (perturbed == 0) return constructed + " starts";
        return "starts with " + std::to_string(perturbed) + " perturbed route" + (perturbed == 1 ? "" : "s");
    };
    const std::string given(construction_name(recipe.construction));
    if (routes.is_number_integer() && (routes.get<int>() != recipe.perturbed_routes || construction != given))
        return "it was trained on " + starts(routes.get<int>(), construction) + ", not on " +
               starts(recipe.perturbed_routes, given);
    return "";
}

bool was_trained_on(const About& about, const SampleRecipe& recipe) {
    const std::vector<SampleSource> sources = learned_from(about);
    return std::find(sources.begin(), sources.end(), SampleSource{recipe.customers, recipe.seed}) !=
           sources.end();
}

}  // namespace l2r
