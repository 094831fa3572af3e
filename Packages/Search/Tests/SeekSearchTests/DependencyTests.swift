import Foundation
import SeekBasics
import SeekCache
import SeekModels
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import Testing

@Suite("Injected dependencies")
struct DependencyTests {
    /// A date set by the test, and a clock that does not wait.
    final class Dependencies: Sendable {
        let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let clock = ImmediateClock()

        func configuration(_ transport: StubTransport, store: MemoryStore) -> ClientConfiguration {
            var configuration = ClientConfiguration(transport: transport)
            configuration.store = store
            configuration.now = { self.time.withLock { $0 } }
            configuration.clock = clock
            configuration.retryPolicy = RetryPolicy()
            return configuration
        }
    }

    @Test("date, clock, transport and store are passed in, and equal inputs produce equal outputs")
    func inputs() async throws {
        func run() async throws -> [String] {
            let dependencies = Dependencies()
            let responses: [StubResponse] = [.status(503), .json(videos(["1"])), .json(videos(["2"]))]
            let transport = StubTransport([stub(.get, youTubeSearch, returning: .sequence(responses))])
            let client = YouTubeClient(
                apiKey: "k",
                configuration: dependencies.configuration(transport, store: MemoryStore(costLimit: 32 << 20))
            )
            var lines: [String] = []
            for step in 0..<3 {
                let page = try await client.search("swift")
                lines.append("\(page.items.map(\.id)) \(page.provenance) \(page.quotaCost)")
                dependencies.time.withLock { $0 += step == 0 ? 60 : 3_600 }
            }
            // The delay of the retry is random, and is measured by the given clock.
            lines.append("slept \(dependencies.clock.elapsed > .zero), sent \(transport.received.count)")
            return lines
        }
        let first = try await run()
        // The first search costs two calls, because the response 503 is retried.
        #expect(
            first == [
                "[\"1\"] network 2", "[\"1\"] memory, 60 s old 0", "[\"2\"] network 1", "slept true, sent 3",
            ]
        )
        #expect(try await run() == first)
    }

    @Test("two clients share only the dependencies that both were given")
    func noHiddenState() async throws {
        func client(_ configuration: ClientConfiguration) -> YouTubeClient {
            YouTubeClient(apiKey: "k", configuration: configuration)
        }
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(videos(["1"])))])
        let shared = configuration(transport)
        _ = try await client(shared).search("a")
        #expect(await client(shared).quota().first?.used == 1)
        #expect(await client(configuration(transport)).quota().first?.used == 0)
    }
}
