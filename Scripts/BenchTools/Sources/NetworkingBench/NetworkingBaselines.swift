import CurlBaseline
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The C program of the target CurlBaseline. Must be used by one task at a time.
///
/// `@unchecked Sendable`: each contestant has its own instance, and contestants run one after the other.
final class CurlProgram: @unchecked Sendable {
    private let baseline: OpaquePointer

    /// Creates a program for a URL, or returns nil if libcurl cannot be initialized.
    init?(_ url: URL, concurrency: Int) {
        guard let baseline = curl_baseline_make(url.absoluteString, Int32(concurrency)) else { return nil }
        self.baseline = baseline
    }

    deinit {
        curl_baseline_free(baseline)
    }

    /// Sends requests one after the other and returns the number of correct responses.
    func runEasy(_ requests: Int, bodySize: Int) -> Int {
        Int(curl_baseline_run_easy(baseline, Int32(requests), bodySize))
    }

    /// Sends requests through the multi interface and returns the number of correct responses.
    func runMulti(_ requests: Int, bodySize: Int) -> Int {
        Int(curl_baseline_run_multi(baseline, Int32(requests), bodySize))
    }
}

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
