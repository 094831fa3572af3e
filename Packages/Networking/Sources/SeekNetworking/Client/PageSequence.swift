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

/// A page of a listing that contains items.
public protocol ItemPage<Item>: Sendable {
    /// The type of an item.
    associatedtype Item: Sendable

    /// The items of the page, in order.
    var items: [Item] { get }
}

extension AsyncSequence where Self: Sendable, Element: ItemPage {
    /// The items of all pages. Each page is requested when the loop reaches it.
    public var items: ItemSequence<Self, Element.Item> { items(limit: .max) }

    /// Returns the items of the pages, up to a maximum number.
    ///
    /// ```swift
    /// for try await video in youTube.pages(for: "swift").items(limit: 250) { print(video.title) }
    /// ```
    ///
    /// Once the limit is reached, no further page is requested. The size of the pages is not changed.
    public func items(limit: Int) -> ItemSequence<Self, Element.Item> {
        ItemSequence(pages: self, limit: limit) { $0.items }
    }
}

extension PageSequence {
    /// Returns the items of pages of any type, up to a maximum number.
    ///
    /// ```swift
    /// for try await repository in client.pages(of: repositories).items(\.value) { print(repository.name) }
    /// ```
    ///
    /// - Parameters:
    ///   - items: Returns the items of a page.
    ///   - limit: The maximum number of items. Once it is reached, no further page is requested.
    public func items<Item>(
        _ items: @escaping @Sendable (Page) -> [Item],
        limit: Int = .max
    ) -> ItemSequence<Self, Item> {
        ItemSequence(pages: self, limit: limit, itemsOfPage: items)
    }
}

/// The items of a sequence of pages.
public struct ItemSequence<Pages: AsyncSequence & Sendable, Item: Sendable>: AsyncSequence, Sendable {
    fileprivate let pages: Pages
    fileprivate let limit: Int
    fileprivate let itemsOfPage: @Sendable (Pages.Element) -> [Item]

    /// Returns an iterator that starts at the first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pages: pages.makeAsyncIterator(), itemsOfPage: itemsOfPage, remaining: limit)
    }

    /// An iterator that fetches a page when the items of the previous one are used up.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var pages: Pages.AsyncIterator
        fileprivate let itemsOfPage: @Sendable (Pages.Element) -> [Item]
        fileprivate var items: IndexingIterator<[Item]> = [].makeIterator()
        fileprivate var remaining: Int

        /// Returns the next item, or nil after the last.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(Pages.Failure) -> Item? {
            while remaining > 0 {
                if let item = items.next() {
                    remaining -= 1
                    return item
                }
                guard let page = try await pages.next(isolation: actor) else { break }
                items = itemsOfPage(page).makeIterator()
            }
            return nil
        }

        /// Returns the next item, or nil after the last.
        public mutating func next() async throws(Pages.Failure) -> Item? {
            try await next(isolation: nil)
        }
    }
}
