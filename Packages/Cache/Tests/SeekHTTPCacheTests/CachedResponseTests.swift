import Foundation
import SeekBasics
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import Testing

@Suite("A cached response")
struct CachedResponseTests {
    private let url = SeekHTTPCacheTests.url("https://example.com/search?q=a%20b#part")
    private let storedAt = Date(timeIntervalSince1970: 1_000)

    /// Returns the entries of a store after a cache has stored the response to a request.
    private func entries(storing response: HTTPResponse, _ fields: HTTPFields = [:]) async throws -> [String: Data] {
        let store = TestStore()
        let cache = HTTPCacheMiddleware(store: store, partition: "p", now: { storedAt })
        let request = HTTPRequest(url: url, headerFields: fields)
        _ = try await cache.intercept(request, options: .within()) { _, _ throws(NetworkError) in response }
        return store.entries.withLock { $0.mapValues(\.data) }
    }

    @Test("is decoded from an entry of the cache, even if the response varies", arguments: [nil, "Accept-Language"])
    func decoding(vary: String?) async throws {
        var fields: HTTPFields = [.cacheControl: "max-age=60"]
        fields[.vary] = vary
        let response = HTTPResponse(headerFields: fields, body: Data("body".utf8))
        let decoded = try await entries(storing: response).compactMap { CachedResponse(key: $0, bytes: $1) }
        #expect(decoded.map(\.url.absoluteString) == ["https://example.com/search?q=a%20b"])
        #expect(decoded.first?.response.body == response.body)
        #expect(decoded.first?.storedAt == storedAt)
    }

    @Test("is not decoded from an entry with another key format")
    func otherKeys() async throws {
        let fresh = HTTPResponse(headerFields: [.cacheControl: "max-age=60"], body: Data("body".utf8))
        let (key, bytes) = try #require(try await entries(storing: fresh).first)
        #expect(CachedResponse(key: key, bytes: bytes) != nil)
        let lines = key.split(separator: "\n", omittingEmptySubsequences: false)
        let otherVersion = (["http0"] + lines.dropFirst()).joined(separator: "\n")
        let withoutURL = (lines.dropLast() + [""]).joined(separator: "\n")
        for otherKey in ["", String(lines[0]), lines.dropLast().joined(separator: "\n"), otherVersion, withoutURL] {
            #expect(CachedResponse(key: otherKey, bytes: bytes) == nil, "\(otherKey)")
        }
    }

    @Test("is not decoded from bytes of another format")
    func otherBytes() async throws {
        let fresh = HTTPResponse(headerFields: [.cacheControl: "max-age=60"], body: Data("body".utf8))
        let (key, bytes) = try #require(try await entries(storing: fresh).first)
        for otherBytes in [Data(), Data("x".utf8), bytes.dropLast()] {
            #expect(CachedResponse(key: key, bytes: otherBytes) == nil)
        }
    }

    @Test("is not decoded from a partial response")
    func partialResponse() async throws {
        let fields: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\"", "Content-Range": "bytes 1-2/9"]
        let part = HTTPResponse(status: 206, headerFields: fields, body: Data("bo".utf8))
        let entries = try await entries(storing: part, ["Range": "bytes=1-2"])
        #expect(entries.count == 1)
        #expect(entries.allSatisfy { CachedResponse(key: $0, bytes: $1) == nil })
    }
}
