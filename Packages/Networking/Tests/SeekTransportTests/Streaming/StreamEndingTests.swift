#if os(Linux)
import Foundation
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("A stream ends", .timeLimit(.minutes(2)))
struct StreamEndingTests {
    private let transport = CurlTransport { $0.usesProxiesFromEnvironment = false }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fault: LoopbackServer.Fault
        /// How much of the body arrives before the error.
        let arrives: Int
        let word: Word
    }

    static let whole = HTTPResponse(body: numbers(900_000))
    static let rows = [
        Row(testDescription: "reset", fault: .resetBeforeAnswer, arrives: 0, word: .connectionLost),
        Row(testDescription: "empty answer", fault: .emptyAnswer, arrives: 0, word: .connectionLost),
        Row(testDescription: "garbage", fault: .garbage, arrives: 0, word: .malformedResponse),
        Row(testDescription: "endless header", fault: .endlessHeaders, arrives: 0, word: .malformedResponse),
        Row(testDescription: "truncated", fault: .truncatedBody(whole), arrives: 450_000, word: .connectionLost),
        Row(testDescription: "no last chunk", fault: .truncatedChunked(whole), arrives: 900_000, word: .connectionLost),
        Row(
            testDescription: "a length too large",
            fault: .wrongContentLength(whole, declared: 900_001),
            arrives: 900_000,
            word: .connectionLost
        ),
        Row(testDescription: "not a chunk", fault: .badChunk, arrives: 0, word: .malformedResponse),
    ]

    @Test("in an error of its kind, after what did arrive", arguments: rows)
    func broken(row: Row) async throws {
        let server = try LoopbackServer { request in
            request.url.path == "/broken" ? .fault(row.fault) : .response(HTTPResponse(200, "here"))
        }
        let reading = await transport.reading(try server.get("/broken"))
        #expect(reading.word == row.word)
        expectSame(reading.body, Self.whole.body.prefix(row.arrives))
        #expect(reading.error?.context.request == "GET \(server.baseURL.absoluteString)/broken")
        #expect(await transport.reading(try server.get("/whole")).body == Data("here".utf8))
    }

    @Test("in a lost connection where it is reset in mid-body")
    func reset() async throws {
        let server = try LoopbackServer(always: .fault(.resetAfterHeaders))
        #expect(await transport.reading(try server.get()).word == .connectionLost)
    }

    @Test("at the deadline", arguments: [.stall, .stallInBody(HTTPResponse(200, "half"))] as [LoopbackServer.Fault])
    func deadline(fault: LoopbackServer.Fault) async throws {
        let server = try LoopbackServer(always: .fault(fault))
        let start = ContinuousClock.now
        #expect(await transport.reading(try server.get(), within: .milliseconds(150)).word == .timedOut)
        #expect(ContinuousClock.now - start >= .milliseconds(150))
        await eventually { server.openConnections == 0 }
    }

    @Test("with the task that reads it: as cancelled, and the server sees it", arguments: LimitContractTests.late)
    func cancelled(fault: LoopbackServer.Fault) async throws {
        let server = try LoopbackServer(always: .fault(fault))
        let request = try server.get()
        let task = Task { await transport.reading(request).word }
        await server.waitUntilReceived(1)
        task.cancel()
        #expect(await task.value == .cancelled)
        await eventually { server.openConnections == 0 }
    }

    @Test("with the task, though chunks are there to be read")
    func cancelledBetweenChunks() async throws {
        let server = try LoopbackServer(always: .fault(.endlessBody))
        let request = try server.get()
        let reading = await Task {
            await transport.reading(request) { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }.value
        #expect(reading.word == .cancelled)
        #expect(reading.chunks == 1)
        await eventually { server.openConnections == 0 }
    }

    @Test("where its reader stops early or never begins", arguments: [0, 1, 3])
    func abandoned(chunks: Int) async throws {
        let server = try LoopbackServer(always: .fault(.endlessBody))
        do {
            let stream = try await transport.stream(try server.get(), deadline: .now + .seconds(60))
            var iterator = stream.makeAsyncIterator()
            for _ in 0..<chunks { #expect(try await iterator.next()?.isEmpty == false) }
            #expect(server.openConnections == 1)
        }
        await eventually { server.openConnections == 0 }
        // The next one finds nothing in its way.
        #expect(await transport.reading(try server.get(), within: .milliseconds(50)).word == .timedOut)
    }

    @Test("400 times at random moments, leaving nothing behind")
    func torment() async throws {
        let server = try LoopbackServer { request in
            switch request.url.path {
            case "/long": .response(Self.whole)
            case "/chunks": .chunked(Self.whole, chunkSize: 50_000)
            case "/stall": .fault(.stallInBody(Self.whole))
            case "/truncated": .fault(.truncatedBody(Self.whole))
            default: .fault(.endlessBody)
            }
        }
        var random = SeededGenerator(seed: 20_261_121)
        var words: [Word?: Int] = [:]
        for batch in 0..<20 {
            let tasks = try (0..<20).map { index in
                let request = try server.get(
                    ["/long", "/chunks", "/stall", "/truncated", "/endless"][(batch + index) % 5]
                )
                return Task { await transport.reading(request, within: .seconds(1)).word }
            }
            for task in tasks.shuffled(using: &random) {
                for _ in 0..<Int.random(in: 0..<30, using: &random) { await Task.yield() }
                if Int.random(in: 0..<4, using: &random) > 0 || batch > 1 { task.cancel() }
            }
            for task in tasks { words[await task.value, default: 0] += 1 }
        }
        #expect(words.values.reduce(0, +) == 400)
        #expect(Set(words.keys).isSubset(of: [nil, .cancelled, .timedOut, .connectionLost]))
        #expect(words[.cancelled, default: 0] > 0)
        expectSame(await transport.reading(try server.get("/long")).body, Self.whole.body)
        await eventually { server.openConnections <= 1 }
    }
}
#endif
