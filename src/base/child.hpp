#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.hpp"
#include "base/process.hpp"
#include "base/stop.hpp"
#include "base/text.hpp"

namespace l2r {

/// The end of what a program has said, for messages about it.
class Tail {
  public:
    static constexpr std::size_t limit = text::printable_limit;  ///< bytes

    void add(std::string_view text);
    /// In one line, as `text::printable` has it: line ends are blanks. Empty if nothing was said.
    std::string text() const;

  private:
    std::string kept_;
};

/// How a program went that was run to its end.
struct RunReport {
    Ending ending;
    bool timed_out = false;  ///< it was ended because its seconds were over
    bool stopped = false;    ///< it was ended because the caller's Stop said so
    bool too_long = false;   ///< it was ended because it wrote more than `output_limit`
    double seconds = 0;      ///< by the clock
    std::string said;        ///< the tail of its standard output and error

    /// It ended by itself, with exit code 0.
    bool well() const { return !timed_out && !stopped && !too_long && ending.well(); }
    /// "did not end within 10 s", "was ended by SIGSEGV; it said: out of range", for behind "the program ".
    std::string text() const;
};

/// More than this of standard output is not waited for.
constexpr std::size_t output_limit = 64 << 20;

/// Runs a program in `folder` (the current one where that is empty) with nothing on its standard input. After
/// `seconds`, or once `stop` says so, it is ended together with all that it started. Its standard output is
/// stored in `output` if that is given. Throws OutsideError where the program cannot be started.
RunReport run_to_end(const std::vector<std::string>& argv, const std::filesystem::path& folder,
                     double seconds, const Stop& stop, std::string* output = nullptr);

/// A program that runs beside this one and is talked to in lines. One object serves one thread at a time.
/// What the program writes to its standard error is read whenever it is talked to, so it may write much.
class Child {
  public:
    /// How an attempt to talk went. After all but `done` the child is of no more use: end it.
    enum class Talk {
        done,
        closed,    ///< it has ended, or closed the stream
        late,      ///< the time was over
        stopped,   ///< the caller's Stop said so
        too_long,  ///< its line has no end within the limit
    };

    /// Throws OutsideError where the program cannot be started.
    explicit Child(const std::vector<std::string>& argv, const std::filesystem::path& folder = {},
                   std::size_t line_limit = output_limit);
    /// Closes the program's standard input, gives it a moment to leave, and ends it.
    ~Child();

    /// Writes `line`, which holds no line end, and a line end.
    Talk write_line(std::string_view line, const Stop& deadline, const Stop& stop = {});
    /// Reads up to the next line end, which is left out.
    Talk read_line(std::string& line, const Stop& deadline, const Stop& stop = {});

    /// Closes its standard input, waits so many seconds for it to leave, and kills it if it has not.
    Ending end(double grace_seconds);
    /// The tail of its standard error until now.
    std::string said() const { return said_.text(); }

  private:
    void exchange(int milliseconds);
    void send();
    bool receive(Descriptor& from, std::string& to);
    bool hear();
    void drain();

    friend RunReport run_to_end(const std::vector<std::string>&, const std::filesystem::path&, double,
                                const Stop&, std::string*);

    std::size_t line_limit_;
    Descriptor in_, out_, error_;  ///< our ends of its standard streams
    std::string unsent_;
    std::size_t sent_ = 0;  ///< bytes of `unsent_` that are through
    std::string received_;
    std::size_t searched_ = 0;  ///< bytes of `received_` that hold no line end
    Tail said_;
    std::unique_ptr<Process> process_;
};

}  // namespace l2r
