import Testing

@testable import SeekCommandLine

@Suite("The width of a terminal")
struct TerminalWidthTests {
    @Test(
        "is COLUMNS if the terminal does not report one, and 80 if COLUMNS is not a number above 0",
        arguments: [("120", 120), ("1", 1), ("0", 80), ("-5", 80), ("wide", 80), ("", 80), (nil, 80)]
            as [(String?, Int)]
    )
    func columns(variable: String?, expected: Int) {
        #expect(CommandContext.columns(in: variable.map { ["COLUMNS": $0] } ?? [:]) == expected)
    }
}
