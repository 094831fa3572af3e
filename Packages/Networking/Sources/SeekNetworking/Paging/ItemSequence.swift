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
