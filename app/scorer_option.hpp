#pragma once

#include <string>

namespace l2r {

class Scorer;

/// "network, linear, ...": what --scorer takes besides files.
std::string scorers_by_name();

/// What load_scorer takes for what users call a scorer: of those that come with l2r, the file of the nearest
/// size. Throws InputError, with all names, where that is neither a name nor a file.
std::string scorer_file(const std::string& name, int customers);

/// Says on standard error where a program has given no scores in all the time that there was.
void tell_if_silent(const Scorer* scorer);

/// Says on standard error why a scorer does not fit, where there is a reason. Of several ranks the first says
/// it.
void warn_of_mismatch(const std::string& scorer, const std::string& reason);
/// The same, where it was trained for another number of customers or another optimiser.
void warn_of_mismatch(const std::string& file, int customers, const std::string& optimiser);

}  // namespace l2r
