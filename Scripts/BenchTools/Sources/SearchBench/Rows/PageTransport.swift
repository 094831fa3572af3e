import Foundation
import Seek
import SeekNetworking
import Synchronization

/// A transport that returns the same page for every request and counts the requests.
final class PageTransport: HTTPTransport {
    private let response: HTTPResponse
    private let count = Mutex(0)

    init(page: Data) {
        response = HTTPResponse(headerFields: [.contentType: "application/json; charset=UTF-8"], body: page)
    }

    var requestCount: Int { count.withLock { $0 } }

    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        maximumBodySize: Int
    ) async throws(NetworkError) -> HTTPResponse {
        count.withLock { $0 += 1 }
        return response
    }
}
