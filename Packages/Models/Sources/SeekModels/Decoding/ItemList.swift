/// An item of a page that could not be decoded, with the reason.
public struct SkippedItem: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The position of the item in the page, starting at 0.
    public let index: Int
    /// The path of the invalid value, and what is wrong with it.
    public let error: ModelError

    /// Creates a report of an item that could not be decoded.
    public init(index: Int, error: ModelError) {
        self.index = index
        self.error = error
    }

    /// The path and the reason, such as `items[3].snippet.channelId: is empty`.
    public var description: String { error.description }
}

/// The valid items of a page, and reports of the invalid ones. In strict mode an invalid item is an error.
struct ItemList<Item: Decodable>: Decodable {
    var items: [Item] = []
    var skipped: [SkippedItem] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let mode = decoder.mode
        if let count = container.count { items.reserveCapacity(count) }
        while !container.isAtEnd {
            let index = container.currentIndex
            // A super decoder advances to the next element even if decoding fails; `decode` does not.
            let element = try container.superDecoder()
            do {
                items.append(try Item(from: element))
            } catch {
                guard mode == .lenient else { throw error }
                skipped.append(SkippedItem(index: index, error: ModelError(error)))
            }
        }
    }
}
