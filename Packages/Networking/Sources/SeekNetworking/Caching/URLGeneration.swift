import SeekBasics

/// A random number that is stored for a URL and replaced by each invalidation.
///
/// The keys of responses to requests with credentials contain the number, so that replacing the number invalidates all
/// these responses. Other processes that share the store compare it to detect invalidations. It is written when the URL
/// is invalidated and before the first request with credentials.
struct URLGeneration: Hashable {
    private static let formatVersion = "SEEKGEN1"

    /// How many seconds the generation is stored: a year. Once it has expired, responses to requests with credentials
    /// are no longer found.
    static let lifetime = 365.0 * 86_400

    let number: UInt64

    init(number: UInt64 = .random(in: .min ... .max)) {
        self.number = number
    }

    var serialized: Data { Data("\(Self.formatVersion)\n\(number)".utf8) }

    init?(serialized bytes: Data) {
        let lines = String(decoding: bytes.prefix(64), as: UTF8.self).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        guard lines.count == 2, lines[0] == Self.formatVersion, let number = UInt64(lines[1]) else { return nil }
        self.number = number
    }
}
