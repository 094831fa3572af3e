import Foundation
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import Testing

/// The cache modes of the Fetch standard and `Cache-Status` (RFC 9211).
@Suite("Modes and Cache-Status")
struct ModeTests {
    private func fresh(_ directives: String = "") -> HTTPResponse {
        response([.cacheControl: "max-age=60\(directives)", .eTag: "\"v\""])
    }

    @Test("no-store neither serves nor stores responses, and reload stores but does not serve them; both send no-cache")
    func unread() async {
        let client = CacheTestClient()
        _ = await client.send(returning: fresh())
        for (mode, storedBody) in [(RequestOptions.CacheMode.noStore, "1"), (.reload, "3")] {
            let result = await client.send(at: 1, mode: mode, returning: fresh())
            #expect(result.sent.count == 1)
            #expect(result.sentField("If-None-Match") == nil)
            #expect(result.sentField("Cache-Control") == "no-cache")
            #expect(result.sentField("Pragma") == "no-cache")
            #expect(await client.send(at: 2).body == storedBody)
        }
        // The fields of the request are not replaced.
        let requestFields: HTTPFields = [.cacheControl: "x", "Pragma": "y"]
        let result = await client.send(.get, requestFields, mode: .reload, returning: fresh())
        #expect(result.sentField("Cache-Control") == "x")
        #expect(result.sentField("Pragma") == "y")
        // With no-store, the response to a HEAD does not change the stored response.
        _ = await client.send(.head, mode: .noStore, returning: response([.eTag: "\"w\""]))
        #expect(await client.send(at: 3).isCached)
    }

    @Test("no-cache validates a fresh response unless it is immutable")
    func revalidating() async {
        let client = CacheTestClient()
        _ = await client.send(returning: fresh())
        let result = await client.send(at: 1, mode: .noCache, returning: response([:], 304))
        #expect(result.isRevalidated)
        #expect(result.sentField("Cache-Control") == "max-age=0")
        let immutableClient = CacheTestClient()
        _ = await immutableClient.send(returning: fresh(", immutable"))
        #expect(await immutableClient.send(at: 59, mode: .noCache).isCached)
        let stale = await immutableClient.send(at: 60, mode: .noCache, returning: response([:], 304))
        #expect(stale.isRevalidated)
        #expect(stale.sentField("Cache-Control") == "max-age=0")
        // reload ignores the directive, and without a stored response there is nothing to validate.
        #expect(await immutableClient.send(at: 61, mode: .reload, returning: fresh()).sent.count == 1)
        #expect(await CacheTestClient().send(mode: .noCache, returning: fresh()).body == "1")
    }

    @Test(
        "no-cache contacts the server if the immutable directive is malformed or overridden",
        arguments: [
            (", no-cache, immutable", nil, [:]), (", immutable", .seconds(60), [:]),
            (", immutable", nil, [.cacheControl: "no-cache"]), (", immutable", nil, [.cacheControl: "no-store"]),
            (", immutable; x", nil, [:]),
        ] as [(String, Duration?, HTTPFields)]
    )
    func mutable(directives: String, timeToLive: Duration?, fields: HTTPFields) async {
        let client = CacheTestClient()
        _ = await client.send(timeToLive: timeToLive, returning: fresh(directives))
        let result = await client.send(
            at: 1,
            .get,
            fields,
            mode: .noCache,
            timeToLive: timeToLive,
            returning: fresh()
        )
        #expect(result.sent.count == 1)
    }

    @Test("an immutable response is validated for a request with max-age=0, and once it is stale")
    func immutable() async {
        let client = CacheTestClient()
        _ = await client.send(returning: fresh(", immutable"))
        let validated = await client.send(
            at: 1,
            .get,
            [.cacheControl: "max-age=0"],
            returning: response([.eTag: "\"v\""], 304)
        )
        #expect(validated.isRevalidated)
        #expect(await client.send(at: 30).isCached)
        #expect(await client.send(at: 61, returning: response([.eTag: "\"v\""], 304)).isRevalidated)
    }

    @Test("force-cache and only-if-cached serve any stored response; the latter sends nothing")
    func cachedOnly() async {
        let client = CacheTestClient()
        let rejected = await client.send(mode: .onlyIfCached, returning: fresh())
        guard case .rejected(.notCached, let context)? = rejected.error else {
            Issue.record("a response was served")
            return
        }
        #expect(rejected.sent.isEmpty)
        #expect(context.attempts == 0)
        #expect(await client.send(mode: .forceCache, returning: fresh(", must-revalidate")).body == "1")
        for mode in [RequestOptions.CacheMode.forceCache, .onlyIfCached] {
            #expect(await client.send(at: 59, mode: mode).response?.provenance.isStale == false)
            let old = await client.send(at: 600, mode: mode)
            #expect(old.isCached)
            #expect(old.body == "1")
            #expect(old.response?.provenance.isStale == true)
        }
    }

    @Test("only-if-cached rejects a request that bypasses the cache, and sends nothing")
    func cachedOnlyBypassing() async {
        let url = CacheTestClient.defaultURL
        let withUserInformation = "https://user:password@api.example.com/thing"
        let requests: [(HTTPRequest.Method, HTTPFields, String)] = [
            (.get, ["If-Match": "x"], url), (.get, ["Range": "bytes=0-1,3-4"], url), (.get, [:], withUserInformation),
            (.post, [:], url), (.delete, [:], url),
        ]
        for (method, fields, url) in requests {
            let result = await CacheTestClient().send(method, fields, to: url, mode: .onlyIfCached, returning: fresh())
            if case .rejected(.notCached, _) = result.error {} else { Issue.record("\(method) \(fields): \(result)") }
            #expect(result.sent.isEmpty)
        }
    }

    @Test("Cache-Status describes how a request was served, after the members that other caches have added")
    func cacheStatus() async {
        let client = CacheTestClient()
        let upstream = response([
            .cacheControl: "max-age=60, stale-while-revalidate=60", .eTag: "\"v\"", "Cache-Status": "CDN; hit",
        ])
        func status(_ result: CacheTestClient.CallResult) -> String? {
            result.response?.headerFields[values: "Cache-Status"].last
        }
        let miss = await client.send(returning: upstream)
        #expect(miss.field("Cache-Status") == "CDN; hit, Seek; fwd=uri-miss; fwd-status=200; stored; ttl=60")
        #expect(await client.send(at: 1.5).field("Cache-Status") == "CDN; hit, Seek; hit; ttl=58")
        #expect(
            status(await client.send(at: 50, .get, [.cacheControl: "no-cache"], returning: response([:], 304)))
                == "Seek; fwd=request; fwd-status=304; stored; ttl=60"
        )
        #expect(status(await client.send(at: 150, .get, [.cacheControl: "max-stale=60"])) == "Seek; hit; ttl=-40")
        #expect(status(await client.send(at: 500)) == "Seek; hit; ttl=-390; detail=\"disconnected\"")
        #expect(
            status(await client.send(at: 500, returning: response([:], 503)))
                == "Seek; hit; ttl=-390; detail=\"server\""
        )
        #expect(
            status(await client.send(at: 500, returning: response([.cacheControl: "no-store"])))
                == "Seek; fwd=stale; fwd-status=200"
        )
        #expect(status(await client.send(.post, returning: response([:], 201))) == "Seek; fwd=method; fwd-status=201")
        #expect(
            status(await client.send(.get, ["If-Match": "x"], returning: response([:], 412)))
                == "Seek; fwd=bypass; fwd-status=412"
        )
        #expect(
            status(await client.send(mode: .reload, returning: response([.cacheControl: "no-store"])))
                == "Seek; fwd=request; fwd-status=200"
        )
        #expect(status(await client.send(.get, [.cacheControl: "only-if-cached"])) == "Seek; detail=\"not stored\"")
        _ = await client.send(returning: response([.cacheControl: "max-age=60", .vary: "Foo"]))
        #expect(
            status(await client.send(.get, ["Foo": "1"], returning: response([.cacheControl: "no-store"])))
                == "Seek; fwd=vary-miss; fwd-status=200"
        )
    }

    @Test("if the store fails, safe and unsafe requests still succeed")
    func brokenStore() async {
        let client = CacheTestClient(store: TestStore(failure: TestStore.Broken()))
        #expect(await client.send(returning: fresh()).body == "1")
        #expect(await client.send(.post, returning: response([:], 204)).code == 204)
    }
}
