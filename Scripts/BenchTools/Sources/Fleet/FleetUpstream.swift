#if os(Linux)
package import Foundation
import SeekNetworking
import SeekTestHelpers
import Synchronization

/// The server to which a fleet sends its searches. It counts the calls.
package final class FleetUpstream: Sendable {
    private final class Calls: Sendable {
        let counts = Mutex<[Substring: Int]>([:])
    }

    private let calls = Calls()
    private let server: LoopbackServer

    /// - Parameter latency: The time from a request to its response.
    package init(latency: Duration = .milliseconds(5)) throws {
        server = try LoopbackServer(recordsRequests: false) { [calls] request in
            let text = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?
                .queryItems?.first { $0.name == "q" }?.value
            guard let text else { return .response(HTTPResponse(status: .init(code: 400))) }
            calls.counts.withLock { $0[Self.group(of: text), default: 0] += 1 }
            let response = HTTPResponse(
                headerFields: [.contentType: "application/json; charset=UTF-8"],
                body: Data(FleetPage.json(for: text).utf8)
            )
            return .delayed(latency, .response(response))
        }
    }

    package var url: URL { server.baseURL }

    /// Returns the number of calls so far for search texts with the same first word as `text`; for all search texts if
    /// `text` is nil.
    package func calls(for text: String? = nil) -> Int {
        calls.counts.withLock { counts in
            guard let text else { return counts.values.reduce(0, +) }
            return counts[Self.group(of: text)] ?? 0
        }
    }

    private static func group(of text: String) -> Substring { text.prefix { $0 != " " } }

    package func stop() { server.stop() }
}

/// The responses of the upstream server: a page of YouTube's search.list whose items contain the search text, so that a
/// response to another search is noticed.
package enum FleetPage {
    package static let itemCount = 3

    /// Returns the title of each item of the response to a search.
    package static func title(for text: String) -> String { "result of \(text)" }

    package static func json(for text: String) -> String {
        let items = (0..<itemCount).map { number in
            #"{"kind":"youtube#searchResult","id":{"kind":"youtube#video","videoId":"video\#(number)"},"snippet":{"#
                + #""publishedAt":"2026-11-20T10:30:15Z","channelId":"UCfleet","title":"\#(title(for: text))","#
                + #""description":"","channelTitle":"Fleet","liveBroadcastContent":"none","#
                + #""thumbnails":{"default":{"url":"https://i.example.com/\#(number).jpg"}}}}"#
        }
        return #"{"kind":"youtube#searchListResponse","pageInfo":{"totalResults":\#(items.count),"#
            + #""resultsPerPage":\#(items.count)},"items":[\#(items.joined(separator: ","))]}"#
    }
}
#endif
