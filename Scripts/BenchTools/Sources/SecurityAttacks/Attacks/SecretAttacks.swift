import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers

extension Attack {
    /// Attacks on credentials, which must not be sent to other servers, recorded or printed.
    static let secretAttacks = [
        Attack("redirects that take a credential to another server") { try await redirects() },
        Attack("redirects to files, other schemes and themselves") { try await oddRedirects() },
        Attack("a next page on another server") { try await nextPage() },
        Attack("a thumbnail on another server") { try await thumbnail() },
        Attack("credentials in recordings and messages") { try await recordings() },
    ]

    private static func redirects() async throws -> String? {
        let attacker = try LoopbackServer { _ in json("{}") }
        // Another host, not only another port.
        let target = attacker.baseURL.absoluteString.replacing("127.0.0.1", with: "localhost")
        let server = try LoopbackServer { _ in
            json("", [.location: "\(target)/stolen"], status: .init(code: 307))
        }
        defer {
            attacker.stop()
            server.stop()
        }
        let environment = try AttackEnvironment()
        _ = await environment.seek("repos", "x", server: server)
        _ = await environment.seek("videos", "x", server: server)
        for name in ["Cookie", "PRIVATE-TOKEN", "X-Auth-Token", "Authorization"] {
            _ = await environment.seek("api", "x", "-H", "\(name): CANARY-own", server: server)
        }
        let stolen = attacker.received.flatMap { $0.headerFields }.first { $0.value.contains("CANARY") }
        return stolen.map { "\($0.name) was sent to another server" }
    }

    private static func oddRedirects() async throws -> String? {
        for target in ["file:///etc/passwd", "gopher://127.0.0.1/x", "ftp://127.0.0.1/x", "//", "http://[::1", "/loop"]
        {
            let server = try LoopbackServer { _ in json("", [.location: target], status: .init(code: 302)) }
            defer { server.stop() }
            let outcome = await (try AttackEnvironment()).seek("repos", "x", server: server)
            if outcome.status != .failure { return "\(target): ended with \(outcome.status)" }
            if outcome.text.contains("root:") { return "\(target): a file of this machine was read" }
        }
        return nil
    }

    private static func nextPage() async throws -> String? {
        let attacker = try LoopbackServer { _ in json("[]") }
        let next = attacker.baseURL.absoluteString
        let server = try LoopbackServer { _ in json("[1]", [.link: "<\(next)/x>; rel=\"next\""]) }
        defer {
            attacker.stop()
            server.stop()
        }
        _ = await (try AttackEnvironment()).seek("api", "x", "--paginate", server: server)
        _ = await (try AttackEnvironment()).seek("user", "octocat", "--limit", "200", server: server)
        return attacker.received.isEmpty ? nil : "a next page was requested from another server"
    }

    private static func thumbnail() async throws -> String? {
        let attacker = try LoopbackServer { _ in json("{}") }
        let address = "\(attacker.baseURL.absoluteString)/a.png"
        let video =
            #"{"items":[{"id":"dQw4w9WgXcQ","snippet":{"title":"t","channelId":"c","#
            + #""thumbnails":{"medium":{"url":"\#(address)"}}}}]}"#
        let server = try LoopbackServer { _ in json(video) }
        defer {
            attacker.stop()
            server.stop()
        }
        let outcome = await (try AttackEnvironment()).seek(
            "video",
            "dQw4w9WgXcQ",
            server: server,
            environment: ["TERM_PROGRAM": "iTerm.app"],
            isTerminal: true
        )
        if outcome.status != .success { return "the video was not shown: \(outcome.messages)" }
        return attacker.received.isEmpty ? nil : "the image was requested"
    }

    private static func recordings() async throws -> String? {
        let secret = "CANARY-\(UInt64.random(in: .min ... .max))"
        let body = #"{"temp_clone_token":"\#(secret)","download_url":"https://raw.example/x?token=\#(secret)"}"#
        let fields: HTTPFields = [.location: "https://x.example/?X-Amz-Signature=\(secret)#access_token=\(secret)"]
        let server = try LoopbackServer { _ in json(body, fields) }
        defer { server.stop() }
        let environment = try AttackEnvironment()
        let file = environment.folder.url.appending(path: "r.har")
        let outcome = await environment.seek(
            "api",
            "x?jwt=\(secret)",
            "-H",
            "X-Auth-Token: \(secret)",
            "--record",
            file.path,
            "--verbose",
            server: server
        )
        if outcome.messages.contains("CANARY") { return "printed: \(outcome.messages)" }
        let text = try String(contentsOf: file, encoding: .utf8)
        if let found = text.firstRange(of: "CANARY") {
            let start = text.index(found.lowerBound, offsetBy: -60, limitedBy: text.startIndex) ?? text.startIndex
            return "recorded: \(text[start..<found.upperBound])"
        }
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int ?? 0
        return mode & 0o077 == 0 ? nil : "the recording is readable by others"
    }
}
