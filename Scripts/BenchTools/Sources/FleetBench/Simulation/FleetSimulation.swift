#if os(Linux)
import BenchKit
import Foundation
import Seek
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import Synchronization

/// A discrete-event simulation of machines that share one Redis. Each machine is a complete client of Seek, with its
/// cache in memory and a clock up to half an hour off; only Redis, the server and time are simulated.
struct FleetSimulation: Sendable {
    var machineCount: Int
    /// The duration in seconds.
    var duration = 1_800.0
    /// The mean time between two searches of a machine in seconds.
    var interval = 60.0
    var textCount = 10_000
    var seed: UInt64 = 1

    /// The seconds from a request to the server's response.
    static let upstreamLatency = 0.3

    struct Outcome: Sendable {
        var searches: Int
        var failures: Int
        var calls: Int
        /// The number of calls if all machines shared one cache that stores responses without delay.
        var idealCalls: Int
        var usage: SimulatedRedis.Usage
    }

    func run() async -> Outcome {
        let time = SimulatedTime(start: Date(timeIntervalSince1970: 1_795_248_000))
        let redis = SimulatedRedis(time: time)
        let upstream = SimulatedUpstream(time: time)
        let distribution = ZipfDistribution(count: textCount)
        let recorder = SearchRecorder()
        await time.run(machineCount) { number in
            var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
            let seek = client(number, time, redis, upstream)
            while true {
                // The times between searches are distributed exponentially, as those of independent users.
                await time.sleep(-log(1 - Double.random(in: 0..<1, using: &random)) * interval)
                guard time.second < duration else { return }
                let text = distribution.rank(at: .random(in: 0..<1, using: &random))
                recorder.add(text, at: time.second)
                do { _ = try await seek.youTube.search("text \(text)") } catch { recorder.addFailure() }
            }
        }
        return recorder.outcome(calls: upstream.calls, usage: redis.usage)
    }

    private func client(
        _ number: Int,
        _ time: SimulatedTime,
        _ redis: SimulatedRedis,
        _ upstream: SimulatedUpstream
    ) -> SeekClient {
        var configuration = SeekConfiguration(youTubeAPIKey: "fleet")
        configuration.cacheFolder = nil
        configuration.stateFolder = nil
        configuration.sharedBackend = SimulatedBackend(redis: redis)
        configuration.client = ClientConfiguration(transport: upstream)
        let clockOffset = Double(number % 7 - 3) * 600
        configuration.client.now = { time.now.addingTimeInterval(clockOffset) }
        return SeekClient(configuration)
    }

    /// Counts the searches and failures, and the calls that an ideal cache would send for the same searches.
    private final class SearchRecorder: Sendable {
        private struct State {
            var searches = 0
            var failures = 0
            var ideal = IdealCache()
        }

        private struct IdealCache {
            var calls = 0
            var freshUntil: [Int: Double] = [:]

            mutating func search(_ text: Int, at second: Double) {
                guard second >= freshUntil[text] ?? 0 else { return }
                calls += 1
                // Seek's time to live of search responses is 15 minutes.
                freshUntil[text] = second + 900
            }
        }

        private let state = Mutex(State())

        func add(_ text: Int, at second: Double) {
            state.withLock { state in
                state.searches += 1
                state.ideal.search(text, at: second)
            }
        }

        func addFailure() { state.withLock { $0.failures += 1 } }

        func outcome(calls: Int, usage: SimulatedRedis.Usage) -> Outcome {
            state.withLock { state in
                Outcome(
                    searches: state.searches,
                    failures: state.failures,
                    calls: calls,
                    idealCalls: state.ideal.calls,
                    usage: usage
                )
            }
        }
    }
}

/// A server in virtual time that returns the same page for every request and counts the requests.
private final class SimulatedUpstream: HTTPTransport {
    private let time: SimulatedTime
    private let count = Mutex(0)
    private let response = HTTPResponse(
        headerFields: [.contentType: "application/json; charset=UTF-8"],
        body: Data(#"{"kind":"youtube#searchListResponse","items":[]}"#.utf8)
    )

    init(time: SimulatedTime) { self.time = time }

    var calls: Int { count.withLock { $0 } }

    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        count.withLock { $0 += 1 }
        await time.sleep(FleetSimulation.upstreamLatency)
        return response
    }
}
#endif
