import Seek
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
