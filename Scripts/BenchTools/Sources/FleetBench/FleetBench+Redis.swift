#if os(Linux)
import BenchKit
import Foundation
import RedisBaseline
import SeekCache
import SeekHTTPCache
import SeekRedis
import SeekTestHelpers
import Synchronization

/// The measurements of SeekRedis's store, with entries of 35 KB, the size of a page of 50 videos.
extension FleetBench {
    private static let size = 35_000
    /// The key of a plain string, which the baselines read.
    private static let rawKey = "raw"

    /// `redis-get-vs-c`: sequential reads, compared with the C program on hiredis. `redis-throughput-vs-benchmark`:
    /// concurrent reads, compared with `redis-benchmark`.
    func reads() async throws -> [BenchResult] {
        let server = try await RedisServer()
        try server.execute("SET", Self.rawKey, String(repeating: "x", count: Self.size))
        // With the default timeout, the client could take an overloaded processor for an outage.
        let redis = try Redis(url: server.url) { $0.timeout = .seconds(10) }
        let store = redis.responseStore
        let entry = Data(repeating: 120, count: Self.size)
        _ = try await store.put(entry, for: "key", expiresAt: .now + 3_600, if: .always)
        let program = try RedisProgram(socket: server.path)
        let count = load.reads
        let sequential = try await compare(
            [
                Contestant("seek") { try await timed(count) { try await Self.read(store, count) } },
                Contestant("hiredis") {
                    try await timed(count) { try program.get(Self.rawKey, count: count, size: Self.size) }
                },
            ],
            rounds: load.rounds
        )
        let concurrent = try await compare(
            [
                Contestant("seek") {
                    try await timed(count) {
                        try await concurrently(count, tasks: Self.machineCount) { _ in try await Self.read(store, 1) }
                    }
                },
                Contestant("redis-benchmark") {
                    let path = server.path
                    let rate = try await BenchmarkProgram.getsPerSecond(Self.rawKey, count: count, socket: path)
                    return [.time: 1e6 / rate]
                },
            ],
            rounds: load.rounds
        )
        return [
            sequential.timeRow("redis-get-vs-c", of: "seek", to: "hiredis", goal: .ratioAtMost(1.5)),
            concurrent.rateRow(
                "redis-throughput-vs-benchmark",
                of: "seek",
                to: "redis-benchmark",
                unit: "gets/s",
                goal: .ratioAtLeast(0.5)
            ),
        ]
    }

    private static func read(_ store: any SharedRecordStore, _ count: Int) async throws {
        for _ in 0..<count {
            guard try await store.value(for: "key")?.data.count == size else {
                throw BenchFailure(description: "Redis lost the entry")
            }
        }
    }
}

/// The C program on hiredis, the baseline for SeekRedis.
private final class RedisProgram: @unchecked Sendable {
    // Unchecked: the lock is held while the C program uses its connection.
    private let lock = Mutex(())
    private let baseline: OpaquePointer

    init(socket: String) throws {
        guard let baseline = redis_baseline_make(socket) else {
            throw BenchFailure(description: "hiredis: no connection to \(socket)")
        }
        self.baseline = baseline
    }

    deinit { redis_baseline_free(baseline) }

    /// Gets a key `count` times in sequence. Throws if a value does not have `size` bytes.
    func get(_ key: String, count: Int, size: Int) throws {
        let correct = lock.withLock { _ in redis_baseline_get(baseline, key, Int32(count), size) }
        guard correct == count else {
            throw BenchFailure(description: "hiredis: only \(correct) of \(count) gets were correct")
        }
    }
}

/// The program `redis-benchmark`, which comes with Redis.
private enum BenchmarkProgram {
    /// Gets a key on 16 connections, each without pipelining, and returns the gets per second.
    static func getsPerSecond(_ key: String, count: Int, socket: String) async throws -> Double {
        let folder = try TemporaryFolder()
        let log = folder.file("benchmark.csv")
        let program = try ChildProgram(
            "redis-benchmark",
            ["-s", socket, "-n", "\(count)", "-c", "\(FleetBench.machineCount)", "-P", "1", "--csv", "GET", key],
            log: log
        )
        let status = await program.status(within: .seconds(120))
        let output = try String(contentsOf: log, encoding: .utf8)
        // A header line, then: "GET key","57636.89",…
        let cells = output.split(separator: "\n").last?.split(separator: ",") ?? []
        guard status == 0, cells.count > 1, let value = Double(cells[1].filter { $0 != "\"" }) else {
            throw BenchFailure(description: "redis-benchmark: \(output)")
        }
        return value
    }
}
#endif
