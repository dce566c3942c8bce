#include "base/csv.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace l2r {
namespace {

using Table = std::vector<std::vector<std::string>>;

Table read(const std::string& text) {
    csv::Rows rows(text, "table.csv");
    csv::Row row;
    Table table;
    while (rows.next(row)) table.push_back(row.fields);
    return table;
}

std::string csv_refusal(const std::string& text) {
    try {
        read(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Csv, SplitsRowsAtTheSeparatorThatTheFirstRowHasMostOf) {
    const Table expected{{"a", "b"}, {"1", "2"}};
    for (const std::string text : {"a,b\n1,2\n", "a;b\n1;2\n", "a\tb\n1\t2\n", "a,b\r\n1,2\r\n", "a,b\n1,2",
                                   "\xEF\xBB\xBF"
                                   "a,b\n1,2\n",
                                   "\n\na,b\n , \n1,2\n\n", " a , b \n 1,\t2\r\n", "\"a\",\"b\"\n1,\"2\" \n"})
        EXPECT_EQ(read(text), expected) << text;
    EXPECT_EQ(read("a;b,c;d\n"), (Table{{"a", "b,c", "d"}}));
    EXPECT_EQ(read("\"a,b,c\";d\n"), (Table{{"a,b,c", "d"}}));
    EXPECT_EQ(read("alone\n"), (Table{{"alone"}}));
    EXPECT_EQ(read(""), Table{});
}

TEST(Csv, KeepsEmptyFields) {
    EXPECT_EQ(read("a,b,c\n,2,\n\"\",,3\n"), (Table{{"a", "b", "c"}, {"", "2", ""}, {"", "", "3"}}));
    EXPECT_EQ(read("a\tb\tc\n\t2\t\n"), (Table{{"a", "b", "c"}, {"", "2", ""}}));
}

TEST(Csv, QuotedFieldsMayHoldAnything) {
    EXPECT_EQ(read("a,b\n\"1, 2\",\"say \"\"no\"\"\"\n"), (Table{{"a", "b"}, {"1, 2", "say \"no\""}}));
    EXPECT_EQ(read("a,b\n\" two\nlines \",5\" tall\n"), (Table{{"a", "b"}, {" two\nlines ", "5\" tall"}}));
}

TEST(Csv, CountsLinesThroughQuotedFields) {
    const std::string text = "a,b\n\"1\n2\",3\n4,5\n";
    csv::Rows rows(text, "table.csv");
    csv::Row row;
    std::vector<int> lines;
    while (rows.next(row)) lines.push_back(row.line);
    EXPECT_EQ(lines, (std::vector<int>{1, 2, 4}));
    EXPECT_EQ(rows.line(), 4);
}

TEST(Csv, RefusesQuotationMarksThatDoNotMatchAndWhatIsNoText) {
    EXPECT_EQ(csv_refusal("a,b\n1,\"2\n3,4\n"),
              "table.csv:2: a quotation mark that begins a field is not closed");
    EXPECT_EQ(csv_refusal("a,b\n\"1\n\"x,2\n"),
              "table.csv:3: there is text behind a closing quotation mark; within a field write two of them");
    EXPECT_NE(csv_refusal(std::string("a,b\n1\0,2\n", 9)).find("table.csv:2: byte 0 is a control"),
              std::string::npos);
}

}  // namespace
}  // namespace l2r
