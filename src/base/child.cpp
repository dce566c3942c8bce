#include "base/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

#include "base/clock.hpp"
#include "base/number.hpp"

namespace l2r {
namespace fs = std::filesystem;

namespace {

/// A Stop is asked at least this often.
constexpr int slice_milliseconds = 10;

/// What a program may take to leave once its standard input is closed.
constexpr double leave_seconds = 0.1;

void do_not_block(const Descriptor& descriptor) {
    ::fcntl(descriptor.number(), F_SETFL, ::fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
}

/// write(2) that answers EPIPE and raises no SIGPIPE, whatever this process does with that signal.
ssize_t write_quietly(int descriptor, std::string_view bytes) {
    sigset_t pipe_signal, before, pending;
    ::sigemptyset(&pipe_signal);
    ::sigaddset(&pipe_signal, SIGPIPE);
    ::sigpending(&pending);
    const bool was_pending = ::sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    const int error = errno;
    if (written < 0 && error == EPIPE && !was_pending) {
        const timespec now{};
        while (::sigtimedwait(&pipe_signal, nullptr, &now) < 0 && errno == EINTR) continue;
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    return written;
}

/// Poll skips negative numbers.
pollfd watched(const Descriptor& descriptor, bool wanted, short events) {
    return {wanted && descriptor.open() ? descriptor.number() : -1, events, 0};
}

}  // namespace

void Tail::add(std::string_view text) {
    kept_ += text.substr(text.size() - std::min(text.size(), limit));
    if (kept_.size() > limit) kept_.erase(0, kept_.size() - limit);
}

std::string Tail::text() const {
    std::string line;
    for (const char c : kept_) {
        const bool blank = std::string_view(" \t\r\n\v\f").find(c) != std::string_view::npos;
        if (!blank)
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    if (!line.empty() && line.back() == ' ') line.pop_back();
    return text::printable(line);
}

std::string RunReport::text() const {
    std::string result = ending.text();
    if (stopped) result = "was stopped";
    if (timed_out) result = "did not end within " + short_number(seconds) + " s";
    if (too_long) result = "wrote more than " + std::to_string(output_limit >> 20) + " MB";
    return said.empty() ? result : result + "; it said: " + said;
}

RunReport run_to_end(const std::vector<std::string>& argv, const fs::path& folder, double seconds,
                     const Stop& stop, std::string* output) {
    const auto begun = Stop::Clock::now();
    const Stop deadline = Stop::after(seconds);
    RunReport report;
    Child child(argv, folder);
    child.in_.close();
    std::size_t written = 0;
    const auto hand_over = [&] {
        child.said_.add(child.received_);
        written += child.received_.size();
        if (output != nullptr) *output += child.received_;
        child.received_.clear();
    };
    while (!child.process_->ended()) {
        report.stopped = stop.requested();
        report.timed_out = !report.stopped && deadline.requested();
        report.too_long = output != nullptr && written > output_limit;
        if (report.stopped || report.timed_out || report.too_long) break;
        child.exchange(slice_milliseconds);
        hand_over();
    }
    report.ending = child.process_->end();
    child.drain();
    hand_over();
    report.seconds = seconds_since(begun);
    report.said = child.said_.text();
    return report;
}

Child::Child(const std::vector<std::string>& argv, const fs::path& folder, std::size_t line_limit)
    : line_limit_(line_limit) {
    Pipe in = make_pipe(), out = make_pipe(), error = make_pipe();
    do_not_block(in.write);
    do_not_block(out.read);
    do_not_block(error.read);
    process_ = std::make_unique<Process>(
        argv, folder, Process::Streams{in.read.number(), out.write.number(), error.write.number()});
    in_ = std::move(in.write);
    out_ = std::move(out.read);
    error_ = std::move(error.read);
}

Child::~Child() {
    end(leave_seconds);
}

Child::Talk Child::write_line(std::string_view line, const Stop& deadline, const Stop& stop) {
    unsent_.assign(line);
    unsent_ += '\n';
    sent_ = 0;
    while (sent_ < unsent_.size()) {
        if (!in_.open() || !out_.open()) return Talk::closed;
        if (stop.requested()) return Talk::stopped;
        if (deadline.requested()) return Talk::late;
        exchange(slice_milliseconds);
    }
    return Talk::done;
}

Child::Talk Child::read_line(std::string& line, const Stop& deadline, const Stop& stop) {
    for (;;) {
        const std::size_t end = received_.find('\n', searched_);
        if (end != std::string::npos && end <= line_limit_) {
            line.assign(received_, 0, end);
            received_.erase(0, end + 1);
            searched_ = 0;
            return Talk::done;
        }
        searched_ = received_.size();
        if (received_.size() > line_limit_) return Talk::too_long;
        if (!out_.open()) return Talk::closed;
        if (stop.requested()) return Talk::stopped;
        if (deadline.requested()) return Talk::late;
        exchange(slice_milliseconds);
    }
}

Ending Child::end(double grace_seconds) {
    in_.close();
    const Stop deadline = Stop::after(grace_seconds);
    while (!process_->ended() && !deadline.requested()) {
        received_.clear();
        exchange(slice_milliseconds);
    }
    const Ending ending = process_->end();
    drain();
    return ending;
}

/// Waits at most so long until something can be sent or received, and does that.
void Child::exchange(int milliseconds) {
    if (!out_.open() && !error_.open()) {  // nothing will come but the end
        process_->wait(1e-3 * milliseconds);
        return;
    }
    const bool room = received_.size() <= line_limit_;
    pollfd streams[] = {watched(in_, sent_ < unsent_.size(), POLLOUT), watched(out_, room, POLLIN),
                        watched(error_, true, POLLIN)};
    if (::poll(streams, std::size(streams), milliseconds) > 0) {
        if (streams[0].revents != 0) send();
        if (streams[1].revents != 0) receive(out_, received_);
        if (streams[2].revents != 0) hear();
    } else if (process_->ended()) {  // but what it started in a session of its own holds the streams open
        drain();
        in_.close();
        out_.close();
        error_.close();
    }
}

/// Takes what a program that has ended left in the pipes.
void Child::drain() {
    constexpr int most = 32;  // reads of 64 kB; a pipe holds 1 MB at most
    for (int i = 0; i < most && out_.open() && receive(out_, received_); ++i) continue;
    for (int i = 0; i < most && error_.open() && hear(); ++i) continue;
}

bool Child::hear() {
    std::string text;
    receive(error_, text);
    said_.add(text);
    return !text.empty();
}

void Child::send() {
    const ssize_t written = write_quietly(in_.number(), std::string_view(unsent_).substr(sent_));
    if (written >= 0)
        sent_ += static_cast<std::size_t>(written);
    else if (errno != EAGAIN && errno != EINTR)
        in_.close();
}

/// Appends what is there; whether there was anything. Closes a stream that has ended.
bool Child::receive(Descriptor& from, std::string& to) {
    constexpr std::size_t most = 1 << 16;
    const std::size_t before = to.size();
    to.resize(before + most);
    const ssize_t count = ::read(from.number(), to.data() + before, most);
    to.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) from.close();
    return count > 0;
}

}  // namespace l2r
