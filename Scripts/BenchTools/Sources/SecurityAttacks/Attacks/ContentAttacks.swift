import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers

extension Attack {
    /// Attacks with malicious content in well-formed messages.
    static let contentAttacks = [
        Attack("a million nested lists, decoded or indented") { try await nestedLists() },
        Attack("very large, negative and fractional numbers") { try await numbers() },
        Attack("cells of csv that a spreadsheet evaluates") { try await formulas() },
        Attack("escape sequences and invisible characters in a name") { try await escapes() },
        Attack("a page that leads to itself, and pages without end") { try await pages() },
        Attack("a proxy's 429 that looks like a used-up quota of YouTube") { try await proxyRateLimit() },
        Attack("a path that contains a second request") { try await splitRequest() },
        Attack("one user's response for another user") { try await otherUser() },
    ]

    private static func nestedLists() async throws -> String? {
        let body = String(repeating: "[", count: 1_000_000)
        let server = try LoopbackServer { _ in json(body) }
        defer { server.stop() }
        let environment = try AttackEnvironment()
        let outcome = await environment.seek("repos", "x", server: server)
        if outcome.status != .failure { return "ended with \(outcome.status): \(outcome.messages)" }
        let color = ["CLICOLOR_FORCE": "1"]
        let size = await environment.seek("api", "x", server: server, environment: color).output.utf8.count
        return size <= 200 * body.utf8.count ? nil : "\(size) bytes were printed"
    }

    private static func formulas() async throws -> String? {
        // After a quotation mark, a combining mark must not prevent its escaping.
        let texts = [#"=1+1"#, #"\t=1+1"#, #"\uFF1D1+1"#, #"a;=1+1"#, #"a;\"=1+1"#, #"a\"\u0301,=1+1"#]
        for text in texts {
            let server = try LoopbackServer { _ in json(repositories(text)) }
            defer { server.stop() }
            let arguments = ["repos", "x", "--format", "csv", "--columns", "name"]
            let outcome = await (try AttackEnvironment()).seek(arguments, server: server)
            let line = outcome.output.split(separator: "\n").last.map(String.init) ?? ""
            if outcome.status != .success { return "\(text): \(outcome.messages)" }
            let cells = quotedParts(of: line) + line.unicodeScalars.split(separator: ";").map { String($0) }
            let isFormula = cells.contains { cell in
                cell.unicodeScalars.first { $0 != " " && $0 != "\"" }.map { "=\u{FF1D}".unicodeScalars.contains($0) }
                    ?? false
            }
            if isFormula { return "\(text): \(line)" }
        }
        return nil
    }

    /// Returns the cells of a line whose separator is the comma, with their quotation marks.
    private static func quotedParts(of line: String) -> [String] {
        var isQuoted = false
        return line.unicodeScalars.split { scalar in
            if scalar == "\"" { isQuoted.toggle() }
            return scalar == "," && !isQuoted
        }
        .map { String($0) }
    }

    private static func numbers() async throws -> String? {
        let numbers = [
            "9223372036854775807", "-9223372036854775808", "1e300", "-1", "99999999999999999999999", "0.5",
        ]
        for number in numbers {
            var fields = HTTPFields()
            for name in [
                "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Used", "Retry-After",
                "Age",
            ] as [HTTPField.Name] {
                fields.append(HTTPField(name: name, value: number))
            }
            let headers = fields
            let server = try LoopbackServer { request in
                switch request.url.path() {
                case "/rate_limit":
                    let limit = #"{"limit":\#(number),"remaining":\#(number),"reset":\#(number),"used":\#(number)}"#
                    return json(#"{"resources":{"search":\#(limit),"core":\#(limit)}}"#)
                case "/youtube/v3/search":
                    let info = #"{"totalResults":\#(number),"resultsPerPage":\#(number)}"#
                    return json(#"{"pageInfo":\#(info),"items":[]}"#, headers)
                default: return json(repositories("swift", total: number), headers)
                }
            }
            defer { server.stop() }
            let environment = try AttackEnvironment()
            // The outcomes are ignored: the attack succeeds only if the program crashes or does not end.
            _ = await environment.seek("repos", "x", server: server, isTerminal: true)
            _ = await environment.seek("videos", "x", server: server, isTerminal: true)
            _ = await environment.seek("quota", server: server, isTerminal: true)
        }
        return nil
    }

    private static func escapes() async throws -> String? {
        let name = #"a\u001b[31m\u009b2J\u202emoc\u200b\udb40\udc41\r\nb"#
        let server = try LoopbackServer { _ in json(repositories(name)) }
        defer { server.stop() }
        let outcome = await (try AttackEnvironment()).seek(
            "repos",
            "x",
            server: server,
            environment: ["NO_COLOR": "1"],
            isTerminal: true
        )
        let harmfulScalar = outcome.text.unicodeScalars.first { scalar in
            scalar.value < 0x20 && scalar != "\n" || 0x7F..<0xA0 ~= scalar.value
                || [0x202E, 0x200B, 0xE0041].contains(scalar.value)
        }
        return harmfulScalar.map { "U+\(String($0.value, radix: 16)) reached the terminal" }
    }

    private static func pages() async throws -> String? {
        let server = try LoopbackServer { request in
            let number = Int(request.url.query()?.split(separator: "=").last ?? "") ?? 1
            let base = request.url.absoluteString.prefix { $0 != "?" }
            let next = request.url.path().hasSuffix("self") ? request.url.absoluteString : "\(base)?page=\(number + 1)"
            return json("[\(number)]", [.link: "<\(next)>; rel=\"next\""])
        }
        defer { server.stop() }
        let environment = try AttackEnvironment()
        let itself = await environment.seek("api", "self", "--paginate", server: server)
        if itself.output != "[1]" { return "a page that leads to itself: \(itself.output.prefix(80))" }
        let endless = await environment.seek("api", "endless", "--paginate", server: server)
        return endless.status == .failure ? nil : "pages without end ended with \(endless.status)"
    }

    private static func proxyRateLimit() async throws -> String? {
        let environment = try AttackEnvironment()
        let page = HTTPResponse(
            status: 429,
            headerFields: [.contentType: "text/html", .retryAfter: "1"],
            body: Data("<html>slow down</html>".utf8)
        )
        let proxy = try LoopbackServer { _ in .response(page) }
        _ = await environment.seek("videos", "x", server: proxy)
        proxy.stop()
        let server = try LoopbackServer { _ in
            json(
                #"{"items":[{"id":{"kind":"youtube#video","videoId":"a1"},"snippet":{"title":"t","channelId":"c","#
                    + #""thumbnails":{"default":{"url":"https://i.ytimg.com/a"}}}}]}"#
            )
        }
        defer { server.stop() }
        let after = await environment.seek("videos", "y", server: server)
        return after.status == .success ? nil : "afterwards: \(after.messages)"
    }

    private static func splitRequest() async throws -> String? {
        let server = try LoopbackServer { _ in json("{}") }
        defer { server.stop() }
        let environment = try AttackEnvironment()
        _ = await environment.seek("api", "x\r\nX-Injected: 1\r\n\r\nGET /second HTTP/1.1", server: server)
        _ = await environment.seek("user", "a/../../b?c\r\nX-Injected: 1", server: server)
        let isInjected = server.received.contains { request in
            request.headerFields.contains { $0.name.rawName == "X-Injected" } || request.url.path() == "/second"
        }
        return isInjected ? "a request was split" : nil
    }

    private static func otherUser() async throws -> String? {
        let server = try LoopbackServer { request in
            let user = request.headerFields.map(\.value).first { $0.hasPrefix("user-") } ?? "anonymous"
            return json("\"for \(user)\"", [.cacheControl: "max-age=600"])
        }
        defer { server.stop() }
        let environment = try AttackEnvironment()
        for name in ["Cookie", "PRIVATE-TOKEN", "X-Auth-Token", "X-Session-Id"] {
            for user in ["user-a", "user-b"] {
                let outcome = await environment.seek("api", "me", "-H", "\(name): \(user)", server: server)
                if outcome.output != "\"for \(user)\"" { return "\(name): \(user) received \(outcome.output)" }
            }
        }
        return nil
    }
}
