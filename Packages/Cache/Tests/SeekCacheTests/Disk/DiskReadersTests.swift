import Foundation
import SeekSQLite
import SeekTestHelpers
import Testing

@testable import SeekCache

@Suite("Readers of a disk store")
struct DiskReadersTests {
    /// Readers that hold a snapshot for so many milliseconds as soon as they are busy.
    private func options(holdingTime: Int = 3_600_000) -> DiskOptions {
        var options = DiskOptions()
        options.holdingTime = holdingTime
        options.pauseTime = 5
        options.readers = 1
        return options
    }

    /// A store with one entry, and readers of its database beside it.
    private func make(_ options: DiskOptions) async throws -> (TemporaryFolder, DiskStore, DiskReaders) {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url)
        try await store.put(bytes(10), for: "key")
        let readers = DiskReaders(path: folder.database.path, options: options)
        readers.begin()
        return (folder, store, readers)
    }

    private func size(of key: String, _ readers: DiskReaders) -> Int? {
        let hash = DiskOptions().hash(of: KeyBytes(key))
        let row = readers.read { connection throws(SQLiteError) in try connection.row(of: KeyBytes(key), hash: hash) }
        return row.flatMap { $0?.size }
    }

    /// Reads on and on, until something is so.
    private func read(_ readers: DiskReaders, until isSo: (SQLiteConnection) -> Bool) {
        let end = ContinuousClock.now + .seconds(30)
        while readers.read({ connection in isSo(connection) }) == false, .now < end {}
    }

    private func probe(_ folder: TemporaryFolder) throws -> SQLiteConnection {
        try SQLiteConnection(path: folder.database.path, busyTimeout: 0, longestRow: 1 << 20)
    }

    /// Whether a snapshot is in the way of beginning the log anew.
    private func isLogHeld(_ probe: SQLiteConnection) throws -> Bool {
        try probe.number("PRAGMA wal_checkpoint(TRUNCATE)") != 0
    }

    @Test("keep a snapshot while they are busy, and see at once what is committed")
    func commits() async throws {
        let (folder, store, readers) = try await make(options())
        #expect(readers.read { $0.holdsSnapshot } == false)
        for size in 11..<20 {
            read(readers) { $0.holdsSnapshot }
            #expect(self.size(of: "key", readers) == size - 1)
            #expect(readers.read { $0.holdsSnapshot } == true)
            try await store.put(bytes(size), for: "key")
            #expect(self.size(of: "key", readers) == size)
            #expect(readers.read { $0.holdsSnapshot } == false)
        }
        read(readers) { $0.holdsSnapshot }
        try await store.remove("key")
        #expect(size(of: "key", readers) == nil)
        withExtendedLifetime(folder) {}
    }

    @Test("let go of it after a while by themselves")
    func watch() async throws {
        let (folder, store, readers) = try await make(options(holdingTime: 100))
        let probe = try probe(folder)
        read(readers) { $0.holdsSnapshot }
        _ = size(of: "key", readers)
        let end = ContinuousClock.now + .seconds(30)
        while try isLogHeld(probe) {
            try #require(.now < end)
            await Task.yield()
        }
        // Closed before, it would have written the log back.
        await store.close()
    }

    @Test("let go of it when they are told to, and keep none then")
    func release() async throws {
        let (folder, store, readers) = try await make(options())
        let probe = try probe(folder)
        readers.release()
        read(readers) { $0.holdsSnapshot }
        _ = size(of: "key", readers)
        #expect(try isLogHeld(probe))
        readers.release()
        #expect(try !isLogHeld(probe))
        #expect(size(of: "key", readers) == 10)
        #expect(readers.read { $0.holdsSnapshot } == false)
        await store.close()
    }

    @Test("are not in the way of the space that is given back")
    func space() async throws {
        let folder = try TemporaryFolder()
        let store = try DiskStore(folder: folder.url, options: options())
        for index in 0..<100 { try await store.put(bytes(20_000), for: "\(index)") }
        let end = ContinuousClock.now + .milliseconds(20)
        while .now < end { #expect(try await store.value(for: "7")?.data == bytes(20_000)) }
        _ = try await store.clean(policy: MaxSizeCleanupPolicy(maxSize: 0))
        let patience = ContinuousClock.now + .seconds(30)
        while try FileManager.default.attributesOfItem(atPath: folder.log.path)[.size] as? Int != 0 {
            try #require(.now < patience)
            await Task.yield()
        }
        #expect(try await store.value(for: "7") == nil)
    }
}

@Suite("A burst of reads")
struct ReadBurstTests {
    /// Reads at these microseconds, while nobody commits: whether a snapshot is held at each.
    private static let bursts: [(reads: [Int], held: [Bool])] = [
        ([0], [false]),
        // One now and then holds none.
        ([0, 2_000, 4_000, 9_000], [false, false, false, false]),
        // After a pause of 2 ms in the midst of reads it is held for 20 ms, then the next pause begins.
        (
            [0, 1_000, 1_999, 2_000, 10_000, 21_999, 22_000, 23_000, 23_999, 24_000],
            [false, false, false, true, true, true, false, false, false, true]
        ),
        // Who comes back to a hold that nobody has ended goes on with it while it lasts.
        ([0, 1_000, 2_000, 21_000], [false, false, true, true]),
    ]

    @Test("holds a snapshot in turn with a pause", arguments: bursts)
    func turns(reads: [Int], held: [Bool]) {
        var burst = ReadBurst(DiskOptions())
        let start = ContinuousClock.now
        var isHeld = false
        for (read, expected) in zip(reads, held) {
            switch burst.step(at: start + .microseconds(read), isHeld: isHeld, isCurrent: true) {
            case .read: break
            case .hold: isHeld = true
            case .release: isHeld = false
            }
            #expect(isHeld == expected, "at \(read) µs")
        }
    }

    @Test("lets go at a commit, and pauses")
    func commit() {
        var burst = ReadBurst(DiskOptions())
        let start = ContinuousClock.now
        func step(_ time: Int, isHeld: Bool, isCurrent: Bool = true) -> ReadBurst.Step {
            burst.step(at: start + .microseconds(time), isHeld: isHeld, isCurrent: isCurrent)
        }
        _ = (step(0, isHeld: false), step(1_500, isHeld: false))
        #expect(step(2_500, isHeld: false) == .hold)
        #expect(step(2_600, isHeld: true) == .read)
        #expect(step(2_700, isHeld: true, isCurrent: false) == .release)
        #expect(step(4_600, isHeld: false) == .read)
        #expect(step(4_700, isHeld: false) == .hold)
        // Somebody else ended it.
        burst.pause(at: start + .microseconds(5_000))
        #expect(step(6_000, isHeld: false) == .read)
        #expect(step(6_900, isHeld: false) == .read)
        #expect(step(7_000, isHeld: false) == .hold)
        #expect(!burst.isOver(at: start + .microseconds(26_999)) && burst.isOver(at: start + .microseconds(27_000)))
    }
}
