import Seek
import SeekBasics
import SeekNetworking

/// `--replay`: returns responses of a HAR file instead of sending requests. Each response is used once; equal requests
/// receive their responses in recorded order.
final class RecordingPlayer: HTTPTransport {
    let path: String
    /// The earliest date in the recording, which is used as the current date during replay; `nil` if it has no dates.
    let date: Date?
    /// How many entries of the file cannot be replayed, and why; `nil` if there are none.
    let skippedSummary: String?
    private let replay: Mutex<Replay>

    init(_ path: String) throws(UsageError) {
        self.path = path
        let name = SafeText.line(path)
        let status = FileStatus(path, followsLinks: true)
        guard status?.isFolder != true else { throw UsageError("--replay: '\(name)' is a folder; choose a file") }
        guard status.map({ $0.size <= Recording.sizeLimit }) ?? true else {
            let limit = "\(Recording.sizeLimit >> 20) MiB"
            throw UsageError("--replay: '\(name)' is larger than \(limit); remove the entries that are not needed")
        }
        guard let bytes = contents(ofFile: path) else {
            let reason = systemFailureReason
            throw UsageError("--replay: cannot read '\(name)': \(reason); check the path, or create it with --record")
        }
        do throws(Recording.ParseError) {
            let recording = try Recording(har: bytes)
            skippedSummary = recording.skippedSummary
            date = recording.exchanges.compactMap(\.date).min()
            replay = Mutex(Replay(recording))
        } catch {
            throw UsageError("--replay: '\(name)' is not a valid recording: \(error)")
        }
    }

    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        let context = NetworkError.Context(request: request)
        if Task.isCancelled { throw .cancelled(context) }
        // Recorded requests contain no secrets.
        let cleaned = SecretRules().removingSecrets(from: request)
        let (exchange, explanation) = replay.withLock { replay in
            let exchange = replay.nextExchange(for: cleaned)
            return (exchange, exchange == nil ? replay.explanation(of: cleaned) : "")
        }
        guard let exchange else {
            throw error(fileHas: "no response to \(explanation)", context)
        }
        guard exchange.hasBody else {
            throw error(fileHas: "the response without the body", context)
        }
        guard exchange.response.body.count <= maximumBodySize else {
            throw .bodyTooLarge(limit: maximumBodySize, context)
        }
        return exchange.response
    }

    private func error(fileHas content: String, _ context: NetworkError.Context) -> NetworkError {
        let file = "'\(SafeText.line(path))'"
        return .invalidRequest(reason: "\(file) has \(content); record the command again with --record", context)
    }

    /// The number of recorded responses that no request has used.
    var unusedCount: Int { replay.withLock { $0.unused.count } }
}

extension Replay {
    /// Returns the method and path of a missing request. If an exchange has the same path, adds the reason why no exchange
    /// matches (``Replay/explain(_:bodies:)``), without the URL of the nearest one, which is long.
    fileprivate func explanation(of request: HTTPRequest) -> String {
        let name = "\(request.method) \(request.url.path())"
        let isPathRecorded = unused.contains { $0.request.url.path() == request.url.path() }
        return isPathRecorded ? "\(name): \(explain(request).split(separator: ": ", maxSplits: 2).last ?? "")" : name
    }
}

/// `--record`: forwards requests, and records them with their responses in a HAR file.
final class RecordingWriter: HTTPTransport {
    let path: String
    private let base: any HTTPTransport
    private let now: @Sendable () -> Date
    private let exchanges = Mutex<[Recording.Exchange]>([])

    /// Throws if no file can be written at the path, before quota is spent on a recording that cannot be stored.
    init(_ path: String, over base: any HTTPTransport, now: @escaping @Sendable () -> Date) throws(UsageError) {
        guard path != "-" else { throw UsageError("--record needs a file; write ./- for a file named -") }
        self.path = path
        self.base = base
        self.now = now
        let file = URL(literalPath: path).resolvingSymlinksInPath()
        guard FileStatus(file.path, followsLinks: true)?.isFolder != true else {
            throw UsageError("--record: '\(SafeText.line(path))' is a folder; choose a file")
        }
        let isWritable = FileManager.default.isWritableFile(atPath:)
        // Replacing the file requires a writable folder.
        guard isWritable(file.deletingLastPathComponent().path),
            isWritable(file.path) || !FileManager.default.fileExists(atPath: file.path)
        else {
            throw UsageError("--record: cannot write '\(SafeText.line(path))'; choose a file in a writable folder")
        }
    }

    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        let response = try await base.send(request, deadline: deadline, maximumBodySize: maximumBodySize)
        exchanges.withLock { $0.append(.init(request: request, response: response, date: now())) }
        return response
    }

    /// Writes the file without the secrets, and returns the number of exchanges. Without exchanges, no file is created
    /// or changed.
    func write(removing secrets: Set<String>) throws -> Int {
        let recording = Recording(exchanges.withLock { $0 })
        guard !recording.exchanges.isEmpty else { return 0 }
        try SecretRules(values: secrets).removingSecrets(from: recording).write(to: URL(literalPath: path))
        return recording.exchanges.count
    }
}
