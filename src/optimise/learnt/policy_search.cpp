#include "optimise/learnt/policy_search.hpp"

#include <cmath>
#include <span>
#include <utility>

#include "base/file.hpp"
#include "base/sha256.hpp"

namespace l2r::learnt {

void PolicyChooser::begin(const Instance& instance, Choice choice, Random& random,
                          std::vector<PolicyStep>* steps) {
    history_.begin(instance);
    choice_ = choice;
    random_ = &random;
    steps_ = steps;
}

paper::MoveKind PolicyChooser::next(const paper::SearchState& state) {
    const PolicyRow& row = history_.measure(state);
    int open = 0;
    paper::MoveKind chosen = paper::MoveKind::two_opt;
    for (const paper::MoveKind move : paper::all_moves)
        if (state.is_open(move)) {
            ++open;
            chosen = move;
        }
    if (open > 1) {
        chosen = decide(state, policy_.scores(row));
        if (steps_ != nullptr) {
            PolicyStep& step = steps_->emplace_back(PolicyStep{row, {}, chosen});
            for (const paper::MoveKind move : paper::all_moves)
                step.open[index_of(move)] = state.is_open(move);
        }
    }
    history_.choose(chosen);
    return chosen;
}

paper::MoveKind PolicyChooser::decide(const paper::SearchState& state, const MoveScores& scores) {
    const auto score = [&](paper::MoveKind move) { return scores[index_of(move)]; };
    const paper::MoveKind* best = nullptr;
    for (const paper::MoveKind& move : paper::all_moves)
        if (state.is_open(move) && (best == nullptr || score(move) > score(*best))) best = &move;
    if (choice_ == Choice::greedy) return *best;
    const auto share = [&](paper::MoveKind move) {
        return state.is_open(move) ? std::exp(static_cast<double>(score(move) - score(*best))) : 0.0;
    };
    double sum = 0;
    for (const paper::MoveKind move : paper::all_moves) sum += share(move);
    double left = random_->uniform() * sum;
    for (const paper::MoveKind move : paper::all_moves)
        if ((left -= share(move)) < 0) return move;
    return *best;  // where roundings leave a rest
}

PolicySearch::PolicySearch(std::shared_ptr<const Policy> policy, std::string name)
    : policy_(std::move(policy)), name_(std::move(name)), chooser_(*policy_) {}

Outcome PolicySearch::improve(const Instance& instance, const Start& start, const Budget& budget,
                              Random& random) {
    refuse_times(instance, *this);
    chooser_.begin(instance, policy_->about().choice, random);
    return search_.improve_by(chooser_, instance, start, budget);
}

std::unique_ptr<Optimiser> make_policy_search(const std::string& name) {
    const std::string file = name.substr(name.find(':') + 1);
    const std::string bytes = read_file(file, weights_limit);
    const std::string digest = sha256_hex(std::as_bytes(std::span(bytes))).substr(0, 12);
    return std::make_unique<PolicySearch>(std::make_shared<Policy>(parse_weights(bytes, file), file),
                                          "learnt:" + digest);
}

}  // namespace l2r::learnt
