import Seek
import SeekBasics
import SeekNetworking

/// `--record`: forwards requests, and records them with their responses in a HAR file.
final class ArchiveRecorder: HTTPTransport {
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
