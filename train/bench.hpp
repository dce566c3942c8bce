#pragma once

namespace l2r::train {

/// Measures our operators against libtorch's own on the same network and batches, training and scoring, and
/// prints the ratios. False where the results differ.
bool bench(bool json);

}  // namespace l2r::train
