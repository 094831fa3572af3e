import SeekTestingSupport
import XCTest

final class XCTestCaseEventuallyTests: XCTestCase {
    func testItWaitsUntilItIsTrue() async {
        var looks = 0
        let cameTrue = await eventually {
            looks += 1
            return looks == 3
        }
        XCTAssertTrue(cameTrue)
        XCTAssertEqual(looks, 3)
    }
}
