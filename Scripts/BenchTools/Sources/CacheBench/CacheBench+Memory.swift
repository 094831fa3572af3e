import BenchKit
import Foundation
import SeekCache
import SeekTestHelpers

extension CacheBench {
    /// `memory-get`: reads a value from memory, measured in processor time to exclude other load on the machine.
    func memoryGet() throws -> BenchResult {
        let store = MemoryStore(costLimit: .max)
        let keys = (0..<load.entries).map(Self.key)
        for key in keys { try store.put(value, for: key, expiresAt: nil) }
        let order = Self.shuffled(load.entries).map { keys[$0] }
        let nanoseconds = try median(rounds: load.rounds) {
            let start = processorNanoseconds
            var bytes = 0
            for key in order { bytes += store.value(for: key)?.data.count ?? 0 }
            let time = processorNanoseconds - start
            guard bytes == order.count * Self.valueSize else { throw BenchFailure(description: "memory lost a value") }
            return time / Double(order.count)
        }
        return BenchResult("memory-get", nanoseconds, "ns", goal: .valueAtMost(1_000))
    }

    /// `hit-ratio-vs-lru`: requests that follow Zipf's law, with scans in between, to a store with room for a tenth of
    /// the keys.
    func hitRatio() throws -> BenchResult {
        let keyCount = 10_000
        let capacity = keyCount / 10
        // Values have 16 bytes, keys six.
        let cost = 16 + 6 + MemoryStore.entryOverhead
        let store = MemoryStore(costLimit: capacity * cost)
        var lru = LeastRecentlyUsed(capacity: capacity)
        var trace = ZipfTrace(keyCount: keyCount, exponent: 0.9, scanEvery: 5_000, scanLength: capacity / 2)
        let value = Data(count: 16)
        var (hits, lruHits) = (0, 0)
        for _ in 0..<load.requests {
            let number = trace.next()
            let key = String(number + 100_000)
            if store.value(for: key) != nil {
                hits += 1
            } else {
                try store.put(value, for: key, expiresAt: nil)
            }
            if lru.access(number) { lruHits += 1 }
        }
        let (ratio, lruRatio) = (Double(hits) / Double(load.requests), Double(lruHits) / Double(load.requests))
        return BenchResult(
            "hit-ratio-vs-lru",
            ratio,
            "hits/request",
            baseline: "LRU",
            ratio: lruRatio > 0 ? ratio / lruRatio : nil,
            goal: .ratioAbove(1)
        )
    }
}

/// The processor time of this thread.
private var processorNanoseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// A deterministic trace of keys as on the web: a few are frequent and many are rare, with occasional scans of keys
/// that are never used again.
private struct ZipfTrace {
    private let distribution: ZipfDistribution
    private let keyCount: Int
    private let scanEvery: Int
    private let scanLength: Int
    private var random = SeededGenerator(seed: 42)
    private var count = 0
    private var scanned = 0

    init(keyCount: Int, exponent: Double, scanEvery: Int, scanLength: Int) {
        distribution = ZipfDistribution(count: keyCount, exponent: exponent)
        self.keyCount = keyCount
        self.scanEvery = scanEvery
        self.scanLength = scanLength
    }

    /// Returns the number of the next key: from 0 to `keyCount` − 1, or a greater one in a scan.
    mutating func next() -> Int {
        count += 1
        if count % (scanEvery + scanLength) >= scanEvery {
            // Limited so that keys have six digits.
            scanned = (scanned + 1) % 700_000
            return keyCount + scanned
        }
        return distribution.rank(at: .random(in: 0..<1, using: &random))
    }
}

/// An exact LRU set of keys, the baseline for the hit ratio. It is simple rather than fast.
private struct LeastRecentlyUsed {
    private var lastAccess: [Int: Int] = [:]
    /// All accesses, in order.
    private var history: [(key: Int, access: Int)] = []
    /// The index in the history from which the least recently used key is searched.
    private var head = 0
    /// The number of accesses.
    private var clock = 0
    let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Looks up a key, inserts it if it is missing, and returns whether it was present.
    mutating func access(_ key: Int) -> Bool {
        clock += 1
        let isHit = lastAccess.updateValue(clock, forKey: key) != nil
        history.append((key, clock))
        while lastAccess.count > capacity {
            let oldest = history[head]
            head += 1
            // A key that was accessed again has a later element in the history, and is not the least recently used.
            if lastAccess[oldest.key] == oldest.access { lastAccess[oldest.key] = nil }
        }
        return isHit
    }
}
