import SeekBasics

/// A Lua script, which the server runs atomically.
///
/// ``RedisConnection`` calls it by its digest. Each script accesses keys of one hash tag only, so that it also runs on
/// a cluster.
struct RedisScript: Sendable, Hashable {
    let source: String
    let digest: String

    init(_ source: String) {
        self.source = source
        digest = SHA1.hexDigest(of: source.utf8)
    }
}
