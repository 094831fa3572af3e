import SeekModels

/// The results of one search, accumulated page by page.
struct ResultList<Item: Sendable> {
    /// The search text; nil before the first search.
    private(set) var text: String?
    /// The results without duplicates.
    private(set) var items: [Item] = []
    /// The items that were skipped, and why.
    private(set) var skipped: [SkippedItem] = []
    /// Whether the API's results are incomplete because its search timed out.
    private(set) var isIncomplete = false
    /// The cursor of the next page.
    private(set) var next: PageCursor?
    private var cursors: Set<PageCursor> = []
    private var ids: Set<AnyHashable> = []

    init() {}

    init(text: String) { self.text = text }

    /// Whether there were results and none could be decoded.
    var isUnreadable: Bool { items.isEmpty && next == nil && !skipped.isEmpty }

    /// Appends a page without duplicates. A cursor that was already followed is ignored, because paging would never
    /// end.
    mutating func append(_ page: SearchPage<Item>) {
        for item in page.items {
            if let id = Self.id(of: item), !ids.insert(id).inserted { continue }
            items.append(item)
        }
        skipped += page.skipped
        isIncomplete = isIncomplete || page.isIncomplete
        next = page.next.flatMap { cursors.insert($0).inserted ? $0 : nil }
    }

    /// The identity of a result; nil if its type is not `Identifiable`.
    private static func id(of item: Item) -> AnyHashable? {
        func id(_ item: some Identifiable) -> AnyHashable { AnyHashable(item.id) }
        return (item as? any Identifiable).map { id($0) }
    }
}
