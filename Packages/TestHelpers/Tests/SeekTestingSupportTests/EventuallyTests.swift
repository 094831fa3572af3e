import SeekBasics
import SeekTestHelpers
import SeekTestingSupport
import Testing
import XCTest

@Suite("eventually", .timeLimit(.minutes(1)))
struct EventuallyTests {
    @Test("eventually polls until its condition is true")
    func becomesTrue() async {
        for count in [0, 1, 10, 100] {
            var evaluations = 0
            let isTrue = await eventually {
                defer { evaluations += 1 }
                return evaluations >= count
            }
            #expect(isTrue)
            #expect(evaluations == count + 1)
        }
    }

    @Test("eventually records an issue with the given description when the timeout expires")
    func timeout() async {
        await withKnownIssue {
            #expect(await !eventually("the moon", within: .milliseconds(5)) { false })
        } matching: { issue in
            "\(issue)".contains("the moon did not come true within 0.005 seconds")
        }
    }

    @Test("eventually rethrows errors of the condition")
    func throwing() async {
        struct Stop: Error {}
        await #expect(throws: Stop.self) { try await eventually { throw Stop() } }
    }

    @Test("eventually stops when its task is cancelled")
    func cancelled() async {
        let task = Task {
            await withKnownIssue {
                #expect(await !eventually { false })
            } matching: { issue in
                "\(issue)".contains("before the test was cancelled")
            }
        }
        task.cancel()
        await task.value
    }
}

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
