#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is kept under a URL's key where its answers vary: by which fields they do, so that the variants can be found.
///
/// The variants' keys hold its number. Removing the index is thus enough to void them all: an index made later has another
/// number, and what lies under the old one is found no more.
struct VariantIndex: Hashable {
    /// The most sets of fields that are told apart; each is a look-up. A server that names more of them changes its mind too often.
    static let limit = 4

    private static let mark = "SEEKVAR1"

    let generation: UInt64
    /// The names of the fields, in lower case and in order; the last set used first.
    private(set) var sets: [[String]]
    /// Until when it is of use: as long as the longest-lived of its variants.
    private(set) var expiresAt: Date

    /// Makes an index without variants.
    init(generation: UInt64 = .random(in: .min ... .max)) {
        self.generation = generation
        sets = []
        expiresAt = .distantPast
    }

    /// Notes a variant.
    mutating func add(_ names: [String], expiresAt: Date) {
        sets.removeAll { $0 == names }
        sets.insert(names, at: 0)
        sets = Array(sets.prefix(Self.limit))
        self.expiresAt = max(self.expiresAt, expiresAt)
    }

    /// A line each: the mark, number and expiry, then the sets.
    var serialized: Data {
        let lines = [Self.mark, "\(generation)", "\(expiresAt.timeIntervalSince1970)"]
        return Data((lines + sets.map { $0.joined(separator: " ") }).joined(separator: "\n").utf8)
    }

    /// Reads what ``serialized`` wrote; nil for anything else.
    init?(serialized bytes: Data) {
        // A stored response may begin with any text, its body, and ends with the zeros of its body's length.
        guard bytes.starts(with: Self.mark.utf8), bytes.last != 0, let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 3, lines.count <= 3 + Self.limit, let generation = UInt64(lines[1]),
            let expiry = Double(lines[2]), abs(expiry) <= StoredResponse.longestTime
        else { return nil }
        self.generation = generation
        expiresAt = Date(timeIntervalSince1970: expiry)
        sets = lines[3...].map { $0.split(separator: " ").map(String.init) }
    }
}
