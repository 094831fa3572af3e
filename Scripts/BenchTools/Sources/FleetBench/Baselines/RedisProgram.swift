#if os(Linux)
import BenchKit
import RedisBaseline
import Synchronization

/// The C program on hiredis, the baseline for SeekRedis.
final class RedisProgram: @unchecked Sendable {
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
#endif
