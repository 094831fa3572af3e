import Foundation
import SeekBasics
import Testing

@Suite("Writing all bytes")
struct WriteAllTests {
    @Test("waits for the reader of a full non-blocking pipe")
    func fullPipe() async throws {
        var descriptors: [Int32] = [0, 0]
        try #require(pipe(&descriptors) == 0)
        let (readEnd, writeEnd) = (descriptors[0], descriptors[1])
        try #require(fcntl(writeEnd, F_SETFL, O_NONBLOCK) == 0)
        let bytes = [UInt8](repeating: 7, count: 1 << 20)
        let reader = Task.detached { FileHandle(fileDescriptor: readEnd, closeOnDealloc: true).readDataToEndOfFile() }
        let code = await Task.detached { bytes.withUnsafeBytes { writeAll($0, to: writeEnd) } }.value
        close(writeEnd)
        #expect(code == 0)
        #expect(await reader.value == Data(bytes))
    }

    @Test("returns the errno of a failed write")
    func failure() {
        #expect([1].withUnsafeBytes { writeAll($0, to: -1) } == EBADF)
    }
}
