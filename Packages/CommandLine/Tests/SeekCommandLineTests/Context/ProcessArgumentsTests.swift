import Testing

@testable import SeekCommandLine

@Suite("The arguments of the process")
struct ProcessArgumentsTests {
    @Test("are decoded as UTF-8")
    func valid() throws {
        let texts = ["repos", "東京", "", "\u{FFFD}"]
        #expect(try ProcessArguments.strings(from: texts.map { Array($0.utf8) }) == texts)
    }

    @Test("are rejected if they are not encoded in UTF-8")
    func invalid() {
        let message =
            "argument 2, '\u{FFFD}[2J', is not encoded in UTF-8; check the encoding of the terminal or script"
        #expect(throws: UsageError(message)) {
            try ProcessArguments.strings(from: [Array("repos".utf8), [0xFF, 0x5B, 0x32, 0x4A]])
        }
    }
}
