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
#endif
