import Foundation
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import Testing

/// The effect of HEAD on stored responses (RFC 9111 §4.3.5).
@Suite("HEAD")
struct HeadTests {
    @Test("the entity tag of a HEAD response is not added to a stored response that has no entity tag")
    func newTag() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=60"], body: "old"))
        _ = await client.send(.head, [.cacheControl: "no-cache"], returning: response([.eTag: "\"v2\""]))
        let later = await client.send(at: 1, returning: response([.eTag: "\"v2\""], body: "new"))
        #expect(later.body == "new")
        #expect(later.sentField("If-None-Match") == nil)
    }

    @Test("a successful HEAD does not prolong the lifetime of a stored 404")
    func storedError() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=1"], .notFound, body: "missing"))
        _ = await client.send(at: 2, .head, returning: response([.cacheControl: "max-age=3600"]))
        #expect(await client.send(at: 3, returning: response(body: "found")).body == "found")
    }

    @Test("after a HEAD whose response forbids storing, the stored response is not served")
    func noStoreResponse() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=60"], body: "old"))
        _ = await client.send(.head, [.cacheControl: "no-cache"], returning: response([.cacheControl: "no-store"]))
        #expect(await client.send(at: 1, returning: response(body: "new")).body == "new")
    }

    @Test("a HEAD request that forbids storing does not update the stored response")
    func noStoreRequest() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=60", "Foo": "A"]))
        let update = response([.cacheControl: "max-age=60", "Foo": "B"])
        _ = await client.send(.head, [.cacheControl: "no-store"], returning: update)
        #expect(await client.send(at: 1).field("Foo") == "A")
    }

    @Test("every variant that the HEAD could have selected is checked, not only the latest")
    func variants() async {
        let client = CacheTestClient()
        func variant(_ vary: String, _ tag: String) -> HTTPResponse {
            response([.cacheControl: "max-age=60", .vary: vary, .eTag: tag], body: tag)
        }
        _ = await client.send(.get, ["Foo": "1"], returning: variant("Foo", "\"a\""))
        _ = await client.send(at: 1, .get, ["Foo": "2", "Bar": "1"], returning: variant("Bar", "\"b\""))
        let head: HTTPFields = ["Foo": "1", "Bar": "1", .cacheControl: "no-cache"]
        _ = await client.send(
            at: 2,
            .head,
            head,
            returning: response([.cacheControl: "max-age=60", .vary: "Bar", .eTag: "\"b\""])
        )
        // The tag of the first variant differs from that of the HEAD, so the variant is not served.
        #expect(await client.send(at: 3, .get, ["Foo": "1"], returning: variant("Foo", "\"c\"")).body == "\"c\"")
        #expect(await client.send(at: 3, .get, ["Bar": "1"]).body == "\"b\"")
    }

    @Test("a range of an old body is not served after a HEAD response with another entity tag")
    func partialResponse() async {
        let client = CacheTestClient()
        let partial = response(
            [.cacheControl: "max-age=60", .eTag: "\"v1\"", "Content-Range": "bytes 0-2/9"],
            206,
            body: "old"
        )
        _ = await client.send(.get, ["Range": "bytes=0-2"], returning: partial)
        #expect(await client.send(.get, ["Range": "bytes=0-2"]).body == "old")
        _ = await client.send(.head, returning: response([.eTag: "\"v2\""]))
        let later = await client.send(at: 1, .get, ["Range": "bytes=0-2"], returning: response([:], 206, body: "new"))
        #expect(later.body == "new")
    }

    @Test("a response that a HEAD has invalidated is not made fresh by a later HEAD response without validators")
    func outdated() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=60"], body: "old"))
        _ = await client.send(.head, [.cacheControl: "no-cache"], returning: response([.eTag: "\"v2\""]))
        _ = await client.send(.head, [.cacheControl: "no-cache"], returning: response([.cacheControl: "max-age=60"]))
        #expect(await client.send(at: 1, returning: response(body: "new")).body == "new")
    }
}
