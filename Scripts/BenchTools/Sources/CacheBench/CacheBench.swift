package import BenchKit
import Foundation
import SeekCache

/// The bench `cache`: the stores compared with files and SQLite, in one process on one disk.
package struct CacheBench: Sendable {
    package struct Load: Sendable {
        var rounds = 11
        /// The number of entries to write and read.
        var entries = 10_000
        /// The number of entries of the largest store, which shows how the time grows with the size.
        var manyEntries = 100_000
        /// The number of files to write. Writing is slow, because each file is synced.
        var files = 1_000
        /// The number of requests in the measurement of the hit ratio.
        var requests = 1_000_000

        /// The load used for the figures in the README.
        package static let full = Load()
    }

    static let valueSize = 4_096
    /// The number of concurrent callers of a store, and the number of puts per transaction in the C program.
    static let callerCount = 64

    let load: Load
    let value: Data

    package init(load: Load = .full) {
        self.load = load
        var generator = SystemRandomNumberGenerator()
        value = Data((0..<Self.valueSize).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    package func run(_ emit: (BenchResult) -> Void) async throws {
        emit(try memoryGet())
        emit(try hitRatio())
        for row in try await puts() { emit(row) }
        for row in try await gets() { emit(row) }
        emit(try await pruneHalf())
        for row in try await growth() { emit(row) }
        for row in try await httpHits() { emit(row) }
    }

    static func key(_ number: Int) -> String { "https://example.com/items/\(number)" }

    /// Stores values for the keys of `0..<count`, from concurrent callers.
    func fill(_ store: DiskStore, _ count: Int) async throws {
        try await concurrently(count, tasks: Self.callerCount) { number in
            try await store.put(value, for: Self.key(number))
        }
    }

    /// Returns the numbers below `count` in a scattered, fixed order.
    static func shuffled(_ count: Int) -> [Int] {
        // A prime number that does not divide `count`, so that each number is reached once.
        var step = 7_919
        while count.isMultiple(of: step) { step += 2 }
        return (0..<count).map { $0 * step % count }
    }
}
