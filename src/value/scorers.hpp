#pragma once

#include <memory>
#include <optional>
#include <string>

#include "sample/samples.hpp"
#include "value/about.hpp"
#include "value/scorer.hpp"

namespace l2r {

/// A scorer by what users call it: the name of a weights file, whatever its kind; "length", for which short
/// starts end short; "race", for which those do that are short after a cycle of the paper's optimiser;
/// "stage", which knows nothing but what it learns on the way; or "none", for which all are equal. Throws
/// InputError where a file is damaged, of no kind that we know, or has no score for `cycles`.
std::unique_ptr<Scorer> load_scorer(const std::string& what, int cycles = until_converged);

/// The scorer of these weights, whatever its kind, behind a LookAhead where its view says so; `file` is its
/// name.
std::unique_ptr<Scorer> make_scorer(Weights weights, const std::string& file, int cycles = until_converged);

/// What such a scorer's file says of it; nothing where there is no file.
std::optional<About> about_scorer(const std::string& what);

/// What speaks against relying on a scorer for starts of so many customers and for this optimiser: a
/// sentence, or nothing.
std::string mismatch(const About& about, int customers, const std::string& optimiser);
/// The same for these samples; their capacity and kind of starts are looked at too, as far as the scorer's
/// record tells.
std::string mismatch(const About& about, const SampleRecipe& recipe);

/// Whether it, or a network that it began with, was trained on instances of these samples, going by their
/// size and seed.
bool was_trained_on(const About& about, const SampleRecipe& recipe);

}  // namespace l2r
