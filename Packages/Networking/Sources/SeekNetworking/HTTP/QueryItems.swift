#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The query of a URL as a server reads it: `+` and `%20` are a space (HTML Standard, `application/x-www-form-urlencoded`).
public struct QueryItems: Sendable, Hashable {
    /// A name and its value, decoded; the value is empty where there is none.
    public typealias Item = Query.Item

    /// The items in their order.
    public let items: [Item]

    /// Reads the query of a URL; empty where it has none.
    public init(of url: URL) {
        self.init(url.query(percentEncoded: true) ?? "")
    }

    /// Reads an encoded query, without its `?`.
    public init(_ encoded: String) {
        let decode = { (text: Substring) in PercentDecoding.decode(text, plusIsSpace: true) }
        items = encoded.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Item(name: decode(parts[0]), value: parts.count > 1 ? decode(parts[1]) : "")
        }
    }
}
