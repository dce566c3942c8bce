#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/weights.hpp"
#include "optimise/learnt/run_history.hpp"

namespace l2r::learnt {

/// Which open move is taken: that with the highest score, or any, with the probabilities that the softmax of
/// the scores gives.
enum class Choice { greedy, sampled };
/// As users write them. Throws InputError where there is no such choice.
Choice choice_named(const std::string& name);
std::string name_of(Choice choice);

using MoveScores = std::array<float, paper::all_moves.size()>;

/// What the weights of a policy say of themselves.
struct PolicyAbout {
    int hidden = 0;
    int customers = 0;  ///< of the instances that it was trained on
    Choice choice = Choice::greedy;
    std::string record;  ///< how it was trained: a JSON text
};

/// A network with one hidden layer (ReLU) that scores the moves of the next sweep. It may be shared by
/// threads.
class Policy {
  public:
    /// Throws InputError, naming `file`, where these are not the weights of a policy or do not fit this
    /// program.
    Policy(const Weights& weights, const std::string& file);
    /// `parameters` are those of all tensors, as `policy_tensors` places them.
    Policy(int hidden, const std::vector<float>& parameters);
    ~Policy();
    Policy(Policy&&) noexcept;

    MoveScores scores(const PolicyRow& row) const;
    const PolicyAbout& about() const { return about_; }

  private:
    struct Layers;
    PolicyAbout about_;
    std::unique_ptr<Layers> layers_;
};

/// All tensors that a policy learns.
TensorTable policy_tensors(int hidden);

Weights policy_weights(const PolicyAbout& about, const std::vector<float>& parameters);

}  // namespace l2r::learnt
