#pragma once

#include <barrier>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/ranks.hpp"

namespace l2r {

/// Ranks that are threads of this process.
class ThreadRanks {
  public:
    explicit ThreadRanks(int size) : size_(size), barrier_(size), boxes_(static_cast<std::size_t>(size)) {}

    /// Calls `task` as each rank, and returns when all are done.
    void run(const std::function<void(Ranks&)>& task) {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < size_; ++rank)
            threads.emplace_back([this, &task, rank] {
                Member member(*this, rank);
                task(member);
            });
    }

  private:
    class Member : public Ranks {
      public:
        Member(ThreadRanks& all, int rank) : all_(all), rank_(rank) {}
        int rank() const override { return rank_; }
        int size() const override { return all_.size_; }
        void sum(std::span<double> values) override {
            {
                const std::lock_guard lock(all_.mutex_);
                all_.sums_.resize(values.size());
                for (std::size_t i = 0; i < values.size(); ++i) all_.sums_[i] += values[i];
            }
            barrier();
            std::copy(all_.sums_.begin(), all_.sums_.end(), values.begin());
            barrier();
            if (rank_ == 0) all_.sums_.clear();
            barrier();
        }
        void barrier() override { all_.barrier_.arrive_and_wait(); }
        void send(int to, std::string bytes) override {
            const std::lock_guard lock(all_.mutex_);
            all_.boxes_[static_cast<std::size_t>(to)].push_back({rank_, std::move(bytes)});
        }
        std::optional<Message> try_receive() override {
            const std::lock_guard lock(all_.mutex_);
            auto& box = all_.boxes_[static_cast<std::size_t>(rank_)];
            if (box.empty()) return std::nullopt;
            Message message = std::move(box.front());
            box.pop_front();
            return message;
        }

      private:
        ThreadRanks& all_;
        const int rank_;
    };

    const int size_;
    std::barrier<> barrier_;
    std::mutex mutex_;
    std::vector<double> sums_;
    std::vector<std::deque<Ranks::Message>> boxes_;
};

}  // namespace l2r
