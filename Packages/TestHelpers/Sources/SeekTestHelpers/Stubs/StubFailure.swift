/// A reason for a test to fail: an unmatched request, an unused stub, or a recording that does not match.
public struct StubFailure: Sendable, Hashable, CustomStringConvertible {
    /// The kind of a problem.
    public enum Kind: Sendable, Hashable {
        /// A request that matched no stub or recording.
        case unmatchedRequest
        /// A stub that was used less or more often than declared, or an incomplete sequence.
        case unusedStub
        /// A stub with an invalid URL or condition, or an empty sequence.
        case invalidStub
        /// A stub whose fixture could not be loaded.
        case missingFixture
        /// Requests that did not match the verified number or order.
        case verification
        /// A recording with unused exchanges, or one that is too old.
        case staleRecording
        /// A recording that could not be read, written or created.
        case brokenRecording
    }

    /// The kind of the problem.
    public let kind: Kind
    /// What happened, and what would have matched, on one line.
    public let description: String
    /// The source location of the stub or expectation; nil for a request.
    public let callSite: CallSite?
}
