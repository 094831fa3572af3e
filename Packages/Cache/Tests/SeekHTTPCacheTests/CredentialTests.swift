import Foundation
import SeekBasics
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import Testing

/// The users to whom stored responses may be served.
@Suite("Credentials")
struct CredentialTests {
    private let fresh = response([.cacheControl: "max-age=3600"])

    @Test(
        "one user's response is not served to another",
        arguments: [
            "Cookie", "Authorization", "Proxy-Authorization", "X-Api-Key", "X-Goog-Api-Key", "PRIVATE-TOKEN",
            "X-Auth-Token",
        ]
    )
    func separation(text: String) async throws {
        let field = try #require(HTTPField.Name(text))
        #expect(Redaction.isSecret(field))
        let client = CacheTestClient()
        #expect(await client.send(.get, [field: "alice"], returning: fresh).body == "1")
        #expect(await client.send(at: 1, .get, [field: "bob"], returning: fresh).body == "2")
        #expect(await client.send(at: 1, returning: fresh).body == "3")
        #expect(await client.send(at: 2, .get, [field: "alice"]).body == "1")
        #expect(await client.send(at: 2, .get, [field: "bob"]).body == "2")
    }

    @Test("the same values in other fields are a different credential")
    func fields() async {
        let client = CacheTestClient()
        let (cookie, key): (HTTPField.Name, HTTPField.Name) = ("Cookie", "X-Api-Key")
        let variants: [HTTPFields] = [
            [cookie: "a", key: "b"], [cookie: "b", key: "a"], [cookie: "ab"], [key: "ab"],
            HTTPFields([HTTPField(name: cookie, value: "a"), HTTPField(name: cookie, value: "b")]), [cookie: "a,b"],
        ]
        for (index, fields) in variants.enumerated() {
            #expect(await client.send(.get, fields, returning: fresh).body == "\(index + 1)")
        }
        // The order of the fields makes no difference.
        #expect(await client.send(.get, [key: "b", cookie: "a"]).body == "1")
    }

    @Test("a cache key contains no secret of a header field or the URL")
    func keys() async {
        let client = CacheTestClient()
        let url = "https://api.example.com/thing?access_token=S3CRET&q=a&%74oken=S3CRET"
        for fields in [[.authorization: "Bearer S3CRET"], ["Cookie": "S3CRET"], [:]] as [HTTPFields] {
            _ = await client.send(
                .get,
                fields,
                to: url,
                returning: response([.cacheControl: "max-age=60", .vary: "X-Api-Key, Cookie"])
            )
            #expect(await client.send(at: 1, .get, fields, to: url).isCached)
        }
        let keys = client.store.entries.withLock { Array($0.keys) }
        #expect(keys.count == 3)
        #expect(keys.filter { $0.contains("S3CRET") }.isEmpty)
        let other = await client.send(to: "https://api.example.com/thing?access_token=other&q=a", returning: fresh)
        #expect(other.sent.count == 1)
    }

    @Test("Set-Cookie is stored with the response, replaced by a 304, and not served to a user with another cookie")
    func setCookie() async {
        let client = CacheTestClient()
        let cookies: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"v\"", "Set-Cookie": "session=alice"]
        #expect(await client.send(returning: response(cookies)).field("Set-Cookie") == "session=alice")
        let hit = await client.send(at: 1)
        #expect(hit.isCached)
        #expect(hit.field("Set-Cookie") == "session=alice")
        let other = await client.send(at: 1, .get, ["Cookie": "session=bob"], returning: response([:]))
        #expect(other.field("Set-Cookie") == nil)
        let renewal = response(["Set-Cookie": "session=bob"], 304)
        #expect(await client.send(at: 61, returning: renewal).field("Set-Cookie") == "session=bob")
        #expect(await client.send(at: 62).field("Set-Cookie") == "session=bob")
    }

    @Test("an unsafe request invalidates the responses of its own credential, and of no other: those are other caches")
    func invalidation() async {
        let cookie: HTTPField.Name = "Cookie"
        let users: [HTTPFields] = [
            [:], [cookie: "a"], [.authorization: "Bearer a"], [cookie: "a", .authorization: "Bearer a"],
        ]
        for writer in users {
            let client = CacheTestClient()
            for reader in users { _ = await client.send(.get, reader, returning: fresh) }
            _ = await client.send(.put, writer, body: "x", returning: response([:], 204))
            for reader in users {
                let isCached = await client.send(at: 2, .get, reader, mode: .onlyIfCached).isCached
                #expect(isCached == (reader != writer), "\(reader), \(writer)")
            }
        }
    }

    @Test("header fields configured as credentials distinguish users")
    func namedFields() async throws {
        let store = TestStore()
        let tenant: HTTPField.Name = "X-Tenant"
        let cache = HTTPCacheMiddleware(
            store: store,
            partition: "",
            credentialFields: [tenant],
            now: { CacheTestClient.start }
        )
        func send(_ fields: HTTPFields) async throws -> String {
            let result = try await cache.intercept(
                request(CacheTestClient.defaultURL, .get, fields),
                options: .within()
            ) {
                request,
                _ throws(NetworkError) in
                response([.cacheControl: "max-age=60"], body: request.headerFields[tenant] ?? "none")
            }
            return "\(result.provenance.isCached) " + String(decoding: result.body, as: UTF8.self)
        }
        for fields in [[tenant: "a"], [tenant: "b"], [:]] as [HTTPFields] {
            #expect(try await send(fields) == "false \(fields[tenant] ?? "none")")
            #expect(try await send(fields) == "true \(fields[tenant] ?? "none")")
        }
    }

    @Test("a request whose URL contains user information bypasses the cache")
    func userInformation() async {
        let client = CacheTestClient()
        for url in ["https://alice:pw@api.example.com/thing", "https://alice@api.example.com/thing"] {
            #expect(await client.send(to: url, returning: fresh).sent.count == 1)
            #expect(await client.send(at: 1, to: url, returning: fresh).sent.count == 1)
        }
        #expect(client.store.entries.withLock { $0.isEmpty })
        let urlWithAtSign = "https://api.example.com/@alice"
        _ = await client.send(to: urlWithAtSign, returning: fresh)
        #expect(await client.send(at: 1, to: urlWithAtSign).isCached)
    }

    @Test("different partitions never have the same cache key")
    func partitions() {
        let request = request("https://a.example/x")
        func key(_ partition: String) -> String { cacheKey(of: request, partition: partition) }
        // Strings with composed and decomposed letters are equal.
        let partitions = ["", "a", "a\n", "a\n\nhttps://a.example/x", "a\r\n", "\n", "jos\u{E9}", "jose\u{301}"]
        #expect(Set(partitions.map(key)).count == partitions.count)
        // A line break in a partition adds no line to the key.
        #expect(
            Set(partitions.map { key($0).split(separator: "\n", omittingEmptySubsequences: false).count }).count == 1
        )
    }

    @Test("a cache key contains no secret of a query, not even one with an encoded name or in a nested URL")
    func nestedSecrets() {
        func key(_ query: String) -> String { cacheKey(of: request("https://a.example/x?\(query)")) }
        let queries = [
            "next=https%3A%2F%2Fb.example%2F%3Ftoken%3DS3CRET", "a=1;api_key=S3CRET", "API_KEY=S3CRET",
            "%61pi_key=S3CRET",
        ]
        for query in queries {
            #expect(!key(query).contains("S3CRET"), "\(query)")
            #expect(key(query) != key(query.replacing("S3CRET", with: "other")), "\(query)")
        }
        #expect(key("q=a%3Db&page=2").hasSuffix("q=a%3Db&page=2"))
    }
}
