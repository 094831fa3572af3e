/// The pages of a listing, each asked for when it is wanted.
///
/// A page tells the cursor of the next one. The sequence ends behind the last page, and also at a cursor that was
/// seen before: servers have been seen to send pages in a circle. A page may be empty and still have a next one.
/// After an error the sequence is over.
public struct PageSequence<Page: Sendable, Cursor: Hashable & Sendable, Failure: Error>: AsyncSequence, Sendable {
    /// Fetches the page at a cursor; nil is the first.
    public typealias Fetch = @Sendable (_ cursor: Cursor?) async throws(Failure) -> (page: Page, next: Cursor?)

    private let first: Cursor?
    private let fetch: Fetch

    /// Makes the sequence of pages from a cursor on; nil starts at the first page.
    public init(from first: Cursor? = nil, fetch: @escaping Fetch) {
        self.first = first
        self.fetch = fetch
    }

    /// Starts at the sequence's first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(position: .at(first), seen: first.map { [$0] } ?? [], fetch: fetch)
    }

    /// Fetches page after page.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate enum Position {
            case at(Cursor?)
            case end
        }

        fileprivate var position: Position
        fileprivate var seen: Set<Cursor>
        fileprivate let fetch: Fetch

        /// The next page, or nil behind the last.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(Failure) -> Page? {
            guard case .at(let cursor) = position else { return nil }
            position = .end
            let (page, next) = try await fetch(cursor)
            if let next, seen.insert(next).inserted {
                position = .at(next)
            }
            return page
        }

        /// The next page, or nil behind the last.
        public mutating func next() async throws(Failure) -> Page? {
            try await next(isolation: nil)
        }
    }
}
