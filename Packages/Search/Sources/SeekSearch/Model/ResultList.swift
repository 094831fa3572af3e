import SeekModels

/// The results of one search so far, page by page.
struct ResultList<Item: Sendable> {
    /// The text that was searched for; nil where nothing was.
    private(set) var text: String?
    /// The results, each once.
    private(set) var items: [Item] = []
    /// The items that were left out, and why.
    private(set) var skipped: [SkippedItem] = []
    /// Whether the API ran out of time.
    private(set) var isIncomplete = false
    /// The next page.
    private(set) var next: PageCursor?
    private var cursors: Set<PageCursor> = []
    private var ids: Set<AnyHashable> = []

    init() {}

    init(text: String) { self.text = text }

    /// Whether there were results and none of them could be read.
    var isUnreadable: Bool { items.isEmpty && next == nil && !skipped.isEmpty }

    /// Appends a page. Results that were on a page before are dropped, and so is a cursor that was followed before: such pages would never end.
    mutating func append(_ page: SearchPage<Item>) {
        for item in page.items {
            if let id = Self.id(of: item), !ids.insert(id).inserted { continue }
            items.append(item)
        }
        skipped += page.skipped
        isIncomplete = isIncomplete || page.isIncomplete
        next = page.next.flatMap { cursors.insert($0).inserted ? $0 : nil }
    }

    /// What identifies a result; nil where its type does not say.
    private static func id(of item: Item) -> AnyHashable? {
        func id(_ item: some Identifiable) -> AnyHashable { AnyHashable(item.id) }
        return (item as? any Identifiable).map { id($0) }
    }
}
