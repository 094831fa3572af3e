import SeekBasics
import Testing

/// Limits how many test cases run programs or servers concurrently.
///
/// A case opens dozens of files, and `select`, which Foundation uses, supports only descriptors below 1,024.
struct ProgramLimit: SuiteTrait, TestTrait, TestScoping {
    private static let limit = 12
    private static let state = Mutex((running: 0, waiters: [CheckedContinuation<Void, Never>]()))

    let isRecursive = true

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        await withCheckedContinuation { continuation in
            let isFree = Self.state.withLock { state in
                guard state.running == Self.limit else {
                    state.running += 1
                    return true
                }
                state.waiters.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        defer { Self.release() }
        try await function()
    }

    /// Passes the slot to the first waiter, if there is one.
    private static func release() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiters.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.resume()
    }
}

extension Trait where Self == ProgramLimit {
    /// Limits how many test cases run programs or servers concurrently.
    static var concurrentProgramLimit: Self { Self() }
}
