import Foundation
import SeekCache
import SeekTestHelpers
import Testing

@Suite("A flipped bit or a truncation in a file of a disk store")
struct DiskBitFlipTests {
    enum Change: CaseIterable { case flip, cut }

    /// The values in the store, on several pages and one in a file. Every second value expires, 60 s after its put.
    private static let content: [(key: String, value: Data, expires: Double?)] = (0..<24).map { index in
        (
            "key \(index)", bytes(index == 20 ? 40_000 : index * index * 12, seed: UInt64(index)),
            index % 2 == 0 ? 60 : nil
        )
    }

    @Test("in the database results in neither a wrong value nor an unusable store", arguments: Change.allCases, 0..<4)
    func database(_ change: Change, part: Int) async throws {
        let original = try await Self.makeStore(withWAL: false)
        try await Self.check(original, file: original.database, change, part: part)
    }

    @Test("in the WAL results in neither a wrong value nor an unusable store", arguments: Change.allCases, 0..<4)
    func wal(_ change: Change, part: Int) async throws {
        let original = try await Self.makeStore(withWAL: true)
        try await Self.check(original, file: original.wal, change, part: part)
    }

    /// Returns the files of a filled store: closed, or as left by a process that was killed.
    private static func makeStore(withWAL: Bool) async throws -> TemporaryFolder {
        let clock = ManualDate()
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url, now: { clock.now })
        for (key, value, expires) in content {
            try await store.put(value, for: key, expiresAt: expires.map { clock.now + $0 })
        }
        guard withWAL else {
            await store.close()
            return folder
        }
        let copy = try TemporaryFolder()
        try duplicate(folder, to: copy)
        return copy
    }

    private static func duplicate(_ folder: TemporaryFolder, to copy: TemporaryFolder) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) where !name.hasSuffix("-shm") {
            try FileManager.default.copyItem(at: folder.file(name), to: copy.file(name))
        }
    }

    private static func check(_ original: TemporaryFolder, file: URL, _ change: Change, part: Int) async throws {
        let size = try Data(contentsOf: file).count
        #expect(size > 30_000)
        var generator = SeededGenerator(seed: UInt64(part))
        // Each part tests a quarter of about 120 positions. A third of the positions are in the first 2,000 bytes,
        // which contain the header.
        let positions = Array(stride(from: 0, to: 2_000, by: 50)) + Array(stride(from: 2_000, to: size, by: size / 80))
        var readableCount = 0
        for position in positions.enumerated().filter({ $0.offset % 4 == part }).map(\.element) {
            let copy = try TemporaryFolder()
            try duplicate(original, to: copy)
            try modify(copy.file(file.lastPathComponent)) { data in
                switch change {
                case .flip: data[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case .cut: data.removeSubrange(position...)
                }
            }
            readableCount += try await countOfReadableValues(in: copy, "\(change) at \(position)")
        }
        // Otherwise no value was compared.
        #expect(change == .cut || readableCount > 0)
    }

    /// Returns the number of values that can still be read. Checks that they are unchanged and the store is usable.
    private static func countOfReadableValues(
        in folder: TemporaryFolder,
        _ description: String
    ) async throws -> Int {
        let clock = ManualDate()
        let store = try DiskStore(folder: folder.url, now: { clock.now })
        var count = 0
        for (key, value, expires) in content {
            guard let entry = try await store.value(for: key) else { continue }
            let isUnchanged =
                entry.data == value && entry.storedAt == clock.now
                && entry.expiresAt == expires.map { clock.now + $0 }
            #expect(isUnchanged, "\(description): \(key)")
            count += 1
        }
        _ = try await store.items()
        try await store.put(bytes(900), for: "afterwards")
        let data = try await store.value(for: "afterwards")?.data
        #expect(data == bytes(900), "\(description)")
        return count
    }
}
