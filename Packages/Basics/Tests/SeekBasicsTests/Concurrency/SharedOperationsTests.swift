import Foundation
import SeekBasics
import Testing

@Suite("Shared operations", .timeLimit(.minutes(3)))
struct SharedOperationsTests {
    private let operations = SharedOperations<String, Int>()
    private let release: AsyncStream<Void>
    private let releaser: AsyncStream<Void>.Continuation

    init() { (release, releaser) = AsyncStream.makeStream() }

    /// Starts a caller whose operation ends when the test releases it, and waits until the caller has joined.
    private func caller(
        _ key: String = "a",
        _ value: Int = 1,
        until deadline: ContinuousClock.Instant? = nil,
        in operations: SharedOperations<String, Int>? = nil
    ) async -> Task<SharedOperations<String, Int>.Outcome, Never> {
        let operations = operations ?? self.operations
        let count = operations.waiterCount { $0 == key }
        let task = Task { [operations, release] in
            await operations.value(for: key, until: deadline) {
                for await _ in release { break }
                return Task.isCancelled ? -1 : value
            }
        }
        while operations.waiterCount(where: { $0 == key }) == count { await Task.yield() }
        return task
    }

    private func value(_ outcome: SharedOperations<String, Int>.Outcome) -> Int? {
        if case .value(let value, _) = outcome { value } else { nil }
    }

    @Test("run once for all callers with the same key, and report exactly one of them as the first")
    func shared() async {
        let callers = [await caller("a", 1), await caller("a", 2), await caller("a", 3)]
        releaser.finish()
        var firstCount = 0
        for caller in callers {
            let outcome = await caller.value
            #expect(value(outcome) == 1)
            if case .value(_, isFirst: true) = outcome { firstCount += 1 }
        }
        #expect(firstCount == 1)
        #expect(operations.waiterCount { _ in true } == 0)
    }

    @Test("of different keys are independent, and a completed operation is not shared")
    func independent() async {
        let (first, second) = (await caller("a", 1), await caller("b", 2))
        releaser.finish()
        #expect(value(await first.value) == 1)
        #expect(value(await second.value) == 2)
        #expect(value(await operations.value(for: "a") { 3 }) == 3)
    }

    @Test("are abandoned only by the caller that is cancelled, and are not joined after the last caller has left")
    func cancellation() async {
        let (first, second) = (await caller(), await caller())
        first.cancel()
        guard case .abandoned(isLast: false) = await first.value else {
            Issue.record("the starter waited for the value")
            return
        }
        #expect(operations.waiterCount { _ in true } == 1)
        second.cancel()
        guard case .abandoned(isLast: true) = await second.value else {
            Issue.record("the second caller waited for the value")
            return
        }
        #expect(value(await operations.value(for: "a") { 4 }) == 4)
    }

    @Test("are abandoned by a caller at its own deadline")
    func deadline() async {
        let starter = await caller(until: .now + .seconds(1_000))
        let joiner = Task { [operations] in await operations.value(for: "a", until: .now + .milliseconds(5)) { 2 } }
        guard case .abandoned(isLast: false) = await joiner.value else {
            Issue.record("the deadline had no effect")
            return
        }
        releaser.finish()
        #expect(value(await starter.value) == 1)
    }

    @Test("are not started by a cancelled caller")
    func cancelledBefore() async {
        let operations = operations
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await operations.value(for: "a") {
                Issue.record("the operation was started")
                return 1
            }
        }
        // The caller has joined no operation, so it is not the last caller of one.
        guard case .abandoned(isLast: false) = await task.value else {
            Issue.record("the caller waited")
            return
        }
        #expect(operations.waiterCount { _ in true } == 0)
    }

    @Test("that outlive their callers continue when all callers have left, and are joined by later callers")
    func outlivesCallers() async {
        let operations = SharedOperations<String, Int>(outlivesCallers: true)
        let deadline = ContinuousClock.now + .seconds(1_000)
        let first = await caller("a", 1, until: deadline, in: operations)
        first.cancel()
        guard case .abandoned(isLast: true) = await first.value else {
            Issue.record("the cancelled caller waited")
            return
        }
        #expect(operations.waiterCount { _ in true } == 0)
        let second = await caller("a", 2, until: deadline, in: operations)
        releaser.finish()
        guard case .value(1, isFirst: true) = await second.value else {
            Issue.record("the operation was started again")
            return
        }
    }

    @Test("that outlive their callers are cancelled at the deadline, and not joined afterwards", arguments: 0..<20)
    func outlivesCallersUntilDeadline(round: Int) async {
        let operations = SharedOperations<String, Int>(outlivesCallers: true)
        let (wasCancelled, continuation) = AsyncStream<Bool>.makeStream()
        let outcome = await operations.value(for: "a", until: .now + .milliseconds(5)) {
            // Ends when its task is cancelled.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            continuation.yield(Task.isCancelled)
            return 1
        }
        guard case .abandoned(isLast: true) = outcome else {
            Issue.record("the deadline had no effect")
            return
        }
        guard case .value(2, _) = await operations.value(for: "a", until: .now + .seconds(20), operation: { 2 }) else {
            Issue.record("the abandoned operation was joined")
            return
        }
        var cancellations = wasCancelled.makeAsyncIterator()
        #expect(await cancellations.next() == true)
    }

    @Test(
        "resume every caller exactly once under concurrent joins, deadlines and cancellations",
        arguments: [false, true]
    )
    func stress(outlivesCallers: Bool) async {
        let operations = SharedOperations<String, Int>(outlivesCallers: outlivesCallers)
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<500 {
                group.addTask {
                    let task = Task {
                        await operations.value(for: "\(index % 3)", until: .now + .milliseconds(index % 7)) {
                            await Task.yield()
                            return index
                        }
                    }
                    if index % 4 == 0 { task.cancel() }
                    _ = await task.value
                }
            }
        }
        #expect(operations.waiterCount { _ in true } == 0)
    }
}

@Suite("Operations on the thread of their caller", .timeLimit(.minutes(2)))
struct CallerExecutorTests {
    private final class Flag: Sendable {
        let isSet = Mutex(false)
    }

    @Test("give up the thread when they yield, so that tasks they wait for run, however many there are")
    func yielding() async throws {
        let flag = Flag()
        // More than there are threads for tasks.
        let waiting = (0..<2 * ProcessInfo.processInfo.activeProcessorCount).map { _ in
            Task {
                try await withoutCancellation {
                    try await withoutCancellation {
                        while !flag.isSet.withLock(\.self) { await Task.yield() }
                    }
                }
            }
        }
        let setter = Task { flag.isSet.withLock { $0 = true } }
        await setter.value
        for task in waiting { try await task.value }
    }

    @Test("run to their end although their caller is cancelled")
    func cancellation() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await withoutCancellation { Task.isCancelled }
        }
        #expect(try await task.value == false)
    }
}
