#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sample/samples.hpp"
#include "value/about.hpp"
#include "value/scorer.hpp"

namespace l2r {

/// A scorer by the name that users give:
/// - a weights file of any kind;
/// - "length": short starts end short;
/// - "race": starts that are short after a cycle of the paper's optimiser end short;
/// - "stage": knows nothing but what it learns during the search;
/// - "none": all starts are equal;
/// - "exec:PROGRAM ARGS": any executable, an ExecScorer.
/// Throws InputError where a file is damaged, of no kind that we know, or has no score for `cycles`, and
/// OutsideError where there is no such program.
std::unique_ptr<Scorer> load_scorer(const std::string& what, int cycles = until_converged);

/// All that it takes besides files and programs.
const std::vector<std::string>& scorer_names();
bool is_exec_scorer(std::string_view what);

/// The scorer of these weights, whatever its kind, behind a LookAhead where its view says so; `file` is its
/// name.
std::unique_ptr<Scorer> make_scorer(Weights weights, const std::string& file, int cycles = until_converged);

/// What such a scorer's file says of it; nothing where there is no file.
std::optional<About> about_scorer(const std::string& what);

/// Why a scorer does not fit this number of customers or this optimiser: a sentence, or nothing.
std::string mismatch(const About& about, int customers, const std::string& optimiser);
/// The same for these samples. Their capacity and kind of starts count too, as far as recorded.
std::string mismatch(const About& about, const SampleRecipe& recipe);

/// Whether it, or the network that it began with, was trained on instances of this size and seed.
bool was_trained_on(const About& about, const SampleRecipe& recipe);

}  // namespace l2r
