/// The ranks of MPI, in a module of its own, so that nothing of MPI is loaded where it is not used.

// The C interface alone: the C++ one is a library of its own.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <list>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/ranks.hpp"

namespace l2r {
namespace {

void require(int result, const char* what) {
    if (result != MPI_SUCCESS) throw OutsideError(std::string("MPI: ") + what + " failed");
}

/// Ends all ranks, with this one's exit code. The others may wait for this one for ever.
void end_all(int exit_code, void*) {
    std::fflush(nullptr);
    MPI_Abort(MPI_COMM_WORLD, exit_code);
}

/// MPI counts with int: long arrays go in parts.
template <class T, class Work>
void in_parts(std::span<T> values, Work work) {
    constexpr std::size_t largest = 1 << 26;
    for (std::size_t done = 0; done < values.size(); done += largest)
        work(values.data() + done, static_cast<int>(std::min(largest, values.size() - done)));
}

class MpiRanks final : public Ranks {
  public:
    MpiRanks() {
        int provided = MPI_THREAD_SINGLE;
        require(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "starting");
        if (provided < MPI_THREAD_FUNNELED) throw OutsideError("MPI: this one cannot be used with threads");
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
    }
    MpiRanks(const MpiRanks&) = delete;
    MpiRanks& operator=(const MpiRanks&) = delete;
    /// Ends all ranks where an exception ends this one, but not before the program has said why.
    ~MpiRanks() override {
        if (std::uncaught_exceptions() > exceptions_before_)
            ::on_exit(end_all, nullptr);
        else
            finish();
    }

    int rank() const override { return rank_; }
    int size() const override { return size_; }
    void sum(std::span<float> values) override { sum(values, MPI_FLOAT); }
    void sum(std::span<double> values) override { sum(values, MPI_DOUBLE); }
    void barrier() override { MPI_Barrier(MPI_COMM_WORLD); }
    void send(int to, std::string bytes) override {
        sending_.remove_if([](Sending& earlier) { return earlier.is_done(); });
        Sending& message = sending_.emplace_back();
        message.bytes = std::move(bytes);
        MPI_Isend(message.bytes.data(), static_cast<int>(message.bytes.size()), MPI_BYTE, to, 0,
                  MPI_COMM_WORLD, &message.request);
    }
    std::optional<Message> try_receive() override {
        int is_there = 0, size = 0;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &is_there, &status);
        if (is_there == 0) return std::nullopt;
        MPI_Get_count(&status, MPI_BYTE, &size);
        Message message{status.MPI_SOURCE, std::string(static_cast<std::size_t>(size), '\0')};
        MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return message;
    }

  private:
    /// A message on its way, which must stay where it is.
    struct Sending {
        std::string bytes;
        MPI_Request request = MPI_REQUEST_NULL;
        bool is_done() {
            int done = 0;
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
            return done != 0;
        }
    };

    /// What is on its way arrives, unless a rank that has died does not take it.
    void finish() {
        using std::chrono::steady_clock;
        const auto patience = steady_clock::now() + std::chrono::seconds(5);
        while (!sending_.empty() && steady_clock::now() < patience)
            sending_.remove_if([](Sending& message) { return message.is_done(); });
        MPI_Finalize();
    }

    /// One rank adds up and the others get its sum: MPI_Allreduce may round differently on each.
    template <class T>
    void sum(std::span<T> values, MPI_Datatype type) {
        in_parts(values, [&](T* part, int count) {
            MPI_Reduce(rank_ == 0 ? MPI_IN_PLACE : part, part, count, type, MPI_SUM, 0, MPI_COMM_WORLD);
        });
        in_parts(values, [&](T* part, int count) { MPI_Bcast(part, count, type, 0, MPI_COMM_WORLD); });
    }

    int rank_ = 0, size_ = 1;
    std::list<Sending> sending_;
    int exceptions_before_ = std::uncaught_exceptions();
};

}  // namespace
}  // namespace l2r

/// Called once a process; the caller deletes what it gets.
extern "C" __attribute__((visibility("default"))) l2r::Ranks* l2r_join_ranks() {
    return new l2r::MpiRanks;
}
