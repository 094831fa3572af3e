import Foundation
import SeekNetworking
import Testing

@testable import NetworkingStress

@Suite("Permitted outcomes of the stress tests")
struct ExpectedOutcomeTests {
    static let whole = HTTPResponse(body: Data("whole".utf8))
    static let context = NetworkError.Context(request: nil)
    static let response = Result<HTTPResponse, NetworkError>.success(whole)
    static let other = Result<HTTPResponse, NetworkError>.success(HTTPResponse(body: Data("who".utf8)))
    static let connectionLost = Result<HTTPResponse, NetworkError>.failure(.transport(.connectionLost, context))
    static let timedOut = Result<HTTPResponse, NetworkError>.failure(.timedOut(context))
    static let cancelled = Result<HTTPResponse, NetworkError>.failure(.cancelled(context))
    static let expected = ExpectedOutcome.response(whole.body)

    @Test(
        "permitted outcomes have no violation",
        arguments: [
            (expected, response), (expected, timedOut), (.failure, connectionLost), (.failure, timedOut),
            (.timeout, timedOut), (.either, response), (.either, connectionLost), (.either, other),
        ]
    )
    func permitted(expectation: ExpectedOutcome, result: Result<HTTPResponse, NetworkError>) {
        #expect(expectation.violation(by: RequestOutcome(result, lateness: .milliseconds(3))) == nil)
    }

    @Test(
        "outcomes that are not permitted have a violation",
        arguments: [
            (expected, other), (expected, connectionLost), (expected, cancelled), (.failure, response),
            (.failure, cancelled), (.timeout, response), (.timeout, connectionLost),
        ]
    )
    func violations(expectation: ExpectedOutcome, result: Result<HTTPResponse, NetworkError>) {
        #expect(expectation.violation(by: RequestOutcome(result, lateness: .zero)) != nil)
    }

    @Test("a timeout before the deadline is a violation")
    func early() {
        let outcome = RequestOutcome(Self.timedOut, lateness: .milliseconds(-5))
        #expect(ExpectedOutcome.timeout.violation(by: outcome) == "timed out before its deadline")
    }

    @Test("a cancelled request must end as cancelled or with a response that the server could have sent")
    func cancellation() {
        #expect(Cancellation.violation(by: RequestOutcome(Self.cancelled, lateness: .zero)) == nil)
        #expect(Cancellation.violation(by: RequestOutcome(Self.response, lateness: .zero)) == nil)
        #expect(Cancellation.violation(by: RequestOutcome(Self.connectionLost, lateness: .zero)) != nil)
        let unexpected = Result<HTTPResponse, NetworkError>.success(HTTPResponse(status: 500))
        #expect(Cancellation.violation(by: RequestOutcome(unexpected, lateness: .zero)) != nil)
    }

    @Test("adding records adds their counts and retains the first five violations and the maximum lateness")
    func record() {
        var record = StressTestRecord()
        for index in 0..<7 {
            record.add(RequestOutcome(Self.timedOut, lateness: .milliseconds(index)), violation: "number \(index)")
        }
        var sum = StressTestRecord()
        sum.add(RequestOutcome(Self.response, lateness: .milliseconds(-9)), violation: nil)
        sum.add(record)
        #expect(sum.count == 8)
        #expect(sum.count(of: "timedOut") == 7)
        #expect(sum.violationCount == 7)
        #expect(sum.violations == (0..<5).map { "number \($0)" })
        #expect(sum.summary == "8 requests (200: 1, timedOut: 7), the latest 6.0 ms after its deadline")
        #expect(sum.lateness(beyond: .milliseconds(6)) == nil)
        #expect(sum.lateness(beyond: .milliseconds(5)) != nil)
    }
}
