/// The pages of a listing, each asked for when it is wanted.
///
/// A page tells the cursor of the next one. The sequence ends behind the last page, at its limit, and also at a cursor that
/// was seen before: servers have been seen to send pages in a circle. A page may be empty and still have a next one.
/// After an error the sequence is over.
///
/// With `prefetches` the next page is asked for while one is being used. Where pages cost something, one that is never wanted
/// is then paid for; so it is off unless asked for.
public struct PageSequence<Page: Sendable, Cursor: Hashable & Sendable, Failure: Error>: AsyncSequence, Sendable {
    /// Fetches the page at a cursor; nil is the first.
    public typealias Fetch = @Sendable (_ cursor: Cursor?) async throws(Failure) -> (page: Page, next: Cursor?)

    private let first: Cursor?
    private let limit: Int
    private let prefetches: Bool
    private let fetch: Fetch

    /// Makes the sequence of pages.
    ///
    /// - Parameters:
    ///   - first: the cursor to start from, such as one that was kept; nil starts at the first page.
    ///   - limit: how many pages there are at the most.
    ///   - prefetches: whether the next page is asked for ahead of its use.
    ///   - fetch: fetches one page.
    public init(
        from first: Cursor? = nil,
        limit: Int = .max,
        prefetches: Bool = false,
        fetch: @escaping Fetch
    ) {
        self.first = first
        self.limit = limit
        self.prefetches = prefetches
        self.fetch = fetch
    }

    /// Starts at the sequence's first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            position: limit > 0 ? .at(first) : .end,
            seen: first.map { [$0] } ?? [],
            left: limit,
            prefetches: prefetches,
            fetch: fetch
        )
    }

    /// Fetches page after page.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate enum Position {
            case at(Cursor?)
            /// The page is under way.
            case ahead(PageAhead<Page, Cursor, Failure>)
            case end
        }

        fileprivate var position: Position
        fileprivate var seen: Set<Cursor>
        fileprivate var left: Int
        fileprivate let prefetches: Bool
        fileprivate let fetch: Fetch

        /// The next page, or nil behind the last.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(Failure) -> Page? {
            let here = position
            position = .end
            let page: Page
            let next: Cursor?
            switch here {
            case .at(let cursor): (page, next) = try await fetch(cursor)
            case .ahead(let ahead): (page, next) = try await ahead.value()
            case .end: return nil
            }
            left -= 1
            if left > 0, let next, seen.insert(next).inserted {
                position = prefetches ? .ahead(PageAhead(at: next, fetch: fetch)) : .at(next)
            }
            return page
        }

        /// The next page, or nil behind the last.
        public mutating func next() async throws(Failure) -> Page? {
            try await next(isolation: nil)
        }
    }
}
