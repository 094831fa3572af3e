import Foundation
import SeekBasics
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import Testing

/// Responses that vary by request fields (RFC 9111 §4.1).
@Suite("Vary")
struct VaryTests {
    private static let foo: HTTPField.Name = "Foo"
    private static let bar: HTTPField.Name = "Bar"

    /// Returns a response. An empty body becomes the number of requests that the server has received.
    private func varying(_ vary: String, body: String = "") -> HTTPResponse {
        response([.cacheControl: "max-age=5000", .vary: vary], body: body)
    }

    @Test(
        "a response is served if the fields in Vary are equivalent, and never with *; missing and empty fields differ",
        arguments: [
            ("Foo", [foo: "1"], [foo: "1"], true), ("Foo", [foo: "1"], [foo: "2"], false),
            ("Foo", [:], [foo: "1"], false),
            ("Foo", [foo: "1"], [:], false), ("Foo", [:], [:], true), ("Foo", [:], [foo: ""], false),
            ("Foo, Bar", [foo: "1", bar: "a"], [bar: "a", foo: "1"], true),
            ("Foo, Bar", [foo: "1", bar: "a"], [foo: "1"], false),
            ("Foo, Bar", [foo: "1", bar: "a"], [foo: "1", bar: "ab"], false),
            ("Foo, Bar, Baz", [foo: "1"], [foo: "1"], true),
            ("fOO", [foo: "1"], [foo: "1"], true), ("Foo", [foo: "1", bar: "2"], [foo: "1", bar: "3"], true),
            ("", [foo: "1"], [foo: "2"], true), (" , Foo,,", [foo: "1"], [foo: "1"], true),
            ("Foo, *", [foo: "1"], [foo: "1"], false), ("*", [:], [:], false), ("*, *", [:], [:], false),
            (", *", [:], [:], false),
            ("Foo", [foo: "1, 2"], [foo: "1", "foo": "2"], true), ("Foo", [foo: "1,2"], [foo: " 1, 2 "], true),
            ("Foo", [foo: "1"], [foo: "1", "foo": "2"], false), ("Foo", [foo: "a"], [foo: "A"], false),
            ("Foo", [foo: "1,2"], [foo: "2,1"], false), ("Foo", [foo: "\"a, b\""], [foo: "\"a,b\""], false),
            ("Accept-Language", ["Accept-Language": "en, de"], ["Accept-Language": "de, EN"], true),
            ("Accept-Language", ["Accept-Language": "en, de"], ["Accept-Language": " en ,   de"], true),
            ("Accept-Language", ["Accept-Language": "en, de"], ["Accept-Language": "en, de;q=0.5"], false),
        ] as [(String, HTTPFields, HTTPFields, Bool)]
    )
    func matching(vary: String, first: HTTPFields, second: HTTPFields, isServed: Bool) async {
        let client = CacheTestClient()
        _ = await client.send(.get, first, returning: varying(vary))
        #expect(await client.send(at: 1, .get, second, returning: varying(vary)).isCached == isServed)
    }

    @Test("several Vary fields form one list")
    func lines() async {
        for lines in [["*", "*"], ["", "*"], ["Foo", "*"]] {
            let client = CacheTestClient()
            var response = varying("")
            response.headerFields[values: .vary] = lines
            _ = await client.send(returning: response)
            #expect(await client.send(at: 1, returning: response).body == "2")
        }
    }

    @Test("variants are stored side by side")
    func variants() async {
        let client = CacheTestClient()
        for value in ["1", "2", "3"] {
            _ = await client.send(.get, [Self.foo: value], returning: varying("Foo", body: value))
        }
        for value in ["3", "1", "2"] { #expect(await client.send(at: 1, .get, [Self.foo: value]).body == value) }
        let replaced = await client.send(
            at: 2,
            .get,
            [Self.foo: "2", .cacheControl: "no-cache"],
            returning: varying("Foo", body: "new")
        )
        #expect(replaced.body == "new")
        #expect(await client.send(at: 3, .get, [Self.foo: "2"]).body == "new")
        #expect(await client.send(at: 3, .get, [Self.foo: "1"]).body == "1")
    }

    @Test("the latest of several matching variants is served; a response that does not vary replaces all of them")
    func latest() async {
        let client = CacheTestClient()
        let bothFields: HTTPFields = [Self.foo: "1", Self.bar: "1"]
        _ = await client.send(.get, bothFields, returning: varying("Foo", body: "foo"))
        _ = await client.send(at: 1, .get, [Self.foo: "2", Self.bar: "1"], returning: varying("Bar", body: "bar"))
        #expect(await client.send(at: 2, .get, bothFields).body == "bar")
        #expect(await client.send(at: 2, .get, [Self.foo: "1"]).body == "foo")
        let plain = await client.send(
            at: 3,
            .get,
            [:],
            returning: response([.cacheControl: "max-age=60"], body: "plain")
        )
        #expect(plain.body == "plain")
        #expect(await client.send(at: 4, .get, bothFields).body == "plain")
        _ = await client.send(
            at: 5,
            .get,
            [.cacheControl: "no-cache", Self.foo: "1"],
            returning: varying("Foo", body: "again")
        )
        #expect(await client.send(at: 6, .get, bothFields).body == "again")
        #expect(
            await client.send(at: 6, .get, [Self.foo: "2", Self.bar: "1"], returning: varying("Foo")).sent.count == 1
        )
    }

    @Test("only the validators of the matching variant are sent")
    func validators() async {
        let client = CacheTestClient()
        let expiring = response([.expires: CacheTestClient.date(1), .eTag: "\"a\"", .vary: "Foo"])
        _ = await client.send(.get, [Self.foo: "1"], returning: expiring)
        let unstorable = response([.cacheControl: "no-store"])
        #expect(
            await client.send(at: 3, .get, [Self.foo: "2"], returning: unstorable).sentField("If-None-Match") == nil
        )
        let renewed = await client.send(at: 3, .get, [Self.foo: "1"], returning: response([:], 304))
        #expect(renewed.isRevalidated)
        #expect(renewed.sentField("If-None-Match") == "\"a\"")
        #expect(renewed.sentField("Foo") == "1")
    }

    @Test("an invalidation removes all variants, and a new variant does not restore them")
    func invalidation() async {
        let client = CacheTestClient()
        for value in ["1", "2"] {
            _ = await client.send(.get, [Self.foo: value], returning: varying("Foo", body: value))
        }
        _ = await client.send(at: 1, .post, returning: response())
        #expect(await client.send(at: 2, .get, [Self.foo: "1"], returning: varying("Foo", body: "new")).body == "new")
        #expect(await client.send(at: 3, .get, [Self.foo: "2"], returning: varying("Foo")).sent.count == 1)
        #expect(await client.send(at: 3, .get, [Self.foo: "1"]).body == "new")
    }

    @Test("a key contains no secret")
    func secrets() async {
        let client = CacheTestClient()
        let fields: HTTPFields = [.authorization: "Bearer S3CRET", "Cookie": "session=S3CRET"]
        _ = await client.send(.get, fields, returning: varying("Authorization, Cookie"))
        #expect(await client.send(at: 1, .get, fields).isCached)
        for language in ["de", "en"] {
            let languageFields: HTTPFields = [.authorization: "Bearer S3CRET", "Accept-Language": language]
            _ = await client.send(.get, languageFields, returning: varying("Authorization, Accept-Language"))
        }
        #expect(client.store.entries.withLock { $0.keys.allSatisfy { !$0.contains("S3CRET") } })
    }

    @Test("a record retains the 16 variants that were stored last")
    func maximumCount() async {
        let client = CacheTestClient()
        for number in 0..<20 {
            _ = await client.send(.get, [Self.foo: "\(number)"], returning: varying("Foo", body: "\(number)"))
        }
        #expect(client.store.entries.withLock { $0.count } == 1)
        for number in 4..<20 { #expect(await client.send(at: 1, .get, [Self.foo: "\(number)"]).body == "\(number)") }
        #expect(await client.send(at: 1, .get, [Self.foo: "3"], returning: varying("Foo")).sent.count == 1)
    }

    @Test("large variants are limited by their total size of 8 MiB; the latest is always stored")
    func maximumSize() async {
        let client = CacheTestClient()
        let body = String(repeating: "x", count: (4 << 20) - 1_000)
        for number in 0..<4 {
            _ = await client.send(.get, [Self.foo: "\(number)"], returning: varying("Foo", body: body))
        }
        for number in 0..<4 {
            let isStored = await client.send(at: 1, .get, [Self.foo: "\(number)"], mode: .onlyIfCached).isCached
            #expect(isStored == (number > 0), "\(number)")
        }
    }
}
