import BenchKit
import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import TestHelpersBench

@Suite("The bench of TestHelpers", .timeLimit(.minutes(2)))
struct TestHelpersBenchTests {
    @Test("each row is reported with a figure")
    func rows() async throws {
        let peer = try LoopbackServer { _ in .response(HTTPResponse(body: Data(count: 1_024))) }
        var rows: [BenchResult] = []
        try await TestHelpersBench(peer: peer.baseURL, load: .init(rounds: 1, requests: 16)).run { rows.append($0) }
        #expect(rows.map(\.name) == ["stubbed-request", "match-growth", "server-vs-nginx"])
        #expect(rows.allSatisfy { $0.value > 0 })
        #expect(rows.filter { $0.baseline != nil }.allSatisfy { $0.ratio != nil })
    }

    @Test("wrong responses from the peer fail the bench")
    func wrongPeer() async throws {
        let peer = try LoopbackServer { _ in .response(HTTPResponse(status: 404)) }
        await #expect(throws: (any Error).self) {
            try await TestHelpersBench(peer: peer.baseURL, load: .init(rounds: 1, requests: 8)).run { _ in }
        }
    }
}
