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
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
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
            // Waits for the blocking read, which may still be running after the cancellation.
            _ = await input.nextLine()
            #expect(line == nil || line == Array("yes".utf8))
        }
    }
}
#endif
