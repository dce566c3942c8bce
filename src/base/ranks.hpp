#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace l2r {

/// The processes that work on one command together: one alone, or those that mpirun started. Only the thread
/// that joined them may call anything.
class Ranks {
  public:
    virtual ~Ranks() = default;
    virtual int rank() const { return 0; }
    virtual int size() const { return 1; }
    /// Adds up element by element over all ranks; every rank has the sum, and the very same one.
    virtual void sum(std::span<float>) {}
    virtual void sum(std::span<double>) {}
    /// Returns when every rank has called it.
    virtual void barrier() {}

    struct Message {
        int from;
        std::string bytes;
    };
    /// Returns at once. What one rank sends another arrives in that order.
    virtual void send(int /*to*/, std::string /*bytes*/) {}
    /// What another rank has sent, if anything has arrived.
    virtual std::optional<Message> try_receive() { return std::nullopt; }
};

/// This process among those that were started together, as far as the environment tells. Nothing of MPI is
/// loaded.
struct Launch {
    int rank = 0;
    int size = 1;  ///< 0 where there are some, but it is not told how many
};
Launch launched();

/// This process's ranks. Outside mpirun (and Slurm's srun with an MPI plugin) that is one alone and costs
/// nothing; else the module libl2r_mpi.so, which stands beside the program, is loaded. Throws OutsideError
/// where that fails.
std::unique_ptr<Ranks> join_ranks();

}  // namespace l2r
