#pragma once

#include "train_options.hpp"

namespace l2r::train {

/// `l2r train-policy`: trains to the end, saves checkpoints and results meanwhile, and reports.
void train_policy(const TrainPolicyOptions& options);

}  // namespace l2r::train
