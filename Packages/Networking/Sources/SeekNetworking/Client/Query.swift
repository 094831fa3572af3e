/// The query of a request: names and values in order, percent-encoded when sent; a nil value leaves its item out.
///
/// `["q": text, "maxResults": "5", "pageToken": token]`
public struct Query: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One name with its value.
    public struct Item: Sendable, Hashable {
        /// The name, not encoded.
        public var name: String
        /// The value, not encoded.
        public var value: String

        /// Makes an item.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The items in order. A name may occur more than once.
    public var items: [Item]

    /// Makes a query of items.
    public init(_ items: [Item]) {
        self.items = items
    }

    /// Makes a query of names and values, leaving out those without a value.
    public init(dictionaryLiteral elements: (String, String?)...) {
        items = elements.compactMap { name, value in value.map { Item(name: name, value: $0) } }
    }

    /// The query as it stands in a URL behind the `?`; empty where there are no items.
    public var encoded: String {
        var text = ""
        text.reserveCapacity(items.reduce(0) { $0 + $1.name.utf8.count + 2 * $1.value.utf8.count + 2 })
        for item in items {
            if !text.isEmpty { text += "&" }
            text += PercentEncoding.encode(item.name)
            text += "="
            text += PercentEncoding.encode(item.value)
        }
        return text
    }
}
