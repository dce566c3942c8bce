#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace l2r {

/// `KEY : value`, and the line it stands on.
struct VrpEntry {
    std::string_view value;
    int line = 0;
};

/// The lines under a section's keyword.
struct VrpSection {
    std::string_view body;
    int line = 0;                 ///< of the keyword; the body begins on the next
    bool at_end_of_file = false;  ///< no keyword follows, not even EOF
};

/// A .vrp file taken apart, its numbers not yet read. Views point into the text.
struct VrpParts {
    std::map<std::string, VrpEntry, std::less<>> entries;
    std::map<std::string, VrpSection, std::less<>> sections;
    int last_line = 1;
};

/// Takes the text of a .vrp file apart. Throws InputError for keywords that are unknown, repeated or stand
/// for a constraint that is not supported, for lines outside every section, and where the end of the file is
/// cut off.
VrpParts split_vrp(std::string_view text, const std::string& file);

}  // namespace l2r
