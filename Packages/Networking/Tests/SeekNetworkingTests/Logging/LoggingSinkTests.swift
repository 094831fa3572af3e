import Foundation
import SeekTestHelpers
import Testing

@_spi(Seek) @testable import SeekNetworking

@Suite("Log entries written to a file descriptor")
struct LoggingSinkTests {
    @Test("are complete lines, even if requests are concurrent, and contain no secret")
    func lines() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = try folder.write("", to: "log")
        let handle = try FileHandle(forWritingTo: file)
        let responses = Array(repeating: json("1"), count: 50)
        let handler = chain([LoggingMiddleware.writing(.summary, to: handle.fileDescriptor)], to: scripted(responses))
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<50 {
                group.addTask { _ = await Outcome(of: "https://a.example/\(index)?token=S3CRET", through: handler) }
            }
        }
        try handle.close()
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 50)
        let prefixes = Set(lines.map { $0.prefix { $0 != ">" } })
        #expect(prefixes == Set((0..<50).map { "GET https://a.example/\($0)?token=REDACTED -" }))
    }

    @Test("that cannot be written do not fail the request")
    func closed() async {
        let handler = chain([LoggingMiddleware.writing(.summary, to: -1)], to: scripted(json("1")))
        #expect(await Outcome(of: "https://a.example/", through: handler).response?.status.code == 200)
    }
}
