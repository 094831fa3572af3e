#if os(Linux)
import Foundation
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

/// Runs the program in the situations of `Fixtures/world`.
@Suite("World cases", .concurrentProgramLimit, .timeLimit(.minutes(5)))
struct WorldTests {
    @Test("does what is right in a situation that others have reported", arguments: try WorldCase.all())
    func situation(worldCase: WorldCase) async throws {
        guard (worldCase.requires ?? []).allSatisfy({ ChildProgram.find($0) != nil }) else { return }
        #expect(!worldCase.sources.isEmpty, "a case needs a source")
        try await WorldRun(worldCase).perform()
    }

    @Test(
        "a pattern is compared byte by byte; an asterisk matches any bytes",
        arguments: [
            ("a", "a", true), ("a", "ab", false), ("a*", "ab", true), ("*b", "ab", true), ("a*b*c", "a1b2c", true),
            ("a*b*c", "acb", false), ("ab*ba", "aba", false), ("%3A", ":", false), ("\u{E9}", "e\u{301}", false),
            ("*", "", true),
        ]
    )
    func patterns(pattern: String, text: String, matches: Bool) {
        #expect(BytePattern(pattern).matches(Data(text.utf8)) == matches)
    }
}

/// Runs a case: starts its server, then runs its commands one after the other in a new folder.
struct WorldRun {
    private let worldCase: WorldCase
    private let folder: TemporaryFolder
    private let server: LoopbackServer
    private let authority: CertificateAuthority?

    init(_ worldCase: WorldCase) throws {
        self.worldCase = worldCase
        let folder = try TemporaryFolder()
        self.folder = folder
        authority = worldCase.isEncrypted == true ? try CertificateAuthority() : nil
        let certificate = authority?.certificateFile ?? ""
        let api = try TestServer.sampleAPI()
        let uses = Mutex<[Int: Int]>([:])
        let address = Mutex("")
        let responses = worldCase.server ?? []
        let respond: @Sendable (HTTPRequest) -> LoopbackServer.Reply = { request in
            let target = Data("\(request.method) \(WorldRun.target(of: request))".utf8)
            let found = uses.withLock { uses in
                let index = responses.indices.first { index in
                    uses[index, default: 0] < responses[index].times ?? .max
                        && BytePattern(responses[index].to ?? "*").matches(target)
                }
                if let index { uses[index, default: 0] += 1 }
                return index
            }
            guard let found else { return api.reply(to: request) }
            let placeholders = Placeholders(server: address.withLock { $0 }, folder: folder.url.path, ca: certificate)
            return responses[found].reply(placeholders)
        }
        if let authority {
            server = try LoopbackServer(identity: authority.identity(for: "IP:127.0.0.1"), handler: respond)
        } else {
            server = try LoopbackServer(handler: respond)
        }
        address.withLock { [server] in $0 = server.baseURL.absoluteString }
    }

    /// Returns the target as it was sent, in origin form unless it was a URL of another server.
    private static func target(of request: HTTPRequest) -> String {
        let url = request.url.absoluteString
        guard let start = url.firstRange(of: "://")?.upperBound, let path = url[start...].firstIndex(of: "/"),
            url.hasPrefix("http://127.0.0.1") || url.hasPrefix("https://127.0.0.1")
        else { return url }
        return String(url[path...])
    }

    private var placeholders: Placeholders {
        Placeholders(
            server: server.baseURL.absoluteString,
            folder: folder.url.path,
            ca: authority?.certificateFile ?? ""
        )
    }

    func perform() async throws {
        defer { server.stop() }
        for (name, content) in worldCase.files ?? [:] {
            try folder.write(
                placeholders.expanded(content.string ?? String(decoding: content.data, as: UTF8.self)),
                to: name
            )
        }
        for run in worldCase.runs { try await perform(run) }
    }

    private func perform(_ run: WorldCase.Run) async throws {
        let earlier = server.arrivals.count
        var environment = TestServer.environment(server, folder)
        environment.merge([
            "HOME": folder.url.path, "SEEK_CONFIG": folder.path(of: "config"), "LANG": "C.UTF-8", "TZ": "UTC",
            "TERM": "xterm-256color",
        ]) { $1 }
        for (name, value) in (worldCase.environment ?? [:]).merging(run.environment ?? [:], uniquingKeysWith: { $1 }) {
            environment[name] = value.map(placeholders.expanded)
        }
        // Starts the command in the folder, with `seek` in its path.
        let script = #"cd "$HOME" && PATH="${1%/*}:$PATH" && shift && exec "$@""#
        let program = Program(environment: environment).launched(by: "/bin/sh", "-c", script, "sh")
        let command = run.command.map(placeholders.expanded)
        let input = try run.input.map {
            try FileHandle(forReadingFrom: folder.write(placeholders.expanded($0), to: ".input"))
        }
        var outcome: Program.Outcome
        if let columns = run.terminal {
            let terminal = try #require(PseudoTerminal(columns: columns))
            let end = terminal.programEnd
            outcome = try await program.run(command, input: input, output: end, messages: end)
            outcome.output = try await terminal.text()
        } else {
            outcome = try await program.run(command, input: input)
        }
        let arrivals = Array(server.arrivals.dropFirst(earlier))
        check(outcome, arrivals, run)
    }

    private func check(_ outcome: Program.Outcome, _ arrivals: [LoopbackServer.Arrival], _ run: WorldCase.Run) {
        let expected = run.expect
        let requests = arrivals.map { SentRequest($0.bytes) }
        let context = """
            $ \(run.command.joined(separator: " "))
            status \(outcome.status)
            output: \(outcome.output)
            messages: \(outcome.messages)
            requests:
            \(requests.map { "  \($0.line)" }.joined(separator: "\n"))
            """
        var problems: [String] = []
        func fail(_ problem: String) { problems.append(problem) }
        defer {
            if !problems.isEmpty { Issue.record("\(problems.joined(separator: "\n"))\n\(context)") }
        }
        if outcome.status != expected.status ?? 0 { fail("the exit status should be \(expected.status ?? 0)") }
        for problem in expected.output?.problems(with: outcome.output, placeholders) ?? [] {
            fail("output: \(problem)")
        }
        for problem in expected.messages?.problems(with: outcome.messages, placeholders) ?? [] {
            fail("messages: \(problem)")
        }
        if let patterns = expected.requests {
            if patterns.count != requests.count { fail("\(patterns.count) requests should be sent") }
            for (pattern, request) in zip(patterns, requests) {
                for problem in pattern.problems(with: request, placeholders) { fail(problem) }
            }
        }
        for pattern in expected.someRequests ?? []
        where !requests.contains(where: { pattern.problems(with: $0, placeholders).isEmpty }) {
            fail("a request should be \(pattern)")
        }
        for text in expected.neverSent ?? [] {
            let pattern = BytePattern("*\(placeholders.expanded(text))*")
            if arrivals.contains(where: { pattern.matches($0.bytes) }) { fail("'\(text)' should not be sent") }
        }
        for (name, expectation) in expected.files ?? [:] {
            let content = try? Data(contentsOf: folder.file(name))
            guard let content, let expectation else {
                if (content == nil) != (expectation == nil) {
                    fail("the file '\(name)' should \(expectation == nil ? "not exist" : "exist")")
                }
                continue
            }
            for problem in expectation.problems(with: String(decoding: content, as: UTF8.self), placeholders) {
                fail("\(name): \(problem)")
            }
        }
    }
}

/// The values of `{server}`, `{port}`, `{folder}`, `{ca}`, `{date+N}` and `{time+N}`.
struct Placeholders: Sendable {
    var server: String
    var folder: String
    var ca: String

    func expanded(_ text: String) -> String {
        text.replacing(/\{(server|port|folder|ca|date|time)([+-][0-9]+)?\}/) { match in
            let date = Date(timeIntervalSinceNow: match.output.2.flatMap { Double($0) } ?? 0)
            switch match.output.1 {
            case "server": return server
            case "port": return server.split(separator: ":").last.map(String.init) ?? ""
            case "folder": return folder
            case "ca": return ca
            case "time": return String(Int(date.timeIntervalSince1970))
            default:
                let formatter = DateFormatter()
                formatter.locale = Locale(identifier: "en_US_POSIX")
                formatter.timeZone = .gmt
                formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
                return formatter.string(from: date)
            }
        }
    }
}

extension WorldCase.Response {
    fileprivate func reply(_ placeholders: Placeholders) -> LoopbackServer.Reply {
        let body: Data
        if let base64 {
            body = Data(base64Encoded: base64) ?? Data()
        } else {
            let text = text ?? json.map { String(decoding: $0.data, as: UTF8.self) } ?? ""
            body = Data(placeholders.expanded(text).utf8)
        }
        if isRaw == true { return .fault(.bytes(body)) }
        var response = HTTPResponse(status: .init(code: status ?? 200), body: body)
        for field in fields ?? [] {
            let parts = placeholders.expanded(field).split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2, let name = HTTPField.Name(parts[0]) else { continue }
            response.headerFields.append(HTTPField(name: name, value: String(parts[1].drop { $0 == " " })))
        }
        if response.headerFields[.contentType] == nil {
            response.headerFields[.contentType] = "application/json; charset=utf-8"
        }
        return .response(response)
    }
}

/// A request as it was received.
private struct SentRequest {
    /// The method and the target.
    let line: String
    let fields: [String]
    let body: Data

    init(_ bytes: Data) {
        let end = bytes.range(of: Data("\r\n\r\n".utf8)) ?? bytes.endIndex..<bytes.endIndex
        var lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n").map(String.init)
        let first = lines.isEmpty ? "" : lines.removeFirst()
        line = first.split(separator: " ").prefix(2).joined(separator: " ")
        fields = lines
        body = Data(bytes[end.upperBound...])
    }
}

extension WorldCase.TextExpectation {
    fileprivate func problems(with text: String, _ placeholders: Placeholders) -> [String] {
        let bytes = Data(text.utf8)
        var problems: [String] = []
        if let equals, Data(placeholders.expanded(equals).utf8) != bytes { problems.append("should be '\(equals)'") }
        for part in contains ?? [] where bytes.range(of: Data(placeholders.expanded(part).utf8)) == nil {
            problems.append("should contain '\(part)'")
        }
        for part in omits ?? [] where bytes.range(of: Data(placeholders.expanded(part).utf8)) != nil {
            problems.append("should not contain '\(part)'")
        }
        if let lines, lines != text.split(separator: "\n").count { problems.append("should have \(lines) lines") }
        return problems
    }
}

extension WorldCase.RequestExpectation {
    fileprivate func problems(with request: SentRequest, _ placeholders: Placeholders) -> [String] {
        var problems: [String] = []
        func matches(_ pattern: String, _ text: String) -> Bool {
            BytePattern(placeholders.expanded(pattern)).matches(Data(text.utf8))
        }
        if !matches(line, request.line) { problems.append("the request '\(request.line)' should be '\(line)'") }
        for field in fields ?? [] where !request.fields.contains(where: { matches(field, $0) }) {
            problems.append("'\(request.line)' should have the field '\(field)', not \(request.fields)")
        }
        for name in omittedFields ?? []
        where request.fields.contains(where: { $0.lowercased().hasPrefix("\(name.lowercased()):") }) {
            problems.append("'\(request.line)' should not have the field '\(name)'")
        }
        let body = String(decoding: request.body, as: UTF8.self)
        if let text, !matches(text, body) { problems.append("the body '\(body)' should be '\(text)'") }
        if let json, (try? JSONDecoder().decode(JSONValue.self, from: request.body)) != json {
            problems.append("the body '\(body)' should be the JSON \(json)")
        }
        return problems
    }
}
#endif
