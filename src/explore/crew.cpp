#include "explore/crew.hpp"

#include <algorithm>
#include <utility>

#include "base/bytes.hpp"

namespace l2r {
namespace {

enum class Kind : char { job, first, end_from, end, share, news, answer, leave };

std::string message_of(Kind kind, const std::string& content = "") {
    return static_cast<char>(kind) + content;
}

template <class... Numbers>
std::string numbers(Numbers... values) {
    ByteWriter bytes;
    (bytes.add(values), ...);
    return bytes.take();
}

}  // namespace

Crew::Crew(Ranks* ranks, const Instance& instance, const RoutePoolSettings& pool, int threads)
    : ranks_(ranks), instance_(instance), pool_(pool), threads_(threads) {
    if (is_alone()) return;
    std::vector<double> of_ranks(static_cast<std::size_t>(ranks_->size()));
    of_ranks[static_cast<std::size_t>(ranks_->rank())] = threads;
    ranks_->sum(std::span(of_ranks));
    threads_ = 0;
    // Each thread may have a run under way and one that waits: an answer takes a while.
    for (const double of_rank : of_ranks) {
        threads_ += static_cast<int>(of_rank);
        threads_by_rank_.push_back(static_cast<int>(of_rank));
        room_.push_back(2 * static_cast<int>(of_rank));
    }
    room_[0] = 0;
    working_ = ranks_->size() - 1;
}

/// To the rank that has most room.
void Crew::hand_out(JobQueue<RunJob, RunNews>& queue) {
    if (is_alone()) return;
    for (;;) {
        const auto most = std::max_element(room_.begin(), room_.end());
        if (*most == 0) return;
        const std::optional<RunJob> job = queue.try_take();
        if (!job) return;
        --*most;
        send(static_cast<int>(most - room_.begin()), message_of(Kind::job, as_bytes(*job)));
    }
}

void Crew::send(int rank, std::string message) {
    bytes_ += std::ssize(message);
    ranks_->send(rank, std::move(message));
}

std::optional<Ranks::Message> Crew::try_receive() {
    std::optional<Ranks::Message> message = ranks_->try_receive();
    if (message) bytes_ += std::ssize(message->bytes);
    return message;
}

void Crew::tell_all(const std::string& order) {
    if (is_alone()) return;
    for (int rank = 1; rank < ranks_->size(); ++rank) send(rank, order);
}

void Crew::tell(const FirstRuns& first) {
    if (!std::exchange(has_told_first_, true))
        tell_all(message_of(Kind::first, numbers(first.count, first.share)));
}

void Crew::tell_end_from(std::int64_t run) {
    if (run < std::exchange(told_end_from_, run)) tell_all(message_of(Kind::end_from, numbers(run)));
}

void Crew::send_share(int rank, const std::string& share) {
    send(rank, message_of(Kind::share, share));
}

std::optional<std::pair<int, std::string>> Crew::try_take_answer() {
    if (answers_.empty()) return std::nullopt;
    std::pair<int, std::string> answer = std::move(answers_.front());
    answers_.pop_front();
    return answer;
}

void Crew::tell_end() {
    tell_all(message_of(Kind::end));
}

std::vector<RunNews> Crew::news() {
    std::vector<RunNews> result;
    if (is_alone()) return result;
    while (std::optional<Ranks::Message> message = try_receive()) {
        const std::string_view content = std::string_view(message->bytes).substr(1);
        switch (static_cast<Kind>(message->bytes.front())) {
            case Kind::news:
                result.push_back(news_of_bytes(content, instance_, pool_));
                if (result.back().ending) ++room_[static_cast<std::size_t>(message->from)];
                break;
            case Kind::answer:
                answers_.emplace_back(message->from, content);
                break;
            default:
                --working_;
        }
    }
    return result;
}

std::vector<Crew::Order> Crew::orders() {
    std::vector<Order> result;
    while (const std::optional<Ranks::Message> message = try_receive()) {
        const std::string_view content = std::string_view(message->bytes).substr(1);
        ByteReader bytes(content);
        switch (static_cast<Kind>(message->bytes.front())) {
            case Kind::job:
                result.push_back(job_of_bytes(content));
                break;
            case Kind::first: {
                const int count = bytes.next<int>();
                result.push_back(FirstRuns{count, bytes.next<double>()});
                break;
            }
            case Kind::end_from:
                result.push_back(EndFrom{bytes.next<std::int64_t>()});
                break;
            case Kind::share:
                result.push_back(Share{std::string(content)});
                break;
            case Kind::news:
            case Kind::answer:
            case Kind::leave:
                break;  // these go to rank 0
            case Kind::end:
                result.push_back(End{});
                return result;  // what follows is not for these runs
        }
    }
    return result;
}

void Crew::report(const RunNews& news) {
    send(0, message_of(Kind::news, as_bytes(news)));
}

void Crew::answer(const std::string& share) {
    send(0, message_of(Kind::answer, share));
}

void Crew::take_leave() {
    send(0, message_of(Kind::leave));
}

}  // namespace l2r
