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
        guard !items.isEmpty else { return "" }
        let count = items.reduce(0) {
            $0 + 2 + PercentEncoding.length(of: $1.name) + PercentEncoding.length(of: $1.value)
        }
        return String(unsafeUninitializedCapacity: count) { buffer in
            var index = 0
            func write(_ separator: UInt8) {
                buffer[index] = separator
                index += 1
            }
            for item in items {
                if index > 0 { write(UInt8(ascii: "&")) }
                index = PercentEncoding.write(item.name, to: buffer, at: index)
                write(UInt8(ascii: "="))
                index = PercentEncoding.write(item.value, to: buffer, at: index)
            }
            return index
        }
    }
}
