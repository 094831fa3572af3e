import Foundation
import SeekBasics
@_spi(Seek) import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekHTTPCache

@Suite("The HTTP cache")
struct HTTPCacheMiddlewareTests {
    let base = url("https://api.example.com")
    let start = Date(timeIntervalSince1970: 1_800_000_000)

    func client(
        _ transport: StubTransport,
        _ store: TestStore,
        after seconds: Double = 0,
        partition: String = "",
        mode: RequestOptions.CacheMode = .default,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) -> APIClient {
        let now = start.addingTimeInterval(seconds)
        return APIClient(baseURL: base, transport: transport) {
            $0.cacheMode = mode
            $0.middleware = [HTTPCacheMiddleware(store: store, partition: partition, now: { now }, report: report)]
        }
    }

    func numberEndpoint(timeToLive: Duration? = nil) -> Endpoint<Int> {
        Endpoint(at: .path("n"), timeToLive: timeToLive) { try JSONDecoder().decode(Int.self, from: $0.body) }
    }

    @Test("a response with no-cache is served with its age for as long as the endpoint's time to live allows")
    func timeToLive() async throws {
        let store = TestStore()
        let transport = scripted(json("1", [.cacheControl: "no-cache"]), json("2"))
        let endpoint = numberEndpoint(timeToLive: .seconds(60))
        #expect(try await client(transport, store).send(endpoint).provenance == .network)
        let hit = try await client(transport, store, after: 59).send(endpoint)
        #expect(hit.value == 1)
        #expect(hit.provenance == Provenance(source: .disk, age: .seconds(59)))
        #expect(try await client(transport, store, after: 60).send(endpoint).value == 2)
        #expect(transport.received.count == 2)
    }

    @Test("a request is sent for another partition, for a reload, and after the clock was set back")
    func misses() async throws {
        let store = TestStore()
        let transport = scripted(json("1"), json("2"), json("3"), json("4"))
        let endpoint = numberEndpoint(timeToLive: .seconds(60))
        #expect(try await client(transport, store).send(endpoint).value == 1)
        #expect(try await client(transport, store, partition: "other").send(endpoint).value == 2)
        #expect(try await client(transport, store, mode: .reload).send(endpoint).value == 3)
        #expect(try await client(transport, store, after: -1).send(endpoint).value == 4)
    }

    @Test("a stored response that cannot be decoded is requested again")
    func undecodable() async throws {
        let store = TestStore()
        let transport = scripted(json("{\"tru"), json("2"))
        let endpoint = numberEndpoint(timeToLive: .seconds(60))
        await #expect(throws: NetworkError.self) { try await client(transport, store).send(endpoint) }
        #expect(try await client(transport, store).send(endpoint).value == 2)
        #expect(try await client(transport, store).send(endpoint).provenance.isCached)
    }

    @Test(
        "sends the request if the store fails, and reports the failure unless it is a cancellation",
        arguments: [(TestStore.Broken(), 1), (CancellationError(), 0)] as [(any Error, Int)]
    )
    func brokenStore(failure: any Error, reportCount: Int) async throws {
        let reports = Recorder<String>()
        let client = client(scripted(json("1")), TestStore(failure: failure)) { reports.record("\($0)") }
        #expect(try await client.send(numberEndpoint(timeToLive: .seconds(60))).value == 1)
        #expect(reports.all.count == reportCount)
    }

    @Test("a stale response is validated, then renewed or replaced")
    func revalidation() async throws {
        let store = TestStore()
        let notModified = HTTPResponse(status: 304, headerFields: [.cacheControl: "max-age=60"])
        let transport = scripted(
            json("1", [.cacheControl: "max-age=60", .eTag: "\"v1\""]),
            notModified,
            json("2", [.cacheControl: "max-age=60", .eTag: "\"v2\""])
        )
        #expect(try await client(transport, store).send(numberEndpoint()).provenance == .network)
        let renewed = try await client(transport, store, after: 60).send(numberEndpoint())
        #expect(renewed.value == 1)
        #expect(renewed.response.status.code == 200)
        #expect(renewed.provenance == Provenance(source: .disk, attempts: 1, isRevalidated: true))
        #expect("\(renewed.provenance)" == "disk, 0 s old, revalidated")
        #expect(try await client(transport, store, after: 119).send(numberEndpoint()).provenance.age == .seconds(59))
        #expect(try await client(transport, store, after: 120).send(numberEndpoint()).value == 2)
        #expect(transport.received.map { $0.headerFields[.ifNoneMatch] } == [nil, "\"v1\"", "\"v1\""])
    }

    @Test(
        "for a day after its time to live, a response replaces a 429, a 500 or a failed connection, but no 401 or 404",
        arguments: [
            (json("", status: 500), 3_600.0, true), (json("", status: 429), 3_600, true), (nil, 3_600, true),
            (nil, 90_000, false),
            (json("", status: 404), 3_600, false), (json("", status: 401), 3_600, false),
        ] as [(HTTPResponse?, Double, Bool)]
    )
    func staleIfError(failure: HTTPResponse?, after: Double, isServed: Bool) async throws {
        let store = TestStore()
        let endpoint = numberEndpoint(timeToLive: .seconds(60))
        _ = try await client(scripted(json("1")), store).send(endpoint)
        let failing = failure.map { scripted($0) } ?? scripted()
        let laterClient = client(failing, store, after: after)
        if isServed {
            let stale = try await laterClient.send(endpoint)
            #expect(stale.value == 1)
            #expect(stale.provenance.attempts == 1)
            #expect("\(stale.provenance)" == "disk, 3600 s old, stale")
        } else {
            await #expect(throws: NetworkError.self) { try await laterClient.send(endpoint) }
        }
        #expect(failing.received.count == 1)
    }
}
