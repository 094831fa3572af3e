import Foundation
import SeekBasics
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

/// A session of `seek` in a new folder: what each command receives, sends, prints and returns.
///
/// Cases are written as transcripts, whose notation is described in `Documentation/Commands.md`:
///
/// ```
/// # a limit of the configuration file applies unless there is a flag
/// GET youtube/search -> videos a b c
/// $ seek config set limit 2
/// $ seek videos x --columns title
/// a
/// b
/// $ seek videos x --columns title --limit 1 --verbose
/// > youtube/search q=x type=video
/// a
/// ! seek: page 1: 3 videos from network, cost 1 call
/// ```
struct CommandCase: Sendable, CustomTestStringConvertible {
    /// A command and the expected lines: requests (`> `), output, and messages (`! `, or `1! ` with the exit status).
    struct Step: Sendable {
        var command: String
        var expected: [String] = []
    }

    /// The behavior, as a sentence.
    let name: String
    /// Lines such as `GET youtube/search -> videos a b`. A sequence of responses is separated by ` ; `, or written in
    /// indented lines of their own.
    private(set) var stubs: [String] = []
    private(set) var steps: [Step] = []

    var testDescription: String { name }

    /// Reads the cases of a transcript. `# ` begins a case, and an empty line has no meaning.
    static func cases(_ transcript: String) -> [CommandCase] {
        var cases: [CommandCase] = []
        for line in transcript.split(separator: "\n").map(String.init) {
            if line.hasPrefix("# ") {
                cases.append(CommandCase(name: String(line.dropFirst(2))))
            } else if cases.isEmpty {
                preconditionFailure("a transcript begins with '# ' and a name, not with '\(line)'")
            } else {
                cases[cases.count - 1].add(line)
            }
        }
        return cases
    }

    private init(name: String) { self.name = name }

    private mutating func add(_ line: String) {
        if line.hasPrefix("$ ") {
            steps.append(Step(command: String(line.dropFirst(2))))
        } else if steps.isEmpty, line.hasPrefix("  "), !stubs.isEmpty {
            stubs[stubs.count - 1] += " ; \(line.dropFirst(2))"
        } else if steps.isEmpty {
            stubs.append(line)
        } else {
            steps[steps.count - 1].expected.append(line)
        }
    }

    /// Runs the commands, and records an issue that contains the actual lines of a command if they differ.
    func check(_ location: SourceLocation = #_sourceLocation) async throws {
        var run = try CommandRun(self)
        for (number, step) in zip(1..., steps) {
            let actual = try await run.perform(step.command)
            let problems = actual.problems(step.expected)
            guard !problems.isEmpty else { continue }
            let text = "\(name), command \(number): \(problems.joined(separator: ", "))\n$ \(step.command)"
            Issue.record(Comment(rawValue: "\(text)\n\(actual.transcript)"), sourceLocation: location)
        }
    }
}

/// What a command sent, printed and returned. The path of the folder of the case is replaced with `{folder}`.
struct CommandTrace {
    var requests: [HTTPRequest] = []
    var opened: [String] = []
    var output = ""
    var messages = ""
    var status: Int32 = 0
    /// Text that was printed although it is secret.
    var secret: String?

    /// The lines as they would be written in a transcript.
    var transcript: String {
        let sent = requests.map { "> \(RequestLine($0))" } + opened.map { "> open \($0)" }
        let printed = Self.lines(output).map { line in
            line.isEmpty || line.wholeMatch(of: /[$>!#|].*|\d! .*|\[\d+\]/) != nil ? "| \(line)" : line
        }
        var messages = Self.lines(messages).map { "! \($0)" }
        if status != 0 {
            // The exit status precedes the last message.
            messages.append(messages.popLast().map { "\(status)\($0)" } ?? "[\(status)]")
        }
        return (sent + printed + messages).joined(separator: "\n")
    }

    /// Returns the differences from the expected lines. If only requests are expected, output and messages are not
    /// compared.
    func problems(_ expected: [String]) -> [String] {
        var (requests, output, messages, status) = ([String](), [String](), [String](), Int32(0))
        for line in expected {
            if line.hasPrefix("> ") {
                requests.append(String(line.dropFirst(2)))
            } else if let match = line.wholeMatch(of: /(\d*)! (.*)/) {
                messages.append(String(match.2))
                status = Int32(match.1) ?? status
            } else if let match = line.wholeMatch(of: /\[(\d+)\]/), let code = Int32(match.1) {
                status = code
            } else if line.hasPrefix("|") {
                output.append(String(line.dropFirst(2)))
            } else {
                output.append(line)
            }
        }
        var problems = secret.map { ["'\($0)' is printed"] } ?? []
        if status != self.status { problems.append("the status should be \(status)") }
        if !requests.isEmpty, !matches(requests) { problems.append("the requests differ") }
        if requests != ["nothing"], !requests.isEmpty, output.isEmpty, messages.isEmpty { return problems }
        if !Self.matches(output[...], Self.lines(self.output)[...]) { problems.append("the output differs") }
        if !Self.matches(messages[...], Self.lines(self.messages)[...]) { problems.append("the messages differ") }
        return problems
    }

    private func matches(_ expected: [String]) -> Bool {
        if expected == ["nothing"] { return requests.isEmpty && opened.isEmpty }
        let sent = requests.map { request in { (line: String) in RequestLine(request).matches(line) } }
        let urls = opened.map { url in { (line: String) in BytePattern(line).matches(Data("open \(url)".utf8)) } }
        let all = sent + urls
        return all.count == expected.count && zip(all, expected).allSatisfy { $0($1) }
    }

    /// Returns whether lines match patterns: `...` matches any lines, `... 3 lines` matches three lines, and `*`
    /// matches any characters of a line.
    private static func matches(_ patterns: ArraySlice<String>, _ lines: ArraySlice<String>) -> Bool {
        guard let pattern = patterns.first else { return lines.isEmpty }
        let rest = patterns.dropFirst()
        if pattern == "..." { return (0...lines.count).contains { matches(rest, lines.dropFirst($0)) } }
        if let count = pattern.wholeMatch(of: /\.\.\. (\d+) lines?/).flatMap({ Int($0.1) }) {
            return lines.count >= count && matches(rest, lines.dropFirst(count))
        }
        guard let line = lines.first, BytePattern(pattern).matches(Data(line.utf8)) else { return false }
        return matches(rest, lines.dropFirst())
    }

    /// Returns the lines of a text. A last line without a newline ends with `(no newline)`.
    private static func lines(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let last = lines.removeLast()
        return last.isEmpty ? lines : lines + ["\(last)(no newline)"]
    }
}

/// A request as it is written in a transcript: `> POST github/graphql Accept:json {"query":"q"}`. The method `GET` is
/// omitted, and `youtube` and `github` are short for the base URLs of the services.
struct RequestLine: CustomStringConvertible {
    private static let services = [
        ("youtube/", "https://www.googleapis.com/youtube/v3/"), ("github/", "https://api.github.com/"),
    ]

    private let request: HTTPRequest

    init(_ request: HTTPRequest) { self.request = request }

    /// Returns the URL of a target such as `youtube/search`.
    static func url(_ target: String) -> String {
        services.first { target.hasPrefix($0.0) }.map { $0.1 + target.dropFirst($0.0.count) } ?? target
    }

    private var target: String {
        let url = String(request.url.absoluteString.prefix { $0 != "?" })
        return Self.services.first { url.hasPrefix($0.1) }.map { $0.0 + url.dropFirst($0.1.count) } ?? url
    }

    private var parameters: [(name: String, value: String)] {
        QueryParameters(of: request.url).items.map { ($0.name, $0.value) }
    }

    private var body: String? { request.body.map { String(decoding: $0, as: UTF8.self) } }

    var description: String {
        // The parameters that select the members of the response are the same in most requests.
        let items = parameters.filter { !["fields", "part", "prettyPrint"].contains($0.name) }.map { name, value in
            let isPlain = value.wholeMatch(of: /[\w.:,\/@%+-]+/) != nil
            return "\(name)=\(isPlain ? value : "'\(value)'")"
        }
        let method = request.method == .get ? [] : [request.method.rawValue]
        let text = body.map { ["'\($0.trimmingCharacters(in: .newlines))'"] } ?? []
        return (method + [target] + items + text).joined(separator: " ")
    }

    /// Returns whether the request has the method and target of a line, and its parameters (`name=value`, `name!` if the
    /// parameter must be absent), header fields (`Name:value`) and body (in braces or brackets).
    func matches(_ line: String) -> Bool {
        guard var words = try? shellWords(line)[...], let first = words.first else { return false }
        let isMethod = first.allSatisfy { $0.isUppercase }
        if isMethod { words.removeFirst() }
        guard (isMethod ? first : "GET") == request.method.rawValue, let pattern = words.popFirst(),
            Self.matches(pattern, target)
        else { return false }
        return words.allSatisfy { word in
            if let start = word.first, "{[".contains(start) { return Self.matches(word, body ?? "") }
            if word.hasSuffix("!") { return !parameters.contains { $0.name == word.dropLast() } }
            if let match = word.wholeMatch(of: /([A-Z][A-Za-z-]*):(.*)/), let name = HTTPField.Name(String(match.1)) {
                return request.headerFields[name].map { Self.matches(String(match.2), $0) } ?? match.2.isEmpty
            }
            guard let separator = word.firstIndex(of: "=") else { return false }
            let value = String(word[word.index(after: separator)...])
            return parameters.contains { $0.name == word[..<separator] && Self.matches(value, $0.value) }
        }
    }

    private static func matches(_ pattern: String, _ text: String) -> Bool {
        BytePattern(pattern).matches(Data(text.trimmingCharacters(in: .newlines).utf8))
    }
}
