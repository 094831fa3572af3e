import Seek
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A server that has the same page for everybody, and counts.
final class PageTransport: HTTPTransport {
    private let response: HTTPResponse
    private let count = Mutex(0)

    init(page: Data) {
        response = HTTPResponse(headerFields: [.contentType: "application/json; charset=UTF-8"], body: page)
    }

    /// How many calls arrived.
    var calls: Int { count.withLock { $0 } }

    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        count.withLock { $0 += 1 }
        return response
    }
}
