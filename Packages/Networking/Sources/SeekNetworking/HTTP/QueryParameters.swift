public import SeekBasics

/// The query parameters of a request: names and values in order, percent-encoded when sent.
///
/// ```swift
/// ["q": text, "per_page": 30, "archived": false, "page": cursor]
/// ```
/// Values are strings, numbers and Booleans (`true`, `false`); parameters whose value is nil are omitted.
public struct QueryParameters: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// A name and its value.
    public struct Item: Sendable, Hashable {
        /// The name, not percent-encoded.
        public var name: String
        /// The value, not percent-encoded.
        public var value: String

        /// Creates a parameter.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The parameters in order. A name may occur more than once.
    public var items: [Item]

    /// Creates parameters from items.
    public init(_ items: [Item]) {
        self.items = items
    }

    /// Creates parameters from names and values; those whose value is nil are omitted.
    public init(dictionaryLiteral elements: (String, (any LosslessStringConvertible)?)...) {
        items = elements.compactMap { name, value in value.map { Item(name: name, value: $0.description) } }
    }

    /// Creates the parameters of a URL as a server reads them; empty if it has no query.
    public init(of url: URL) {
        self.init(encoded: url.query(percentEncoded: true) ?? "")
    }

    /// Parses an encoded query without its `?`. `+` and `%20` are decoded as a space (HTML Standard,
    /// `application/x-www-form-urlencoded`); a parameter without `=` has an empty value.
    public init(encoded: String) {
        let decode = { (text: Substring) in PercentEncoding.decode(text, plusIsSpace: true) }
        items = encoded.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Item(name: decode(parts[0]), value: parts.count > 1 ? decode(parts[1]) : "")
        }
    }

    /// The percent-encoded query as it appears in a URL after the `?`; empty if there are no parameters.
    public var encoded: String {
        items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }
}
