#pragma once

#include "base/settings.hpp"

namespace l2r {

struct SavingsSettings {
    int all_pairs = 300;
    int neighbours = 50;
    int rounds = 8;
    int least_shape = 90, most_shape = 130, spread = 10;
};

/// How constructions work.
struct ConstructionSettings {
    SavingsSettings savings;
    int nearest_choices = 3;
};

void list(ConstructionSettings& settings, SettingList& list);

}  // namespace l2r
