public import SeekNetworking

/// A provider of results for a federated search: YouTube videos, GitHub repositories, or a custom source. A provider
/// that sends requests implements ``with(_:)`` as well, so that a refresh can bypass the cache.
///
/// ```swift
/// struct Notes: SearchProvider {
///     let name = "notes"
///     func response(for text: String, limit: Int) async throws(SearchError) -> ProviderResponse {
///         ProviderResponse(hits: notes.filter { $0.title.contains(text) })
///     }
/// }
/// ```
public protocol SearchProvider: CallConfigurable {
    /// The name in ``SourceReport`` and ``SearchHit/Reason``: `youtube`.
    var name: String { get }

    /// Returns the results for a text.
    ///
    /// - Parameters:
    ///   - text: The search text.
    ///   - limit: The maximum number of hits.
    func response(for text: String, limit: Int) async throws(SearchError) -> ProviderResponse
}

extension SearchProvider {
    /// Returns the provider itself: the options have no effect. (Declared here, so that custom providers need not
    /// import `SeekNetworking`.)
    public func with(_ change: (inout CallOptions) -> Void) -> Self { self }
}

/// The results of a provider and their cost.
public struct ProviderResponse: Sendable {
    /// The results, best first.
    public var hits: [SearchHit]
    /// The cost in the API's quota.
    public var quotaCost: Int
    /// The number of items that were skipped because they are invalid.
    public var skipped = 0
    /// Why results are missing from the API's responses; empty if none are.
    public var incompleteReasons: Set<IncompleteReason> = []
    /// Whether results are missing from the API's responses.
    public var isIncomplete: Bool { !incompleteReasons.isEmpty }
    /// The provenance of the pages together: the costliest source, the greatest age, and why one is stale; nil if
    /// unknown.
    public var provenance: Provenance?
    /// Whether ``hits`` and ``beyondLimit`` together contain all existing results.
    public var isComplete = false
    /// The hits on the last fetched page that exceed the limit, best first. They are not shown; a saved search uses
    /// them to distinguish removed results from lower-ranked ones.
    public var beyondLimit: [SearchHit] = []
    /// The error that ended the search early, after pages with results.
    public var error: SearchError?

    /// Creates a response.
    public init(
        hits: [SearchHit],
        quotaCost: Int = 0,
        provenance: Provenance? = nil,
        error: SearchError? = nil
    ) {
        self.hits = hits
        self.quotaCost = quotaCost
        self.provenance = provenance
        self.error = error
    }
}
