public import SeekNetworking

/// A source of pages of results for a text: the videos or repositories that match it, the repositories of the user with
/// this login, the merged results of several sources.
///
/// ```swift
/// struct NoteSource: SearchSource {
///     let name = "notes"
///     func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<Note> {
///         do { return SearchPage(items: try await store.notes(matching: text)) } catch { throw .other(error) }
///     }
/// }
/// ```
/// ``SearchError/other(_:)`` converts errors of any type. A source without a result type of its own returns
/// ``SearchHit``.
///
/// ``SearchModel`` and ``FederatedSearch`` work with any source, including a stub in tests. A source that sends requests
/// implements ``with(_:)`` as well, so that a refresh can bypass the cache: `source.with { $0.cacheMode = .reload }`. If
/// a call costs the same whatever the size of its page, use large pages.
public protocol SearchSource<Item>: CallConfigurable {
    /// The type of a result.
    associatedtype Item: SearchHitConvertible

    /// The name in ``SourceReport`` and ``SearchHit/Reason``: `youtube`, `github-issues`.
    var name: String { get }
    /// The user-facing name: `YouTube`, `GitHub issues`. By default, ``name``.
    var displayName: String { get }

    /// Returns the part of the text of a federated search that the source understands. By default, the whole text.
    func part(of text: String) -> SourceText

    /// Returns a page of the results.
    ///
    /// - Parameters:
    ///   - text: The search text.
    ///   - cursor: The page; nil is the first.
    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<Item>
}

extension SearchSource {
    /// The ``name``.
    public var displayName: String { name }

    /// The whole text.
    public func part(of text: String) -> SourceText { SourceText(text) }

    /// Returns the source itself: the options have no effect. (Declared here, so that custom sources need not import
    /// `SeekNetworking`.)
    public func with(_ change: (inout CallOptions) -> Void) -> Self { self }

    /// Returns the pages of the results, each requested when the loop reaches it.
    ///
    /// ```swift
    /// for try await page in source.pages(for: "swift") { show(page.items) }
    /// ```
    public func pages(
        for text: String,
        from cursor: PageCursor? = nil
    ) -> PageSequence<SearchPage<Item>, PageCursor, SearchError> {
        PageSequence(from: cursor) { cursor throws(SearchError) in try await page(for: text, at: cursor) }
    }
}

/// A source that reports results before it has all of them.
protocol ProgressiveSource<Item>: SearchSource {
    /// The reports before any source has finished.
    var pendingReports: [SourceReport] { get }

    /// Returns the first page, and passes the results so far to `update`.
    func page(
        for text: String,
        update: @Sendable (SearchPage<Item>) async -> Void
    ) async throws(SearchError) -> SearchPage<Item>
}

extension PageSequence where Cursor == PageCursor, Failure == SearchError {
    init<Item>(
        from first: PageCursor?,
        fetchPage: @escaping @Sendable (PageCursor?) async throws(SearchError) -> SearchPage<Item>
    ) where Page == SearchPage<Item> {
        self.init(from: first) { cursor throws(SearchError) in
            let page = try await fetchPage(cursor)
            return (page, page.next)
        }
    }
}

/// A source of a client's results.
struct ClientSource<Client: CallConfigurable, Item: SearchHitConvertible>: SearchSource {
    typealias Fetch = @Sendable (Client, String, PageCursor?) async throws(SearchError) -> SearchPage<Item>

    let name: String
    let displayName: String
    var client: Client
    /// Whether the source has a qualifier of GitHub.
    var hasQualifier: @Sendable (_ name: String) -> Bool = { _ in true }
    let fetch: Fetch

    func part(of text: String) -> SourceText { SourceText(text, keepingQualifiers: hasQualifier) }

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<Item> {
        try await fetch(client, text, cursor)
    }

    func with(_ change: (inout CallOptions) -> Void) -> Self {
        var source = self
        source.client = client.with(change)
        return source
    }
}
