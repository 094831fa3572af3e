import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// URLSession as an app would use it: data tasks with completion handlers, in a session without a cache.
final class URLSessionBaseline: Sendable {
    private let session: URLSession

    init(concurrency: Int) {
        let configuration = URLSessionConfiguration.ephemeral
        // On Linux, a session with a cache traps when tasks are cancelled, and stores nothing.
        configuration.urlCache = nil
        configuration.httpMaximumConnectionsPerHost = concurrency
        session = URLSession(configuration: configuration)
    }

    deinit {
        session.invalidateAndCancel()
    }

    /// Returns the size of the body, or nil if the request fails or the status is not 200.
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
