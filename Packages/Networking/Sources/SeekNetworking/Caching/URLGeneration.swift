#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The generation of a URL: a random number that each invalidation replaces by another.
///
/// The keys of responses to requests with credentials contain it, so that one record invalidates them all, and none can come back.
/// A process that shares the store learns from it that another process has invalidated the URL. It is written when the URL is
/// invalidated, and before a first request with credentials is sent; never again with an old number.
struct URLGeneration: Hashable {
    private static let mark = "SEEKGEN1"

    /// How long the record is stored, in seconds: a year. Without it, what was stored with credentials is not found any more.
    static let lifetime = 365.0 * 86_400

    let number: UInt64

    /// Creates a generation.
    init(number: UInt64 = .random(in: .min ... .max)) {
        self.number = number
    }

    /// The mark and the number, a line each.
    var serialized: Data { Data("\(Self.mark)\n\(number)".utf8) }

    /// Reads what ``serialized`` wrote; nil for anything else.
    init?(serialized bytes: Data) {
        let lines = String(decoding: bytes.prefix(64), as: UTF8.self).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        guard lines.count == 2, lines[0] == Self.mark, let number = UInt64(lines[1]) else { return nil }
        self.number = number
    }
}
