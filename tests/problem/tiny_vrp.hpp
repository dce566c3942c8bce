#pragma once

#include <string>
#include <vector>

namespace l2r {

/// A well-formed file of three nodes, to be spoilt or varied line by line; line 1 is its first.
class TinyVrp {
  public:
    TinyVrp& replace(std::size_t line, std::string text) {
        lines_.at(line - 1) = std::move(text);
        return *this;
    }
    TinyVrp& remove(std::size_t line) {
        lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(line) - 1);
        return *this;
    }
    std::string text(const std::string& line_end = "\n") const {
        std::string all;
        for (const std::string& line : lines_) all += line + line_end;
        return all;
    }

  private:
    std::vector<std::string> lines_ = {
        "NAME : tiny",                // 1
        "TYPE : CVRP",                // 2
        "DIMENSION : 3",              // 3
        "EDGE_WEIGHT_TYPE : EUC_2D",  // 4
        "CAPACITY : 10",              // 5
        "NODE_COORD_SECTION",         // 6
        "1 0 0",                      // 7
        "2 3 4",                      // 8
        "3 6.5 8",                    // 9
        "DEMAND_SECTION",             // 10
        "1 0",                        // 11
        "2 4",                        // 12
        "3 5",                        // 13
        "DEPOT_SECTION",              // 14
        "1",                          // 15
        "-1",                         // 16
        "EOF",                        // 17
    };
};

}  // namespace l2r
