#include "optimise/outside/exec_json.hpp"
#include "optimise/outside/line_program.hpp"
#include "optimise/outside/outside_program.hpp"

namespace l2r {
namespace {

class PipeProgram : public OutsideProgram {
  public:
    PipeProgram(std::vector<std::string> words, const OutsideSettings& settings)
        : settings_(settings), program_(std::move(words), settings) {}

    std::unique_ptr<OutsideProgram> clone() const override { return std::make_unique<PipeProgram>(*this); }
    Solution ask(const OutsideRequest& request) override {
        const auto format = [&](std::int64_t id, bool with_instance) {
            return format_request(id, request, with_instance, seconds_for(settings_, request.stop));
        };
        return program_.ask(request.instance, request.stop, format, parse_answer);
    }
    void forget() override { program_.forget(); }

  private:
    OutsideSettings settings_;
    LineProgram program_;
};

}  // namespace

std::unique_ptr<OutsideProgram> make_pipe_program(std::vector<std::string> words,
                                                  const OutsideSettings& settings) {
    return std::make_unique<PipeProgram>(std::move(words), settings);
}

}  // namespace l2r
