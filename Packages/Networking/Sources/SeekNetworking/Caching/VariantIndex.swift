#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The request fields by which the responses for a URL vary, stored under the URL's key.
///
/// The keys of the variants contain the index's generation, so that removing the index invalidates all of them.
struct VariantIndex: Hashable {
    /// The maximum number of sets of fields; each set requires a look-up.
    static let maximumSetCount = 4

    private static let formatVersion = "SEEKVAR1"

    let generation: UInt64
    /// The sets of field names, in lower case and sorted; the most recent set first.
    private(set) var sets: [[String]]
    /// When the last of the variants expires.
    private(set) var expiresAt: Date

    /// Creates an index without variants.
    init(generation: UInt64 = .random(in: .min ... .max)) {
        self.generation = generation
        sets = []
        expiresAt = .distantPast
    }

    /// Records a variant.
    mutating func add(_ names: [String], expiresAt: Date) {
        sets.removeAll { $0 == names }
        sets.insert(names, at: 0)
        sets = Array(sets.prefix(Self.maximumSetCount))
        self.expiresAt = max(self.expiresAt, expiresAt)
    }

    /// The format version, the generation, the expiry date and each set, one per line.
    var serialized: Data {
        let lines = [Self.formatVersion, "\(generation)", "\(expiresAt.timeIntervalSince1970)"]
        return Data((lines + sets.map { $0.joined(separator: " ") }).joined(separator: "\n").utf8)
    }

    /// Decodes ``serialized`` bytes, or returns nil.
    init?(serialized bytes: Data) {
        // A serialized response begins with its body, which may be any text, and ends with the zero bytes of the
        // length of the body.
        guard bytes.starts(with: Self.formatVersion.utf8), bytes.last != 0,
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 3, lines.count <= 3 + Self.maximumSetCount, let generation = UInt64(lines[1]),
            let expiry = Double(lines[2]), abs(expiry) <= StoredResponse.maximumSeconds
        else { return nil }
        self.generation = generation
        expiresAt = Date(timeIntervalSince1970: expiry)
        sets = lines[3...].map { $0.split(separator: " ").map(String.init) }
    }
}
