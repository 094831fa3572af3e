import Seek
import SeekBasics
import SeekNetworking

/// Converts responses to output as they arrive. The JSON arrays of several pages are merged into one, unless the
/// status and header fields precede each body; with `--slurp`, all pages are the elements of one array. On a terminal
/// or with color, JSON is indented, and control characters are escaped in JSON and replaced in text.
struct PageWriter {
    enum State {
        case empty
        /// A merged array is open.
        case list(isEmpty: Bool)
        /// Bodies are written one after the other.
        case separate
    }

    /// Whether the status and header fields precede each body.
    let includesHead: Bool
    /// Whether each JSON body becomes an element of one array.
    var slurps = false
    /// Formats JSON; `nil` if the output is neither a terminal nor colored.
    let formatter: JSONFormatter?
    private(set) var state = State.empty

    private var isFormatted: Bool { formatter != nil }

    /// Writes a response whose body has been replaced with the output of a filter, or removed.
    mutating func addOutput(_ response: HTTPResponse, to output: ([UInt8]) -> Void) {
        state = .separate
        output(head(of: response) + response.body)
    }

    /// Writes a response in pieces. If the first page is the last, its body is not parsed as an array.
    mutating func add(_ response: HTTPResponse, isLast: Bool, to output: ([UInt8]) -> Void) {
        let body = Array(response.body)
        switch state {
        case .empty where isLast && !slurps:
            state = .separate
            writeDocument(response, body, endsLine: isFormatted, to: output)
            return
        case .empty:
            if let elements = elements(of: body) {
                state = .list(isEmpty: elements.isEmpty)
                output(Array("[".utf8))
                write(elements, to: output)
                return
            }
        case .list(let isEmpty):
            if let elements = elements(of: body) {
                state = .list(isEmpty: isEmpty && elements.isEmpty)
                if !isEmpty, !elements.isEmpty { output(Array(",".utf8)) }
                write(elements, to: output)
                return
            }
            output(Array("\(arrayEnd)\n".utf8))
        case .separate: break
        }
        state = .separate
        writeDocument(response, body, endsLine: true, to: output)
    }

    mutating func end(to output: ([UInt8]) -> Void) {
        guard case .list = state else { return }
        state = .separate
        output(Array((isFormatted ? "\(arrayEnd)\n" : arrayEnd).utf8))
    }

    private var arrayEnd: String { isFormatted ? "\n]" : "]" }

    /// Writes the elements, each on its own lines if JSON is formatted.
    private func write(_ elements: ArraySlice<UInt8>, to output: ([UInt8]) -> Void) {
        guard let formatter, !elements.isEmpty else { return output(Array(elements)) }
        output(Array("\n  ".utf8))
        formatter.write(elements, depth: 1, to: output)
    }

    /// Writes the body, after the head if it is included. `endsLine` adds a missing newline at the end.
    private func writeDocument(
        _ response: HTTPResponse,
        _ body: [UInt8],
        endsLine: Bool,
        to output: ([UInt8]) -> Void
    ) {
        let isJSON = response.headerFields[.contentType]?.lowercased().contains("json") == true
        let head = head(of: response)
        var last = head.last
        output(head)
        func write(_ piece: [UInt8]) {
            last = piece.last ?? last
            output(piece)
        }
        if let formatter, isJSON {
            formatter.write(body, to: write)
        } else {
            write(isFormatted ? Array(SafeText.lines(String(decoding: body, as: UTF8.self)).utf8) : body)
        }
        // The next page or the prompt starts on a new line.
        if endsLine, let last, last != UInt8(ascii: "\n") { output([UInt8(ascii: "\n")]) }
    }

    private func head(of response: HTTPResponse) -> [UInt8] {
        guard includesHead else { return [] }
        let fields = response.headerFields.map { "\($0.name): \(SafeText.line($0.value))\n" }
        return Array("HTTP \(SafeText.line(response.status.description))\n\(fields.joined())\n".utf8)
    }

    /// Returns the bytes between the brackets of a JSON array, or `nil` if the body is not an array or the pages
    /// cannot be merged because each is preceded by its head. With `--slurp`, returns the whole body.
    private func elements(of body: [UInt8]) -> ArraySlice<UInt8>? {
        let list = body[...].trimmedOfWhitespace
        if slurps { return list }
        guard !includesHead, list.count >= 2, list.first == UInt8(ascii: "["), list.last == UInt8(ascii: "]") else {
            return nil
        }
        return list.dropFirst().dropLast().trimmedOfWhitespace
    }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmedOfWhitespace: ArraySlice<UInt8> {
        var trimmed = drop(while: \.isJSONSpace)
        while trimmed.last?.isJSONSpace == true { trimmed.removeLast() }
        return trimmed
    }
}

/// Applies `--jq` or `--template` to the body of a response.
struct BodyFilter: Sendable {
    private enum Rule: Sendable {
        case jq(JQFilter)
        case template(Template, OutputStyle)
    }

    private let rule: Rule
    private let isTerminal: Bool

    /// Creates the filter of an invocation; `nil` if it has neither `--jq` nor `--template`.
    init?(_ invocation: Invocation, _ console: Console) throws(UsageError) {
        isTerminal = console.context.terminal != nil
        if let expression = invocation.values[.jq] {
            rule = .jq(try JQFilter(expression, environment: console.context.programEnvironment))
        } else if let text = invocation.values[.template] {
            rule = .template(try Template(ofResponse: text), console.style())
        } else {
            return nil
        }
    }

    func output(for response: HTTPResponse) -> JQFilter.Output {
        // A response without a body, such as 204, has nothing to print.
        guard !response.body.isEmpty else { return JQFilter.Output(text: "") }
        switch rule {
        case .jq(let filter):
            var output = filter.output(for: String(decoding: response.body, as: UTF8.self), isTerminal: isTerminal)
            if output.problem != nil, (try? JSONValue(json: response.body, isLenient: true)) == nil {
                output.problem = Self.problem(with: response, filter: .jq)
            }
            return output
        case .template(let template, let style):
            guard let value = try? JSONValue(json: response.body, isLenient: true) else {
                return JQFilter.Output(text: "", problem: Self.problem(with: response, filter: .template))
            }
            return JQFilter.Output(text: template.rendered(with: value.withUsualNumbers, style: style))
        }
    }

    private static func problem(with response: HTTPResponse, filter: OptionSpec.Name) -> String {
        let type = response.headerFields[.contentType].map { " (\(SafeText.line($0)))" } ?? ""
        let advice = response.provenance.isCached ? ", or fetch it again with --refresh" : ""
        return "the response\(type) is not valid JSON; print it without --\(filter.word)\(advice)"
    }
}

extension JSONValue {
    /// The value with its numbers in the notation of this program: `1` for `1.0`, and `0.5` for `5e-1`. Integers with more
    /// than 64 bits are unchanged.
    fileprivate var withUsualNumbers: JSONValue {
        switch self {
        case .number(let number):
            if let integer = number.integer { return .number(integer) }
            return number.description.contains { ".eE".contains($0) } && number.double.isFinite
                ? .number(number.double) : self
        case .array(let elements): return .array(elements.map(\.withUsualNumbers))
        case .object(let members): return .object(members.mapValues(\.withUsualNumbers))
        default: return self
        }
    }
}
