import Seek
import SeekBasics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sends requests on, and keeps what was asked and answered for a HAR file: `--record`.
final class ArchiveRecorder: HTTPTransport {
    let path: String
    private let base: any HTTPTransport
    private let now: @Sendable () -> Date
    private let exchanges = Mutex<[Recording.Exchange]>([])

    /// Makes a recorder.
    ///
    /// - Throws: where the file cannot be written: calls would be spent for nothing.
    init(_ path: String, over base: any HTTPTransport, now: @escaping @Sendable () -> Date) throws(UsageError) {
        self.path = path
        self.base = base
        self.now = now
        let file = URL(filePath: path).resolvingSymlinksInPath()
        let isWritable = FileManager.default.isWritableFile(atPath:)
        // The file is replaced: its folder must be writable, too.
        guard isWritable(file.deletingLastPathComponent().path),
            isWritable(file.path) || !FileManager.default.fileExists(atPath: file.path)
        else {
            throw UsageError("--record: '\(SafeText.line(path))' cannot be written; name a file in a folder that can")
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

    /// Writes the file, its secrets removed. Returns how many exchanges it holds; 0 leaves the file as it is.
    func write(removing secrets: Set<String>) throws -> Int {
        let recording = Recording(exchanges.withLock { $0 })
        guard !recording.exchanges.isEmpty else { return 0 }
        try SecretRules(values: secrets).removingSecrets(from: recording).write(to: URL(filePath: path))
        return recording.exchanges.count
    }
}
