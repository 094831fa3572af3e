import Foundation
import Testing

@testable import BenchKit

@Suite("The console")
struct ConsoleTests {
    @Test("a line is written completely, followed by a line feed")
    func line() {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        Console.write("µs ≤ 10", to: ends[1])
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(ends[0], &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == "µs ≤ 10\n")
    }
}
