import Seek
import SeekCommandLine
import SeekTestHelpers

#if os(Linux)
import SeekCurlTransport
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SecurityTorment {
    /// Attacks below the content: malformed, endless and ambiguous messages.
    static let transportAttacks = [
        SecurityTorment("48 KB of escaped quotation marks in Cache-Control") {
            try await served(field("Cache-Control", "x=\"" + String(repeating: "\\\"", count: 24_000)), within: 5)
        },
        SecurityTorment("a list of 50,000 elements in Vary") {
            try await served(field("Vary", String(repeating: "a,", count: 50_000)), within: 5)
        },
        SecurityTorment("folded header fields while another server is used") { try await folded() },
        SecurityTorment("header fields without end") { try await fails(.fault(.endlessHeaders), within: 8) },
        SecurityTorment("100,000 interim responses") {
            let interim = String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 100_000)
            return try await ends(bytes(interim + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"), within: 8)
        },
        SecurityTorment("100,000 short header fields") {
            let lines = (0..<100_000).map { "X-\($0): y\r\n" }.joined()
            return try await ends(bytes("HTTP/1.1 200 OK\r\n\(lines)Content-Length: 2\r\n\r\n{}"), within: 8)
        },
        SecurityTorment("a body without end") { try await fails(.fault(.endlessBody), within: 8) },
        SecurityTorment("a byte at a time, beyond the deadline") {
            let slow = HTTPResponse(headerFields: [.contentType: "application/json"], body: Data(count: 10_000))
            return try await fails(.fault(.slow(slow, byteInterval: .milliseconds(20))), within: 8)
        },
        SecurityTorment("256 MiB in a few hundred kilobytes of gzip") { try await gzipBomb() },
        SecurityTorment("two lengths of one body") {
            try await smuggling("Content-Length: 2\r\nContent-Length: 100\r\n")
        },
        SecurityTorment("a length and chunks for one body") {
            try await smuggling("Content-Length: 100\r\nTransfer-Encoding: chunked\r\n")
        },
        SecurityTorment("a certificate that nobody trusts") { try await selfSigned() },
        SecurityTorment("addresses of this machine, where only the public internet is allowed") {
            try await addresses()
        },
        SecurityTorment("random bytes in header fields", scaled: randomFields),
    ]

    private static func bytes(_ text: String) -> LoopbackServer.Reply { .fault(.bytes(Data(text.utf8))) }

    /// The response is used or reported as a failure in time, and the next command still works.
    private static func served(_ fields: HTTPFields, within seconds: Double) async throws -> String? {
        try await ends(json(repositories("swift"), fields), within: seconds)
    }

    private static func ends(_ reply: LoopbackServer.Reply, within seconds: Double) async throws -> String? {
        try await play(reply, within: seconds) { _ in nil }
    }

    private static func fails(_ reply: LoopbackServer.Reply, within seconds: Double) async throws -> String? {
        try await play(reply, within: seconds) { $0.status == .failure ? nil : "ended with \($0.status)" }
    }

    private static func play(
        _ reply: LoopbackServer.Reply,
        within seconds: Double,
        _ judge: (Victim.Outcome) -> String?
    ) async throws -> String? {
        let victim = try Victim()
        let server = try LoopbackServer { request in
            request.url.query()?.contains("attack") == true ? reply : json(repositories("swift"))
        }
        defer { server.stop() }
        let outcome = await victim.seek("repos", "attack", server: server, timeout: .seconds(3))
        if let finding = judge(outcome) { return finding }
        if outcome.seconds > seconds { return "took \(outcome.seconds) s" }
        let after = await victim.seek("repos", "other", server: server)
        return after.status == .success ? nil : "afterwards: \(after.messages)"
    }

    /// One loop serves all transfers: a server that keeps it busy would hold up requests to others.
    private static func folded() async throws -> String? {
        let lines = String(repeating: " folded\r\n", count: 23_000)
        let attacker = try LoopbackServer { _ in
            bytes("HTTP/1.1 200 OK\r\nX-Fold: a\r\n\(lines)Content-Length: 2\r\n\r\n{}")
        }
        let other = try LoopbackServer { _ in json("{}") }
        defer {
            attacker.stop()
            other.stop()
        }
        let transport = DefaultTransport.make()
        async let attack: Void = {
            _ = try? await transport.send(
                HTTPRequest(url: attacker.baseURL),
                deadline: .now + .seconds(30),
                bodyLimit: 1 << 20
            )
        }()
        var slowest = Duration.zero
        for _ in 0..<20 {
            let start = ContinuousClock.now
            _ = try await transport.send(
                HTTPRequest(url: other.baseURL),
                deadline: .now + .seconds(30),
                bodyLimit: 1 << 20
            )
            slowest = max(slowest, start.duration(to: .now))
        }
        await attack
        return slowest < .seconds(1) ? nil : "another server's response took \(slowest)"
    }

    private static func gzipBomb() async throws -> String? {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "bomb.gz")
        let script = "head -c 268435456 /dev/zero | gzip -1 > '\(file.path)'"
        try ChildProgram.run("sh", ["-c", script], log: folder.url.appending(path: "log"))
        let body = try Data(contentsOf: file)
        let response = HTTPResponse(
            headerFields: [.contentType: "application/json", HTTPField.Name(constant: "Content-Encoding"): "gzip"],
            body: body
        )
        return try await fails(.response(response), within: 20)
    }

    /// A client that takes the shorter of two lengths reads the rest as the response to its next request.
    private static func smuggling(_ lengths: String) async throws -> String? {
        let victim = try Victim()
        let smuggled = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n"
        let server = try LoopbackServer { request in
            guard request.url.query()?.contains("attack") == true else { return json(repositories("honest")) }
            let body = #"{}"# + smuggled + repositories("SMUGGLED")
            return bytes("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(lengths)\r\n\(body)")
        }
        defer { server.stop() }
        _ = await victim.seek("repos", "attack", server: server)
        let next = await victim.seek("repos", "other", server: server)
        return next.text.contains("SMUGGLED") ? "the next request received the smuggled response" : nil
    }

    private static func selfSigned() async throws -> String? {
        #if os(Linux)
        let authority = try CertificateAuthority()
        let server = try LoopbackServer(identity: authority.identity(for: "IP:127.0.0.1")) { _ in json("{}") }
        defer { server.stop() }
        let outcome = await (try Victim()).seek("repos", "x", server: server)
        if outcome.status != .failure { return "ended with \(outcome.status)" }
        return server.received.isEmpty ? nil : "a request was sent"
        #else
        return nil
        #endif
    }

    private static func addresses() async throws -> String? {
        #if os(Linux)
        let server = try LoopbackServer { _ in json("{}") }
        defer { server.stop() }
        let transport = CurlTransport { $0.targetPolicy = .publicInternetOnly }
        for host in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "127.1", "0x7f000001", "2130706433"] {
            guard let url = URL(string: "http://\(host):\(server.port)/") else { continue }
            _ = try? await transport.send(HTTPRequest(url: url), deadline: .now + .seconds(5), bodyLimit: 1_000)
            if server.acceptedConnections > 0 { return "\(host) was reached" }
        }
        #endif
        return nil
    }

    private static let randomFields: @Sendable (Double, UInt64) async throws -> String? = { scale, seed in
        let victim = try Victim()
        let names = [
            "Cache-Control", "Vary", "ETag", "Age", "Date", "Expires", "Link", "Retry-After", "Content-Range",
            "Content-Type", "X-RateLimit-Reset", "X-RateLimit-Remaining", "Last-Modified", "Cache-Status", "Location",
        ]
        var random = SeededGenerator(seed: seed)
        for round in 0..<scale.count(300) {
            var response = HTTPResponse(headerFields: [.contentType: "application/json"])
            response.body = Data(repositories("swift").utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let value = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                    Character(Unicode.Scalar(UInt8.random(in: 0x21...0x7E, using: &random)))
                }
                guard let name = HTTPField.Name(names.randomElement(using: &random) ?? "") else { continue }
                response.headerFields.append(HTTPField(name: name, value: String(value)))
            }
            let reply = response
            let server = try LoopbackServer { _ in .response(reply) }
            defer { server.stop() }
            let outcome = await victim.seek("repos", "q\(round)", server: server)
            if outcome.seconds > 10 { return "round \(round) took \(outcome.seconds) s" }
        }
        return nil
    }
}

extension Double {
    /// A count at this scale; at least 1.
    func count(_ count: Int) -> Int { max(Int(Double(count) * self), 1) }
}
