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
#endif
