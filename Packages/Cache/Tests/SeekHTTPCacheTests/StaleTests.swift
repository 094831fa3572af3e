import Foundation
import SeekBasics
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import Testing

/// Stale responses (RFC 9111 §4.2.4, RFC 5861) and the request directives for them (RFC 9111 §5.2.1). Bodies are
/// numbered by the requests that the server has received.
@Suite("Stale responses")
struct StaleTests {
    /// Stores a response, sends the request again later, and returns the result of the second request.
    ///
    /// - Parameter failure: The server's response to the second request; nil if the server is unreachable.
    private func secondResult(
        _ fields: HTTPFields,
        at seconds: Double,
        _ requestFields: HTTPFields = [:],
        failure: HTTPResponse? = nil
    ) async -> CacheTestClient.CallResult {
        let client = CacheTestClient()
        _ = await client.send(returning: response(fields))
        if let failure { return await client.send(at: seconds, .get, requestFields, returning: failure) }
        return await client.send(at: seconds, .get, requestFields)
    }

    @Test(
        "are served if the server is unreachable or fails, for a day or as long as allowed, unless forbidden",
        arguments: [
            ("max-age=2", 3.0, true), ("max-age=2", 86_402, true), ("max-age=2", 86_403, false),
            ("max-age=2, must-revalidate", 3, false), ("max-age=2, no-cache", 1, false), ("no-cache", 1, false),
            ("max-age=2, proxy-revalidate", 3, true), ("max-age=2, s-maxage=2", 3, true),
            ("max-age=2, stale-if-error=60", 62, true),
            ("max-age=2, stale-if-error=60", 63, false), ("max-age=2, stale-if-error=x", 3, false),
            ("max-age=2, stale-if-error=99999", 90_000, true),
        ]
    )
    func disconnected(control: String, after: Double, isServed: Bool) async {
        for code in [nil, 500, 502, 503, 504] as [Int?] {
            let failure = code.map { HTTPResponse(status: .init(code: $0)) }
            let result = await secondResult([.cacheControl: control, .eTag: "\"v\""], at: after, failure: failure)
            #expect((result.body == "1") == isServed)
            #expect(result.sent.count == 1)
            if isServed {
                #expect(result.response?.provenance.staleReason == (code == nil ? .unreachable : .serverError))
                #expect(result.response?.provenance.attempts == 1)
            } else {
                #expect(code == nil ? result.error != nil : result.code == code)
            }
        }
    }

    @Test(
        "may replace a failure to connect, but never the error of a key that is not pinned or an invalid configuration",
        arguments: [
            (TransportFailure.publicKeyNotPinned(host: "api.example"), false), (.invalidConfiguration("x"), false),
            (.cannotConnect, true),
        ]
    )
    func untrustedServer(failure: TransportFailure, mayReplace: Bool) async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=0", .eTag: "\"v\""]))
        let outcome = await Outcome { () async throws(NetworkError) in
            try await client.cache.intercept(request(CacheTestClient.defaultURL), options: .within()) {
                request,
                _ throws(NetworkError) in
                throw .transport(failure, NetworkError.Context(request: request))
            }
        }
        #expect((outcome.response != nil) == mayReplace)
        #expect((outcome.error != nil) != mayReplace)
    }

    @Test(
        "replace a 429 or 403 of an exhausted quota only if the server allows it, and never a 400, 401, 404 or 501",
        arguments: [429, 403, 404, 401, 400, 501]
    )
    func otherFailures(code: Int) async {
        let exhaustedQuota: HTTPFields = [
            "X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1",
        ]
        let failure = response(exhaustedQuota, .init(code: code))
        #expect(await secondResult([.cacheControl: "max-age=2"], at: 3, failure: failure).code == code)
        let allowed = await secondResult([.cacheControl: "max-age=2, stale-if-error=9"], at: 3, failure: failure)
        #expect(allowed.code == ([429, 403].contains(code) ? 200 : code))
    }

    @Test("that are errors themselves are not served in place of a failure by default")
    func storedFailure() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=2"], 404))
        #expect(await client.send(at: 3).error != nil)
    }

    @Test("are allowed by stale-if-error in a request, and forbidden by no-cache and no-store")
    func requestStaleIfError() async {
        let fields: HTTPFields = [.cacheControl: "max-age=2, stale-if-error=1"]
        #expect(await secondResult(fields, at: 50).error != nil)
        #expect(await secondResult(fields, at: 50, [.cacheControl: "stale-if-error=60"]).body == "1")
        for directive in ["no-cache", "no-store"] {
            #expect(await secondResult([.cacheControl: "max-age=2"], at: 3, [.cacheControl: directive]).error != nil)
        }
    }

    @Test(
        "and fresh responses are served only if the request's directives allow it",
        arguments: [
            ("max-age=10", 10, "serve"), ("max-age=10", 11, "forward"), ("min-fresh=10", 50, "serve"),
            ("min-fresh=10", 51, "forward"),
            ("min-fresh=x", 1, "forward"), ("min-fresh=2000", 1, "forward"), ("no-cache", 1, "forward"),
            ("no-store", 1, "forward"),
            ("max-stale", 600, "stale"), ("max-stale=30", 90, "stale"), ("max-stale=30", 91, "forward"),
            ("max-stale=x", 61, "forward"),
            ("only-if-cached", 59, "serve"), ("only-if-cached", 60, "reject"),
            ("only-if-cached, max-stale", 60, "stale"),
            ("max-age=0", 1, "forward"), ("max-age=1", 3, "forward"), ("unheard-of", 1, "serve"),
            ("max-age=10, max-stale", 70, "forward"),
        ]
    )
    func requestDirectives(directives: String, after: Double, expected: String) async {
        for control in ["max-age=60", "max-age=60, must-revalidate"] {
            let client = CacheTestClient()
            _ = await client.send(returning: response([.cacheControl: control, .eTag: "\"v\""]))
            let result = await client.send(at: after, .get, [.cacheControl: directives], returning: response())
            switch expected {
            case "stale" where control == "max-age=60":
                #expect(result.isCached)
                #expect(result.response?.provenance.isStale == true)
            case "serve":
                #expect(result.isCached)
                #expect(result.response?.provenance.isStale == false)
            case "reject":
                #expect(result.code == 504)
                #expect(result.sent.isEmpty)
            default:
                // With `must-revalidate`, a stale response is not served either.
                let isForwarded = !directives.contains("only-if-cached")
                #expect(result.sent.count == (isForwarded ? 1 : 0))
                #expect((result.code == 504) != isForwarded)
                if isForwarded, directives != "no-store" {
                    #expect(result.sentField("If-None-Match") == "\"v\"")
                }
            }
        }
    }

    @Test("that were stale on arrival are served with max-stale; fresh ones are not served if the request forbids it")
    func arrivingStale() async {
        let aged: HTTPFields = [.cacheControl: "max-age=1500", .age: "2000"]
        let client = CacheTestClient()
        _ = await client.send(returning: response(aged))
        #expect(await client.send(.get, [.cacheControl: "max-stale=1000"]).isCached)
        #expect(await client.send(.get, [.cacheControl: "max-stale=10"], returning: response()).sent.count == 1)
        let freshClient = CacheTestClient()
        _ = await freshClient.send(returning: response([.cacheControl: "max-age=3600", .age: "1800"]))
        let unstorable = response([.cacheControl: "no-store"])
        #expect(await freshClient.send(.get, [.cacheControl: "max-age=600"], returning: unstorable).sent.count == 1)
        #expect(await freshClient.send(.get, [.pragma: "unheard-of"]).isCached)
        #expect(await freshClient.send(.get, [.pragma: "no-cache"], returning: response()).sent.count == 1)
    }

    @Test("only-if-cached without a stored response returns 504 and sends nothing")
    func onlyIfCached() async {
        for method in [HTTPRequest.Method.get, .head] {
            let result = await CacheTestClient().send(method, [.cacheControl: "only-if-cached"], returning: response())
            #expect(result.code == 504)
            #expect(result.sent.isEmpty)
        }
        let condition: HTTPFields = [.cacheControl: "only-if-cached", .ifMatch: "x"]
        #expect(await CacheTestClient().send(.get, condition, returning: response()).code == 504)
    }

    @Test(
        "a request with only-if-cached is not forwarded even if its mode requires the server",
        arguments: [RequestOptions.CacheMode.reload, .noCache, .noStore],
        [true, false]
    )
    func onlyIfCachedWithMode(mode: RequestOptions.CacheMode, isStored: Bool) async {
        let client = CacheTestClient()
        if isStored { _ = await client.send(returning: response([.cacheControl: "max-age=60", .eTag: "\"v\""])) }
        let result = await client.send(.get, [.cacheControl: "only-if-cached"], mode: mode, returning: response())
        #expect(result.code == 504)
        #expect(result.sent.isEmpty)
    }

    @Test("are served during a single revalidation for as long as the server allows")
    func whileRevalidating() async {
        let client = CacheTestClient()
        let fields: HTTPFields = [.cacheControl: "max-age=1, stale-while-revalidate=4", .eTag: "\"abc\""]
        _ = await client.send(returning: response(fields))
        let stale = await client.send(
            at: 3,
            .get,
            [.range: "bytes=0-0"],
            returning: response([.cacheControl: "no-cache", .eTag: "\"d\""])
        )
        #expect(stale.body == "1")
        #expect(stale.code == 206)
        #expect(stale.response?.provenance.staleReason == .allowed)
        #expect(client.sentCount == 2)
        #expect(await client.send(at: 3, mode: .forceCache).body == "2")
        #expect(await client.send(at: 4, returning: response()).sentField("If-None-Match") == "\"d\"")
        let clientAfterWindow = CacheTestClient()
        _ = await clientAfterWindow.send(returning: response(fields))
        #expect(await clientAfterWindow.send(at: 5, returning: response([:], 304)).isRevalidated)
        for control in ["must-revalidate", "no-cache"] {
            let client = CacheTestClient()
            _ = await client.send(
                returning: response([.cacheControl: "max-age=1, stale-while-revalidate=4, \(control)", .eTag: "\"a\""])
            )
            #expect(await client.send(at: 3, returning: response([:], 304)).isRevalidated)
        }
        let onlyIfCachedClient = CacheTestClient()
        _ = await onlyIfCachedClient.send(returning: response(fields))
        #expect(await onlyIfCachedClient.send(at: 3, .get, [.cacheControl: "only-if-cached"]).isCached)
        #expect(onlyIfCachedClient.sentCount == 1)
    }

    @Test(
        "are not served if the request does not allow them; the request is forwarded to the server",
        arguments: [
            ("max-age=60", [:], .default), ("max-age=60", [:], .forceCache),
            ("max-age=60, stale-if-error=99", [:], .default), ("max-age=60, stale-while-revalidate=99", [:], .default),
            ("max-age=60", [.cacheControl: "max-stale"], .default),
        ] as [(String, HTTPFields, RequestOptions.CacheMode)]
    )
    func notAllowed(control: String, requestFields: HTTPFields, mode: RequestOptions.CacheMode) async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: control, .eTag: "\"v\""]))
        #expect(await client.send(at: 59, .get, requestFields, mode: mode, allowsStale: false).isCached)
        let failed = await client.send(at: 61, .get, requestFields, mode: mode, allowsStale: false)
        #expect(failed.error?.stage == .transport)
        #expect(failed.sentField("If-None-Match") == "\"v\"")
        #expect(await client.send(at: 61, .get, requestFields, mode: mode).response?.provenance.isStale == true)
    }

    @Test("are not served to an only-if-cached request that does not allow them")
    func notAllowedOffline() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=60"]))
        let rejected = await client.send(at: 61, mode: .onlyIfCached, allowsStale: false)
        if case .rejected(.notCached, _) = rejected.error {} else { Issue.record("\(rejected)") }
        let fields: HTTPFields = [.cacheControl: "only-if-cached, max-stale"]
        #expect(await client.send(at: 61, .get, fields, allowsStale: false).code == 504)
        #expect(client.sentCount == 1)
    }

    @Test("stored before the clock was set back are not served, even if immutable or if the server fails")
    func clockSetBack() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=60, stale-if-error=60, immutable"]))
        #expect(await client.send(at: -1).error != nil)
        #expect(await client.send(at: -1, mode: .noCache, returning: response()).sent.count == 1)
    }
}
