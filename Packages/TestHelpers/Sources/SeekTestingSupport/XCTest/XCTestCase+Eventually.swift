#if canImport(XCTest)
import SeekTestHelpers
public import XCTest

extension XCTestCase {
    /// Waits for what comes true by itself, and fails the test where it does not: the same as the function for Swift Testing.
    ///
    /// - Returns: whether it came true.
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
