import Foundation
import SeekHTTPCache
@_spi(Seek) import SeekNetworking
import SeekTestHelpers
import Testing

/// The table *Time to live* of the README, row by row.
@Suite("An endpoint's time to live")
struct TimeToLiveTests {
    private static let timeToLive = Duration.seconds(60)

    /// The result of a request.
    enum Result: String, Sendable {
        /// A stored response that is reported as fresh.
        case stored
        /// A stored response that is reported as stale.
        case stale
        /// The server was contacted, and its response or error is the result.
        case server
    }

    /// A response to a request with a time to live of 60 s, and the results of later requests.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var response: HTTPResponse
        /// The result within the time to live.
        var within: Result
        /// The result after the time to live if the server cannot be reached.
        var offline: Result
    }

    private static func row(_ directives: String, within: Result, offline: Result) -> Row {
        let response = response([.cacheControl: directives, .eTag: "\"v\""])
        return Row(testDescription: directives, response: response, within: within, offline: offline)
    }

    static let rows = [
        Row(testDescription: "no directive", response: response(), within: .stored, offline: .stale),
        row("max-age=10", within: .stored, offline: .stale),
        row("max-age=3600", within: .stored, offline: .stale),
        row("no-cache", within: .stored, offline: .stale),
        row("must-revalidate", within: .stored, offline: .server),
        row("no-store", within: .server, offline: .server),
        row("stale-if-error=1", within: .stored, offline: .stale),
        row("stale-while-revalidate=3600", within: .stored, offline: .stale),
        Row(testDescription: "Age: 50", response: response([.age: "50"]), within: .stored, offline: .stale),
        Row(testDescription: "404", response: response([:], 404), within: .server, offline: .server),
    ]

    private func result(_ call: CacheTestClient.CallResult) -> Result {
        guard let provenance = call.response?.provenance, provenance.isCached else { return .server }
        return provenance.isStale ? .stale : .stored
    }

    @Test("replaces the lifetime of a successful response that may be stored", arguments: rows)
    func duration(row: Row) async {
        let client = CacheTestClient()
        _ = await client.send(timeToLive: Self.timeToLive, returning: row.response)
        let within = await client.send(
            at: 59,
            timeToLive: Self.timeToLive,
            returning: response([.cacheControl: "no-store"])
        )
        #expect(result(within) == row.within)
        #expect(within.sent.isEmpty == (row.within == .stored))
    }

    @Test("once it has passed, a request with the validator of the stored response, if any, is sent", arguments: rows)
    func reachable(row: Row) async {
        let client = CacheTestClient()
        _ = await client.send(timeToLive: Self.timeToLive, returning: row.response)
        let after = await client.send(at: 60, timeToLive: Self.timeToLive, returning: response())
        #expect(result(after) == .server)
        #expect(after.sent.count == 1)
        let hasValidator = row.response.headerFields[.eTag] != nil && row.within == .stored
        #expect((after.sentField("If-None-Match") != nil) == hasValidator)
    }

    @Test("allows a stale response for a day if the server is unreachable, unless that is forbidden", arguments: rows)
    func offline(row: Row) async {
        for (second, expected) in [(60.0, row.offline), (60 + 86_400, row.offline), (61 + 86_400, .server)] {
            let client = CacheTestClient()
            _ = await client.send(timeToLive: Self.timeToLive, returning: row.response)
            #expect(result(await client.send(at: second, timeToLive: Self.timeToLive)) == expected)
            let withoutStale = await client.send(at: second, allowsStale: false, timeToLive: Self.timeToLive)
            #expect(withoutStale.error?.stage == .transport)
        }
    }

    @Test("allows a stale response in place of a 429, which is returned to requests without a time to live")
    func quota() async {
        for (timeToLive, expected) in [(Self.timeToLive, Result.stale), (nil, .server)] {
            let client = CacheTestClient()
            _ = await client.send(timeToLive: timeToLive, returning: response([.cacheControl: "max-age=60"]))
            let exhausted = await client.send(at: 60, timeToLive: timeToLive, returning: response([:], 429))
            #expect(result(exhausted) == expected)
        }
    }

    @Test("does not extend the lifetime of a response that was stored without it")
    func storedWithout() async {
        let client = CacheTestClient()
        _ = await client.send(returning: response([.cacheControl: "max-age=10"]))
        #expect(result(await client.send(at: 11, timeToLive: Self.timeToLive, returning: response())) == .server)
    }

    @Test("limits the lifetime of a response that was stored with a longer time to live or none")
    func shorter() async {
        let rows: [(Duration?, HTTPFields)] = [
            (Self.timeToLive, [:]), (nil, [.cacheControl: "max-age=60"]),
            (nil, [.cacheControl: "max-age=60", .age: "40"]),
        ]
        for (timeToLive, fields) in rows {
            let client = CacheTestClient()
            _ = await client.send(timeToLive: timeToLive, returning: response(fields))
            #expect(result(await client.send(at: 9, timeToLive: .seconds(10))) == .stored)
            #expect(result(await client.send(at: 10, timeToLive: .seconds(10), returning: response())) == .server)
        }
    }

    @Test(
        "does not apply to a later request without a time to live",
        arguments: [
            ([:], 0), ([.cacheControl: "no-cache"], 0), ([.cacheControl: "max-age=20"], 20),
            ([.expires: CacheTestClient.date(20)], 20),
        ] as [(HTTPFields, Double)]
    )
    func lookedUpWithout(fields: HTTPFields, lifetime: Double) async {
        let client = CacheTestClient()
        _ = await client.send(timeToLive: Self.timeToLive, returning: response(fields))
        if lifetime > 0 { #expect(result(await client.send(at: lifetime - 1)) == .stored) }
        #expect(result(await client.send(at: lifetime, returning: response([.cacheControl: "no-store"]))) == .server)
    }

    @Test(
        "is subject to the cache mode of the call",
        arguments: [
            (.default, .stored, .server), (.noCache, .server, .server), (.reload, .server, .server),
            (.noStore, .server, .server), (.forceCache, .stored, .stale), (.onlyIfCached, .stored, .stale),
        ] as [(RequestOptions.CacheMode, Result, Result)]
    )
    func modes(mode: RequestOptions.CacheMode, within: Result, after: Result) async {
        for (second, expected) in [(59.0, within), (60, after)] {
            let client = CacheTestClient()
            _ = await client.send(timeToLive: Self.timeToLive, returning: response())
            let call = await client.send(at: second, mode: mode, timeToLive: Self.timeToLive, returning: response())
            #expect(result(call) == expected)
        }
    }
}
