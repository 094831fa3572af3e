import SeekTestHelpers

#if canImport(Testing)
public import Testing

/// Waits until a condition becomes true, and records an issue if it does not before the timeout or the cancellation of
/// the test.
///
/// ```swift
/// await eventually("the list is full") { model.rows.count == 3 }
/// ```
/// The condition is evaluated at once, then after each of 64 yields to other tasks, then at growing intervals of up to
/// 10 ms.
///
/// - Parameters:
///   - description: Describes the condition in the recorded issue.
///   - limit: The timeout. The default is long enough for slow machines; the wait ends once the condition is true.
///   - condition: The condition, which is evaluated on the caller's actor.
/// - Returns: Whether the condition became true. False also if the test's task is cancelled.
@discardableResult
public func eventually(
    _ description: String = "it",
    within limit: Duration = .seconds(30),
    sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async rethrows -> Bool {
    if try await waitUntil(within: limit, isolation: isolation, condition) { return true }
    Issue.record(Comment(rawValue: failureMessage(description, within: limit)), sourceLocation: sourceLocation)
    return false
}
#endif

#if canImport(XCTest)
public import XCTest

extension XCTestCase {
    /// Waits until a condition becomes true, and fails the test if it does not before the timeout or the cancellation
    /// of the test, like the function for Swift Testing.
    ///
    /// - Returns: Whether the condition became true.
    @discardableResult
    public func eventually(
        _ description: String = "it",
        within limit: Duration = .seconds(30),
        file: StaticString = #filePath,
        line: UInt = #line,
        isolation: isolated (any Actor)? = #isolation,
        _ condition: () async throws -> Bool
    ) async rethrows -> Bool {
        if try await waitUntil(within: limit, isolation: isolation, condition) { return true }
        XCTFail(failureMessage(description, within: limit), file: file, line: line)
        return false
    }
}
#endif

/// Returns the message for a condition that did not become true before the timeout or the cancellation of the task.
private func failureMessage(_ description: String, within limit: Duration) -> String {
    "\(description) did not come true \(Task.isCancelled ? "before the test was cancelled" : "within \(limit)")"
}
