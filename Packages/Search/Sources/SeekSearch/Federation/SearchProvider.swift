public import SeekNetworking

/// A source of a federated search: YouTube's videos, GitHub's repositories, or one's own.
///
/// ```swift
/// struct Notes: SearchProvider {
///     let name = "notes"
///     func response(for text: String, limit: Int) async throws(SearchError) -> ProviderResponse {
///         ProviderResponse(hits: notes.filter { $0.title.contains(text) })
///     }
/// }
/// ```
public protocol SearchProvider: Sendable {
    /// The name by which weights, reports and reasons call it: `youtube`.
    var name: String { get }

    /// Searches.
    ///
    /// - Parameters:
    ///   - text: what to look for.
    ///   - limit: how many hits are wanted at the most.
    func response(for text: String, limit: Int) async throws(SearchError) -> ProviderResponse
}

/// What a provider found, and what that cost.
public struct ProviderResponse: Sendable {
    /// What was found, best first.
    public var hits: [SearchHit]
    /// What it cost of the API's quota.
    public var quotaCost: Int
    /// How many items were left out because they break the rules of their model.
    public var skipped: Int
    /// Whether the API ran out of time and left results out.
    public var isIncomplete: Bool
    /// Where the first page came from; nil where the provider does not tell.
    public var provenance: Provenance?
    /// Whether ``hits`` and ``beyondLimit`` are all results there are: what is not among them does not exist.
    public var isComplete: Bool
    /// The hits behind the limit that came with the last page, best first. They are not shown; a saved search looks for a result here
    /// before it reports that it is gone.
    public var beyondLimit: [SearchHit]
    /// What ended the search before there were as many hits as wanted, where pages before it had some.
    public var error: SearchError?

    /// Makes an answer.
    public init(
        hits: [SearchHit],
        quotaCost: Int = 0,
        skipped: Int = 0,
        isIncomplete: Bool = false,
        provenance: Provenance? = nil,
        error: SearchError? = nil,
        isComplete: Bool = false,
        beyondLimit: [SearchHit] = []
    ) {
        self.hits = hits
        self.quotaCost = quotaCost
        self.skipped = skipped
        self.isIncomplete = isIncomplete
        self.provenance = provenance
        self.error = error
        self.isComplete = isComplete
        self.beyondLimit = beyondLimit
    }
}
