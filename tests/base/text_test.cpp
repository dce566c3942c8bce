#include "base/text.hpp"

#include <gtest/gtest.h>

namespace l2r::text {
namespace {

TEST(Printable, KeepsTextOfAnyLanguage) {
    for (const std::string said :
         {"", "plain \\ text", "größer", "\xc2\xa0", "日本", "\xf0\x9f\x9a\x9a", "\xf4\x8f\xbf\xbf"})
        EXPECT_EQ(printable(said), said);
}

TEST(Printable, ShowsControlCharactersAndWhatIsNoText) {
    EXPECT_EQ(printable("a\nb\x1b[31m\x7f\t"), R"(a\x0ab\x1b[31m\x7f\x09)");
    EXPECT_EQ(printable(std::string_view("\0x", 2)), R"(\x00x)");
    EXPECT_EQ(printable("\xc2\x9b"), R"(\xc2\x9b)") << "begins an escape on some terminals";
    for (const auto& [said, shown] :
         std::vector<std::pair<std::string, std::string>>{{"\xff", R"(\xff)"},
                                                          {"\x80", R"(\x80)"},
                                                          {"\xc1\x81", R"(\xc1\x81)"},
                                                          {"\xe0\x81\x81", R"(\xe0\x81\x81)"},
                                                          {"\xed\xa0\x80", R"(\xed\xa0\x80)"},
                                                          {"\xf0\x80\x80\x80", R"(\xf0\x80\x80\x80)"},
                                                          {"\xf4\x90\x80\x80", R"(\xf4\x90\x80\x80)"},
                                                          {"\xc3", R"(\xc3)"},
                                                          {"\xe6\x97", R"(\xe6\x97)"},
                                                          {"\xc3(", R"(\xc3()"}})
        EXPECT_EQ(printable(said), shown);
}

TEST(Printable, IsCutToAFewLines) {
    const std::string most(printable_limit, 'x');
    EXPECT_EQ(printable(most), most);
    EXPECT_EQ(printable(most + "y"), most + "...");
    EXPECT_LE(printable(std::string(1'000'000, '\x1b')).size(), 4 * printable_limit + 3);
}

}  // namespace
}  // namespace l2r::text
