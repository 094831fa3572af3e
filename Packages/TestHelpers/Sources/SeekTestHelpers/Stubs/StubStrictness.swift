/// The optional problems that stubs report as failures of the test.
///
/// Invalid stubs, missing fixtures and failed verifications are always reported.
public struct StubStrictness: OptionSet, Sendable, Hashable {
    /// The raw bits.
    public let rawValue: Int
    /// Creates a set from raw bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Requests that matched no stub. The caller receives an error in any case.
    public static let unmatchedRequests = StubStrictness(rawValue: 1)
    /// Stubs that were used less or more often than declared.
    public static let wrongUseCounts = StubStrictness(rawValue: 2)
    /// Unmatched requests and wrong use counts. The default.
    public static let strict: StubStrictness = [.unmatchedRequests, .wrongUseCounts]
    /// Neither unmatched requests nor wrong use counts.
    public static let lenient: StubStrictness = []
}
