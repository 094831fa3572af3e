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
        let exists = FileManager.default.fileExists(atPath: path)
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: exists ? path : folder) else {
            throw UsageError("--record: '\(SafeText.line(path))' cannot be written; name a file in a folder that can")
        }
    }

    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        bodyLimit: Int
    ) async throws(NetworkError) -> HTTPResponse {
        let response = try await base.send(request, deadline: deadline, bodyLimit: bodyLimit)
        exchanges.withLock { $0.append(.init(request: request, response: response, date: now())) }
        return response
    }

    /// Writes the file, its secrets removed. Returns how many exchanges it holds.
    func write(removing secrets: Set<String>) throws -> Int {
        let recording = Recording(exchanges.withLock { $0 })
        let har = SecretRules(values: secrets).removingSecrets(from: recording).har
        try har.write(to: URL(filePath: path), options: .atomic)
        return recording.exchanges.count
    }
}
