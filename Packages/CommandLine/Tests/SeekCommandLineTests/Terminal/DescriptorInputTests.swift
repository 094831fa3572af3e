#if os(macOS) || os(Linux)
import Testing

@testable import SeekCommandLine

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Lines of a file descriptor")
struct DescriptorInputTests {
    @Test("a cancellation at the moment a line arrives ends the wait", .timeLimit(.minutes(2)))
    func cancellationDuringLine() async throws {
        for _ in 0..<5_000 {
            try Task.checkCancellation()
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            // A program that another test starts would hold the pipe open.
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            let (readEnd, writeEnd) = (ends[0], ends[1])
            defer { close(readEnd) }
            let input = DescriptorInput(descriptor: readEnd)
            let reader = Task { await input.nextLine() }
            async let written: Void = {
                _ = write(writeEnd, "yes\n", 4)
                close(writeEnd)
            }()
            reader.cancel()
            let line = await reader.value
            await written
            // Waits for the blocking read, which may still be running after the cancellation. The time limit of the
            // test does not cancel this task: the read would continue on a descriptor that is closed and used again.
            _ = await Task { await input.nextLine() }.value
            #expect(line == nil || line == Array("yes".utf8))
        }
    }
}

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
#endif
