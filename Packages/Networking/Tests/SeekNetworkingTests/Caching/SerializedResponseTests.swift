import Foundation
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("A serialized response")
struct SerializedResponseTests {
    private final class Store: ResponseStore {
        let entries = Mutex<[String: Data]>([:])
        var source: Provenance.Source { .memory }
        func response(for key: String) async throws -> Data? { entries.withLock { $0[key] } }
        func put(_ response: Data, for key: String, expiresAt: Date) async throws {
            entries.withLock { $0[key] = response }
        }
        func remove(_ key: String) async throws { entries.withLock { $0[key] = nil } }
    }

    @Test(
        "is decoded from the entries of the cache, including variants, and from no other entry",
        arguments: [nil, "Accept-Language"]
    )
    func reading(vary: String?) async throws {
        let store = Store()
        let url = try #require(URL(string: "https://example.com/search?q=a%20b#part"))
        let handler = HTTPCacheMiddleware(store: store, partition: "p", now: { Date(timeIntervalSince1970: 1_000) })
        var fields: HTTPFields = [.cacheControl: "max-age=60"]
        fields[.vary] = vary
        let answer = HTTPResponse(headerFields: fields, body: Data("body".utf8))
        let options = RequestOptions(deadline: .now + .seconds(60), maximumBodySize: 1_000)
        _ = try await handler.intercept(HTTPRequest(url: url), options: options) { _, _ throws(NetworkError) in answer }

        let kept = store.entries.withLock { $0.compactMap { SerializedResponse(key: $0, bytes: $1) } }
        #expect(kept.map(\.url.absoluteString) == ["https://example.com/search?q=a%20b"])
        #expect(kept.first?.response.body == answer.body)
        #expect(kept.first?.storedAt == Date(timeIntervalSince1970: 1_000))
        for key in ["", "http3", "other\np\n\nhttps://example.com", "http3\np\n\n"] {
            #expect(SerializedResponse(key: key, bytes: Data("x".utf8)) == nil)
        }
    }

    @Test("is complete: a partial response is not decoded")
    func part() async throws {
        let store = Store()
        let url = try #require(URL(string: "https://example.com/search"))
        let cache = HTTPCacheMiddleware(store: store, partition: "p", now: { Date(timeIntervalSince1970: 1_000) })
        let fields: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\"", name("Content-Range"): "bytes 1-2/9"]
        let part = HTTPResponse(status: 206, headerFields: fields, body: Data("bo".utf8))
        let request = HTTPRequest(url: url, headerFields: [name("Range"): "bytes=1-2"])
        let options = RequestOptions(deadline: .now + .seconds(60), maximumBodySize: 1_000)
        _ = try await cache.intercept(request, options: options) { _, _ throws(NetworkError) in part }
        let entries = store.entries.withLock { $0 }
        #expect(entries.count == 1 && entries.allSatisfy { SerializedResponse(key: $0, bytes: $1) == nil })
    }
}
