import SeekTestHelpers
import SeekTestingSupport
import XCTest

final class XCTestCaseRecordingsTests: XCTestCase {
    func testReplaysARecording() async throws {
        let transport = try recorded("sample", fixtures: XCTUnwrap(Sample.fixtures))
        let text = try await fetchSample(from: transport)
        XCTAssertEqual(text, "recorded")
    }
}
