#include "explore/run_job.hpp"

#include "explore/shared_edges.hpp"
#include "problem/solution_bytes.hpp"

namespace l2r {
namespace {

void add(ByteWriter& bytes, const RoutePool& pool) {
    bytes.add(pool.size());
    for (int index = 0; index < pool.size(); ++index) {
        bytes.add(pool.route(index));
        bytes.add(pool.cost(index));
    }
}

}  // namespace

std::string as_bytes(const RunJob& job) {
    ByteWriter bytes;
    bytes.add(job.run);
    bytes.add(job.is_short);
    if (job.is_short) {
        bytes.add(job.parents->members().size());
        for (const Parents::Member& member : job.parents->members()) {
            bytes.add(member.rank);
            add(bytes, *member.solution);
        }
    }
    bytes.add(job.elite_number);
    bytes.add(job.shares_time);
    bytes.add(job.iterations);
    bytes.add(job.longer);
    bytes.add(job.best_length);
    bytes.add(job.is_within_fleet);
    return bytes.take();
}

RunJob job_of_bytes(std::string_view text) {
    ByteReader bytes(text);
    RunJob job;
    job.run = bytes.next<std::int64_t>();
    job.is_short = bytes.next<bool>();
    if (job.is_short) {
        auto parents = std::make_shared<Parents>();
        for (auto left = bytes.next<std::size_t>(); left > 0; --left) {
            const auto rank = bytes.next<double>();
            auto solution = std::make_shared<const Solution>(next_solution(bytes));
            auto edges = std::make_shared<const std::vector<std::uint64_t>>(edges_of(*solution));
            parents->add({std::move(solution), std::move(edges), rank});
        }
        job.parents = std::move(parents);
    }
    job.elite_number = bytes.next<std::int64_t>();
    job.shares_time = bytes.next<bool>();
    job.iterations = bytes.next<std::int64_t>();
    job.longer = bytes.next<double>();
    job.best_length = bytes.next<double>();
    job.is_within_fleet = bytes.next<bool>();
    return job;
}

std::string as_bytes(const RunNews& news) {
    ByteWriter bytes;
    bytes.add(news.run);
    add(bytes, news.found.solution);
    bytes.add(news.found.length);
    bytes.add(news.found.converged);
    bytes.add(std::span<const char>(news.found.failure));
    bytes.add(news.found.iterations);
    bytes.add(news.ending.has_value());
    if (!news.ending) return bytes.take();
    bytes.add(news.ending->is_short);
    bytes.add(news.ending->elite_number);
    bytes.add(news.ending->is_made);
    bytes.add(news.ending->routes.has_value());
    if (news.ending->routes) add(bytes, *news.ending->routes);
    return bytes.take();
}

RunNews news_of_bytes(std::string_view text, const Instance& instance, const RoutePoolSettings& pool) {
    ByteReader bytes(text);
    RunNews news;
    news.run = bytes.next<std::int64_t>();
    news.found.solution = next_solution(bytes);
    news.found.length = bytes.next<double>();
    news.found.converged = bytes.next<bool>();
    const std::vector<char> failure = bytes.next_all<char>();
    news.found.failure.assign(failure.begin(), failure.end());
    news.found.iterations = bytes.next<std::int64_t>();
    if (!bytes.next<bool>()) return news;
    RunEnding& ending = news.ending.emplace();
    ending.is_short = bytes.next<bool>();
    ending.elite_number = bytes.next<std::int64_t>();
    ending.is_made = bytes.next<bool>();
    if (!bytes.next<bool>()) return news;
    ending.routes.emplace(instance, pool);
    for (int left = bytes.next<int>(); left > 0; --left) {
        const std::vector<Node> route = bytes.next_all<Node>();
        ending.routes->add(route, bytes.next<std::int64_t>());
    }
    return news;
}

}  // namespace l2r
