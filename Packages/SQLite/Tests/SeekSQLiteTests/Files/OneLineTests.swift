import Testing

@testable import SeekSQLite

@Suite("A string on one line")
struct OneLineTests {
    @Test(
        "has escaped control characters and line separators",
        arguments: [
            ("", ""), ("/tmp/a b", "/tmp/a b"), ("a\nb\u{1B}[2J", "a\\nb\\u{1B}[2J"), ("\u{2028}é夜👩‍💻", "\\u{2028}é夜👩‍💻"),
        ]
    )
    func escaped(text: String, line: String) {
        #expect(text.onOneLine == line)
    }
}
