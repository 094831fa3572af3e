import Foundation
import SeekBasics
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import Testing

/// Invalidation by unsafe requests (RFC 9111 §4.4), and the response to a POST that may be stored (RFC 9110 §9.3.3).
@Suite("Invalidation")
struct InvalidationTests {
    private let fresh = response([.cacheControl: "max-age=3600"])
    private static let methods = ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH", "UNHEARD-OF"]

    @Test("an unsafe request invalidates the stored response unless the request fails", arguments: methods)
    func unsafeMethods(methodName: String) async throws {
        let method = try #require(HTTPRequest.Method(methodName))
        for (code, isInvalidated) in [(200, true), (204, true), (303, true), (400, false), (404, false), (500, false)] {
            let client = CacheTestClient()
            _ = await client.send(returning: fresh)
            let result = await client.send(method, body: "abc", returning: response([:], .init(code: code)))
            #expect(result.code == code)
            #expect(result.sent.first?.method == method)
            #expect(await client.send(at: 1, returning: fresh).isCached == !isInvalidated, "\(code)")
        }
    }

    @Test("a safe request invalidates nothing", arguments: ["GET", "HEAD", "OPTIONS", "TRACE"])
    func safeMethods(methodName: String) async throws {
        let method = try #require(HTTPRequest.Method(methodName))
        let client = CacheTestClient()
        _ = await client.send(returning: fresh)
        _ = await client.send(method, ["If-Match": "x", .location: "x"], returning: response([.location: "/thing"]))
        #expect(await client.send(at: 1).isCached)
    }

    @Test(
        "a successful unsafe request invalidates the URLs of the same origin in Location and Content-Location",
        arguments: [
            ("/other", true), ("other", true), ("https://api.example.com/other", true),
            ("https://API.example.com:443/other#x", true),
            ("//api.example.com/other", true), ("https://elsewhere.example.com/other", false),
            ("http://api.example.com/other", false),
            ("https://api.example.com:8443/other", false), ("", false), ("/thing/other", false),
        ]
    )
    func locations(text: String, isInvalidated: Bool) async {
        for field in [HTTPField.Name.location, .contentLocation] {
            let client = CacheTestClient()
            let urls = ["https://api.example.com/other", "https://elsewhere.example.com/other"]
            for url in urls { _ = await client.send(to: url, returning: fresh) }
            _ = await client.send(.post, returning: response([field: text], 201))
            #expect(await client.send(at: 1, to: urls[0], returning: fresh).isCached == !isInvalidated)
            #expect(await client.send(at: 1, to: urls[1], returning: fresh).isCached)
            _ = await client.send(.post, returning: response([field: text], 500))
            #expect(await client.send(at: 2, to: urls[0], returning: fresh).isCached)
        }
    }

    @Test("a request whose connection fails invalidates nothing; the mode noStore does not prevent invalidation")
    func modes() async {
        let client = CacheTestClient()
        _ = await client.send(returning: fresh)
        _ = await client.send(.delete)
        #expect(await client.send(at: 1).isCached)
        _ = await client.send(.delete, mode: .noStore, returning: response([:], 204))
        #expect(await client.send(at: 1, returning: fresh).sent.count == 1)
    }

    @Test("an invalidation applies to its own partition only")
    func partitions() async {
        let store = TestStore()
        let one = CacheTestClient(store: store, partition: "one")
        let two = CacheTestClient(store: store, partition: "two")
        _ = await one.send(returning: fresh)
        _ = await two.send(.post, returning: fresh)
        #expect(await one.send(at: 1).isCached)
    }

    @Test("the response to a POST serves a GET if that response declares its URL and its lifetime")
    func post() async {
        let table: [(HTTPFields, Bool)] = [
            ([.expires: CacheTestClient.date(99), .contentLocation: ""], true),
            ([.cacheControl: "max-age=99", .contentLocation: "/thing"], true),
            ([.cacheControl: "max-age=99", .contentLocation: CacheTestClient.defaultURL], true),
            ([.cacheControl: "max-age=99"], false),
            ([.contentLocation: "/thing"], false), ([.cacheControl: "max-age=99", .contentLocation: "/other"], false),
            ([.cacheControl: "max-age=99, no-store", .contentLocation: "/thing"], false),
        ]
        for (fields, isStored) in table {
            let client = CacheTestClient()
            _ = await client.send(.post, body: "12345", returning: response(fields))
            #expect(await client.send(at: 1, returning: fresh).isCached == isStored, "\(fields.map(\.value))")
            // The responses to a request that forbids storing, and to one with another method, are not stored.
            let otherClient = CacheTestClient()
            _ = await otherClient.send(.post, [.cacheControl: "no-store"], body: "12345", returning: response(fields))
            _ = await otherClient.send(.put, body: "12345", returning: response(fields))
            #expect(await otherClient.send(at: 1, returning: fresh).sent.count == 1)
        }
    }
}
