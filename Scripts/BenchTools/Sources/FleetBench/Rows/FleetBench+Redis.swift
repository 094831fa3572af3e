#if os(Linux)
import BenchKit
import SeekNetworking
import SeekRedis
import SeekTestHelpers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rows of SeekRedis's store, with entries of 35 KB, the size of a page of 50 videos.
extension FleetBench {
    private static let size = 35_000
    private static let rawKey = "raw"

    /// `redis-get-vs-c` and `redis-throughput-vs-benchmark`.
    func reads() async throws -> [BenchResult] {
        let server = try await RedisServer()
        try server.execute("SET", Self.rawKey, String(repeating: "x", count: Self.size))
        // An overloaded processor is not an outage.
        let redis = try Redis(url: server.url) { $0.timeout = .seconds(10) }
        let store = redis.responseStore
        let fetch = try await store.beginFetch(of: "key", generationKey: "generation", timeout: .zero)
        let write = SharedWrite(
            bytes: Data(repeating: 120, count: Self.size),
            freshFor: .seconds(3_600),
            expiresIn: .seconds(3_600)
        )
        guard try await store.endFetch(fetch, storing: write) else {
            throw BenchFailure(description: "the entry was not stored")
        }
        let program = try RedisProgram(socket: server.path)
        let count = load.reads
        let sequential = try await compare(
            [
                Contestant("seek") { try await Self.timed(count) { try await Self.read(store, count) } },
                Contestant("hiredis") {
                    try await Self.timed(count) { try program.get(Self.rawKey, count: count, size: Self.size) }
                },
            ],
            rounds: load.rounds
        )["µs"]
        let concurrent = try await compare(
            [
                Contestant("seek") {
                    let figures = try await Self.timed(count) {
                        try await withThrowingTaskGroup(of: Void.self) { group in
                            for _ in 0..<Self.machines {
                                group.addTask { try await Self.read(store, count / Self.machines) }
                            }
                            try await group.waitForAll()
                        }
                    }
                    return ["/s": 1_000_000 / (figures["µs"] ?? .nan)]
                },
                Contestant("redis-benchmark") {
                    ["/s": try await BenchmarkProgram.getsPerSecond(Self.rawKey, count: count, socket: server.path)]
                },
            ],
            rounds: load.rounds
        )["/s"]
        return [
            BenchResult(
                "redis-get-vs-c",
                sequential?.median(of: "seek") ?? .nan,
                "µs",
                baseline: "hiredis",
                ratio: sequential?.ratio(of: "seek", to: "hiredis"),
                goal: .ratioAtMost(1.5)
            ),
            BenchResult(
                "redis-throughput-vs-benchmark",
                concurrent?.median(of: "seek") ?? .nan,
                "gets/s",
                baseline: "redis-benchmark",
                ratio: concurrent?.ratio(of: "seek", to: "redis-benchmark"),
                goal: .ratioAtLeast(0.5)
            ),
        ]
    }

    /// Reads the entry `count` times in sequence.
    private static func read(_ store: any SharedResponseStore, _ count: Int) async throws {
        for _ in 0..<count {
            guard try await store.entry(for: "key")?.bytes.count == size else {
                throw BenchFailure(description: "Redis lost the entry")
            }
        }
    }

    /// Returns the microseconds per operation.
    private static func timed(_ count: Int, _ work: () async throws -> Void) async rethrows -> [String: Double] {
        let start = ContinuousClock.now
        try await work()
        return ["µs": start.duration(to: .now) / .microseconds(1) / Double(count)]
    }
}
#endif
