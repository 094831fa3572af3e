import Foundation
import Seek
import SeekBasics
import SeekCommandLine
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

/// Runs the commands of a case one after another. The state that they share is a folder, the environment, the terminal,
/// the time, and the responses of the services.
struct CommandRun {
    private let folder: TemporaryFolder
    private let transport = StubTransport()
    private var environment: [String: String]
    private var terminal: Terminal?
    private var now = Date(timeIntervalSince1970: 1_790_000_000)
    private var background: BackgroundRun?

    init(_ commandCase: CommandCase) throws {
        folder = try TemporaryFolder()
        environment = [
            "YOUTUBE_API_KEY": "demo-key", "GH_TOKEN": "demo-token", "NO_COLOR": "1",
            "SEEK_CONFIG": folder.path(of: "config"),
            "SEEK_STATE_DIR": folder.path(of: "state"), "PATH": "/usr/bin:/bin",
        ]
        for line in commandCase.stubs { transport.add(try Self.stub(expanded(line))) }
    }

    private func expanded(_ text: String) -> String { text.replacing("{folder}", with: folder.url.path) }

    /// Runs `seek`, one of the commands that change the state, or another command in a shell in the folder.
    mutating func perform(_ command: String) async throws -> CommandTrace {
        let command = expanded(command)
        if let match = command.wholeMatch(of: /(.+) \| ((?:\w+=\S* )*seek .*)/) {
            let input = try await shell(String(match.1)).output
            return try await seek(String(match.2), input: InputLines(lines: input, isTerminal: false))
        }
        if let match = command.wholeMatch(of: /(.*seek .*) > (\S+)/) {
            var trace = try await seek(String(match.1), input: NoInput())
            try folder.write(trace.output, to: String(match.2))
            trace.output = ""
            return trace
        }
        if let match = command.wholeMatch(of: /(.+) <<< (.*)/) {
            return try await seek(String(match.1), input: InputLines(shellWords(String(match.2))))
        }
        let words = try shellWords(command)
        switch words.first {
        case "export": for word in words.dropFirst() { set(word) }
        case "unset": for name in words.dropFirst() { environment[name] = nil }
        case "sleep":
            now += TimeInterval(words[1]) ?? 0
            await background?.advance(by: .seconds(Int(words[1]) ?? 0))
            return background?.trace() ?? CommandTrace()
        case "wait", "kill":
            let trace = await background?.end(isCancelled: words[0] == "kill")
            background = nil
            return trace ?? CommandTrace()
        case "stty": terminal = Terminal(columns: Int(words[2]) ?? 80)
        default:
            if words.last == "&" {
                background = BackgroundRun(
                    Array(words.dropFirst().dropLast()),
                    environment: environment,
                    transport: transport,
                    start: now
                )
                await background?.sleeps()
                return background?.trace() ?? CommandTrace()
            }
            guard words.first(where: { $0.wholeMatch(of: /\w+=.*/) == nil }) == "seek" else {
                return try await shell(command)
            }
            return try await seek(command, input: NoInput())
        }
        return CommandTrace()
    }

    private mutating func set(_ assignment: String) {
        let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        environment[String(parts[0])] = parts.count == 2 ? String(parts[1]) : nil
    }

    private func seek(_ command: String, input: any LineInput) async throws -> CommandTrace {
        var copy = self
        var words = try shellWords(command)[...]
        while let word = words.first, word != "seek" {
            copy.set(word)
            words.removeFirst()
        }
        let earlier = transport.received.count
        let (environment, now, opener) = (copy.environment, now, RecordingOpener())
        let outcome = await runCommand(
            Array(words.dropFirst()),
            environment: environment,
            input: input,
            terminal: terminal,
            messagesGoToTerminal: input.isTerminal,
            // A browser in BROWSER is started.
            opener: environment["BROWSER"] == nil ? opener : nil
        ) { [transport] in $0.useStubs(transport, now: { now }) }
        return CommandTrace(
            requests: Array(transport.received.dropFirst(earlier)),
            opened: opener.opened,
            output: outcome.output.replacing(folder.url.path, with: "{folder}"),
            messages: outcome.messages.replacing(folder.url.path, with: "{folder}"),
            status: outcome.status.rawValue,
            secret: ["S3CRET", "demo-key", "demo-token"].first { (outcome.output + outcome.messages).contains($0) }
        )
    }

    private func shell(_ command: String) async throws -> CommandTrace {
        let process = try ChildProcess(
            ["/bin/sh", "-c", "cd \"$0\" && \(command)", folder.url.path],
            environment: environment,
            input: .null,
            output: .captured,
            errors: .captured
        )
        let status = await process.exitStatus()
        return CommandTrace(
            output: String(decoding: process.output, as: UTF8.self).replacing(folder.url.path, with: "{folder}"),
            messages: String(decoding: process.errors, as: UTF8.self).replacing(folder.url.path, with: "{folder}"),
            status: status
        )
    }
}

/// A command that runs until it is cancelled. It waits only until the time of the case advances.
private final class BackgroundRun {
    private let clock = ManualClock()
    private let (output, messages) = (RecordingOutput(), RecordingOutput())
    private let command: Task<CommandStatus, Never>
    /// Sleeps after the command has ended, so that a wait for a sleeper ends.
    private let idle: Task<Void, Never>
    private var (writtenOutput, writtenMessages) = ("", "")

    init(_ arguments: [String], environment: [String: String], transport: StubTransport, start: Date) {
        var context = CommandContext(environment: environment, output: output, messages: messages) { [clock] in
            $0.useStubs(transport) { start + clock.now.offset / .seconds(1) }
            $0.client.clock = clock
            $0.client.retryPolicy.maximumAttempts = 1
        }
        context.secondsFromGMT = { _ in 0 }
        command = Task { [context] in await SeekCommand.run(arguments, context: context) }
        idle = Task { [clock, command] in
            _ = await command.value
            try? await clock.sleep(for: .seconds(1 << 40))
        }
    }

    /// Returns once the command waits.
    func sleeps() async { await clock.waitForSleepers() }

    /// Advances the time, and returns once the command waits again or has ended.
    func advance(by time: Duration) async {
        await clock.waitForSleepers()
        clock.advance(by: time)
        await clock.waitForSleepers()
    }

    func end(isCancelled: Bool) async -> CommandTrace {
        if isCancelled { command.cancel() }
        let status = await command.value
        idle.cancel()
        var trace = trace()
        trace.status = status.rawValue
        return trace
    }

    /// Returns what was printed since the last trace.
    func trace() -> CommandTrace {
        let trace = CommandTrace(
            output: String(output.text.dropFirst(writtenOutput.count)),
            messages: String(messages.text.dropFirst(writtenMessages.count))
        )
        (writtenOutput, writtenMessages) = (output.text, messages.text)
        return trace
    }
}

extension CommandRun {
    /// Reads a line such as `GET youtube/search?maxResults=50 -> videos a b`.
    private static func stub(_ line: String) throws -> Stub {
        guard let match = line.wholeMatch(of: /(?s)([A-Z]+) (\S+) ->(.*)/),
            let named = HTTPRequest.Method(String(match.1))
        else { preconditionFailure("not a stub: \(line)") }
        let method = match.1 == "ANY" ? .any : named
        let url = match.2 == "*" ? "/{+path}" : RequestLine.url(String(match.2))
        var steps: [StubResponse] = []
        for text in match.3.components(separatedBy: " ; ") where !text.isEmpty {
            let repeated = text.firstMatch(of: /^ *(\d+)\* (.*)/)
            let step = try response((repeated.map { String($0.2) } ?? text).trimmingCharacters(in: .whitespaces))
            steps += Array(repeating: step, count: repeated.flatMap { Int($0.1) } ?? 1)
        }
        let returned = steps.count == 1 ? steps[0] : .sequence(steps)
        return SeekTestHelpers.stub(method, url, times: .any, returning: returned)
    }

    /// Reads a response: a status and header fields, which can be omitted, and a body.
    private static func response(_ text: String) throws -> StubResponse {
        var (rest, status, fields) = (text[...], 200, HTTPFields())
        while let match = rest.prefixMatch(of: /(?:(\d{3})|'([A-Za-z-]+): ?([^']*)')(?: |$)/) {
            if let code = match.1 { status = Int(code) ?? 200 }
            if let name = match.2.flatMap({ HTTPField.Name(String($0)) }) {
                fields.append(HTTPField(name: name, value: String(match.3 ?? "")))
            }
            rest = rest[match.range.upperBound...]
        }
        let code = HTTPResponse.Status(code: status)
        func response(_ body: Data, _ contentType: String = "application/json") -> StubResponse {
            var response = HTTPResponse(status: code, headerFields: fields, body: body)
            if fields[.contentType] == nil { response.headerFields[.contentType] = contentType }
            return .response(response)
        }
        if let first = rest.first, "{[".contains(first) { return response(Data(rest.utf8)) }
        let words = try shellWords(String(rest))
        switch words.first {
        case nil: return fields.isEmpty ? .status(code) : response(Data("{}".utf8))
        case "sample":
            let api = try TestServer.sampleAPI()
            return .closure { api.response(to: $0) }
        case "nothing": return response(Data(#"{"items":[],"total_count":0}"#.utf8))
        case "videos": return response(videos(Array(words.dropFirst())).data)
        case "timedOut": return .timedOut
        case "cannotConnect": return .failure(.cannotConnect)
        case "insecure": return .failure(.insecure("wrong version number"))
        case "invalidConfiguration": return .failure(.invalidConfiguration("no certificates"))
        case "proxyAuthenticationRequired": return .failure(.proxyAuthenticationRequired)
        case "cancelled": return .failure { .cancelled(NetworkError.Context(request: $0)) }
        case "text":
            let text = rest.dropFirst(5).replacing("\\n", with: "\n").replacing("\\r", with: "\r")
            return response(Data(text.utf8), "text/plain; charset=utf-8")
        case let name?: return .json(file: name, status: code)
        }
    }

    /// Returns a page of videos with these titles, or with as many as the number in `*50`. Words such as `next=2` and
    /// `total=120` describe the page.
    private static func videos(_ words: [String]) -> JSONValue {
        var (titles, next, total) = ([String](), String?.none, 1_000)
        for word in words {
            if word.hasPrefix("next=") {
                next = String(word.dropFirst(5))
            } else if word.hasPrefix("total=") {
                total = Int(word.dropFirst(6)) ?? total
            } else if word.hasPrefix("*"), let count = Int(word.dropFirst()) {
                titles += (0..<count).map { "t\($0)" }
            } else {
                titles.append(word)
            }
        }
        return SearchCommandTests.videos(titles, next: next, total: total)
    }
}
