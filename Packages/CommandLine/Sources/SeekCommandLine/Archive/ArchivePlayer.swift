import Seek
import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Answers requests from a HAR file, and sends nothing: `--replay`. Each exchange answers once, equal requests in their order.
final class ArchivePlayer: HTTPTransport {
    let path: String
    /// When the first exchange was recorded: what time it is while they are played.
    let date: Date?
    private let replay: Mutex<Replay>

    /// Reads the file.
    init(_ path: String) throws(UsageError) {
        self.path = path
        let name = SafeText.line(path)
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw UsageError("--replay: '\(name)' cannot be read; --record FILE.har makes one")
        }
        do throws(Recording.Unreadable) {
            let recording = try Recording(har: bytes)
            date = recording.exchanges.compactMap(\.date).min()
            replay = Mutex(Replay(recording))
        } catch {
            throw UsageError("--replay: '\(name)' cannot be replayed: \(error)")
        }
    }

    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        let context = NetworkError.Context(request: request)
        if Task.isCancelled { throw .cancelled(context) }
        let cleaned = SecretRules().removingSecrets(from: request)
        let (answer, explanation) = replay.withLock { replay in
            let answer = replay.answer(to: cleaned)
            return (answer, answer == nil ? replay.explain(cleaned) : "")
        }
        guard let answer else {
            throw .invalidRequest(reason: "'\(SafeText.line(path))' holds no answer to it; \(explanation)", context)
        }
        guard answer.hasBody else {
            throw .invalidRequest(reason: "'\(SafeText.line(path))' holds its answer without the body", context)
        }
        guard answer.response.body.count <= maximumBodySize else {
            throw .bodyTooLarge(limit: maximumBodySize, context)
        }
        return answer.response
    }

    /// How many exchanges nobody asked for.
    var unusedCount: Int { replay.withLock { $0.unused.count } }
}
