import SeekBasics

/// The sessions of browsers and the feeds of saved searches, in a private file that all processes of a server share.
///
/// Nothing in it is derived from the token: neither a cookie nor the key of a feed helps to guess it. If the file cannot
/// be used, the store continues in memory.
final class AccessStore: Sendable {
    /// The feed of a saved search.
    struct Feed: Codable, Hashable {
        /// The secret in its address: 128 random bits.
        var key = randomSecret()
        /// When a request of the feed last ran the search, in whole seconds like the time of a run.
        var attemptedAt: Date?
        /// The number of such runs since the last one to which a source responded.
        var attemptCount = 0
    }

    private struct Content: Codable, Hashable {
        /// The end of each session by its fingerprint.
        var sessions: [String: Date] = [:]
        /// By the name of the saved search.
        var feeds: [String: Feed] = [:]
    }

    private struct State {
        var content = Content()
        /// When the file was read; nil if it must be read.
        var readAt: ContinuousClock.Instant?
        /// Whether the file has failed, so that the content is in memory only.
        var isInMemory: Bool
    }

    /// The time for which the content is reused. Changes by this process are effective immediately, those by others
    /// after this time.
    private static let lifetime = Duration.seconds(1)
    /// The maximum number of sessions. Beyond it, the oldest one ends.
    static let maximumSessionCount = 1_000

    private let file: PrivateFile?
    private let report: @Sendable (any Error) -> Void
    private let state: Mutex<State>

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - file: The path of the file; nil for a store in memory.
    ///   - report: Receives the error of a file that cannot be used.
    init(file: String? = nil, report: @escaping @Sendable (any Error) -> Void = { _ in }) {
        self.file = file.map(PrivateFile.init)
        self.report = report
        state = Mutex(State(isInMemory: file == nil))
    }

    /// Returns 128 bits of the system's random number generator, as 32 hexadecimal digits.
    static func randomSecret() -> String {
        (0..<16).map { _ in
            let byte = String(UInt8.random(in: .min ... .max), radix: 16)
            return byte.count == 1 ? "0\(byte)" : byte
        }.joined()
    }

    // MARK: Sessions

    func addSession(_ fingerprint: String, until end: Date, at now: Date) async {
        await update { content in
            content.sessions = content.sessions.filter { $0.value > now }
            content.sessions[fingerprint] = end
            guard content.sessions.count > Self.maximumSessionCount,
                let oldest = content.sessions.min(by: { $0.value < $1.value })
            else { return }
            content.sessions[oldest.key] = nil
        }
    }

    func hasSession(_ fingerprint: String, at now: Date) -> Bool {
        find { $0.sessions[fingerprint] }.map { $0 > now } ?? false
    }

    func removeSession(_ fingerprint: String) async { await update { $0.sessions[fingerprint] = nil } }

    // MARK: Feeds

    /// Returns the key of a feed; nil if its address has never been shown or if the key was revoked.
    func feedKey(of name: String) -> String? { find { $0.feeds[name]?.key } }

    /// Returns the keys of feeds, after creating the missing ones.
    ///
    /// - Parameter isComplete: Whether there are no other feeds, so that their keys are removed.
    func feedKeys(of names: [String], isComplete: Bool = false) async -> [String: String] {
        await update { content in
            if isComplete { content.feeds = content.feeds.filter { names.contains($0.key) } }
            return names.reduce(into: [:]) { keys, name in
                let feed = content.feeds[name] ?? Feed()
                (keys[name], content.feeds[name]) = (feed.key, feed)
            }
        }
    }

    /// Makes the address of a feed invalid. Another key is created when it is needed.
    func revokeFeedKey(of name: String) async {
        await update { $0.feeds[name]?.key = Self.randomSecret() }
    }

    func removeFeed(of name: String) async { await update { $0.feeds[name] = nil } }

    /// Returns nil if a request of a feed may run its search now, and then counts the run, so that concurrent requests
    /// do not run it as well. Otherwise returns when the search may run.
    ///
    /// - Parameter lastRun: The last run to which a source has responded; nil if there is none.
    func startRun(of name: String, after lastRun: Date?, at now: Date) async -> Date? {
        await update { content in
            var feed = content.feeds[name] ?? Feed()
            defer { content.feeds[name] = feed }
            return feed.startRun(after: lastRun, at: now)
        }
    }

    // MARK: Content

    /// Finds a value. If it is missing, reads the file again, because another process may have added it.
    private func find<Value>(_ value: (Content) -> Value?) -> Value? {
        state.withLock { state in
            if let readAt = state.readAt, readAt.duration(to: .now) < Self.lifetime, let found = value(state.content) {
                return found
            }
            read(&state)
            return value(state.content)
        }
    }

    private func read(_ state: inout State) {
        guard let file, !state.isInMemory else { return }
        do {
            (state.content, state.readAt) = (try Self.content(of: file), .now)
        } catch {
            state.isInMemory = true
            report(error)
        }
    }

    /// A file that is not a store counts as empty: it contains nothing that a user has entered.
    private static func content(of file: PrivateFile) throws(PrivateFileError) -> Content {
        guard let content = try file.read(), !content.isReadableByOthers else { return Content() }
        return (try? JSONDecoder().decodeBounded(Content.self, from: Data(content.bytes))) ?? Content()
    }

    /// Changes the content, also if the caller is cancelled: a logout must not be lost when the browser disconnects.
    private func update<Value: Sendable>(_ change: @escaping @Sendable (inout Content) -> Value) async -> Value {
        await Task { await updateUncancelled(change) }.value
    }

    private func updateUncancelled<Value: Sendable>(_ change: @Sendable (inout Content) -> Value) async -> Value {
        if let file, !state.withLock(\.isInMemory) {
            do {
                return try await file.withLock {
                    let previous = try Self.content(of: file)
                    var content = previous
                    let value = change(&content)
                    if content != previous { try file.replace(with: Array(JSONEncoder().encode(content))) }
                    state.withLock { ($0.content, $0.readAt) = (content, .now) }
                    return value
                }
            } catch {
                state.withLock { $0.isInMemory = true }
                report(error)
            }
        }
        return state.withLock { change(&$0.content) }
    }
}

extension AccessStore.Feed {
    /// The interval of runs, in seconds: at most four a day, however often feed readers request the feed. YouTube
    /// allows 100 searches a day.
    private static let interval = 6 * 3_600.0
    /// The time after the first run without a response, in seconds. It doubles with each further one, up to
    /// ``interval``.
    private static let firstRetryInterval = 3_600.0

    fileprivate mutating func startRun(after lastRun: Date?, at now: Date) -> Date? {
        let failedAt = attemptedAt.flatMap { ($0 > lastRun ?? .distantPast) ? $0 : nil }
        let failureCount = failedAt == nil ? 0 : attemptCount
        if let previous = failedAt ?? lastRun, previous <= now {
            let retryInterval = Self.firstRetryInterval * Double(1 << min(16, max(0, failureCount - 1)))
            let next = previous.addingTimeInterval(failedAt == nil ? Self.interval : min(Self.interval, retryInterval))
            if now < next { return next }
        }
        attemptedAt = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
        attemptCount = failureCount + 1
        return nil
    }
}
