import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("A response store in memory")
struct MemoryResponseStoreTests {
    /// In the past, because the store ignores it.
    private let expiry = Date(timeIntervalSince1970: 0)

    private func bytes(_ count: Int) -> Data { Data(repeating: 0, count: count) }

    @Test("serves the stored response of a client's request until it is removed")
    func client() async throws {
        let store = MemoryResponseStore()
        let transport = scripted(json("1", [.cacheControl: "max-age=60"]), json("2"))
        let client = APIClient(baseURL: url("https://api.example.com"), transport: transport) {
            $0.middleware = MiddlewareStack { $0.cache = HTTPCacheMiddleware(store: store, partition: "") }.middleware
        }
        let endpoint = Endpoint(of: Int.self, at: .path("n"))
        #expect(try await client.send(endpoint).provenance == .network)
        #expect(try await client.send(endpoint).provenance.source == .memory)
        store.removeAll()
        #expect(try await client.send(endpoint).value == 2)
    }

    @Test("returns what was put last, and nothing after it was removed")
    func values() {
        let store = MemoryResponseStore()
        #expect(store.response(for: "a") == nil)
        store.put(Data("1".utf8), for: "a", expiresAt: expiry)
        store.put(Data("2".utf8), for: "a", expiresAt: expiry)
        #expect(store.response(for: "a") == Data("2".utf8))
        store.remove("a")
        #expect(store.response(for: "a") == nil)
    }

    @Test("removes the least recently used responses down to three quarters of the maximum size if it is exceeded")
    func eviction() {
        // With its overhead, each response uses a little more than 2,000 bytes, so that the fifth exceeds the maximum.
        let store = MemoryResponseStore(maximumSize: 10_000)
        for key in ["a", "b", "c", "d"] { store.put(bytes(2_000), for: key, expiresAt: expiry) }
        #expect(store.response(for: "a") != nil)
        store.put(bytes(2_000), for: "e", expiresAt: expiry)
        #expect(["a", "b", "c", "d", "e"].filter { store.response(for: $0) != nil } == ["a", "d", "e"])
    }

    @Test("does not count replaced or removed responses toward its size")
    func accounting() {
        let store = MemoryResponseStore(maximumSize: 10_000)
        for _ in 0..<100 { store.put(bytes(4_000), for: "a", expiresAt: expiry) }
        for index in 0..<100 {
            store.put(bytes(4_000), for: "\(index)", expiresAt: expiry)
            store.remove("\(index)")
        }
        store.put(bytes(4_000), for: "b", expiresAt: expiry)
        #expect(store.response(for: "a") != nil)
        #expect(store.response(for: "b") != nil)
    }

    @Test("does not store a response larger than the maximum size, and removes the existing one under the same key")
    func tooLarge() {
        let store = MemoryResponseStore(maximumSize: 1_000)
        store.put(bytes(100), for: "a", expiresAt: expiry)
        store.put(bytes(100), for: "b", expiresAt: expiry)
        store.put(bytes(1_001), for: "a", expiresAt: expiry)
        #expect(store.response(for: "a") == nil)
        #expect(store.response(for: "b") != nil)
    }
}
