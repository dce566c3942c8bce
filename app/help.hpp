#pragma once

#include <memory>

namespace CLI {
class FormatterBase;
}

namespace l2r {

/// How --help looks: no line is longer than 80 columns, and none ends within a word.
std::shared_ptr<CLI::FormatterBase> help_format();

}  // namespace l2r
