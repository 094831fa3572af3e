import SeekBasics

/// The names of the keys and channels of responses.
///
/// The keys of a record and of its claim have the same hash tag, so that a cluster places them on one server
/// (https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags).
struct ResponseKeys: Sendable, Hashable {
    let prefix: String

    /// The channel of invalidations.
    var invalidations: String { "\(prefix):invalidations" }
    /// The key of the number of invalidations.
    var invalidationCount: String { "\(prefix):invalidation-count" }
    /// Matches every ``entry(_:)`` and ``claim(_:)``; a prefix may contain characters with a meaning in patterns.
    var pattern: String {
        prefix.map { "*?[]\\^".contains($0) ? "\\\($0)" : "\($0)" }.joined() + ":{*}:response*"
    }

    /// The key of a stored record.
    func entry(_ key: String) -> String { name("response", key) }

    /// The key of the claim on a fetch, and the channel on which the end of the claim is announced.
    func claim(_ key: String) -> String { name("response-claim", key) }

    private func name(_ kind: String, _ key: String) -> String {
        let tag = Array(key.utf8).withUnsafeBytes { XXHash64.hash($0) }
        return "\(prefix):{\(String(tag, radix: 36))}:\(kind):\(key)"
    }
}
