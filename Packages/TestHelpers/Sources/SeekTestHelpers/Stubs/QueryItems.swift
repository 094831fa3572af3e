#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The query of a URL as a server reads it: `+` and `%20` are a space (HTML Standard, `application/x-www-form-urlencoded`).
struct QueryItems: Sendable, Hashable {
    struct Item: Sendable, Hashable {
        var name: String
        var value: String
    }

    let items: [Item]

    /// Reads the query of a URL; empty where it has none.
    init(of url: URL) {
        self.init(url.query(percentEncoded: true) ?? "")
    }

    /// Reads an encoded query, without its `?`.
    init(_ encoded: String) {
        let decode = { (text: Substring) in PercentDecoding.decode(text, plusIsSpace: true) }
        items = encoded.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Item(name: decode(parts[0]), value: parts.count > 1 ? decode(parts[1]) : "")
        }
    }
}
