import Dispatch
import Foundation
import SeekBasics
import SeekCache
import SeekTestHelpers
import Testing

/// The stores that must fulfill the contract of `DataStore`.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case memory, disk, tiered

    var testDescription: String { rawValue }

    /// Creates an empty store.
    func make() throws -> StoreFixture {
        let clock = ManualDate()
        let folder = try TemporaryFolder()
        let store: any DataStore =
            switch self {
            case .memory: MemoryStore(costLimit: 256 << 20, now: { clock.now })
            case .disk: try DiskStore(folder: folder.url, now: { clock.now })
            case .tiered:
                TieredStore(
                    memory: MemoryStore(costLimit: 64 << 20, now: { clock.now }),
                    over: try DiskStore(folder: folder.url, now: { clock.now })
                )
            }
        return StoreFixture(store: store, clock: clock, folder: folder)
    }
}

struct StoreFixture: Sendable {
    let store: any DataStore
    let clock: ManualDate
    /// The folder of the files, which is removed together with the fixture.
    let folder: TemporaryFolder
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

/// An executor with its own queue, for tasks that block their thread, as tasks in the cooperative pool must not.
final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "queue executor")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

/// A number that concurrent tasks increment.
final class Counter: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .sequentiallyConsistent) }

    func add() { number.add(1, ordering: .sequentiallyConsistent) }
}

#if os(Linux)
/// Sets a resource limit of the process, and returns the previous limit.
@discardableResult
func setLimit(_ resource: __rlimit_resource, to value: rlim_t) -> rlim_t {
    let resource = __rlimit_resource_t(resource.rawValue)
    var limit = rlimit()
    getrlimit(resource, &limit)
    let previous = limit.rlim_cur
    limit.rlim_cur = value
    setrlimit(resource, &limit)
    return previous
}
#endif
