#if canImport(XCTest)
import SeekTestHelpers
public import XCTest

extension XCTestCase {
    /// Waits until a condition becomes true; otherwise fails the test, like the function for Swift Testing.
    ///
    /// - Returns: Whether the condition became true.
    @discardableResult
    public func eventually(
        _ what: String = "it",
        within limit: Duration = .seconds(30),
        file: StaticString = #filePath,
        line: UInt = #line,
        isolation: isolated (any Actor)? = #isolation,
        _ condition: () async throws -> Bool
    ) async rethrows -> Bool {
        if try await Patience(limit).waitUntil(isolation: isolation, condition) { return true }
        XCTFail("\(what) did not come true within \(limit)", file: file, line: line)
        return false
    }
}
#endif
