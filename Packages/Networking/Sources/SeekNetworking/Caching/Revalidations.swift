import SeekBasics

/// Which stored answers are being asked for anew, so that one request does it for all.
final class Revalidations: Sendable {
    private let keys = Mutex<Set<CacheKey>>([])

    func begin(_ key: CacheKey) -> Bool { keys.withLock { $0.insert(key).inserted } }

    func end(_ key: CacheKey) { keys.withLock { _ = $0.remove(key) } }

    var isEmpty: Bool { keys.withLock { $0.isEmpty } }
}
