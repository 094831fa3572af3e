#if os(Linux)
import Foundation
import SeekCurlTransport
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("Who reads slowly slows the sender", .timeLimit(.minutes(2)))
struct BackPressureTests {
    private let transport = CurlTransport { $0.usesProxiesFromEnvironment = false }

    /// Returns once the server's sent bytes stood still for the time of a hundred requests on the same loop, and how many they
    /// were. A client that read on would take in 64 MB a second and never come to that.
    private func standstill(of server: LoopbackServer) async throws -> Int {
        let other = try LoopbackServer(always: .response(HTTPResponse(200, "here")))
        let request = try other.get()
        let end = ContinuousClock.now + .seconds(60)
        while true {
            let before = server.sentBytes
            for _ in 0..<100 { #expect(await transport.outcome(of: request).word == .response(200)) }
            if before > 0, server.sentBytes == before { return before }
            try #require(ContinuousClock.now < end, "the server still sends: \(server.sentBytes) bytes by now")
        }
    }

    @Test("an endless body stands still while nobody reads, goes on when somebody does, and ends when they stop")
    func endless() async throws {
        let server = try LoopbackServer(always: .fault(.endlessBody))
        var read = 0
        do {
            let stream = try await transport.stream(try server.get(), deadline: .now + .seconds(120))
            let unread = try await standstill(of: server)
            // What the system holds for both ends of a connection, and the buffer's 272 KiB.
            #expect(unread < 32 << 20)
            for try await chunk in stream {
                #expect(chunk.count <= 272 * 1024)
                read += chunk.count
                if read > unread + 4 << 20 { break }
            }
            let held = try await standstill(of: server) - read
            #expect(held < 32 << 20)
            #expect(server.openConnections == 1)
        }
        await eventually { server.openConnections == 0 }
    }

    @Test("others are served while a stream is paused")
    func others() async throws {
        let server = try LoopbackServer { request in
            request.url.path == "/endless" ? .fault(.endlessBody) : .response(HTTPResponse(200, "here"))
        }
        var streams: [HTTPResponseStream] = []
        for _ in 1...8 {
            streams.append(try await transport.stream(try server.get("/endless"), deadline: .now + .seconds(60)))
        }
        for _ in 1...50 { #expect(await transport.outcome(of: try server.get()).response?.text == "here") }
        #expect(server.openConnections >= 8)
        streams = []
        await eventually { server.openConnections <= 1 }
    }

    @Test("a deadline passes while nobody reads: what arrived is there, then the error")
    func deadline() async throws {
        let server = try LoopbackServer(always: .fault(.endlessBody))
        let reading = await transport.reading(try server.get(), within: .milliseconds(200)) { _ in
            // Nobody reads until the transfer has ended.
            await eventually { server.openConnections == 0 }
        }
        #expect(reading.word == .timedOut)
        #expect(reading.chunks <= 2)
        #expect(reading.body.count <= 2 * 272 * 1024)
    }

    @Test(
        "over TLS a stream that is paused holds up no other, nor the requests that share a connection",
        .enabled(if: CertificateAuthority.isAvailable, "openssl is not installed: apt-get install openssl"),
        .enabled(if: ChildProgram.find("nginx") != nil, "nginx is not installed: apt-get install nginx-light")
    )
    func http2() async throws {
        let authority = try CertificateAuthority()
        let peer = try await TLSPeer.nginx(
            try authority.identity(for: "IP:127.0.0.1"),
            offersHTTP2: true,
            locations: "location = /small { return 200 \"$server_protocol\"; }",
            files: ["large": numbers(20_000_000)]
        )
        let transport = CertificateTests.transport(trusting: authority)
        let paused = try await transport.stream(try peer.get("/large"), deadline: .now + .seconds(60))
        for _ in 1...20 {
            #expect(await transport.outcome(of: try peer.get("/small")).response?.text == "HTTP/2.0")
        }
        let other = await transport.reading(try peer.get("/large"))
        expectSame(other.body, numbers(20_000_000))
        var body = Data()
        for try await chunk in paused { body += chunk }
        expectSame(body, other.body)
    }
}
#endif
