import SeekBasics

@testable import SeekWeb

/// Records the entries of an access log.
final class EntryList: Sendable {
    private let state = Mutex<[AccessLogEntry]>([])

    var entries: [AccessLogEntry] { state.withLock { $0 } }

    func append(_ entry: AccessLogEntry) { state.withLock { $0.append(entry) } }
}
