import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

/// Runs `seek api PATH` with all middleware against a local server.
@Suite("seek api", .timeLimit(.minutes(2)))
struct APICommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func seek(_ server: LoopbackServer, _ arguments: String..., terminal: Terminal? = nil) async -> Outcome {
        await seek(server, arguments, terminal: terminal)
    }

    private func seek(_ server: LoopbackServer, _ arguments: [String], terminal: Terminal? = nil) async -> Outcome {
        await seek(baseURL: server.baseURL.absoluteString, arguments, terminal: terminal)
    }

    private func seek(baseURL: String, _ arguments: [String], terminal: Terminal? = nil) async -> Outcome {
        let environment = [
            "GH_TOKEN": "t0ken", "SEEK_GITHUB_URL": baseURL + "/base/",
            "SEEK_CACHE_DIR": folder.url.path,
        ]
        return await runCommand(["api"] + arguments, environment: environment, terminal: terminal) {
            $0.client.clock = ImmediateClock()
        }
    }

    @Test("appends a path to GitHub's base URL, sends the token and --header, and writes the body unchanged")
    func relativePath() async throws {
        let reply = serverReply([("Content-Type", "application/json")], .ok, "{\"a\": \"日本\"}")
        let server = try LoopbackServer { _ in reply }
        defer { server.stop() }
        let flags = ["--header", "X-One: 1", "-H", "accept:text/plain", "-H", "x-one:2"]
        let outcome = await seek(server, ["/users/octocat?x=1"] + flags)
        #expect(outcome == Outcome(status: .success, output: "{\"a\": \"日本\"}", messages: ""))
        let sent = try #require(server.received.first)
        #expect(sent.method == .get)
        #expect(sent.url.path() == "/base/users/octocat")
        #expect(sent.url.query() == "x=1")
        #expect(sent.headerFields[.authorization] == "Bearer t0ken")
        #expect(sent.headerFields[.accept] == "text/plain")
        #expect(sent.headerFields[.userAgent]?.hasPrefix("seek/") == true)
        #expect(sent.headerFields[values: "X-One"] == ["1", "2"])
        #expect(sent.headerFields["X-GitHub-Api-Version"] != nil)
    }

    @Test("accepts a full URL, and does not send the token to another origin")
    func fullURL() async throws {
        let api = try LoopbackServer { _ in serverReply() }
        let otherServer = try LoopbackServer { _ in serverReply([], .ok, "other") }
        defer { api.stop() }
        defer { otherServer.stop() }
        let outcome = await seek(api, "\(otherServer.baseURL.absoluteString)/x")
        #expect(outcome.output == "other")
        #expect(api.received.isEmpty)
        #expect(otherServer.received.first?.headerFields[.authorization] == nil)
    }

    @Test("rejects a URL with a password, without printing the password or advice on the base URL")
    func userInformation() async {
        let outcome = await SeekCommandLineTests.seek(["api", "http://user:S3CRET@127.0.0.1/x"])
        #expect(outcome.status == .usage)
        #expect(outcome.messages.contains("pass credentials as a header field"), "\(outcome.messages)")
        #expect(!outcome.messages.contains("base URL"))
        #expect(!outcome.messages.contains("S3CRET"))
    }

    @Test(
        "fields with brackets are arrays and objects, as in gh",
        arguments: [
            (
                ["-f", "labels[]=bug", "-f", "labels[]=docs", "-f", "title=x"],
                #"{"labels":["bug","docs"],"title":"x"}"#
            ),
            (["-F", "a[b]=1", "-F", "a[c][]=true", "-f", "a[c][]=y"], #"{"a":{"b":1,"c":[true,"y"]}}"#),
            (
                ["-F", "p[][k]=1", "-f", "p[][v]=x", "-F", "p[][k]=2", "-f", "p[][l][]=a", "-f", "p[][l][]=b"],
                #"{"p":[{"k":1,"v":"x"},{"k":2,"l":["a","b"]}]}"#
            ),
            (["-f", "labels[]"], #"{"labels":[]}"#), (["-f", "a[b]=c=[d]"], #"{"a":{"b":"c=[d]"}}"#),
        ]
    )
    func nestedFields(arguments: [String], body: String) async throws {
        let server = try LoopbackServer { _ in serverReply([], .ok, "ok") }
        defer { server.stop() }
        let outcome = await seek(server, ["x"] + arguments)
        #expect(outcome.status == .success, "\(outcome)")
        #expect(server.received.last?.body.map { String(decoding: $0, as: UTF8.self) } == body + "\n")
    }

    @Test(
        "contradictory and malformed fields are rejected before a request is sent",
        arguments: [
            ["a=1", "a=2"], ["a=1", "a[]=2"], ["a[]=1", "a[b]=2"], ["a[=1"], ["a]=1"], ["a[b]c=1"], ["[]=1"],
        ]
    )
    func invalidFields(fields: [String]) async throws {
        let server = try LoopbackServer { _ in serverReply([], .ok, "ok") }
        defer { server.stop() }
        let outcome = await seek(server, ["x"] + fields.flatMap { ["-f", $0] })
        #expect(outcome.status == .usage, "\(outcome)")
        #expect(server.received.isEmpty)
    }

    @Test("--header replaces the token with another credential; a field without a value removes the token")
    func ownCredential() async throws {
        let server = try LoopbackServer { _ in serverReply([], .ok, "ok") }
        defer { server.stop() }
        _ = await seek(server, "x", "-H", "Authorization: Bearer other")
        _ = await seek(server, "y", "-H", "authorization:")
        #expect(server.received.map { $0.headerFields[.authorization] } == ["Bearer other", nil])
    }

    @Test("sends fields as a JSON body, or with GET as a query; --field converts numbers, Booleans and null")
    func bodyOrQueryFields() async throws {
        let server = try LoopbackServer { _ in serverReply([], .ok, "ok") }
        defer { server.stop() }
        let converted = ["-F", "n=5", "-F", "yes=true", "-F", "none=null"]
        _ = await seek(server, ["x", "-f", "name=a=b", "-F", "text=5x", "-f", "five=5"] + converted)
        let post = try #require(server.received.last)
        #expect(post.method == .post)
        #expect(post.headerFields[.contentType] == "application/json")
        let object = try #require(try JSONSerialization.jsonObject(with: post.body ?? Data()) as? [String: Any])
        #expect(object["name"] as? String == "a=b")
        #expect(object["n"] as? Int == 5)
        #expect(object["yes"] as? Bool == true)
        #expect(object["none"] is NSNull)
        #expect(object["text"] as? String == "5x")
        #expect(object["five"] as? String == "5")
        _ = await seek(server, ["x?a=1", "-X", "get", "-f", "q=C++ & C#"] + converted)
        #expect(server.received.last?.url.query() == "a=1&q=C%2B%2B%20%26%20C%23&n=5&yes=true&none=")
        _ = await seek(server, "x", "-X", "DELETE")
        #expect(server.received.last?.method == .delete)
        #expect(server.received.last?.body == nil)
    }

    @Test(
        "fields are added to the query even if the path has a fragment",
        arguments: [("x#a?b", "q=1"), ("x?a=1#b", "a=1&q=1")]
    )
    func fragment(path: String, query: String) async throws {
        let server = try LoopbackServer { _ in serverReply([], .ok, "ok") }
        defer { server.stop() }
        _ = await seek(server, path, "-X", "GET", "-f", "q=1")
        #expect(server.received.last?.url.path() == "/base/x")
        #expect(server.received.last?.url.query() == query)
    }

    @Test("writes the bodies of all responses; fails for a status of 400 or more, and without a connection")
    func errorStatuses() async throws {
        for (code, status) in [
            (201, CommandStatus.success), (304, .success), (404, .failure), (401, .unauthorized), (422, .failure),
        ] {
            let server = try LoopbackServer { _ in serverReply([], .init(code: code), code == 304 ? "" : "details") }
            defer { server.stop() }
            let outcome = await seek(server, "x", "-X", "POST")
            #expect(outcome.status == status)
            #expect(outcome.output == (code == 304 ? "" : "details"))
            #expect(outcome.messages.isEmpty == (status == .success))
            if status != .success {
                #expect(outcome.messages.contains(" responded with status \(code)"))
            }
        }
        let outcome = await seek(baseURL: "http://127.0.0.1:1", ["x"])
        #expect(outcome.status == .failure)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.hasPrefix("seek: GitHub (127.0.0.1:"), "\(outcome.messages)")
        #expect(outcome.messages.hasSuffix("): could not connect; check the network and SEEK_GITHUB_URL\n"))
    }

    @Test(
        "rejects invalid flags and arguments with a reason",
        arguments: [
            (["x", "-H", "nothing"], "NAME:VALUE"), (["x", "-H", "a b: c"], "NAME:VALUE"),
            (["x", "-f", "nothing"], "NAME=VALUE"),
            (["x", "-F", "=v"], "NAME=VALUE"), (["x", "-X", "A B"], "--method"),
            (["x", "--cache", "soon"], "90s, 15m"),
            (["x", "--cache", "5"], "90s, 15m"), (["x", "--paginate", "-X", "POST"], "requires the method GET"),
            (["ftp://x/y"], "http or https"), ([], "missing PATH"),
            (["x", "y"], "unexpected argument 'y'"),
            (["x", "-H", "a: b\nc: d"], "NAME:VALUE"),
            (["x", "-H", "Host: evil"], "--header cannot set Host, which depends on the request; remove it"),
            (["x", "-H", "content-length:5"], "--header cannot set content-length"),
        ]
    )
    func invalidArguments(arguments: [String], message: String) async throws {
        let outcome = await SeekCommandLineTests.seek(["api"] + arguments)
        #expect(outcome.status == .usage, "\(outcome.messages)")
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
    }

    @Test("--cache overrides the response's Cache-Control: no-cache, and --refresh overrides --cache")
    func cacheFlags() async throws {
        let server = try LoopbackServer { _ in serverReply([("Cache-Control", "no-cache")], .ok, "body") }
        defer { server.stop() }
        let first = await seek(server, "x", "--cache", "1h", "-v")
        #expect(first.messages == "seek: page 1: status 200 OK from network\n")
        let second = await seek(server, "x", "--cache", "1h", "-v")
        #expect(second.output == "body")
        #expect(second.messages.hasPrefix("seek: page 1: status 200 OK from disk, "))
        #expect(server.received.count == 1)
        _ = await seek(server, "x", "--cache", "1h", "--refresh")
        #expect(server.received.count == 2)
        // Commands without --cache are not affected.
        _ = await seek(server, "x")
        #expect(server.received.count == 3)
    }

    @Test("--include writes the status and header fields; on a terminal, control characters are replaced")
    func includedHead() async throws {
        let server = try LoopbackServer { _ in
            serverReply([("X-One", "1"), ("X-Evil", "a\u{85}b")], .ok, "{\"a\":\"\u{1B}[2J\"}")
        }
        defer { server.stop() }
        let inPipe = await seek(server, "x", "-i")
        #expect(inPipe.output.hasPrefix("HTTP 200 OK\nX-One: 1\n"))
        #expect(inPipe.output.hasSuffix("\n\n{\"a\":\"\u{1B}[2J\"}"))
        let onTerminal = await seek(server, "x", "--include", terminal: Terminal(columns: 80))
        #expect(!onTerminal.output.contains("\u{1B}"))
        #expect(!onTerminal.output.contains("\u{85}"))
        #expect(onTerminal.output.hasSuffix("\"}\n"))
    }

    @Test("--paginate follows links and merges arrays; with --include, each page is preceded by its header fields")
    func mergedPages() async throws {
        let server = try LoopbackServer { request in
            let page = Int(request.url.query()?.split(separator: "=").last ?? "1") ?? 1
            let host = request.url.absoluteString.prefix { $0 != "?" }
            let links = page < 4 ? [("Link", "<\(host)?page=\(page + 1)>; rel=\"next\"")] : []
            return serverReply(links, .ok, page == 2 ? " [ ]\n" : "[\(page), \"]\"]")
        }
        defer { server.stop() }
        let merged = await seek(server, "list", "--paginate")
        #expect(merged.status == .success)
        #expect(merged.output == "[1, \"]\",3, \"]\",4, \"]\"]")
        #expect(server.received.count == 4)
        #expect(await seek(server, "list").output == "[1, \"]\"]")
        let withHeads = await seek(server, "list", "--paginate", "-i")
        #expect(withHeads.output.split(separator: "\n").filter { $0.hasPrefix("HTTP 200") }.count == 4)
    }

    @Test(
        "--paginate fails at a link to a fetched page or another server, after it has printed the fetched pages",
        arguments: [
            (nil, "the next page is an earlier one; the output may be incomplete"),
            (
                "https://elsewhere.example/'x?page=2",
                "the next page is on another server; fetch it with: "
                    + #"seek api --paginate 'https://elsewhere.example/'\''x?page=2'"#
            ),
        ] as [(String?, String)]
    )
    func rejectedPage(next: String?, message: String) async throws {
        let server = try LoopbackServer { request in
            serverReply([("Link", "<\(next ?? request.url.absoluteString)>; rel=\"next\"")], .ok, "[1]")
        }
        defer { server.stop() }
        let outcome = await seek(server, "x", "--paginate")
        #expect(outcome == Outcome(status: .failure, output: "[1]", messages: "seek: \(message)\n"))
        #expect(server.received.count == 1)
        // Without --paginate, the link is ignored.
        #expect(await seek(server, "x").status == .success)
    }

    @Test("--paginate writes pages one after another if they are not arrays, and fails at the first failed page")
    func failedPage() async throws {
        let failing = try LoopbackServer { request in
            request.url.query() == nil
                ? serverReply([("Link", "<\(request.url.absoluteString)?page=2>; rel=\"next\"")], .ok, "{}")
                : serverReply([], 404, "{\"no\":1}")
        }
        defer { failing.stop() }
        let outcome = await seek(failing, "x", "--paginate", "--verbose")
        #expect(outcome.status == .failure)
        #expect(outcome.output == "{}\n{\"no\":1}\n")
        // The URL is that of the failed page.
        #expect(outcome.messages.hasSuffix("/base/x?page=2)\n"), "\(outcome.messages)")
    }

    @Test(
        "--paginate closes the merged array before a page that is not an array",
        arguments: [(nil, "[1]\n{}\n"), (Terminal(columns: 80), "[\n  1\n]\n{}\n")] as [(Terminal?, String)]
    )
    func pageOfAnotherType(terminal: Terminal?, expected: String) async throws {
        let server = try LoopbackServer { request in
            request.url.query() == nil
                ? serverReply([("Link", "<\(request.url.absoluteString)?page=2>; rel=\"next\"")], .ok, "[1]")
                : serverReply([], .ok, "{}")
        }
        defer { server.stop() }
        #expect(await seek(server, "x", "--paginate", terminal: terminal).output == expected)
    }

    @Test("--paginate writes each page when it arrives, and stops with a message at the page limit")
    func endlessPages() async throws {
        let written = RecordingOutput()
        let writtenLengths = Mutex<[Int]>([])
        let server = try LoopbackServer { request in
            writtenLengths.withLock { $0.append(written.text.utf8.count) }
            let page = Int(request.url.query() ?? "0") ?? 0
            let next = request.url.absoluteString.prefix { $0 != "?" } + "?\(page + 1)"
            return serverReply([("Link", "<\(next)>; rel=\"next\"")], .ok, "[\(page)]")
        }
        defer { server.stop() }
        let messages = RecordingOutput()
        let context = CommandContext(
            environment: ["SEEK_GITHUB_URL": server.baseURL.absoluteString, "SEEK_CACHE_DIR": folder.url.path],
            output: written,
            messages: messages
        )
        #expect(await SeekCommand.run(["api", "x", "--paginate"], context: context) == .failure)
        #expect(writtenLengths.withLock { Array($0.prefix(3)) } == [0, 2, 4])
        #expect(writtenLengths.withLock { $0.count } == PaginationProgress.maximumPages)
        #expect(written.text.hasSuffix(",998,999]"))
        let address = "\(server.baseURL.absoluteString)/x?1000"
        #expect(messages.text == "seek: stopped after 1000 pages; continue with: seek api --paginate '\(address)'\n")
    }

    @Test(
        "--paginate stops at a limit of pages, bytes or time",
        arguments: [
            (999, 1, 3_599, nil), (1_000, 1, 0, "1000 pages"), (16, 64 << 20, 0, "1024 MiB"),
            (1, 1, 3_600, "60 minutes"),
        ] as [(Int, Int, Int, String?)]
    )
    func pageLimits(pages: Int, bytes: Int, seconds: Int, limit: String?) async throws {
        let clock = ImmediateClock()
        var progress = PaginationProgress(clock: clock)
        let url = try #require(URL(string: "https://x/1"))
        for _ in 0..<pages { progress.addPage(url, bodySize: bytes) }
        try await clock.sleep(for: .seconds(seconds))
        let reason = progress.reasonToStop(before: url.appending(path: "2"))
        #expect(reason == limit.map { "stopped after \($0); continue with: seek api --paginate 'https://x/1/2'" })
    }

    @Test("the suggested command contains REDACTED instead of a secret, and the message mentions the replacement")
    func redactedCommand() throws {
        var progress = PaginationProgress()
        progress.addPage(try #require(URL(string: "https://x/1")), bodySize: 1)
        let next = try #require(URL(string: "https://y/1?access_token=S3CRET&page=2"))
        #expect(
            progress.reasonToStop(before: next)
                == "the next page is on another server; fetch it, with the secret in place of REDACTED, with: "
                + "seek api --paginate 'https://y/1?access_token=REDACTED&page=2'"
        )
    }
}
