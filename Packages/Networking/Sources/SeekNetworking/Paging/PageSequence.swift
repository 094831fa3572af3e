/// The pages of a listing, fetched on demand.
///
/// Each page provides the cursor of the next one. The sequence ends after the last page, at the limit, after an error,
/// or when a cursor repeats, because some servers return the same cursor again. An empty page does not end it.
///
/// ```swift
/// let pages = PageSequence(from: 0) { offset throws(NetworkError) in
///     let files = try await folder.files(from: offset ?? 0)
///     return (files, files.isEmpty ? nil : (offset ?? 0) + files.count)
/// }
/// ```
/// Without `throws(…)`, the `Failure` of a closure that throws is `any Error`, which does not convert to another type.
/// The pages of an endpoint are ``APIClient/pages(of:next:)``.
///
/// With `prefetches` the next page is fetched while the current one is used. It is off by default, because a page that
/// is never used may cost quota.
public struct PageSequence<Page: Sendable, Cursor: Hashable & Sendable, Failure: Error>: AsyncSequence, Sendable {
    /// Fetches the page at a cursor; nil is the first page.
    public typealias Fetch = @Sendable (_ cursor: Cursor?) async throws(Failure) -> (page: Page, next: Cursor?)

    private let first: Cursor?
    private let limit: Int
    private let prefetches: Bool
    private let fetch: Fetch

    /// Creates a sequence of pages.
    ///
    /// - Parameters:
    ///   - first: The cursor to start from. Nil starts at the first page.
    ///   - limit: The maximum number of pages.
    ///   - prefetches: Whether the next page is fetched before it is requested.
    ///   - fetch: Fetches one page.
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

    /// Creates an iterator that starts at the sequence's first cursor.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            position: limit > 0 ? .at(first) : .end,
            seen: first.map { [$0] } ?? [],
            remaining: limit,
            prefetches: prefetches,
            fetch: fetch
        )
    }

    /// An iterator that fetches one page after the other.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate enum Position {
            case at(Cursor?)
            case prefetching(PrefetchedPage<Page, Cursor, Failure>)
            case end
        }

        fileprivate var position: Position
        fileprivate var seen: Set<Cursor>
        fileprivate var remaining: Int
        fileprivate let prefetches: Bool
        fileprivate let fetch: Fetch

        /// Returns the next page, or nil after the last.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(Failure) -> Page? {
            let current = position
            position = .end
            let page: Page
            let next: Cursor?
            switch current {
            case .at(let cursor): (page, next) = try await fetch(cursor)
            case .prefetching(let prefetched): (page, next) = try await prefetched.value()
            case .end: return nil
            }
            remaining -= 1
            if remaining > 0, let next, seen.insert(next).inserted {
                position = prefetches ? .prefetching(PrefetchedPage(at: next, fetch: fetch)) : .at(next)
            }
            return page
        }

        /// Returns the next page, or nil after the last.
        public mutating func next() async throws(Failure) -> Page? {
            try await next(isolation: nil)
        }
    }
}

/// A page that is fetched before it is requested. Releasing the last reference cancels the fetch.
final class PrefetchedPage<Page: Sendable, Cursor: Hashable & Sendable, Failure: Error>: Sendable {
    private let task: Task<Result<(page: Page, next: Cursor?), Failure>, Never>

    /// Starts the fetch.
    init(at cursor: Cursor, fetch: @escaping PageSequence<Page, Cursor, Failure>.Fetch) {
        task = Task {
            do throws(Failure) {
                return .success(try await fetch(cursor))
            } catch {
                return .failure(error)
            }
        }
    }

    deinit {
        task.cancel()
    }

    /// Returns the page once it is fetched. Cancelling the calling task cancels the fetch.
    func value() async throws(Failure) -> (page: Page, next: Cursor?) {
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return try outcome.get()
    }
}
