#include "plot/route_steps.hpp"

#include <algorithm>
#include <utility>

namespace l2r {

void RouteSteps::add(double seconds, double length, const Solution& solution) {
    last_ = {seconds, length, solution};
    if (count_++ % stride_ != 0) return;
    if (is_too_large())
        kept_.clear();
    else
        kept_.push_back(last_);
    if (kept_.size() <= 2 * most) return;
    for (std::size_t i = 0; 2 * i < kept_.size(); ++i) std::swap(kept_[i], kept_[2 * i]);
    kept_.resize((kept_.size() + 1) / 2);
    stride_ *= 2;
}

bool RouteSteps::is_too_large() const {
    return last_.solution.customers().size() * 2 * most > most_customers;
}

std::vector<RouteStep> RouteSteps::chosen() const {
    std::vector<RouteStep> steps;
    if (count_ == 0 || is_too_large()) return steps;
    const bool ends_with_last = (count_ - 1) % stride_ == 0;
    const std::size_t size = kept_.size() + (ends_with_last ? 0 : 1), wanted = std::min(size, most);
    for (std::size_t i = 0; i < wanted; ++i) {
        const std::size_t at = wanted == 1 ? 0 : i * (size - 1) / (wanted - 1);
        steps.push_back(at < kept_.size() ? kept_[at] : last_);
    }
    return steps;
}

}  // namespace l2r
