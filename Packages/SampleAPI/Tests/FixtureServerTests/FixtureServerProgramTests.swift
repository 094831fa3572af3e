import Foundation
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@testable import FixtureServer

@Suite("fixture-server in the test process")
struct FixtureServerProgramTests {
    /// The lines that the program printed.
    final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        func append(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    struct Outcome {
        var code: Int32
        var output: [String]
        var errors: [String]
    }

    func run(_ arguments: [String], environment: [String: String] = [:], while body: (URL) throws -> Void = { _ in })
        -> Outcome
    {
        let (output, errors) = (Lines(), Lines())
        var failure: (any Error)?
        let code = withoutActuallyEscaping(body) { body in
            FixtureServerProgram(
                environment: environment,
                output: { output.append($0) },
                errors: { errors.append($0) },
                waitForEnd: { url in
                    do { try body(url) } catch { failure = error }
                }
            ).run(arguments)
        }
        if let failure { Issue.record(failure) }
        return Outcome(code: code, output: output.all, errors: errors.all)
    }

    /// Runs the program while `body` sends requests to it, and expects the exit status 0.
    func serve(_ arguments: [String] = [], while body: (URL) throws -> Void) {
        #expect(run(arguments, while: body).code == 0)
    }

    func get(_ url: URL, _ target: String) throws -> (status: Int, body: String) {
        let text = try send(url, "GET", target)
        let status = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        return (status, text.components(separatedBy: "\r\n\r\n").dropFirst().joined())
    }

    @Test("every response except those of /__admin is delayed by --latency")
    func latency() throws {
        var options = ServerOptions()
        options.latency = .milliseconds(250)
        let served = ServedAPIs(options, api: try SampleAPI(folder: SampleAPI.sampleFolder()), stubs: [])
        func delay(_ target: String) throws -> Duration? {
            let url = try #require(URL(string: "http://127.0.0.1:1\(target)"))
            let reply = served.reply(to: HTTPRequest(url: url, headerFields: [.userAgent: "tests"]))
            return if case .delayed(let delay, .response) = reply { delay } else { nil }
        }
        #expect(try delay("/users/octocat/repos") == .milliseconds(250))
        #expect(try delay("/youtube/v3/search?part=id&key=demo-key") == .milliseconds(250))
        #expect(try delay("/__admin/requests") == nil)
    }

    @Test("the server prints its address, serves both APIs and exits with 0")
    func serves() throws {
        var address = ""
        let outcome = run([]) { url in
            address = url.absoluteString
            let statuses = [
                try get(url, "/users/octocat/repos").status,
                try get(url, "/youtube/v3/search?part=id&key=demo-key").status,
            ]
            #expect(statuses == [200, 200])
        }
        #expect(outcome.code == 0)
        #expect(outcome.errors == [])
        #expect(outcome.output == ["fixture-server listening on \(address)"])
    }

    @Test("the log has one line for each request, with keys redacted")
    func logs() throws {
        let outcome = run(["--log", "--api-key", "very-secret", "--fault=truncated"]) { url in
            _ = try? get(url, "/youtube/v3/search?part=id&key=very-secret&q=a")
        }
        #expect(outcome.errors == ["GET /youtube/v3/search?part=id&key=REDACTED&q=a -> fault: truncatedBody"])
        let withoutFault = run(["--log"]) { url in _ = try get(url, "/rate_limit") }
        #expect(withoutFault.errors.count == 1)
        #expect(withoutFault.errors.first?.hasPrefix("GET /rate_limit -> 200, ") == true)
    }

    @Test("a log line contains the status or fault of the reply")
    func logLine() throws {
        let request = HTTPRequest(url: try #require(URL(string: "http://h:1/a?b")))
        #expect(LogLine.describing(request, .chunked(HTTPResponse(), chunkSize: 1)) == "GET /a?b -> 200, 0 bytes")
        #expect(LogLine.describing(request, .earlyHints([:], HTTPResponse(status: 404))) == "GET /a?b -> 404, 0 bytes")
        #expect(LogLine.describing(request, .fault(.stall)) == "GET /a?b -> fault: stall")
    }

    @Test("if the port is in use, the program prints one line and exits with 1")
    func portTaken() throws {
        let server = try LoopbackServer { _ in .response(HTTPResponse()) }
        defer { server.stop() }
        let outcome = run(["--port", "\(server.port)"])
        #expect(outcome.code == 1)
        #expect(outcome.output == [])
        #expect(
            outcome.errors == ["fixture-server: port \(server.port) is taken: choose another, or 0 for any free one"]
        )
    }

    @Test("without sample data, the program prints one line with the missing path and exits with 1")
    func noSampleData() throws {
        for outcome in [run(["--folder", "/none"]), run([], environment: ["SEEK_FIXTURES": "/none"])] {
            #expect(outcome.code == 1)
            #expect(outcome.errors.count == 1)
            #expect(outcome.output == [])
            #expect(outcome.errors.first?.contains("looked for /none") == true)
        }
    }

    @Test("if a file of sample data is corrupt, the program prints one line with its path and exits with 1")
    func corruptSampleData() throws {
        let folder = try TemporaryFolder()
        try folder.write("[{", to: "youtube/channels.json")
        let outcome = run(["--folder", folder.url.path])
        #expect(outcome.code == 1)
        #expect(outcome.errors.count == 1)
        #expect(outcome.errors.first?.contains("youtube/channels.json is corrupt") == true)
    }

    @Test("an installed program uses the sample data that was installed with it unless SEEK_FIXTURES is set")
    func installed() throws {
        let folder = try TemporaryFolder()
        let executable = folder.url.appendingPathComponent("bin/fixture-server")
        #expect(FixtureServerProgram.environment([:], executable: executable) == [:])
        try folder.write("", to: "share/seek/Fixtures/sample-api/file")
        let fixtures = folder.url.appendingPathComponent("share/seek/Fixtures").path
        for (variables, expected) in [
            ([:], fixtures), (["SEEK_FIXTURES": ""], fixtures), (["SEEK_FIXTURES": "/x"], "/x"),
        ] as [([String: String], String)] {
            #expect(FixtureServerProgram.environment(variables, executable: executable)["SEEK_FIXTURES"] == expected)
        }
    }

    @Test("invalid usage prints one line and exits with 2; --help and --version exit with 0")
    func usage() throws {
        let wrong = run(["--prot"])
        #expect(wrong.code == 2)
        #expect(wrong.errors == ["fixture-server: unknown flag '--prot'; did you mean '--port'?"])
        let help = run(["--help"])
        #expect(help.code == 0)
        #expect(help.errors == [])
        let flags = try #require(run(["--zzzzzz"]).errors.first?.split(separator: "; the flags are ").last)
        for flag in flags.split(separator: ", ") where flag != "-h" {
            #expect(help.output.first?.contains("  \(flag)") == true, "\(flag)")
        }
        let version = run(["--version"])
        #expect(version.code == 0)
        #expect(version.output == ["fixture-server \(SeekVersion.description)"])
    }

    private func send(
        _ url: URL,
        _ method: String,
        _ target: String,
        _ body: String = "",
        host: String = "127.0.0.1:8080",
        fields: [String] = ["Content-Type: application/json"]
    ) throws -> String {
        let lines = ["Host: \(host)", "User-Agent: tests", "Connection: close", "Content-Length: \(body.utf8.count)"]
        return try RawClient(port: UInt16(#require(url.port))).exchange(
            "\(method) \(target) HTTP/1.1\r\n\((lines + fields).joined(separator: "\r\n"))\r\n\r\n\(body)"
        ).text
    }

    /// A request to the admin interface with the expected status and reason.
    struct RejectedRequest: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var host = "127.0.0.1:8080"
        var fields = ["Content-Type: application/json"]
        var body = #"{"url": "/users/octocat/repos", "response": {"json": [7]}}"#
        let status: Int
        let reason: String

        init(_ description: String, _ status: Int, _ reason: String, _ change: (inout Self) -> Void) {
            testDescription = description
            self.status = status
            self.reason = reason
            change(&self)
        }
    }

    static let rejectedRequests = [
        RejectedRequest("text/plain content", 415, "application/json") { $0.fields = ["Content-Type: text/plain"] },
        RejectedRequest("no content type", 415, "application/json") { $0.fields = [] },
        RejectedRequest("origin of a web page", 403, "web page 'https://evil.example'") {
            $0.fields.append("Origin: https://evil.example")
        },
        RejectedRequest("opaque origin", 403, "web page 'null'") { $0.fields.append("Origin: null") },
        RejectedRequest("DNS rebinding", 403, "not for the host") { $0.host = "evil.example:8080" },
        RejectedRequest("host with the prefix 127.0.0.1", 403, "host") { $0.host = "127.0.0.1.evil.example" },
        RejectedRequest("host with the suffix localhost", 403, "host") { $0.host = "evil.localhost" },
        RejectedRequest("invalid stub", 400, "response.delay: it must be a number of seconds from 0 to 3600") {
            $0.body = #"{"url": "/users/octocat/repos", "response": {"delay": 1e300}}"#
        },
        RejectedRequest("body of more than 1 MiB", 413, "1048576") {
            let text = String(repeating: "x", count: 1 << 20)
            $0.body = #"{"url": "/users/octocat/repos", "response": {"text": "\#(text)"}}"#
        },
        RejectedRequest("more than 1,000 stubs", 413, "the limit is 1000 stubs") {
            let stubs = [String](repeating: #"{"url": "/users/octocat/repos"}"#, count: 1_001)
            $0.body = "[\(stubs.joined(separator: ","))]"
        },
        RejectedRequest("deeply nested JSON", 400, "more than 512 levels are nested") {
            let arrays = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
            $0.body = #"{"url": "/users/octocat/repos", "body": \#(arrays)}"#
        },
    ]

    @Test(
        "stubs that a web page sends, that are invalid or that exceed a limit are rejected",
        .timeLimit(.minutes(1)),
        arguments: rejectedRequests
    )
    func rejectedStubs(request: RejectedRequest) throws {
        serve { (url: URL) throws in
            let (host, fields) = (request.host, request.fields)
            let response = try send(url, "POST", "/__admin/stubs", request.body, host: host, fields: fields)
            #expect(response.hasPrefix("HTTP/1.1 \(request.status) "))
            #expect(response.contains(request.reason))
            #expect(try get(url, "/users/octocat/repos").body.hasPrefix("[{"))
        }
    }

    @Test("a stub cannot return a file outside of the folder of fixtures")
    func fileOutside() throws {
        serve { (url: URL) throws in
            let stub = #"{"url": "/users/octocat/repos", "response": {"file": "../../../etc/passwd"}}"#
            #expect(try send(url, "POST", "/__admin/stubs", stub).hasPrefix("HTTP/1.1 201 "))
            let response = try get(url, "/users/octocat/repos")
            #expect(response.status == 500)
            #expect(response.body.contains("is not a fixture name"))
        }
    }

    @Test(
        "a program on this machine can read the requests and reset the server, but a web page cannot",
        arguments: ["GET /__admin/requests", "POST /__admin/reset"]
    )
    func webPages(line: String) throws {
        let parts = line.split(separator: " ").map(String.init)
        serve { (url: URL) throws in
            for (host, fields) in [("evil.example", []), ("127.0.0.1:1", ["Origin: http://127.0.0.1:2"])] {
                #expect(try send(url, parts[0], parts[1], host: host, fields: fields).hasPrefix("HTTP/1.1 403 "))
            }
            for host in ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:9"] {
                #expect(try send(url, parts[0], parts[1], host: host, fields: []).hasPrefix("HTTP/1.1 200 "))
            }
        }
    }

    @Test("a pattern with many asterisks does not block the server", .timeLimit(.minutes(1)))
    func longPattern() throws {
        serve { (url: URL) throws in
            let stub =
                #"{"url": "/users/octocat/repos", "matches": {"q": "*a*a*a*a*a*a*a*a*a*a*a*a"}, "response": {"json": [7]}}"#
            #expect(try send(url, "POST", "/__admin/stubs", stub).hasPrefix("HTTP/1.1 201 "))
            let value = String(repeating: "a", count: 60)
            #expect(try get(url, "/users/octocat/repos?q=\(value)").body == "[7]")
            #expect(try get(url, "/users/octocat/repos?q=\(value)!").body.hasPrefix("[{"))
        }
    }

    @Test("searches of users, commits, topics and labels return a fixed response unless they are stubbed")
    func fixedSearches() throws {
        serve { (url: URL) throws in
            for kind in ["users", "commits", "topics", "labels"] {
                let response = try get(url, "/search/\(kind)?q=anything&repository_id=1")
                #expect(response.status == 200, "\(kind)")
                #expect(response.body.contains("total_count"), "\(kind)")
            }
            #expect(try get(url, "/search/people?q=x").status == 404)
            let stub = #"{"url": "/search/users", "response": {"json": [7]}}"#
            #expect(try send(url, "POST", "/__admin/stubs", stub).hasPrefix("HTTP/1.1 201 "))
            #expect(try get(url, "/search/users?q=x").body == "[7]")
            #expect(try send(url, "POST", "/__admin/reset").hasPrefix("HTTP/1.1 200 "))
            #expect(try get(url, "/search/users?q=x").body.contains("octocat"))
        }
    }

    @Test("stubs can be added at run time, and a reset removes them and restores the quota")
    func admin() throws {
        let search = "/youtube/v3/search?part=id&q=a&key=demo-key"
        serve(["--quota", "1"]) { (url: URL) throws in
            #expect(try get(url, search).status == 200)
            #expect(try get(url, search).status == 429)
            let stub = #"{"url": "/users/{user}/repos", "response": [{"json": [7]}, {"status": 503, "text": "later"}]}"#
            #expect(try send(url, "POST", "/__admin/stubs", stub).hasPrefix("HTTP/1.1 201 "))
            #expect(try get(url, "/users/octocat/repos").body == "[7]")
            #expect(try get(url, "/users/octocat/repos").status == 503)
            #expect(try get(url, "/users/octocat/repos").body.hasPrefix("[{"))
            #expect(try get(url, "/__admin/stubs").body.contains("GET /users/{user}/repos"))
            let requests = try get(url, "/__admin/requests").body
            #expect(requests.contains("GET /users/octocat/repos -> 503, 5 bytes"))
            #expect(!requests.contains("demo-key"))
            #expect(try send(url, "POST", "/__admin/stubs", #"{"urll": "/a"}"#).contains("did you mean 'url'?"))
            #expect(try send(url, "POST", "/__admin/reset").hasPrefix("HTTP/1.1 200 "))
            #expect(try get(url, "/__admin/requests").body == #"{"requests":[]}"#)
            #expect(try get(url, "/__admin/stubs").body == #"{"stubs":[]}"#)
            #expect(try get(url, search).status == 200)
            #expect(try get(url, "/__admin/nothing").status == 404)
        }
    }

    @Test("responses are recorded without secrets, and replayed together with stubs, --latency or --fault")
    func recordAndReplay() throws {
        let folder = try TemporaryFolder()
        let har = folder.path(of: "run.har")
        let search = "/youtube/v3/search?part=id&q=swift&key=very-secret"
        var body = ""
        serve(["--record", har, "--api-key", "very-secret"]) { url in body = try get(url, search).body }
        let text = try String(contentsOfFile: har, encoding: .utf8)
        #expect(text.contains("youtube/v3/search"))
        #expect(!text.contains("very-secret"))
        let stubs = try folder.write(#"[{"url": "/own", "response": {"file": "a"}}]"#, to: "stubs.json").path
        serve(["--replay", har, "--stubs", stubs, "--latency", "2", "--quota", "0"]) { (url: URL) throws in
            #expect(try get(url, search).body == body)
            #expect(try get(url, search).body == body)
            // A search that is not recorded reaches the sample API, whose quota is 0.
            #expect(try get(url, "/youtube/v3/search?part=id&q=other&key=demo-key").status == 429)
            // There is no file for this stub.
            #expect(try get(url, "/own").status == 500)
            #expect(try get(url, "/users/octocat/repos").status == 200)
        }
        serve(["--replay", har, "--fault", "truncated"]) { (url: URL) throws in
            #expect(try get(url, search).body.count < body.count)
        }
    }

    private func requests(_ url: URL) throws -> [JSONValue] {
        let body = Data(try get(url, "/__admin/requests").body.utf8)
        return try JSONDecoder().decode(JSONValue.self, from: body)["requests"].array ?? []
    }

    @Test("/__admin/requests returns header fields and bodies with secrets redacted")
    func requestEntries() throws {
        serve(["--api-key", "very-secret"]) { (url: URL) throws in
            _ = try send(
                url,
                "POST",
                "/users/octocat/repos?key=canary",
                #"{"token": "canary", "a": "very-secret", "b": 1}"#
            )
            let entry = try #require(requests(url).first)
            #expect(entry["method"] == "POST")
            #expect(entry["headers"]["User-Agent"] == "tests")
            #expect(entry["url"].string?.hasSuffix("/users/octocat/repos?key=REDACTED") == true)
            #expect(entry["body"] == #"{"token": "REDACTED", "a": "REDACTED", "b": 1}"#)
            #expect(entry["bodySize"] == 47)
        }
    }

    @Test(
        "a faulty response is recorded as sent if it is complete, otherwise as a failure, which is not replayed",
        arguments: SampleAPIFault.allCases
    )
    func recordFaults(fault: SampleAPIFault) throws {
        let folder = try TemporaryFolder()
        let har = folder.path(of: "run.har")
        let stubs = try folder.write(
            #"[{"url": "/late", "response": {"json": {"a": [1, 2, 3]}, "delay": 0.001}}]"#,
            to: "stubs.json"
        ).path
        let targets = ["/users/octocat/repos", "/late"]
        serve(["--record", har, "--fault", fault.rawValue, "--stubs", stubs]) { (url: URL) throws in
            // Some responses are late or missing: the requests only need to arrive.
            let clients = try targets.map { target in
                let client = try RawClient(port: UInt16(#require(url.port)))
                client.send("GET \(target) HTTP/1.1\r\nHost: x\r\nUser-Agent: tests\r\n\r\n")
                return client
            }
            var attempts = 0
            while try requests(url).count < targets.count, attempts < 10_000 { attempts += 1 }
            #expect(try requests(url).count == targets.count)
            for client in clients { client.close() }
        }
        let json = try Data(contentsOf: URL(fileURLWithPath: har))
        let entries = try JSONDecoder().decode(JSONValue.self, from: json)["log"]["entries"].array ?? []
        let isReplayable = entries.contains { $0["response"]["status"] != 0 }
        let replayable = isReplayable ? try Recording(contentsOf: URL(fileURLWithPath: har)).exchanges : []
        #expect(entries.count == targets.count)
        for entry in entries {
            switch fault {
            case .html, .malformed, .slow: #expect(entry["response"]["status"] == 200)
            case .serverError: #expect(entry["response"]["status"] == 500)
            case .truncated, .stall, .reset, .empty, .garbage:
                #expect(entry["response"]["status"] == 0)
                #expect(entry["comment"].string?.hasPrefix("fault: ") == true)
            }
        }
        #expect(replayable.count == entries.filter { $0["response"]["status"] != 0 }.count)
        if fault == .malformed {
            let late = replayable.first { $0.request.url.path() == "/late" }
            #expect(late?.response.body == Data(#"{"a":["#.utf8))
        }
    }

    @Test("a recording of hundreds of megabytes is rejected in one line with its size, and the program exits with 1")
    func hugeRecording() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("{", to: "huge.har")
        try FileHandle(forWritingTo: file).truncate(atOffset: 300 << 20)
        let outcome = run(["--replay", file.path])
        #expect(outcome.code == 1)
        #expect(outcome.errors.count == 1)
        #expect(outcome.errors.first?.contains("has 314572800 bytes, more than the limit of 134217728") == true)
    }

    @Test(
        "if a file is missing, invalid or cannot be written, the program prints one line and exits with 1",
        arguments: ["--replay", "--stubs", "--record"]
    )
    func files(flag: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("{", to: "broken")
        let path = flag == "--record" ? "broken/below.har" : "broken"
        let outcome = run([flag, folder.path(of: path)])
        #expect(outcome.code == 1, "\(outcome)")
        #expect(outcome.errors.count == 1, "\(outcome)")
        #expect(outcome.errors.first?.contains("broken") == true)
        if flag != "--record" {
            for (name, reason) in [("none", "does not exist"), ("none/a.json", "does not exist"), ("", "is a folder")] {
                let path = folder.file(name).path
                let outcome = run([flag, path])
                #expect(outcome.code == 1)
                #expect(outcome.errors == ["fixture-server: fixture \(path) cannot be read: it \(reason)"])
            }
        }
    }
}
