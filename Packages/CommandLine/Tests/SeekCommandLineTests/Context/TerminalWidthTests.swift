import Testing

@testable import SeekCommandLine

@Suite("The width of a terminal")
struct TerminalWidthTests {
    @Test(
        "is read from COLUMNS if that is a number above 0",
        arguments: [("120", 120), ("1", 1), ("0", nil), ("-5", nil), ("wide", nil), ("", nil), (nil, nil)]
            as [(String?, Int?)]
    )
    func columnsVariable(variable: String?, expected: Int?) {
        #expect(CommandContext.columns(in: variable.map { ["COLUMNS": $0] } ?? [:]) == expected)
    }
}
