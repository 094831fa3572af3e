import Testing

@testable import SeekCommandLine

@Suite("Splitting input into lines")
struct LineBufferTests {
    @Test("splits chunks into lines at Unix and Windows line ends, and returns the rest without a line end")
    func lineEnds() {
        var buffer = LineBuffer()
        #expect([buffer.takeLine(), buffer.takeRest()] == [nil, nil])
        buffer.append("one\r\ntw".utf8)
        #expect([buffer.takeLine(), buffer.takeLine()] == [Array("one".utf8), nil])
        buffer.append("o\n\nthree".utf8)
        #expect([buffer.takeLine(), buffer.takeLine(), buffer.takeLine()] == [Array("two".utf8), [], nil])
        #expect([buffer.takeRest(), buffer.takeRest()] == [Array("three".utf8), nil])
        // Enough lines for the buffer to discard those that were taken (64 KiB).
        for number in 0..<3_000 { buffer.append("\(number) \(String(repeating: "x", count: 99))\n".utf8) }
        for number in 0..<2_000 { #expect(buffer.takeLine()?.starts(with: "\(number) ".utf8) == true) }
        buffer.append("end".utf8)
        for number in 2_000..<3_000 { #expect(buffer.takeLine()?.starts(with: "\(number) ".utf8) == true) }
        #expect(buffer.takeRest() == Array("end".utf8))
    }
}
