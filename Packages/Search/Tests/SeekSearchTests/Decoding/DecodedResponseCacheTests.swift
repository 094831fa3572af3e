import Foundation
import SeekBasics
import SeekModels
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekSearch

@Suite("The cache of decoded responses")
struct DecodedResponseCacheTests {
    let values = DecodedResponseCache(costLimit: 100)

    /// Looks up a body of zeros. Returns its length, and whether it was decoded by this call.
    func count(_ bytes: Int, at path: EndpointPath, mode: ModelDecoder.Mode = .lenient) -> (value: Int, isNew: Bool) {
        var isNew = false
        let value = values.value(of: Data(count: bytes), for: .init(Int.self, mode, at: .path(path))) {
            isNew = true
            return $0.count
        }
        return (value, isNew)
    }

    @Test("decodes the same bytes once, and other bytes again")
    func bytes() {
        #expect(count(10, at: "a") == (10, true) && count(10, at: "a") == (10, false))
        #expect(count(11, at: "a") == (11, true) && count(10, at: "a") == (10, true))
        #expect(count(10, at: "b") == (10, true) && count(10, at: "a", mode: .strict) == (10, true))
        #expect(values.count == 3)
        let text = values.value(of: Data(count: 10), for: .init(String.self, .lenient, at: .path("a"))) { _ in "text" }
        #expect(text == "text" && count(10, at: "a") == (10, false))
    }

    @Test("evicts the least recently used values at its limit, and does not store oversized ones")
    func limit() {
        for path in ["a", "b", "c"] { #expect(count(30, at: .init(stringLiteral: path)).isNew) }
        #expect(!count(30, at: "a").isNew)
        #expect(count(40, at: "d").isNew)
        #expect(!count(30, at: "a").isNew && !count(30, at: "c").isNew && count(30, at: "b").isNew)
        let before = values.count
        #expect(count(101, at: "e").isNew && count(101, at: "e").isNew && values.count == before)
    }

    @Test("does not store a failure")
    func failure() {
        struct Failure: Error {}
        let key = DecodedResponseCache.Key(Int.self, .lenient, at: .path("a"))
        #expect(throws: Failure.self) { try values.value(of: Data(), for: key) { _ -> Int in throw Failure() } }
        #expect(values.count == 0)
    }

    @Test("returns the value of the caller's bytes under concurrent use")
    func crowd() async {
        await withTaskGroup(of: Bool.self) { group in
            for caller in 0..<200 {
                group.addTask { count(caller % 7, at: "a").value == caller % 7 }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test("A stored search is decoded once; a new response is decoded again")
    func search() async throws {
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .sequence([.json(videos(["1"])), .json(videos(["2"]))]))
        ])
        let store = MemoryResponses()
        let now = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        var settings = configuration(transport)
        settings.store = store
        settings.now = { now.withLock { $0 } }
        let client = YouTubeClient(apiKey: "k", configuration: settings)
        for _ in 0..<3 { #expect(try await client.search("swift").items.map(\.id) == ["1"]) }
        #expect(settings.decodedResponses?.count == 1 && transport.received.count == 1)
        now.withLock { $0 += 3_600 }
        for _ in 0..<2 { #expect(try await client.search("swift").items.map(\.id) == ["2"]) }
        #expect(settings.decodedResponses?.count == 1 && transport.received.count == 2)
    }
}
