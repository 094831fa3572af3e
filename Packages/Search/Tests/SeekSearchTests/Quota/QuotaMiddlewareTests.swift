import Foundation
import SeekBasics
import SeekCache
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("The quota of YouTube calls")
struct QuotaMiddlewareTests {
    static let startDate = Date(timeIntervalSince1970: 1_795_000_000)

    /// A configuration with a daily limit of searches. The date is ``startDate`` by default.
    private func limitedConfiguration(
        _ limit: Int,
        _ transport: StubTransport = .current,
        date: MutableDate = MutableDate()
    ) -> ClientConfiguration {
        var configuration = configuration(transport)
        configuration.youTubeSearchBucket.limit = limit
        configuration.now = { date.now.withLock { $0 } }
        return configuration
    }

    private final class MutableDate: Sendable {
        let now = Mutex(startDate)
        func advance(by seconds: Double) { now.withLock { $0.addTimeInterval(seconds) } }
    }

    private func client(_ configuration: ClientConfiguration, key: String = "k") -> YouTubeClient {
        YouTubeClient(apiKey: key, configuration: configuration)
    }

    /// Returns the limit with which a search fails.
    private func limit(of client: YouTubeClient, _ text: String = "a") async throws -> SearchLimit {
        let error = try await #require(throws: SearchError.self) { try await client.search(text) }
        guard case .limitReached(.youTube, let limit) = error else { throw error }
        return limit
    }

    @Test(
        "counts each call, and rejects a call beyond the limit with the time of the reset",
        .stubbed(stub(.get, youTubeSearch, returning: .json(videos(["v"]))))
    )
    func rejection() async throws {
        let client = client(limitedConfiguration(2))
        _ = try await client.search("a")
        _ = try await client.search("b")
        let limit = try await limit(of: client, "c")
        #expect(limit.kind == .daily)
        #expect(limit.retryAt == QuotaDay(at: Self.startDate).end)
        let text = "YouTube: today's quota is used up; it resets at midnight Pacific time, 20"
        #expect("\(SearchError.limitReached(.youTube, limit))".hasPrefix(text))
        #expect(StubTransport.current.received.count == 2)
        // Searches, units and statistics.
        #expect(await client.quota().map(\.remaining) == [0, 10_000, 10_000])
    }

    @Test(
        "is counted per key for all clients that share a store",
        .stubbed(stub(.get, youTubeSearch, returning: .json(videos(["v"]))))
    )
    func sharedStore() async throws {
        let settings = limitedConfiguration(1)
        _ = try await client(settings).search("a")
        await #expect(throws: SearchError.self) { try await client(settings).search("b") }
        _ = try await client(settings, key: "another").search("b")
    }

    @Test(
        "is refunded if nothing was sent, but not if the server may have counted the call",
        // After a lost connection, the request is retried once, and both attempts are counted.
        arguments: [(TransportFailure.cannotConnect, 0), (.hostNotFound, 0), (.connectionLost, 2)]
    )
    func refund(failure: TransportFailure, used: Int) async throws {
        let client = client(
            limitedConfiguration(9, StubTransport([stub(.get, youTubeSearch, returning: .failure(failure))]))
        )
        await #expect(throws: SearchError.self) { try await client.search("a") }
        #expect(await client.quota().first?.used == used)
    }

    @Test("stays exhausted until the end of the day once the API reports it")
    func exhaustedByAPI() async throws {
        let message = "Quota exceeded for quota metric 'Search' and limit 'Search Queries per day'"
        let body: JSONValue = [
            "error": ["code": 429, "message": .string(message), "errors": [["reason": "rateLimitExceeded"]]]
        ]
        let date = MutableDate()
        let stubs = [stub(.get, youTubeSearch, returning: .sequence([.json(body, status: 429), .json(videos(["v"]))]))]
        let transport = StubTransport(stubs)
        let client = client(limitedConfiguration(100, transport, date: date))
        for _ in 0..<2 { #expect(try await limit(of: client).kind == .daily) }
        #expect(transport.received.count == 1)
        date.advance(by: 86_400)
        #expect(try await client.search("a").items.count == 1)
    }

    @Test("is still available if the API reports after midnight that the previous day's quota is used up")
    func exhaustedBeforeMidnight() async throws {
        let date = MutableDate()
        let settings = limitedConfiguration(100, StubTransport([]), date: date)
        let credential = CredentialSource(Credential(name: HTTPField.Name("X-Goog-Api-Key"), value: "k"))
        let middleware = try #require(settings.youTubeQuotaMiddleware(for: credential))
        let request = HTTPRequest(url: try #require(URL(string: youTubeSearch)))
        let options = RequestOptions(deadline: .now + .seconds(300), maximumBodySize: 0)
        _ = try await middleware.intercept(request, options: options) { _, _ in
            date.advance(by: 86_400)
            return HTTPResponse(json: ["error": ["errors": [["reason": "quotaExceeded"]]]], status: 403)
        }
        #expect(await client(settings).quota().first?.remaining == 100)
    }

    @Test("of a test server is counted apart, so that an exhausted one does not close the real day")
    func otherServers() async throws {
        let body: JSONValue = ["error": ["code": 403, "errors": [["reason": "quotaExceeded"]]]]
        let search = stub(.get, "http://127.0.0.1:8080/youtube/v3/search", returning: .json(body, status: 403))
        let settings = limitedConfiguration(100, StubTransport([search]))
        let base = try #require(URL(string: "http://127.0.0.1:8080"))
        let local = YouTubeClient(apiKey: "k", baseURL: base, configuration: settings)
        #expect(try await limit(of: local).kind == .daily)
        #expect(await local.quota().first?.isExhausted == true)
        #expect(await client(settings).quota().first?.remaining == 100)
        #expect(await YouTubeClient(apiKey: "k", baseURL: base, configuration: settings).quota() == local.quota())
    }

    /// Returns a 429 response that does not report an exhausted daily quota.
    private static func response429(
        _ body: String,
        type: String = "text/html",
        retryAfter: String? = "1"
    ) -> HTTPResponse {
        var fields: HTTPFields = [.contentType: type]
        fields[.retryAfter] = retryAfter
        return HTTPResponse(status: .init(code: 429), headerFields: fields, body: Data(body.utf8))
    }

    static let tooManyRequestsResponses: [HTTPResponse] = [
        response429("<html><title>429 Too Many Requests</title>"),
        response429("<p>quotaExceeded: dailyLimitExceeded, 100 requests per day</p>"),
        response429("", type: "text/plain"),
        response429(#"{"error":"busy"}"#, type: "application/json"),
        response429(#"{"error":"this gateway allows 100 requests per day"}"#, type: "application/json"),
        response429(#"{"message":"100 requests per day"}"#, type: "application/json"),
        response429(#"{"error":{"message":"slow down"}}"#, type: "application/json"),
        response429(
            #"{"error":{"message":"limit 'Queries per minute'","errors":[{"reason":"rateLimitExceeded"}]}}"#,
            type: "application/json"
        ),
    ]

    @Test(
        "a 429 that does not report a used-up daily quota is retried, and the quota is not marked as used up",
        arguments: tooManyRequestsResponses
    )
    func tooManyRequests(response: HTTPResponse) async throws {
        let stubs = [
            stub(.get, youTubeSearch, returning: .sequence([.response(response), .json(videos(["v"]))]))
        ]
        let transport = StubTransport(stubs)
        let client = client(limitedConfiguration(100, transport))
        #expect(try await client.search("a").items.count == 1)
        #expect(transport.received.count == 2)
        #expect(await client.quota().first?.remaining == 98)
    }

    @Test("a 429 with a long Retry-After fails with the time to try again, and the next search is sent")
    func longWait() async throws {
        let response = Self.response429("<html>", retryAfter: "3600")
        let stubs = [stub(.get, youTubeSearch, returning: .sequence([.response(response), .json(videos(["v"]))]))]
        let client = client(limitedConfiguration(100, StubTransport(stubs)))
        let limit = try await limit(of: client)
        #expect(limit.kind == .rate)
        #expect(limit.retryAt == Self.startDate.addingTimeInterval(3_600))
        #expect(try await client.search("a").items.count == 1)
    }

    @Test(
        "after an error with one of the API's daily reasons, no request is sent for the rest of the day",
        arguments: [(403, "quotaExceeded"), (403, "dailyLimitExceeded"), (429, "quotaExceeded")]
    )
    func dailyReasons(status: Int, reason: String) async throws {
        let body: JSONValue = ["error": ["message": "m", "errors": [["reason": .string(reason)]]]]
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(body, status: .init(code: status)))])
        let client = client(limitedConfiguration(100, transport))
        await #expect(throws: SearchError.self) { try await client.search("a") }
        await #expect(throws: SearchError.self) { try await client.search("b") }
        #expect(transport.received.count == 1)
        #expect(await client.quota().first?.remaining == 0)
    }

    @Test("a larger configured limit applies until the API reports the quota as exhausted")
    func grantedQuota() async throws {
        let daily: JSONValue = ["error": ["message": "m", "errors": [["reason": "quotaExceeded"]]]]
        let transport = StubTransport([
            stub(
                .get,
                youTubeSearch,
                returning: .sequence(
                    Array(repeating: .json(videos(["v"])), count: 150) + [.json(daily, status: .init(code: 403))]
                )
            )
        ])
        var settings = limitedConfiguration(500, transport)
        let client = client(settings)
        for _ in 0..<150 { _ = try await client.search("a") }
        #expect(await client.quota().first?.remaining == 350)
        await #expect(throws: SearchError.self) { try await client.search("a") }
        settings.youTubeSearchBucket.limit = 1_000
        #expect(await self.client(settings).quota().first?.remaining == 0)
    }

    @Test("a quota that was marked as used up by mistake can be reopened, and its count is retained")
    func reopening() async throws {
        let daily: JSONValue = ["error": ["message": "m", "errors": [["reason": "quotaExceeded"]]]]
        let responses: [StubResponse] = [
            .json(videos(["v"])), .json(daily, status: .init(code: 403)), .json(videos(["v"])),
        ]
        let client = client(
            limitedConfiguration(100, StubTransport([stub(.get, youTubeSearch, returning: .sequence(responses))]))
        )
        _ = try await client.search("a")
        await #expect(throws: SearchError.self) { try await client.search("b") }
        #expect(await client.quota().first?.isExhausted == true)
        #expect(try await client.resetQuota().map(\.bucket.name) == ["youtube.search"])
        #expect(await client.quota().first?.remaining == 98)
        #expect(try await client.search("b").items.count == 1)
        #expect(try await client.resetQuota().isEmpty)
    }

    @Test("statistics alone are counted in a bucket of their own, other details as units")
    func statistics() async throws {
        let api = "https://www.googleapis.com/youtube/v3"
        let page: JSONValue = ["items": [["id": "v", "statistics": ["viewCount": "12"]]]]
        let transport = StubTransport([
            stub(.get, "\(api)/videos:batchGetStats", returning: .json(page)),
            stub(.get, "\(api)/videos", returning: .json(page)),
        ])
        let client = client(limitedConfiguration(100, transport))
        #expect(try await client.statistics(of: ["v"]).items.first?.viewCount == 12)
        #expect(try await client.videos(["v"], parts: [.statistics]).items.first?.viewCount == 12)
        #expect(try await client.videos(["v"], parts: [.statistics, .snippet]).items.count == 1)
        // Searches, units and statistics.
        #expect(await client.quota().map(\.used) == [0, 1, 2])
    }

    @Test("a search succeeds if the quota store fails, and the error of the store is reported")
    func failingStore() async throws {
        struct FailingStore: LocalQuotaStore, Error {
            func update<Value: Sendable>(_ change: @Sendable (inout QuotaLedger) -> Value) async throws -> Value {
                throw self
            }
        }
        let failures = Mutex(0)
        var settings = limitedConfiguration(
            1,
            StubTransport([stub(.get, youTubeSearch, returning: .json(videos(["v"])))])
        )
        settings.quotaStore = FailingStore()
        settings.onStoreFailure = { _ in failures.withLock { $0 += 1 } }
        let client = client(settings)
        _ = try await client.search("a")
        _ = try await client.search("b")
        #expect(failures.withLock { $0 } == 2)
        #expect(await client.quota().isEmpty)
    }

    /// A store that fails in a cancelled task, like a store that waits for a lock.
    private struct CancellableStore: LocalQuotaStore {
        let memoryStore = MemoryQuotaStore()

        func update<Value: Sendable>(_ change: @Sendable (inout QuotaLedger) -> Value) async throws -> Value {
            try Task.checkCancellation()
            return await memoryStore.update(change)
        }
    }

    @Test("refunds an unsent request and records an exhausted quota, even if the request is cancelled")
    func cancellation() async throws {
        let store = CancellableStore()
        var settings = limitedConfiguration(9, StubTransport([]))
        settings.quotaStore = store
        let credential = CredentialSource(Credential(name: HTTPField.Name("X-Goog-Api-Key"), value: "k"))
        let middleware = try #require(settings.youTubeQuotaMiddleware(for: credential))
        let request = HTTPRequest(url: try #require(URL(string: youTubeSearch)))
        let options = RequestOptions(deadline: .now + .seconds(300), maximumBodySize: 0)
        func status() async -> QuotaStatus {
            await store.memoryStore.update {
                $0.status(of: .youTubeSearch, for: credential.fingerprint, at: Self.startDate)
            }
        }
        let unsent = Task {
            try await middleware.intercept(request, options: options) { request, _ throws(NetworkError) in
                withUnsafeCurrentTask { $0?.cancel() }
                throw .transport(.cannotConnect, NetworkError.Context(request: request))
            }
        }
        await #expect(throws: NetworkError.self) { try await unsent.value }
        #expect(await status().used == 0)
        let exhausted = Task {
            try await middleware.intercept(request, options: options) { _, _ in
                withUnsafeCurrentTask { $0?.cancel() }
                return HTTPResponse(json: ["error": ["errors": [["reason": "quotaExceeded"]]]], status: 403)
            }
        }
        _ = try await exhausted.value
        #expect(await status().isExhausted)
    }

    /// Records the operations of a store that several machines share.
    private final class RecordingStore: QuotaStore {
        let operations = Mutex<[String]>([])
        /// The admissions in order; the last one is repeated.
        private let admissions: Mutex<[QuotaAdmission]>

        init(_ admissions: QuotaAdmission...) { self.admissions = Mutex(admissions) }

        private func record(_ operation: String) { operations.withLock { $0.append(operation) } }

        func reserve(_ cost: Int, of bucket: QuotaBucket, for key: String, at now: Date) -> QuotaAdmission {
            record("reserve \(cost) of \(bucket.name)")
            return admissions.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        }

        func commit(_ reservation: QuotaReservation, clockOffset: Duration?, at now: Date) {
            record("commit \(reservation.id ?? "")")
        }
        func refund(_ reservation: QuotaReservation) { record("refund \(reservation.id ?? "")") }
        func markExhausted(_ bucket: QuotaBucket, for key: String, on day: QuotaDay?, at now: Date) {
            record("exhaust \(bucket.name)")
        }
        func reopen(_ buckets: [QuotaBucket], for key: String, at now: Date) -> [QuotaStatus] { [] }
        func statuses(of buckets: [QuotaBucket], for key: String, at now: Date) -> [QuotaStatus] { [] }
    }

    static let settlements: [(response: StubResponse, operations: [String])] = [
        (.json(videos(["v"])), ["commit 7"]),
        (
            .json(["error": ["errors": [["reason": "quotaExceeded"]]]], status: 403),
            ["commit 7", "exhaust youtube.search"]
        ),
        (.failure(.cannotConnect), ["refund 7"]),
        (.failure(.connectionLost), ["commit 7"]),
    ]

    @Test("commits the reservation of a request that was sent, and refunds any other", arguments: settlements)
    func settlement(row: (response: StubResponse, operations: [String])) async {
        let reservation = QuotaReservation(1, of: .youTubeSearch, for: "k", on: QuotaDay(at: Self.startDate), id: "7")
        let store = RecordingStore(.reserved(reservation))
        var settings = limitedConfiguration(9, StubTransport([stub(.get, youTubeSearch, returning: row.response)]))
        settings.quotaStore = store
        settings.retryPolicy = RetryPolicy(maximumAttempts: 1)
        _ = try? await client(settings).search("a")
        #expect(store.operations.withLock { $0 } == ["reserve 1 of youtube.search"] + row.operations)
    }

    @Test("waits until a shared count is available again, and reserves again")
    func waitForSharedCount() async throws {
        let reservation = QuotaReservation(1, of: .youTubeSearch, for: "k", on: QuotaDay(at: Self.startDate), id: "7")
        let store = RecordingStore(
            .limitedToShare(9, remaining: 85, retryAfter: .seconds(5)),
            .reserved(reservation)
        )
        let page = stub(.get, youTubeSearch, returning: .json(videos(["v"])))
        var settings = limitedConfiguration(9, StubTransport([page]))
        settings.quotaStore = store
        settings.clock = ImmediateClock()
        #expect(try await client(settings).search("a").items.count == 1)
        let reserve = "reserve 1 of youtube.search"
        #expect(store.operations.withLock { $0 } == [reserve, reserve, "commit 7"])
    }

    static let shares: [(delay: Duration?, retryAt: Double?, advice: String)] = [
        (nil, nil, "repair the shared count"), (.seconds(3_600), 3_600, "try again after 20"),
    ]

    @Test("explains that the share of this machine is used up, not the quota", arguments: shares)
    func share(row: (delay: Duration?, retryAt: Double?, advice: String)) async throws {
        var settings = limitedConfiguration(9, StubTransport([]))
        settings.quotaStore = RecordingStore(.limitedToShare(1_000, remaining: 85, retryAfter: row.delay))
        let limit = try await limit(of: client(settings))
        #expect(limit.kind == .outageShare)
        #expect(limit.retryAt == row.retryAt.map { Self.startDate.addingTimeInterval($0) })
        #expect(
            "\(SearchError.limitReached(.youTube, limit))".hasPrefix(
                "YouTube: the shared count of youtube.search is unavailable, and this machine has used its share of the quota (1,000); "
                    + "85 are left today; " + row.advice
            )
        )
    }

    @Test("rejects a request with the date that the store returns")
    func rejectionByStore() async throws {
        let date = Self.startDate.addingTimeInterval(60)
        var settings = limitedConfiguration(9, StubTransport([]))
        settings.quotaStore = RecordingStore(.rejected(until: date))
        #expect(try await limit(of: client(settings)).retryAt == date)
    }

    @Test("an expired stored response is returned and marked as stale once the quota is exhausted")
    func staleResponse() async throws {
        let date = MutableDate()
        var settings = limitedConfiguration(
            1,
            StubTransport([stub(.get, youTubeSearch, returning: .json(videos(["v"])))]),
            date: date
        )
        settings.store = MemoryStore(costLimit: 32 << 20, now: settings.now)
        let client = client(settings)
        _ = try await client.search("a")
        date.advance(by: 3_600)
        let page = try await client.search("a")
        #expect(page.provenance.staleReason == .limitReached)
        #expect(page.provenance.age == .seconds(3_600))
        #expect(page.quotaCost == 0)
    }

    @Test("a dry run estimates the cost without a request, and stored pages cost nothing")
    func dryRun() async throws {
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .sequence([.json(videos(["1"], next: "t")), .json(videos(["2"]))]))
        ])
        var settings = limitedConfiguration(3, transport)
        settings.store = MemoryStore(costLimit: 32 << 20, now: settings.now)
        settings.budget = CallBudgetMiddleware(2)
        let client = client(settings)
        let initialEstimate = try await client.dryRun("a", pages: 3)
        #expect(initialEstimate.cost == 3)
        #expect(initialEstimate.pagesFromStore == 0)
        #expect(initialEstimate.quota?.remaining == 3)
        #expect(initialEstimate.budgetLeft == 2)
        #expect(!initialEstimate.isAffordable)
        #expect(transport.received.isEmpty)
        let first = try await client.search("a")
        let estimateAfterOnePage = try await client.dryRun("a", pages: 3)
        #expect(estimateAfterOnePage.cost == 2)
        #expect(estimateAfterOnePage.pagesFromStore == 1)
        _ = try await client.search("a", at: first.next)
        let estimateAfterAllPages = try await client.dryRun("a", pages: 3)
        #expect(estimateAfterAllPages.cost == 0)
        #expect(estimateAfterAllPages.pagesFromStore == 2)
        #expect(estimateAfterAllPages.isAffordable)
        await #expect(throws: SearchError.self) { try await client.dryRun("") }
        settings.cacheMode = .reload
        #expect(try await self.client(settings).dryRun("a").cost == 1)
        #expect(transport.received.count == 2)
    }

    @Test(
        "a budget is shared by all clients of a configuration, and its error describes what to do",
        .stubbed(
            stub(.get, youTubeSearch, returning: .json(videos(["v"]))),
            stub(.get, repositorySearch, returning: .json(["total_count": 0, "items": []]))
        )
    )
    func budget() async throws {
        var settings = limitedConfiguration(9)
        let budget = CallBudgetMiddleware(2)
        settings.budget = budget
        let (youTube, gitHub) = (client(settings), GitHubClient(token: nil, configuration: settings))
        _ = try await youTube.search("a")
        _ = try await gitHub.searchRepositories("a")
        #expect(budget.remaining == 0)
        let error = await #expect(throws: SearchError.self) { try await youTube.search("b") }
        #expect(error?.description == "YouTube: the budget of 2 calls is used up; allow more calls")
        #expect(await youTube.quota().first?.used == 1)
    }
}
