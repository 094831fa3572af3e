import Foundation
import SeekCache
import SeekTestHelpers
import Testing

/// The stores that are tested for the contract of `DataStore`.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case memory, disk, tiered

    var testDescription: String { rawValue }

    /// Creates an empty store, whose files exist as long as the fixture.
    func make() throws -> StoreFixture {
        let clock = TestClock()
        let folder = try TemporaryFolder()
        let store: any DataStore =
            switch self {
            case .memory: MemoryStore(costLimit: 256 << 20, now: clock.read)
            case .disk: try DiskStore(folder: folder.url, now: clock.read)
            case .tiered:
                TieredStore(
                    memory: MemoryStore(costLimit: 64 << 20, now: clock.read),
                    over: try DiskStore(folder: folder.url, now: clock.read)
                )
            }
        return StoreFixture(store: store, clock: clock, folder: folder)
    }
}

struct StoreFixture: Sendable {
    let store: any DataStore
    let clock: TestClock
    private let folder: TemporaryFolder

    init(store: any DataStore, clock: TestClock, folder: TemporaryFolder) {
        self.store = store
        self.clock = clock
        self.folder = folder
    }
}

/// Returns pseudorandom bytes, which are the same for the same arguments.
func bytes(_ count: Int, seed: UInt64 = 1) -> Data {
    var generator = SeededGenerator(seed: seed)
    var data = Data(capacity: count)
    while data.count < count {
        withUnsafeBytes(of: generator.next()) { data.append(contentsOf: $0.prefix(count - data.count)) }
    }
    return data
}
