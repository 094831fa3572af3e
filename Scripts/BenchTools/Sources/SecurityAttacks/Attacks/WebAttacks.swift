#if os(Linux)
import BenchKit
import Foundation
import Seek
import SeekNetworking
import SeekTestHelpers
import WebBench

extension Attack {
    /// Attacks on the program `seek-web`, whose path is in `SEEK_TORMENT_WEB`; empty without this variable.
    static let webAttacks: [Attack] = {
        guard let path = ProcessInfo.processInfo.environment["SEEK_TORMENT_WEB"] else { return [] }
        func attack(_ name: String, _ run: @escaping @Sendable (String) async throws -> String?) -> Attack {
            Attack(name) { try await run(path) }
        }
        return [
            attack("messages of Redis that are no announcements, or have forged numbers", forgedMessages),
            attack("links and scripts of other sites", otherSites),
            attack("names of other hosts", otherHosts),
            attack("guesses of the token and of the key of a feed", guesses),
            attack("a feed whose source fails", failingFeed),
            attack("the cookie of a session that has ended", endedSession),
            attack("2,100 connections without a request", slowConnections),
        ]
    }()

    private static func forgedMessages(_ path: String) async throws -> String? {
        let redis = try await RedisServer()
        return try await withWeb(path, ["--no-token"], environment: ["SEEK_REDIS_URL": redis.url]) { web in
            _ = try web.exchange("/?q=swift&complete=1")
            let count = web.api.received.count
            while try !redis.execute("PUBSUB", "NUMSUB", "seek:invalidations").hasSuffix("1") {
                try await Task.sleep(for: .milliseconds(10))
            }
            for text in [
                "junk", "9223372036854775807 x y", "9223372036854775807 x y", "-1 x y", "9007199254740992 x y",
            ] {
                try redis.execute("PUBLISH", "seek:invalidations", text)
            }
            // The messages are processed in the background.
            try await Task.sleep(for: .milliseconds(500))
            let status = try web.exchange("/?q=swift&complete=1").status
            if status != 200 || !web.isRunning { return "the program ended: \(web.output)" }
            return web.api.received.count == count ? nil : "the stored responses were dropped"
        }
    }

    private static func otherSites(_ path: String) async throws -> String? {
        try await withWeb(path, ["--no-token"]) { web in
            let navigation = ["Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document", "Accept: text/html"]
            for origin in [
                ["Sec-Fetch-Site: cross-site"], ["Sec-Fetch-Site: same-site"], ["Referer: http://127.0.0.1:1/"],
            ] {
                for target in [
                    "/?q=x&kinds=video,repository&pages=40&load=1&complete=1", "/api/v1/search?q=x", "/events?q=x",
                ] {
                    _ = try web.exchange(target, navigation + origin)
                }
            }
            if !web.api.received.isEmpty { return "a search was started" }
            let history = try web.exchange("/api/v1/history").text
            return history.contains("\"x\"") ? "the history contains the search" : nil
        }
    }

    private static func otherHosts(_ path: String) async throws -> String? {
        try await withWeb(path, ["--no-token"]) { web in
            for host in [
                "evil.example", "[::1].evil.example", "localhost:80@evil", "localhost.evil.example", "127.0.0.1.evil",
            ] {
                if try web.exchange("/", host: host).status != 421 { return "\(host) was accepted" }
            }
            return nil
        }
    }

    /// Another user of the machine has neither the token nor a session.
    private static func guesses(_ path: String) async throws -> String? {
        try await withWeb(path) { web in
            let own = ["Authorization: Bearer \(try web.createdToken())"]
            _ = try web.exchange("/api/v1/saved/s", own, method: "PUT", body: #"{"query":"q=swift&kinds=repository"}"#)
            var comparedCount = 0
            for number in 0..<200 {
                for (target, field) in [
                    ("/api/v1/history", "Authorization: Bearer guess-\(number)-0123456789"),
                    ("/saved/feed?name=s&key=guess-\(number)", "Accept: */*"),
                ] {
                    let status = try web.exchange(target, [field]).status
                    if status == 401 {
                        comparedCount += 1
                    } else if status != 429 {
                        return "\(target): status \(status)"
                    }
                }
            }
            // Ten a minute, of a run that may take some minutes.
            if comparedCount > 60 { return "\(comparedCount) guesses were compared" }
            let status = try web.exchange("/api/v1/history", own).status
            return status == 200 ? nil : "the right token was rejected with status \(status)"
        }
    }

    private static func failingFeed(_ path: String) async throws -> String? {
        try await withWeb(path, reply: { _ in json("{", status: .init(code: 500)) }) { web in
            let own = ["Authorization: Bearer \(try web.createdToken())"]
            _ = try web.exchange("/api/v1/saved/s", own, method: "PUT", body: #"{"query":"q=swift&kinds=video"}"#)
            let page = try web.exchange("/saved", own).text.replacing("&amp;", with: "&")
            guard let start = page.firstRange(of: "/saved/feed?") else { return "cannot be run: no feed" }
            let feed = String(page[start.lowerBound...].prefix { $0 != "\"" })
            _ = try web.exchange(feed)
            let count = web.api.received.count
            for _ in 0..<12 { _ = try web.exchange(feed) }
            return web.api.received.count == count ? nil : "the search ran \(web.api.received.count - count) more times"
        }
    }

    private static func endedSession(_ path: String) async throws -> String? {
        try await withWeb(path) { web in
            let form = "token=\(try web.createdToken())"
            let response = try web.exchange("/login", method: "POST", body: form).text
            guard let start = response.firstRange(of: "Set-Cookie: ") else { return "cannot be run: no cookie" }
            let cookie = ["Cookie: \(response[start.upperBound...].prefix { $0 != ";" })"]
            if try web.exchange("/api/v1/history", cookie).status != 200 { return "cannot be run: no session" }
            _ = try web.exchange("/logout", cookie, method: "POST")
            let status = try web.exchange("/api/v1/history", cookie).status
            return status == 401 ? nil : "the cookie was accepted with status \(status)"
        }
    }

    private static func slowConnections(_ path: String) async throws -> String? {
        try await withWeb(path) { web in
            let clients = try (0..<2_100).map { _ in try RawClient(port: web.port) }
            defer { for client in clients { client.close() } }
            for client in clients { client.send("GET / HTTP/1.1\r\nHost: local") }
            let start = ContinuousClock.now
            let status = try web.exchange("/health").status
            let time = ContinuousClock.now - start
            return status == 200 && time < .seconds(5) ? nil : "status \(status) after \(time)"
        }
    }

    private static func withWeb(
        _ path: String,
        _ arguments: [String] = [],
        environment: [String: String] = [:],
        reply: @escaping @Sendable (HTTPRequest) -> LoopbackServer.Reply = { searchPage($0) },
        _ attack: (WebProgram) async throws -> String?
    ) async throws -> String? {
        let api = try LoopbackServer(handler: reply)
        let web = try await WebProgram(path: path, arguments, environment: environment, api: api)
        defer { web.end() }
        return try await attack(web)
    }
}

extension WebProgram {
    var port: UInt16 { url.port.flatMap(UInt16.init(exactly:)) ?? 0 }

    /// Sends a request, and returns the status and the text of the response.
    func exchange(
        _ target: String,
        _ fields: [String] = [],
        host: String = "localhost",
        method: String = "GET",
        body: String = ""
    ) throws -> (status: Int, text: String) {
        let lines = (["Host: \(host)", "Connection: close", "Content-Length: \(body.utf8.count)"] + fields)
            .map { "\($0)\r\n" }.joined()
        let text = try RawClient(port: port).exchange("\(method) \(target) HTTP/1.1\r\n\(lines)\r\n\(body)").text
        return (Int(text.dropFirst("HTTP/1.1 ".count).prefix(3)) ?? 0, text)
    }
}
#endif
