#if os(Linux)
import BenchKit
import Foundation
import Testing

@testable import WebBench

@Suite("The bench of the web app")
struct WebBenchTests {
    @Test(
        "counts the requests that delay the first paint",
        arguments: [
            ("<html><head></head>", 1), (#"<link rel="stylesheet" href="/a.css">"#, 2),
            (#"<link rel="icon" href="/a"><script type="module" src="/a.js"></script>"#, 1),
            (#"<script src="/a.js"></script><script defer src="/b.js"></script><script>let a = 1</script>"#, 2),
        ]
    )
    func paint(html: String, count: Int) {
        #expect(WebPage(html: html).requestsBeforePaint == count)
    }

    @Test("counts the results, but not the placeholders that are shown while results are loading")
    func results() {
        #expect(
            WebPage(html: #"<ul><li class="card" id="a"></li><li class="card"></li><li class="card ghost"></li></ul>"#)
                .resultCount == 2
        )
    }

    @Test("throws an error if the program ends at once")
    func ended() async throws {
        let load = WebBench.Load(rounds: 1, requests: 1, memoryRequests: 1, clients: 1)
        let peer = try #require(URL(string: "http://127.0.0.1:1"))
        let bench = WebBench(program: "/bin/false", peer: peer, peerFolder: "/nowhere", load: load)
        await #expect(throws: BenchFailure.self) { try await bench.run { _ in } }
    }
}
#endif
