#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "base/ranks.hpp"
#include "explore/job_queue.hpp"
#include "explore/run_job.hpp"

namespace l2r {

/// The ranks that make runs together. Rank 0 keeps the books and hands out jobs; the others make runs as
/// ordered, and report what they find. All but the constructor and `dismiss` return at once. Serves the
/// thread that joined the ranks.
class Crew {
  public:
    /// Runs from this one on are of no use any more.
    struct EndFrom {
        std::int64_t run;
    };
    struct End {};
    /// Of a run that rank 0 makes, for `Optimiser::do_share`.
    struct Share {
        std::string bytes;
    };
    using Order = std::variant<RunJob, FirstRuns, EndFrom, End, Share>;

    /// For all ranks to call at the same time, each with how many threads it has. Without `ranks` there is
    /// nobody else. All must outlive it.
    Crew(Ranks* ranks, const Instance& instance, const RoutePoolSettings& pool, int threads);

    bool is_alone() const { return ranks_ == nullptr || ranks_->size() == 1; }
    /// Whether this is not rank 0.
    bool is_led() const { return ranks_ != nullptr && ranks_->rank() > 0; }
    /// Of all ranks.
    int threads() const { return threads_; }
    /// That this rank sent and received.
    std::int64_t bytes() const { return bytes_; }

    // Rank 0:
    void hand_out(JobQueue<RunJob, RunNews>& queue);
    void tell(const FirstRuns& first);
    void tell_end_from(std::int64_t run);
    void send_share(int rank, const std::string& share);
    /// An answer to a share, and whose it is.
    std::optional<std::pair<int, std::string>> try_take_answer();
    /// Of each rank.
    const std::vector<int>& threads_by_rank() const { return threads_by_rank_; }
    std::vector<RunNews> news();
    /// Ends the work of all, and waits until they have ended, but no longer than `patience` says.
    template <class Patience>
    void dismiss(const Patience& patience) {
        tell_end();
        while (working_ > 0 && patience()) {
            news();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }

    // The others:
    std::vector<Order> orders();
    void report(const RunNews& news);
    void answer(const std::string& share);
    /// The last that rank 0 hears.
    void take_leave();

  private:
    void tell_end();
    void send(int rank, std::string message);
    std::optional<Ranks::Message> try_receive();
    void tell_all(const std::string& order);

    Ranks* const ranks_;
    const Instance& instance_;
    const RoutePoolSettings pool_;
    std::vector<int> threads_by_rank_;
    std::vector<int> room_;  ///< jobs that each rank may be given now
    std::deque<std::pair<int, std::string>> answers_;
    int threads_ = 0;
    std::int64_t bytes_ = 0;
    int working_ = 0;  ///< ranks that have not taken their leave
    bool has_told_first_ = false;
    std::int64_t told_end_from_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace l2r
