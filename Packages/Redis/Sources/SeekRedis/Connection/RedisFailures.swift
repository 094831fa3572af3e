import SeekBasics
import SeekSearch

/// Which failures have been thrown since the last success, so that each outage is reported once.
final class RedisFailures: Sendable {
    /// The codes of rejected commands; an empty string for an unusable connection.
    private let thrown = Mutex<Set<String>>([])

    /// Returns the error to throw: the error itself at first, later as a repeated one.
    func record(_ error: RedisError) -> RedisError {
        let isNew = thrown.withLock { $0.insert(error.code ?? "").inserted }
        return isNew ? error : .repeated(error)
    }

    /// Records that the connection can be used.
    func recordReply() { thrown.withLock { _ = $0.remove("") } }

    /// Records that the server has stored something.
    func recordWrite() { thrown.withLock { $0.removeAll() } }
}

extension RedisError {
    fileprivate var code: String? { if case .rejected(let code, _) = self { code } else { nil } }
}
