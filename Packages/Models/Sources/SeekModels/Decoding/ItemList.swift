/// An item that was left out of a page, and why.
public struct SkippedItem: Sendable, Hashable, CustomStringConvertible {
    /// The item's position in the answer, from 0.
    public let index: Int
    /// Where in the answer and what is wrong.
    public let error: ModelError

    /// Makes a report of an item that was left out.
    public init(index: Int, error: ModelError) {
        self.index = index
        self.error = error
    }

    /// `items[3].snippet.channelId: is empty`
    public var description: String { error.description }
}

/// The items of a page, decoded as the mode says: those that keep their model's rules, and a report of the others.
struct ItemList<Item: Decodable>: Decodable {
    var items: [Item] = []
    var skipped: [SkippedItem] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let mode = decoder.mode
        if let count = container.count { items.reserveCapacity(count) }
        while !container.isAtEnd {
            let index = container.currentIndex
            // A super decoder moves on whatever the element is; `decode` would stay at the element it cannot read.
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
