#if os(Linux)
import Foundation
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite(
    "HTTP/2, negotiated by ALPN",
    .timeLimit(.minutes(3)),
    .enabled(if: CertificateAuthority.isAvailable, "openssl is not installed: apt-get install openssl"),
    .enabled(if: ChildProgram.find("nginx") != nil, "nginx is not installed: apt-get install nginx-light")
)
struct HTTP2Tests {
    /// The `location` blocks of nginx. The body of the first contains the protocol and the number of the connection.
    static let locations = """
        location / { return 200 "$server_protocol on $connection"; }
        location = /cut { return 444; }
        location = /slow { limit_rate 64k; try_files /slow =404; }
        """
    static let slowFile = ["slow": Data(repeating: UInt8(ascii: "x"), count: 8 << 20)]

    /// Returns a server, and a transport that trusts its certificate.
    private func serverAndTransport(
        offersHTTP2: Bool = true,
        directives: String = HTTP2Tests.locations,
        files: [String: Data] = [:]
    ) async throws -> (TLSPeer, CurlTransport) {
        let authority = try CertificateAuthority()
        let identity = try authority.identity(for: "IP:127.0.0.1")
        let peer = try await TLSPeer.nginx(identity, offersHTTP2: offersHTTP2, directives: directives, files: files)
        return (peer, try CertificateTests.transport(trusting: authority))
    }

    @Test("is used if the server offers it, and HTTP/1.1 otherwise", arguments: [true, false])
    func negotiated(isOffered: Bool) async throws {
        let (peer, transport) = try await serverAndTransport(offersHTTP2: isOffered)
        let response = try #require(await transport.outcome(of: try peer.get()).response)
        #expect(response.text.hasPrefix(isOffered ? "HTTP/2.0 " : "HTTP/1.1 "))
        #expect(response.status.code == 200)
    }

    @Test("300 concurrent requests share one connection and all complete", arguments: [true, false])
    func multiplexed(hasConnection: Bool) async throws {
        let (peer, transport) = try await serverAndTransport()
        let request = try peer.get()
        if hasConnection { _ = await transport.outcome(of: request) }
        let start = ContinuousClock.now
        let texts = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<300 { group.addTask { await transport.outcome(of: request).response?.text } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts.count == 300)
        #expect(Set(texts).count == 1, "\(Set(texts))")
        #expect(texts.allSatisfy { $0?.hasPrefix("HTTP/2.0 on ") == true })
        // A request that libcurl overlooks is continued only by a timer, which fires after 30 s (see the README).
        #expect(ContinuousClock.now - start < .seconds(25))
    }

    @Test("all requests complete if the server closes each connection after a hundred requests")
    func connectionsEnd() async throws {
        let (peer, transport) = try await serverAndTransport(directives: "keepalive_requests 100;\n" + Self.locations)
        let request = try peer.get()
        let texts = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<600 { group.addTask { await transport.outcome(of: request).response?.text } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts.count { $0?.hasPrefix("HTTP/2.0 on ") == true } == 600)
    }

    @Test("a stream that ends without a response is reported as a lost connection, and the next request succeeds")
    func endedStream() async throws {
        let (peer, transport) = try await serverAndTransport()
        let outcome = await transport.outcome(of: try peer.get("/cut"))
        #expect(outcome.kind == .connectionLost, "\(String(describing: outcome.error))")
        #expect(outcome.error?.isRetryable == true)
        #expect(await transport.outcome(of: try peer.get()).kind == .response(200))
    }

    @Test("a cancellation, a timeout and the body limit each end one stream, and leave the connection open")
    func cancelled() async throws {
        let (peer, transport) = try await serverAndTransport(files: Self.slowFile)
        let before = try #require(await transport.outcome(of: try peer.get()).response?.text)
        let slow = try peer.get("/slow")
        let task = Task { await transport.outcome(of: slow, limit: 16 << 20).kind }
        #expect(await transport.outcome(of: slow, within: .milliseconds(50), limit: 16 << 20).kind == .timedOut)
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(await transport.outcome(of: slow, limit: 1 << 20).kind == .bodyTooLarge)
        let after = await transport.outcome(of: try peer.get()).response?.text
        #expect(after == before)
    }
}
#endif
