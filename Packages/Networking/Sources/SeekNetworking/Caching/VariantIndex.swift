import SeekBasics

/// The request fields by which the responses for a URL vary, stored under the URL's key. The keys of the variants
/// contain the index's generation, so that removing the index invalidates all of them. A single variant is stored in
/// the index, so that one read finds it.
struct VariantIndex: Hashable {
    /// The maximum number of sets of fields; each set requires a lookup.
    static let maximumSetCount = 4

    private static let formatVersion = "SEEKVAR2"

    /// A serialized response with the fingerprint of the request fields that selected it.
    struct Variant: Hashable {
        var fingerprint: String
        var response: Data
    }

    let generation: UInt64
    /// The sets of field names, in lower case and sorted; the most recent set first.
    private(set) var sets: [[String]]
    /// When the last of the variants expires.
    private(set) var expiresAt: Date
    /// The variant, if there is only one; nil if the variants are stored under their own keys.
    private(set) var single: Variant?

    init(generation: UInt64 = .random(in: .min ... .max)) {
        self.generation = generation
        sets = []
        expiresAt = .distantPast
    }

    /// Adds or replaces a variant, and returns the variants to store under their own keys: none while there is only
    /// one.
    mutating func add(_ variant: Variant, selectedBy names: [String], expiresAt: Date) -> [Variant] {
        let isOnly = sets.isEmpty || single?.fingerprint == variant.fingerprint
        let separate = isOnly ? [] : [single, variant].compactMap { $0 }
        single = isOnly ? variant : nil
        sets.removeAll { $0 == names }
        sets.insert(names, at: 0)
        sets = Array(sets.prefix(Self.maximumSetCount))
        self.expiresAt = max(self.expiresAt, expiresAt)
        return separate
    }

    /// The serialized index, in this order:
    /// - the response of the single variant, if there is one
    /// - the format version, the generation, the expiry date, the fingerprint of that variant (empty without one) and
    ///   each set, one per line
    /// - the size of that response, or 0, as an 8-byte little-endian number. Its highest bit is set in addition, which
    ///   distinguishes an index from a serialized response.
    var serialized: Data {
        let response = single?.response ?? Data()
        let lines =
            [Self.formatVersion, "\(generation)", "\(expiresAt.timeIntervalSince1970)", single?.fingerprint ?? ""]
            + sets.map { $0.joined(separator: " ") }
        var bytes = response
        bytes.append(contentsOf: lines.joined(separator: "\n").utf8)
        withUnsafeBytes(of: (UInt64(response.count) | Self.mark).littleEndian) { bytes.append(contentsOf: $0) }
        return bytes
    }

    private static let mark: UInt64 = 1 << 63

    init?(serialized bytes: Data) {
        let number = bytes.suffix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard bytes.count >= 8, number & Self.mark != 0, let length = Int(exactly: number & ~Self.mark),
            length <= bytes.count - 8,
            let text = String(validating: bytes.dropFirst(length).dropLast(8), as: UTF8.self)
        else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 4, lines.count <= 4 + Self.maximumSetCount, lines[0] == Self.formatVersion,
            let generation = UInt64(lines[1]), let expiry = Double(lines[2]),
            abs(expiry) <= StoredResponse.maximumSeconds, lines[3].isEmpty == (length == 0)
        else { return nil }
        self.generation = generation
        expiresAt = Date(timeIntervalSince1970: expiry)
        single = length == 0 ? nil : Variant(fingerprint: String(lines[3]), response: bytes.prefix(length))
        sets = lines[4...].map { $0.split(separator: " ").map(String.init) }
    }
}
