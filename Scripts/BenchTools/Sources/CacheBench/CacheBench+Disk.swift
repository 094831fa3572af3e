import BenchKit
import Foundation
import SeekCache
import SeekTestHelpers

extension CacheBench {
    /// Returns a contestant that measures a store in a new folder in each round.
    private func freshStore(
        _ measure: @escaping @Sendable (DiskStore) async throws -> [Measure: Double]
    ) -> Contestant {
        Contestant("store") {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let store = try DiskStore(folder: folder.url)
            let figures = try await measure(store)
            await store.close()
            return figures
        }
    }

    /// Returns a contestant that measures the C program in a new folder in each round.
    private func freshProgram(
        _ measure: @escaping @Sendable (SQLiteProgram) async throws -> [Measure: Double]
    ) -> Contestant {
        Contestant("SQLite") {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            return try await measure(try SQLiteProgram(path: folder.url.appending(path: "baseline.sqlite").path))
        }
    }

    /// Stores values in an empty store, from concurrent callers.
    func puts() async throws -> [BenchResult] {
        let contestants = [
            freshStore { store in
                // Opens the database before the measurement, as the C program does.
                _ = try await store.value(for: "")
                return try await timed(load.entries) { try await fill(store, load.entries) }
            },
            freshProgram { program in
                let bytes = Array(value)
                return try await timed(load.entries) {
                    try program.put(load.entries, group: Self.callerCount, value: bytes)
                }
            },
            Contestant("files") {
                let folder = try TemporaryFolder()
                defer { folder.remove() }
                let url = folder.url
                return try await timed(load.files) {
                    try await concurrently(load.files, tasks: Self.callerCount) { number in
                        try value.write(to: url.appending(path: "\(number)"), options: .atomic)
                    }
                }
            },
        ]
        let figures = try await compare(contestants, rounds: load.rounds)
        return [
            figures.rateRow("put-vs-files", of: "store", to: "files", unit: "puts/s", goal: .ratioAtLeast(8)),
            figures.timeRow("put-vs-sqlite", of: "store", to: "SQLite", goal: .ratioAtMost(1.5)),
        ]
    }

    /// Reads all entries of a store in a scattered order.
    func gets() async throws -> [BenchResult] {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try DiskStore(folder: folder.url.appending(path: "store"))
        try await fill(store, load.entries)
        let path = folder.url.appending(path: "baseline.sqlite").path
        try SQLiteProgram(path: path).put(load.entries, group: Self.callerCount, value: Array(value))
        let order = Self.shuffled(load.entries)
        let keys = order.map(Self.key)
        @Sendable func read() async throws {
            for key in keys {
                guard try await store.value(for: key)?.data.count == Self.valueSize else {
                    throw BenchFailure(description: "the store lost a value")
                }
            }
        }
        let contestants = [
            Contestant("store") { try await timed(keys.count) { try await read() } },
            Contestant("SQLite") {
                let program = try SQLiteProgram(path: path)
                let numbers = order.map(Int32.init)
                return try await timed(keys.count) { try program.get(numbers, size: Self.valueSize) }
            },
            Contestant("2 readers") {
                try await timed(2 * keys.count) { try await concurrently(2, tasks: 2) { _ in try await read() } }
            },
        ]
        // Other load affects two readers more than one, so more rounds are measured.
        let figures = try await compare(contestants, rounds: 3 * load.rounds)
        await store.close()
        return [
            figures.timeRow("get-vs-sqlite", of: "store", to: "SQLite", goal: .ratioAtMost(2)),
            figures.rateRow(
                "get-2-readers",
                of: "2 readers",
                to: "store",
                label: "1 reader",
                unit: "gets/s",
                goal: .ratioAtLeast(1.2)
            ),
        ]
    }

    /// Removes the least recently used half of a store.
    func pruneHalf() async throws -> BenchResult {
        let half = load.entries / 2
        let contestants = [
            freshStore { store in
                try await fill(store, load.entries)
                return try await timed(1) {
                    let report = try await store.trim(to: CacheLimits(maxCount: load.entries - half))
                    guard report.removed.count == half else {
                        throw BenchFailure(description: "the store did not remove the expected number of entries")
                    }
                }
            },
            freshProgram { program in
                try program.put(load.entries, group: Self.callerCount, value: Array(value))
                return try await timed(1) { try program.prune(half) }
            },
        ]
        let figures = try await compare(contestants, rounds: load.rounds)
        return figures.timeRow("prune-half-vs-sqlite", of: "store", to: "SQLite", unit: "ms", goal: .ratioAtMost(1.2))
    }

    /// Compares large stores with small ones: the time to remove 100 entries, and the time to open a store.
    func growth() async throws -> [BenchResult] {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let pruned = min(100, load.entries / 10)
        func filled(_ count: Int) async throws -> URL {
            let url = folder.url.appending(path: "\(count)")
            let store = try DiskStore(folder: url)
            try await fill(store, count)
            await store.close()
            return url
        }
        let (few, some, many) = (
            try await filled(10), try await filled(load.entries / 10), try await filled(load.manyEntries)
        )
        func opening(_ name: String, _ url: URL) -> Contestant {
            Contestant(name) {
                var store: DiskStore?
                let figures = try await timed(1) {
                    let opened = try DiskStore(folder: url)
                    _ = try await opened.value(for: "none")
                    store = opened
                }
                await store?.close()
                return figures
            }
        }
        let opened = try await compare([opening("many", many), opening("few", few)], rounds: 2 * load.rounds)
        func pruning(_ name: String, _ url: URL, of count: Int) throws -> Contestant {
            let store = try DiskStore(folder: url)
            return Contestant(name) {
                let figures = try await timed(1) {
                    let report = try await store.trim(to: CacheLimits(maxCount: count - pruned))
                    guard report.removed.count == pruned else {
                        throw BenchFailure(description: "the store did not remove the expected number of entries")
                    }
                }
                // Restores the number of entries for the next round.
                for item in 0..<pruned { try await store.put(value, for: "again \(UUID().uuidString) \(item)") }
                return figures
            }
        }
        let contestants = [
            try pruning("many", many, of: load.manyEntries), try pruning("some", some, of: load.entries / 10),
        ]
        let trimmed = try await compare(contestants, rounds: load.rounds)
        return [
            trimmed.timeRow(
                "prune-growth",
                of: "many",
                to: "some",
                label: "100 of 1,000",
                unit: "ms",
                goal: .ratioAtMost(3)
            ),
            opened.timeRow("open-growth", of: "many", to: "few", label: "10 entries", goal: .ratioAtMost(2)),
        ]
    }
}
