public import SeekModels
public import SeekNetworking

/// One page of results, from whichever API.
public struct SearchPage<Item: Sendable>: Sendable {
    /// The results, in the API's order.
    public var items: [Item]
    /// The items that were left out because they break the rules of their model, and why.
    public var skipped: [SkippedItem]
    /// How many results there are in all, as the API tells. YouTube's is an estimate.
    public var totalCount: Int?
    /// Whether the API ran out of time and left results out.
    public var isIncomplete: Bool
    /// Where the next page is; nil on the last.
    public var next: PageCursor?
    /// Where the page came from and how old it is.
    public var provenance: Provenance
    /// What the page cost of the API's quota: 1 for each time the API was asked, 0 from a store. (An authorised 304 of GitHub's is
    /// free, and counted all the same.)
    public var quotaCost: Int { provenance.askedServer ? provenance.attempts : 0 }

    /// Makes a page.
    public init(
        items: [Item],
        skipped: [SkippedItem] = [],
        totalCount: Int? = nil,
        isIncomplete: Bool = false,
        next: PageCursor? = nil,
        provenance: Provenance = .network
    ) {
        self.items = items
        self.skipped = skipped
        self.totalCount = totalCount
        self.isIncomplete = isIncomplete
        self.next = next
        self.provenance = provenance
    }
}

/// The place of a page in a listing: opaque, made by the API, valid for the same query only.
public struct PageCursor: Sendable, Hashable, Codable {
    /// YouTube's page token, or GitHub's link.
    public let rawValue: String

    /// Takes up a cursor that was kept.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
