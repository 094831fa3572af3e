import SeekTestingSupport
import XCTest

final class XCTestCaseEventuallyTests: XCTestCase {
    func testWaitsUntilTheConditionIsTrue() async {
        var evaluations = 0
        let isTrue = await eventually {
            evaluations += 1
            return evaluations == 3
        }
        XCTAssertTrue(isTrue)
        XCTAssertEqual(evaluations, 3)
    }
}
