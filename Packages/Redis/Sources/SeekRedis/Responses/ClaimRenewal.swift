#if os(Linux)
import SeekBasics

/// Extends the claims of this process until their fetches end, so that other machines do not repeat a slow fetch.
///
/// A claim is a key by which a machine reserves the fetch of a response. If the process ends, its claims expire.
final class ClaimRenewal: Sendable {
    private let connection: RedisConnection
    private let lifetime: Duration
    /// The tasks by the token of the claim.
    private let tasks = Mutex<[String: Task<Void, Never>]>([:])

    /// The maximum number of extensions of a claim, so that a fetch that never ends does not hold its claim forever.
    /// Three extensions take one lifetime, so a claim is held for about five minutes at most by default.
    private static let maximumExtensions = 90

    init(_ connection: RedisConnection, lifetime: Duration) {
        self.connection = connection
        self.lifetime = lifetime
    }

    deinit {
        for task in tasks.withLock({ Array($0.values) }) { task.cancel() }
    }

    /// The number of claims that are being extended. For tests.
    var count: Int { tasks.withLock { $0.count } }

    /// Extends a claim every third of its lifetime.
    func begin(_ token: String, key: String) {
        let task = Task { [weak self, lifetime] in
            for _ in 0..<Self.maximumExtensions {
                guard (try? await Task.sleep(for: lifetime / 3)) != nil else { return }
                self?.extend(token, key: key)
            }
            self?.end(token)
        }
        tasks.withLock { $0[token] = task }
    }

    private func extend(_ token: String, key: String) {
        tasks.withLock { tasks in
            guard tasks[token] != nil else { return }
            // Sent while the lock is held, so that no extension follows the command that ends the fetch.
            connection.post(
                ["EVAL", .text(ResponseScript.renew.source), 1, .text(key), .text(token), .milliseconds(lifetime)]
            ) { [weak self] result in
                // 0: another machine has taken over the claim. Without a reply, the next extension may succeed.
                if case .success([.integer(0)]) = result { self?.end(token) }
            }
        }
    }

    /// Stops extending a claim.
    func end(_ token: String) { tasks.withLock { $0.removeValue(forKey: token) }?.cancel() }
}
#endif
