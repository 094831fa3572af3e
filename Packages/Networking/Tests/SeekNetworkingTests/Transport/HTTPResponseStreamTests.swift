import Foundation
import SeekBasics
import SeekNetworking
import Testing

@Suite("A response stream")
struct HTTPResponseStreamTests {
    /// Hands over numbered chunks, then an error or the end, and counts how often it was asked.
    private final class Source: Sendable {
        let asked = Mutex(0)
        private let chunks: Int
        private let error: NetworkError?

        init(chunks: Int, error: NetworkError? = nil) {
            self.chunks = chunks
            self.error = error
        }

        func next() async throws(NetworkError) -> Data? {
            let number = asked.withLock { asked in
                asked += 1
                return asked
            }
            if number <= chunks { return Data("\(number)".utf8) }
            if let error { throw error }
            return nil
        }

        var stream: HTTPResponseStream {
            HTTPResponseStream(status: 206, headerFields: [.eTag: "\"1\""]) { () async throws(NetworkError) in
                try await self.next()
            }
        }
    }

    @Test("hands over head and chunks in order, then nil for good")
    func chunks() async throws {
        let source = Source(chunks: 3)
        let stream = source.stream
        #expect(stream.status.code == 206)
        #expect(stream.headerFields[.eTag] == "\"1\"")
        var iterator = stream.makeAsyncIterator()
        var text = ""
        while let chunk = try await iterator.next() { text += String(decoding: chunk, as: UTF8.self) }
        #expect(text == "123")
        let after = try await iterator.next()
        #expect(after == nil)
        // The source was asked for its end once.
        #expect(source.asked.withLock { $0 } == 4)
    }

    @Test("ends in its error, of its type, and then in nil")
    func error() async throws {
        let lost = NetworkError.transport(.connectionLost, NetworkError.Context(request: nil))
        let source = Source(chunks: 1, error: lost)
        var count = 0
        do throws(NetworkError) {
            for try await _ in source.stream { count += 1 }
            Issue.record("it ended without its error")
        } catch {
            #expect(error == lost)
        }
        #expect(count == 1)
        var iterator = source.stream.makeAsyncIterator()
        await #expect(throws: lost) { try await iterator.next() }
        let after = try await iterator.next()
        #expect(after == nil)
    }
}
