/// Something a test should fail for: a request nobody answered, a stub nobody asked, a recording that does not fit.
public struct StubFailure: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of problems.
    public enum Kind: Sendable, Hashable {
        /// A request that no stub matched, or no recording.
        case unmatchedRequest
        /// A stub that answered less or more than was said, or a sequence that was not used to its end.
        case unusedStub
        /// A stub whose URL or condition is not valid, or whose sequence is empty.
        case invalidStub
        /// A stub whose fixture could not be had.
        case missingFixture
        /// Requests that did not come as often as was verified, or not in that order.
        case verification
        /// A recording with exchanges that nobody asked for, or one that is too old.
        case staleRecording
        /// A recording that could not be read, written or made.
        case brokenRecording
    }

    /// What kind of problem it is.
    public let kind: Kind
    /// One line: what happened, and what would have matched.
    public let description: String
    /// Where the stub or the expectation was written; nil for a request.
    public let callSite: CallSite?
}
