import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What an app does with URLSession as it comes: a session without a cache, a data task with a completion handler.
final class URLSessionBaseline: Sendable {
    private let session: URLSession

    init(concurrency: Int) {
        let configuration = URLSessionConfiguration.ephemeral
        // On Linux a session with a cache traps where tasks are cancelled, and stores nothing.
        configuration.urlCache = nil
        configuration.httpMaximumConnectionsPerHost = concurrency
        session = URLSession(configuration: configuration)
    }

    deinit {
        session.invalidateAndCancel()
    }

    /// The size of the body, or nil where there was no answer of status 200.
    func get(_ url: URL) async -> Int? {
        await withCheckedContinuation { continuation in
            session.dataTask(with: url) { data, response, _ in
                let status = (response as? HTTPURLResponse)?.statusCode
                continuation.resume(returning: status == 200 ? data?.count : nil)
            }
            .resume()
        }
    }
}
