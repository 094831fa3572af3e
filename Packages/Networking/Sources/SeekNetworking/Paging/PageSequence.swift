/// The pages of a listing, fetched on demand.
///
/// Each page provides the cursor of the next one. The sequence ends after the last page, at the limit, after an error,
/// or when a cursor repeats, because some servers return the same cursor again. It does not end at an empty page.
///
/// ```swift
/// let pages = PageSequence(from: 0) { offset throws(NetworkError) in
///     let files = try await folder.files(from: offset ?? 0)
///     return (files, files.isEmpty ? nil : (offset ?? 0) + files.count)
/// }
/// ```
/// The error type of the closure must be declared, as in the example; it is otherwise `any Error`. For the pages of an
/// endpoint, see ``APIClient/pages(of:next:)``.
public struct PageSequence<Page: Sendable, Cursor: Hashable & Sendable, Failure: Error>: AsyncSequence, Sendable {
    /// Fetches the page at a cursor; nil is the first page.
    public typealias Fetch = @Sendable (_ cursor: Cursor?) async throws(Failure) -> (page: Page, next: Cursor?)

    private let first: Cursor?
    private let limit: Int
    private let fetch: Fetch

    /// Creates a sequence of pages.
    ///
    /// - Parameters:
    ///   - first: The cursor to start from. Nil starts at the first page.
    ///   - limit: The maximum number of pages.
    ///   - fetch: Fetches one page.
    public init(from first: Cursor? = nil, limit: Int = .max, fetch: @escaping Fetch) {
        self.first = first
        self.limit = limit
        self.fetch = fetch
    }

    /// Creates an iterator that starts at the sequence's first cursor.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            position: limit > 0 ? .at(first) : .end,
            seen: first.map { [$0] } ?? [],
            remaining: limit,
            fetch: fetch
        )
    }

    /// An iterator that fetches one page after the other.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate enum Position {
            case at(Cursor?)
            case end
        }

        fileprivate var position: Position
        fileprivate var seen: Set<Cursor>
        fileprivate var remaining: Int
        fileprivate let fetch: Fetch

        /// Returns the next page, or nil after the last.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(Failure) -> Page? {
            guard case .at(let cursor) = position else { return nil }
            position = .end
            let (page, next) = try await fetch(cursor)
            remaining -= 1
            if remaining > 0, let next, seen.insert(next).inserted { position = .at(next) }
            return page
        }

        /// Returns the next page, or nil after the last.
        public mutating func next() async throws(Failure) -> Page? {
            try await next(isolation: nil)
        }
    }
}
