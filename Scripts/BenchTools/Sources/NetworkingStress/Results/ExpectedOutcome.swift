package import Foundation
import SeekNetworking

/// The permitted outcomes of a request to a server with known behavior.
///
/// Each request must end with a complete response or a typed error. ``StressTestRecord/lateness(beyond:)`` checks that
/// no request ends long after its deadline.
package enum ExpectedOutcome: Sendable, Hashable {
    /// A response with this body, unless the deadline passes first.
    case response(Data)
    /// A transport error, a body that is too large, or a timeout, because the server breaks the exchange.
    case failure
    /// An error or a response, for example because the received bytes can be interpreted both ways.
    case either
    /// A timeout, because the server never completes the response.
    case timeout

    /// Returns why an outcome is not permitted, or nil if it is permitted.
    package func violation(by outcome: RequestOutcome) -> String? {
        switch (self, outcome.result) {
        case (.either, _), (.failure, .failure(.transport)), (.failure, .failure(.bodyTooLarge)):
            return nil
        case (_, .failure(.timedOut)):
            // The transport's loop sleeps for whole milliseconds, so it may wake up slightly early.
            return outcome.lateness < .milliseconds(-1) ? "timed out before its deadline" : nil
        case (.response(let body), .success(let response)):
            guard response.status == .ok, response.body == body else { return "the response differs from the one sent" }
            return nil
        case (_, .success(let response)):
            return "a broken exchange resulted in a response: \(response.status), \(response.body.count) bytes"
        case (_, .failure(let error)):
            return "unexpected: \(error)"
        }
    }
}
