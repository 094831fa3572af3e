import BenchKit
import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers

#if os(Linux)
import SeekCurlTransport
#endif

extension Attack {
    /// Attacks with malformed, endless and ambiguous messages.
    static let transportAttacks = [
        Attack("48 KB of escaped quotation marks in Cache-Control") {
            try await ends(
                json(
                    repositories("swift"),
                    [.cacheControl: "x=\"" + String(repeating: "\\\"", count: 24_000)]
                )
            )
        },
        Attack("a list of 50,000 elements in Vary") {
            try await ends(json(repositories("swift"), [.vary: String(repeating: "a,", count: 50_000)]))
        },
        Attack("folded header fields while another server is used") { try await folded() },
        Attack("header fields without end") { try await fails(.fault(.endlessHeaders)) },
        Attack("100,000 interim responses") {
            let interim = String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 100_000)
            return try await fails(page(after: interim + "HTTP/1.1 200 OK\r\n"))
        },
        Attack("100,000 short header fields") {
            let lines = (0..<100_000).map { "X-\($0): y\r\n" }.joined()
            return try await fails(page(after: "HTTP/1.1 200 OK\r\n\(lines)"))
        },
        Attack("a body without end") { try await fails(.fault(.endlessBody)) },
        Attack("a byte at a time, beyond the deadline") {
            // The page is complete, and valid, after 200 s. It is used only if the deadline is not enforced.
            let body = repositories("swift") + String(repeating: " ", count: 10_000)
            let slow = HTTPResponse(headerFields: [.contentType: "application/json"], body: Data(body.utf8))
            return try await fails(.fault(.slow(slow, byteInterval: .milliseconds(20))))
        },
        Attack("256 MiB in 1.2 MB of gzip") { try await gzipBomb() },
        Attack("two lengths of one body") {
            try await smuggling("Content-Length: 2\r\nContent-Length: 100\r\n")
        },
        Attack("a length and chunks for one body") {
            try await smuggling("Content-Length: 100\r\nTransfer-Encoding: chunked\r\n")
        },
        Attack("an untrusted certificate") { try await selfSigned() },
        Attack("addresses of this machine, where only the public internet is allowed") {
            try await addresses()
        },
        Attack("random bytes in header fields", scaled: randomFields),
    ]

    private static func bytes(_ text: String) -> LoopbackServer.Reply { .fault(.bytes(Data(text.utf8))) }

    /// Returns a valid page of results after `lines`: the client uses the page if it accepts these lines.
    private static func page(after lines: String) -> LoopbackServer.Reply {
        let body = repositories("swift")
        return bytes("\(lines)Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    /// Requires that the command ends, whether it succeeds or fails, and that the next command works. The duration is
    /// not measured, because a busy machine sometimes exceeds any short limit. ``Attack/limit`` detects a hang.
    private static func ends(_ reply: LoopbackServer.Reply) async throws -> String? {
        try await runAttack(reply) { _ in nil }
    }

    /// Requires that the command fails, and that the next command works.
    private static func fails(_ reply: LoopbackServer.Reply) async throws -> String? {
        try await runAttack(reply) { $0.status == .failure ? nil : "ended with \($0.status)" }
    }

    /// Runs a command that receives the reply, and then one that receives a valid page. Returns the finding of `judge`
    /// about the first, or the failure of the second; nil if there is neither.
    private static func runAttack(
        _ reply: LoopbackServer.Reply,
        _ judge: (AttackEnvironment.Outcome) -> String?
    ) async throws -> String? {
        let environment = try AttackEnvironment()
        let server = try LoopbackServer { request in
            request.url.query()?.contains("attack") == true ? reply : json(repositories("swift"))
        }
        defer { server.stop() }
        let outcome = await environment.seek("repos", "attack", server: server, timeout: .seconds(3))
        if let finding = judge(outcome) { return finding }
        let after = await environment.seek("repos", "other", server: server)
        return after.status == .success ? nil : "afterwards: \(after.messages)"
    }

    /// Requires that a response with 23,000 folded lines is rejected before the deadline, and that requests to another
    /// server succeed meanwhile. The transport handles all requests in one loop, so a response that is slow to parse
    /// delays the others.
    private static func folded() async throws -> String? {
        let lines = String(repeating: " folded\r\n", count: 23_000)
        let attacker = try LoopbackServer { _ in page(after: "HTTP/1.1 200 OK\r\nX-Fold: a\r\n\(lines)") }
        let other = try LoopbackServer { _ in json("{}") }
        defer {
            attacker.stop()
            other.stop()
        }
        let transport = DefaultTransport.make()
        @Sendable func send(to server: LoopbackServer) async -> Result<HTTPResponse, NetworkError> {
            do throws(NetworkError) {
                let request = HTTPRequest(url: server.baseURL)
                return .success(
                    try await transport.send(request, deadline: .now + .seconds(60), maximumBodySize: 1 << 20)
                )
            } catch {
                return .failure(error)
            }
        }
        async let attack = send(to: attacker)
        for _ in 0..<20 {
            if case .failure(let error) = await send(to: other) {
                return "a request to the other server failed: \(error)"
            }
        }
        guard case .failure(let error) = await attack else { return "23,000 header lines were accepted" }
        if case .timedOut = error { return "the header lines were read until the deadline" }
        return nil
    }

    private static func gzipBomb() async throws -> String? {
        #if os(Linux)
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "bomb.gz")
        let script = "head -c 268435456 /dev/zero | gzip -1 > '\(file.path)'"
        try ChildProgram.run("sh", ["-c", script], log: folder.url.appending(path: "log"))
        let body = try Data(contentsOf: file)
        let response = HTTPResponse(
            headerFields: [.contentType: "application/json", "Content-Encoding": "gzip"],
            body: body
        )
        return try await fails(.response(response))
        #else
        return nil
        #endif
    }

    /// A client that takes the shorter of two lengths reads the rest as the response to its next request.
    private static func smuggling(_ lengths: String) async throws -> String? {
        let environment = try AttackEnvironment()
        let smuggled = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n"
        let server = try LoopbackServer { request in
            guard request.url.query()?.contains("attack") == true else { return json(repositories("honest")) }
            let body = #"{}"# + smuggled + repositories("SMUGGLED")
            return bytes("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(lengths)\r\n\(body)")
        }
        defer { server.stop() }
        _ = await environment.seek("repos", "attack", server: server)
        let next = await environment.seek("repos", "other", server: server)
        return next.text.contains("SMUGGLED") ? "the next request received the smuggled response" : nil
    }

    private static func selfSigned() async throws -> String? {
        #if os(Linux)
        let authority = try CertificateAuthority()
        let server = try LoopbackServer(identity: authority.identity(for: "IP:127.0.0.1")) { _ in json("{}") }
        defer { server.stop() }
        let outcome = await (try AttackEnvironment()).seek("repos", "x", server: server)
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
            // It does not matter whether the request fails, only whether a connection is opened.
            _ = try? await transport.send(HTTPRequest(url: url), deadline: .now + .seconds(5), maximumBodySize: 1_000)
            if server.acceptedConnectionCount > 0 { return "\(host) was reached" }
        }
        #endif
        return nil
    }

    private static let randomFields: @Sendable (Scale, UInt64) async throws -> String? = { scale, seed in
        let environment = try AttackEnvironment()
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
            // The outcomes are ignored: the attack succeeds only if the program crashes.
            _ = await environment.seek("repos", "q\(round)", server: server)
        }
        return nil
    }
}
