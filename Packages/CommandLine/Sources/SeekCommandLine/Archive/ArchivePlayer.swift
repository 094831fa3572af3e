import Seek
import SeekBasics
import SeekNetworking

/// `--replay`: returns responses of a HAR file instead of sending requests. Each response is used once; equal requests
/// receive their responses in recorded order.
final class ArchivePlayer: HTTPTransport {
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
    /// Returns the method and path of a missing request. If an unused exchange has the same path, adds the reason why
    /// no exchange matches (``Replay/explain(_:bodies:)``).
    fileprivate func explanation(of request: HTTPRequest) -> String {
        let name = "\(request.method) \(request.url.path())"
        let isPathRecorded = unused.contains { $0.request.url.path() == request.url.path() }
        return isPathRecorded ? "this request, \(name): \(explain(request))" : name
    }
}
