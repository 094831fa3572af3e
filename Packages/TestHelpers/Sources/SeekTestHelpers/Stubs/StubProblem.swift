/// Something a test should fail for: a request nobody answered, or a stub nobody asked.
public struct StubProblem: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of problems.
    public enum Kind: Sendable, Hashable {
        /// A request that no stub matched.
        case unmatchedRequest
        /// A stub that answered nothing, or a sequence that was not used to its end.
        case unusedStub
        /// A stub whose URL is not valid, or whose sequence is empty.
        case invalidStub
        /// A stub whose fixture could not be had.
        case missingFixture
    }

    /// What kind of problem it is.
    public let kind: Kind
    /// One line: what happened, and what would have matched.
    public let description: String
    /// Where the stub was written; nil for a request.
    public let callSite: CallSite?
}
