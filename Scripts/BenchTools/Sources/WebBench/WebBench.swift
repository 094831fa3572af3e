#if os(Linux)
package import BenchKit
package import Foundation
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import TestHelpersBench

/// The bench `web`: measures the size of a page of 25 results, how fast `seek-web` serves it from the cache compared
/// with nginx, whether 1,000 event streams can be open at the same time, and the growth of memory.
package struct WebBench: Sendable {
    package struct Load: Sendable {
        var rounds = 11
        /// The number of requests of a round over four connections. Over one connection, a quarter as many are sent.
        var requests = 2_000
        /// The number of requests between the two measurements of memory.
        var memoryRequests = 100_000
        /// The number of event streams that are open at the same time.
        var clients = 1_000

        /// The load of `Scripts/bench web`.
        package static let full = Load()
    }

    private static let target = "/?q=swift"
    /// A search text for which the APIs respond only after a minute, so that its event streams stay open.
    private static let slowQuery = "idleclients"
    private let program: String
    private let peer: URL
    private let peerFolder: String
    private let load: Load

    /// - Parameter peerFolder: The folder that the peer, nginx with one worker, serves.
    package init(program: String, peer: URL, peerFolder: String, load: Load = .full) {
        (self.program, self.peer, self.peerFolder, self.load) = (program, peer, peerFolder, load)
    }

    package func run(_ emit: (BenchResult) -> Void) async throws {
        let web = try await WebProgram(path: program, api: Self.api())
        defer { web.end() }
        let page = try page(of: web)
        for row in sizes(of: page) { emit(row) }
        for row in try await speed(of: web, page) { emit(row) }
        emit(try events(of: web))
        emit(try memory(of: web))
    }

    /// Returns a server of sample data, which responds to ``slowQuery`` only after a minute.
    private static func api() throws -> LoopbackServer {
        var configuration = SampleAPIConfiguration()
        (configuration.searchQuota, configuration.unitQuota) = (1_000_000, 1_000_000)
        configuration.tokenLimits = .init(core: 1_000_000, search: 1_000_000)
        let sample = try SampleAPI(folder: SampleAPI.sampleFolder(), configuration: configuration)
        return try LoopbackServer(recordsRequests: false) { request in
            let isSlow = request.url.query?.contains(slowQuery) == true
            return isSlow ? .delayed(.seconds(60), sample.reply(to: request)) : sample.reply(to: request)
        }
    }

    /// Loads the page twice and returns the second response, which comes from the cache.
    private func page(of web: WebProgram) throws -> WebPage {
        var page = WebPage(html: "")
        for _ in 0..<2 {
            let client = try RawClient(port: try port(of: web))
            let response = client.exchange(
                "GET \(Self.target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            )
            guard response.text.hasPrefix("HTTP/1.1 200 "), let body = response.bodies.first else {
                throw BenchFailure(description: "the page was not served: \(response.text.prefix(200))")
            }
            page.html = body
        }
        guard page.resultCount >= 25 else {
            throw BenchFailure(description: "the page has \(page.resultCount) results, fewer than 25")
        }
        return page
    }

    /// `page-size`: the size of the HTML. `first-paint-requests`: the requests before a browser can paint the page.
    private func sizes(of page: WebPage) -> [BenchResult] {
        [
            BenchResult("page-size", Double(page.html.utf8.count) / 1_000, "KB", goal: .valueAtMost(55)),
            BenchResult("first-paint-requests", Double(page.requestsBeforePaint), "requests", goal: .valueAtMost(2)),
        ]
    }

    /// `cached-page`: the time of a request over one connection. `page-vs-nginx`: requests per second over four
    /// connections, compared with nginx.
    private func speed(of web: WebProgram, _ page: WebPage) async throws -> [BenchResult] {
        try Data(page.html.utf8).write(to: URL(filePath: peerFolder).appending(path: "page.html"))
        // Both clients parse the header fields of each response, so that they do the same work.
        let app = try KeepAliveClient(web.url, target: Self.target, variesInSize: true)
        let file = try KeepAliveClient(peer, target: "/page.html", variesInSize: true)
        // The times are microseconds per request.
        let requests = load.requests
        let figures = try await compare(
            [
                Contestant("app") { [.time: try 1e6 / app.requestsPerSecond(requests, connections: 4)] },
                Contestant("nginx, a file") { [.time: try 1e6 / file.requestsPerSecond(requests, connections: 4)] },
                Contestant("app, one connection") {
                    [.time: try 1e6 / app.requestsPerSecond(requests / 4, connections: 1)]
                },
            ],
            rounds: load.rounds
        )
        let milliseconds = figures.median(of: "app, one connection").map { $0 / 1_000 }
        return [
            BenchResult("cached-page", milliseconds, "ms", goal: .valueAtMost(0.3)),
            figures.rateRow(
                "page-vs-nginx",
                of: "app",
                to: "nginx, a file",
                unit: "requests/s",
                goal: .ratioAtLeast(0.25)
            ),
        ]
    }

    /// `idle-event-clients`: the number of streams that are open at the same time and have received their first event.
    /// The page must still be served while they are open.
    private func events(of web: WebProgram) throws -> BenchResult {
        let clients = try (0..<load.clients).map { _ in try RawClient(port: try port(of: web)) }
        defer { for client in clients { client.close() } }
        for client in clients {
            client.send("GET /events?q=\(Self.slowQuery) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        }
        let served = clients.count { $0.read(until: "event: pending\n").hasSuffix("event: pending\n") }
        _ = try page(of: web)
        let goal = Goal.valueAtLeast(Double(load.clients))
        return BenchResult("idle-event-clients", Double(served), "clients", goal: goal)
    }

    /// `memory`: the growth of resident memory during ``Load/memoryRequests`` requests, after a warm-up with a tenth as
    /// many.
    private func memory(of web: WebProgram) throws -> BenchResult {
        let client = try KeepAliveClient(web.url, target: Self.target, variesInSize: true)
        _ = try client.requestsPerSecond(load.memoryRequests / 10, connections: 4)
        let before = web.residentMegabytes ?? .nan
        _ = try client.requestsPerSecond(load.memoryRequests, connections: 4)
        let growth = web.residentMegabytes.map { $0 - before }
        return BenchResult("memory", growth, "MB", goal: .valueAtMost(10))
    }

    private func port(of web: WebProgram) throws -> UInt16 {
        guard let port = web.url.port.flatMap(UInt16.init(exactly:)) else {
            throw BenchFailure(description: "\(web.url) has no port")
        }
        return port
    }
}

/// A page of HTML whose size, requests and results are measured.
struct WebPage {
    var html: String

    /// The number of requests before the browser can paint the page: the page itself, its stylesheets, and the scripts
    /// that the parser waits for.
    var requestsBeforePaint: Int {
        let tags = html.split(separator: "<").map { $0.prefix { $0 != ">" } }
        let stylesheets = tags.filter { $0.hasPrefix("link ") && $0.contains("stylesheet") }
        let scripts = tags.filter { tag in
            tag.hasPrefix("script ") && tag.contains(" src=")
                && !["type=\"module\"", " defer", " async"].contains { tag.contains($0) }
        }
        return 1 + stylesheets.count + scripts.count
    }

    var resultCount: Int { html.split(separator: "<li class=\"card\"").count - 1 }
}
#endif
