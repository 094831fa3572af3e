import SeekBasics
import SeekTestingSupport
import Testing

@testable import SeekNetworking

/// A request takes a ticket before it is sent, and its response is stored only if the ticket is still current.
@Suite("Store coordinator", .timeLimit(.minutes(1)))
struct StoreCoordinatorTests {
    @Test("a ticket is current until its own URL is invalidated")
    func tickets() {
        let coordinator = StoreCoordinator()
        let (first, ofOtherURL) = (coordinator.begin("a"), coordinator.begin("b"))
        coordinator.invalidate("a")
        let second = coordinator.begin("a")
        #expect(!coordinator.isCurrent(first))
        #expect(coordinator.isCurrent(second))
        #expect(coordinator.isCurrent(ofOtherURL))
        for ticket in [first, second, ofOtherURL] { coordinator.end(ticket) }
        #expect(coordinator.isIdle)
        coordinator.invalidate("a")
        #expect(coordinator.isIdle)
    }

    @Test("an earlier request cannot replace the response to a later request under the same key")
    func order() {
        let coordinator = StoreCoordinator()
        let (first, second) = (coordinator.begin("a"), coordinator.begin("a"))
        #expect(coordinator.beginStoring(at: "key", for: second))
        #expect(!coordinator.beginStoring(at: "key", for: first))
        #expect(coordinator.beginStoring(at: "other", for: first))
        #expect(coordinator.beginStoring(at: "key", for: second))
    }

    @Test("steps for one URL run one after the other, and the coordinator is idle afterwards")
    func exclusion() async {
        let coordinator = StoreCoordinator()
        let counts = Counts()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    await coordinator.exclusively("\(number % 2)") {
                        counts.begin(number % 2)
                        await Task.yield()
                        counts.end(number % 2)
                    }
                }
            }
        }
        #expect(counts.maximum == 1)
        #expect(coordinator.isIdle)
    }

    @Test("the coordinator is shared by the caches over one store, but not with caches over other stores")
    func sharing() {
        let (store, otherStore) = (TestStore(), TestStore())
        let coordinator = StoreCoordinator.coordinator(of: store)
        #expect(coordinator === StoreCoordinator.coordinator(of: store))
        #expect(coordinator !== StoreCoordinator.coordinator(of: otherStore))
        #expect(coordinator !== StoreCoordinator.coordinator(of: OtherProcessStore(store)))
    }
}

/// Counts the steps that run at the same time, for each of two URLs.
private final class Counts: Sendable {
    private let state = Mutex((running: [0, 0], maximum: 0))
    var maximum: Int { state.withLock(\.maximum) }

    func begin(_ index: Int) {
        state.withLock { state in
            state.running[index] += 1
            state.maximum = max(state.maximum, state.running[index])
        }
    }

    func end(_ index: Int) { state.withLock { $0.running[index] -= 1 } }
}
