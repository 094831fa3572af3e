import Foundation
import SeekBasics
import SeekModels
@_spi(Seek) import SeekNetworking
import SeekSearch
import SeekTestHelpers
import SeekTestingSupport
import Testing

/// The quota on a machine whose clock is wrong. The day is that of the server's clock.
@Suite("The quota and the server's clock")
struct QuotaClockTests {
    /// 09:00 Pacific time.
    private static let serverStart = Date(timeIntervalSince1970: 1_800_000_000 + 9 * 3_600)
    private static let midnight = serverStart.addingTimeInterval(15 * 3_600)
    private static let exhausted = HTTPResponse(json: ["error": ["errors": [["reason": "quotaExceeded"]]]], status: 403)
    private static let success = HTTPResponse(json: videos(["v"]))

    /// A server and a machine, whose clock is wrong by some hours.
    private final class Machine: Sendable {
        private let time: Mutex<(server: Date, offset: Double)>

        init(hours: Double) { time = Mutex((serverStart, hours * 3_600)) }

        var localDate: Date { time.withLock { $0.server.addingTimeInterval($0.offset) } }
        var serverDate: Date { time.withLock { $0.server } }
        func advance(by seconds: Double) { time.withLock { $0.server.addTimeInterval(seconds) } }
        func correctClock() { time.withLock { $0.offset = 0 } }

        /// A client of the machine, for a limit of 2 searches.
        func client(_ store: any QuotaStore, _ response: HTTPResponse) -> YouTubeClient {
            var response = response
            response.headerFields[.date] = HTTPDate.string(from: serverDate)
            var configuration = configuration(
                StubTransport([stub(.get, youTubeSearch, returning: .response(response))])
            )
            configuration.youTubeSearchBucket.limit = 2
            configuration.now = { self.localDate }
            configuration.quotaStore = store
            return YouTubeClient(apiKey: "k", configuration: configuration)
        }
    }

    /// Returns the limit with which a search fails; nil if it succeeds.
    private func limit(of client: YouTubeClient) async throws -> SearchLimit? {
        do { _ = try await client.search("a") } catch .limitReached(_, let limit) { return limit }
        return nil
    }

    @Test(
        "calls are counted on the server's day, and the quota resets at its midnight",
        arguments: [-20.0, -12, -1, 0, 1, 12, 20]
    )
    func counting(hours: Double) async throws {
        let (machine, store) = (Machine(hours: hours), MemoryQuotaStore())
        for _ in 0..<2 { #expect(try await limit(of: machine.client(store, Self.success)) == nil) }
        let localMidnight = Self.midnight.addingTimeInterval(hours * 3_600)
        let status = try #require(await machine.client(store, Self.success).quota().first)
        #expect(status.used == 2)
        #expect(status.resetsAt == localMidnight)
        let limit = try #require(try await limit(of: machine.client(store, Self.success)))
        #expect(limit.retryAt == localMidnight)
        machine.advance(by: 15 * 3_600)
        #expect(await machine.client(store, Self.success).quota().first?.used == 0)
        #expect(try await self.limit(of: machine.client(store, Self.success)) == nil)
    }

    @Test("a used-up quota is closed on the server's day", arguments: [-20.0, -12, -1, 0, 1, 12, 20])
    func closing(hours: Double) async throws {
        let (machine, store) = (Machine(hours: hours), MemoryQuotaStore())
        for _ in 0..<2 {
            let limit = try #require(try await limit(of: machine.client(store, Self.exhausted)))
            #expect(limit.retryAt == Self.midnight.addingTimeInterval(hours * 3_600))
        }
        let status = try #require(await machine.client(store, Self.success).quota().first)
        #expect(status.isExhausted)
        // The second search was not sent.
        #expect(status.used == 1)
        #expect(try await machine.client(store, Self.success).resetQuota().map(\.used) == [1])
    }

    @Test("a corrected local clock is noticed, although the last known day is used up", arguments: [-20.0, 20])
    func correctedClock(hours: Double) async throws {
        let (machine, store) = (Machine(hours: hours), MemoryQuotaStore())
        #expect(try await limit(of: machine.client(store, Self.exhausted)) != nil)
        machine.advance(by: 15 * 3_600)
        machine.correctClock()
        #expect(try await limit(of: machine.client(store, Self.success)) == nil)
        let status = try #require(await machine.client(store, Self.success).quota().first)
        #expect(status.resetsAt == Self.midnight.addingTimeInterval(24 * 3_600))
        #expect(status.used == 1)
    }

    @Test("the difference of the clocks is stored with the counts")
    func coding() async throws {
        let (machine, store) = (Machine(hours: 20), MemoryQuotaStore())
        #expect(try await limit(of: machine.client(store, Self.exhausted)) != nil)
        let ledger = await store.update { $0 }
        let decoded = try JSONDecoder().decode(QuotaLedger.self, from: JSONEncoder().encode(ledger))
        #expect(decoded == ledger)
        let restarted = machine.client(MemoryQuotaStore(decoded), Self.success)
        #expect(await restarted.quota() == machine.client(store, Self.success).quota())
        #expect(try await limit(of: restarted) != nil)
    }
}
