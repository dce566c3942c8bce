#include "solve_outcome.hpp"

#include <span>

#include "base/bytes.hpp"

namespace l2r {
namespace {

void add_text(ByteWriter& writer, const std::string& text) {
    writer.add(std::span<const char>(text));
}

std::string next_text(ByteReader& reader) {
    const std::vector<char> letters = reader.next_all<char>();
    return {letters.begin(), letters.end()};
}

}  // namespace

std::string as_bytes(std::size_t instance, const SolveOutcome& outcome) {
    ByteWriter writer;
    writer.add(instance);
    add_text(writer, outcome.line);
    add_text(writer, outcome.failure);
    writer.add(outcome.exit_code);
    writer.add(outcome.row.has_value());
    if (!outcome.row) return writer.take();
    const auto& [customers, length, routes, gap, seconds, reason] = *outcome.row;
    writer.add(customers);
    writer.add(length);
    writer.add(routes);
    writer.add(gap.has_value());
    writer.add(gap.value_or(0));
    writer.add(seconds);
    writer.add(reason);
    return writer.take();
}

std::pair<std::size_t, SolveOutcome> outcome_from(const std::string& bytes) {
    ByteReader reader(bytes);
    const auto instance = reader.next<std::size_t>();
    SolveOutcome outcome;
    outcome.line = next_text(reader);
    outcome.failure = next_text(reader);
    outcome.exit_code = reader.next<int>();
    if (!reader.next<bool>()) return {instance, std::move(outcome)};
    SolveRow& row = outcome.row.emplace();
    row.customers = reader.next<int>();
    row.length = reader.next<double>();
    row.routes = reader.next<int>();
    const bool has_gap = reader.next<bool>();
    const double gap = reader.next<double>();
    if (has_gap) row.gap = gap;
    row.seconds = reader.next<double>();
    row.reason = reader.next<StopReason>();
    return {instance, std::move(outcome)};
}

}  // namespace l2r
