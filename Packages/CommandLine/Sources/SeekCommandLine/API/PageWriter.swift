import Seek
import SeekNetworking

/// Converts responses to output as they arrive. The JSON arrays of several pages are merged into one, unless the
/// status and header fields precede each body. On a terminal or with color, JSON is indented, and control characters
/// are escaped in JSON and replaced in text.
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
    /// Formats JSON; `nil` if the output is neither a terminal nor colored.
    let formatter: JSONFormatter?
    private(set) var state = State.empty

    private var isFormatted: Bool { formatter != nil }

    /// Returns the bytes to write for a response whose body has been replaced with the output of a filter, or removed.
    mutating func addOutput(_ response: HTTPResponse) -> [UInt8] {
        state = .separate
        return head(of: response) + response.body
    }

    /// Returns the bytes to write for a response. If the first page is the last, its body is not parsed as an array.
    mutating func add(_ response: HTTPResponse, isLast: Bool) -> [UInt8] {
        let body = Array(response.body)
        switch state {
        case .empty where isLast:
            state = .separate
            return document(response, body, endsLine: isFormatted)
        case .empty:
            if let elements = elements(of: body) {
                state = .list(isEmpty: elements.isEmpty)
                return Array("[".utf8) + formatted(elements)
            }
        case .list(let isEmpty):
            if let elements = elements(of: body) {
                state = .list(isEmpty: isEmpty && elements.isEmpty)
                return (isEmpty || elements.isEmpty ? [] : Array(",".utf8)) + formatted(elements)
            }
            return Array("\(arrayEnd)\n".utf8) + addSeparately(response, body)
        case .separate: break
        }
        return addSeparately(response, body)
    }

    mutating func end() -> [UInt8] {
        guard case .list = state else { return [] }
        state = .separate
        return Array((isFormatted ? "\(arrayEnd)\n" : arrayEnd).utf8)
    }

    private var arrayEnd: String { isFormatted ? "\n]" : "]" }

    /// Returns the elements, each on its own lines if JSON is formatted.
    private func formatted(_ elements: ArraySlice<UInt8>) -> [UInt8] {
        guard let formatter, !elements.isEmpty else { return Array(elements) }
        return Array("\n  \(formatter.formatted(elements, depth: 1))".utf8)
    }

    private mutating func addSeparately(_ response: HTTPResponse, _ body: [UInt8]) -> [UInt8] {
        state = .separate
        return document(response, body, endsLine: true)
    }

    /// Returns the body, after the head if it is included. `endsLine` adds a missing newline at the end.
    private func document(_ response: HTTPResponse, _ body: [UInt8], endsLine: Bool) -> [UInt8] {
        let isJSON = response.headerFields[.contentType]?.lowercased().contains("json") == true
        var bytes = head(of: response)
        if let formatter {
            bytes += (isJSON ? formatter.formatted(body) : SafeText.lines(String(decoding: body, as: UTF8.self))).utf8
        } else {
            bytes += body
        }
        // The next page or the prompt starts on a new line.
        if endsLine, let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        return bytes
    }

    private func head(of response: HTTPResponse) -> [UInt8] {
        guard includesHead else { return [] }
        let fields = response.headerFields.map { "\($0.name): \(SafeText.line($0.value))\n" }
        return Array("HTTP \(SafeText.line(response.status.description))\n\(fields.joined())\n".utf8)
    }

    /// Returns the bytes between the brackets of a JSON array, or `nil` if the body is not an array or the pages
    /// cannot be merged because each is preceded by its head.
    private func elements(of body: [UInt8]) -> ArraySlice<UInt8>? {
        let list = body[...].trimmedOfWhitespace
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
