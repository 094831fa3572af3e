import SeekNetworking

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What may become of a request to a server whose behaviour is known. A pure value.
///
/// The law over all: each request ends, with an answer or a typed error; an answer is whole, or it is none. That it
/// ends by its deadline is for ``Record/lateness(beyond:)`` to say.
public enum ExpectedEnding: Sendable, Hashable {
    /// An answer with this body, unless the deadline came first.
    case answer(Data)
    /// A broken exchange: any error but never an answer.
    case failure
    /// An error or an answer, whichever: what the server sends can be read both ways.
    case either
    /// Nothing comes: the deadline ends it.
    case timeout

    /// What an ending breaks of the law, in words; nil where it keeps it.
    public func violation(by ending: Ending) -> String? {
        switch (self, ending.outcome) {
        case (.either, _), (.failure, .failure(.transport)), (.failure, .failure(.bodyTooLarge)):
            return nil
        case (_, .failure(.timedOut)):
            // The loop sleeps in whole milliseconds; the rest is the clock's.
            return ending.lateness < .milliseconds(-1) ? "timed out before its deadline" : nil
        case (.answer(let body), .success(let response)):
            guard response.status == .ok, response.body == body else { return "the answer is not the one sent" }
            return nil
        case (_, .success(let response)):
            return "a broken exchange became an answer: \(response.status), \(response.body.count) bytes"
        case (_, .failure(let error)):
            return "unexpected: \(error)"
        }
    }
}
