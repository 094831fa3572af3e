import SeekModels
import SeekNetworking

/// The results of one search, accumulated page by page.
struct ResultList<Item: SearchHitConvertible> {
    let search: Search<Item>
    /// Without duplicates.
    private(set) var items: [Item] = []
    private(set) var skipped: [SkippedItem] = []
    /// The total number of results as reported with the last page that has it; nil if unknown.
    private(set) var totalCount: Int64?
    /// Why results are missing from the API's responses; empty if none are.
    private(set) var incompleteReasons: Set<IncompleteReason> = []
    /// The provenance of all pages: the costliest source, the greatest age, and the sum of the attempts.
    private(set) var provenance: Provenance
    /// Empty unless the search is federated.
    private(set) var sources: [SourceReport]
    /// The cursor of the next page; nil after the last page.
    private(set) var next: PageCursor?
    private var cursors: Set<PageCursor> = []
    private var ids: Set<AnyHashable> = []

    init(_ search: Search<Item>, _ page: SearchPage<Item>) {
        self.search = search
        provenance = page.provenance
        sources = page.sources
        add(page)
    }

    /// Whether there are results, none could be decoded, and there is no further page.
    var isUnreadable: Bool { items.isEmpty && next == nil && !skipped.isEmpty }

    /// Appends the results that the list does not contain yet.
    mutating func append(_ page: SearchPage<Item>) {
        provenance = Provenance(merging: [provenance, page.provenance])
        add(page)
    }

    mutating func cancelPendingSources() {
        for index in sources.indices where sources[index].isPending { sources[index].state = .cancelled }
    }

    /// Adds the items of a page. A cursor that an earlier page has returned is ignored; otherwise paging would never
    /// end.
    private mutating func add(_ page: SearchPage<Item>) {
        for item in page.items {
            if let id = Self.id(of: item), !ids.insert(id).inserted { continue }
            items.append(item)
        }
        skipped += page.skipped
        totalCount = page.totalCount ?? totalCount
        incompleteReasons.formUnion(page.incompleteReasons)
        next = page.next.flatMap { cursors.insert($0).inserted ? $0 : nil }
    }

    /// Nil if the type of the item is not `Identifiable`.
    private static func id(of item: Item) -> AnyHashable? {
        func id(_ item: some Identifiable) -> AnyHashable { AnyHashable(item.id) }
        return (item as? any Identifiable).map { id($0) }
    }
}
