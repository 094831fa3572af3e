import Foundation
import SeekBasics
import SeekCache
import SeekModels
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekSearch

@Suite("The cache of decoded responses")
struct DecodedResponseCacheTests {
    /// The cost of a value is the length of its body.
    let cache = DecodedResponseCache(costLimit: 100)

    /// Looks up a body of zeros. Returns its length as the value, and whether this call decoded it.
    func lookUp(_ length: Int, at path: EndpointPath, mode: ModelDecoder.Mode = .lenient) -> (value: Int, isNew: Bool) {
        var isNew = false
        let value = cache.value(of: Data(count: length), for: .init(Int.self, mode, at: .path(path))) {
            isNew = true
            return $0.count
        }
        return (value, isNew)
    }

    @Test("decodes a body once for each location, mode and model, until another body replaces it")
    func bytes() {
        #expect(lookUp(10, at: "a") == (10, true))
        #expect(lookUp(10, at: "a") == (10, false))
        #expect(lookUp(11, at: "a") == (11, true))
        #expect(lookUp(10, at: "a") == (10, true))
        #expect(lookUp(10, at: "b") == (10, true))
        #expect(lookUp(10, at: "a", mode: .strict) == (10, true))
        #expect(cache.count == 3)
        let text = cache.value(of: Data(count: 10), for: .init(String.self, .lenient, at: .path("a"))) { _ in "text" }
        #expect(text == "text")
        #expect(lookUp(10, at: "a") == (10, false))
    }

    @Test("evicts values that are not used again at its limit, and does not store oversized ones")
    func limit() {
        for path in ["a", "b", "c"] { #expect(lookUp(30, at: .init(stringLiteral: path)).isNew) }
        #expect(!lookUp(30, at: "a").isNew)
        #expect(lookUp(40, at: "d").isNew)
        #expect(!lookUp(30, at: "a").isNew)
        #expect(!lookUp(30, at: "c").isNew)
        #expect(lookUp(30, at: "b").isNew)
        let countBefore = cache.count
        #expect(lookUp(101, at: "e").isNew)
        #expect(lookUp(101, at: "e").isNew)
        #expect(cache.count == countBefore)
    }

    @Test("does not store a failure")
    func failure() {
        struct Failure: Error {}
        let key = DecodedResponseCache.Key(Int.self, .lenient, at: .path("a"))
        #expect(throws: Failure.self) { try cache.value(of: Data(), for: key) { _ -> Int in throw Failure() } }
        #expect(cache.count == 0)
    }

    @Test("returns the value of the caller's bytes under concurrent use")
    func concurrentUse() async {
        await withTaskGroup(of: Bool.self) { group in
            for caller in 0..<200 {
                group.addTask { lookUp(caller % 7, at: "a").value == caller % 7 }
            }
            for await isCorrect in group { #expect(isCorrect) }
        }
    }

    @Test("retains one decoded response of a search, and replaces it with the next decoded response")
    func search() async throws {
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .sequence([.json(videos(["1"])), .json(videos(["2"]))]))
        ])
        let store = MemoryStore(costLimit: 32 << 20)
        let now = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        var settings = configuration(transport)
        settings.store = store
        settings.now = { now.withLock { $0 } }
        let client = YouTubeClient(apiKey: "k", configuration: settings)
        for _ in 0..<3 { #expect(try await client.search("swift").items.map(\.id) == ["1"]) }
        #expect(settings.decodedResponses?.count == 1)
        #expect(transport.received.count == 1)
        now.withLock { $0 += 3_600 }
        for _ in 0..<2 { #expect(try await client.search("swift").items.map(\.id) == ["2"]) }
        #expect(settings.decodedResponses?.count == 1)
        #expect(transport.received.count == 2)
    }
}
