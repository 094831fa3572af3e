#if os(Linux)
import SeekNetworking

/// Collects the status and the header fields of a response from header lines as libcurl delivers them.
///
/// Interim responses (1xx) and those of a proxy precede the final response, so each status line starts a new block.
/// Trailer fields follow the final block; they are counted and discarded.
struct HeaderCollector {
    enum Outcome: Sendable, Hashable {
        case collecting
        /// The block of the final response is complete.
        case complete
        /// A limit is exceeded; the string names it.
        case tooLarge(String)
    }

    /// The status of the current block, or nil before the first status line.
    private(set) var status: HTTPResponse.Status?
    /// The fields of the current block, in order.
    private(set) var fields = HTTPFields()
    /// Whether the header of the final response is complete.
    private(set) var hasFinalResponse = false
    private let maximumSize: Int
    private let maximumLineCount: Int
    private var size = 0
    private var lineCount = 0

    /// The limits apply to the interim responses, the final response and the trailers of one request together. The
    /// maximum size is in bytes, line endings included.
    init(maximumSize: Int = HTTPFieldLimits.maximumHeaderSize, maximumLineCount: Int = 1_000) {
        self.maximumSize = maximumSize
        self.maximumLineCount = maximumLineCount
    }

    /// Receives one line, line ending included, and returns the state after it.
    mutating func receive(_ line: UnsafeRawBufferPointer) -> Outcome {
        size += line.count
        lineCount += 1
        guard size <= maximumSize else { return .tooLarge("the header fields are larger than \(maximumSize) bytes") }
        guard lineCount <= maximumLineCount else {
            return .tooLarge("there are more than \(maximumLineCount) header lines")
        }
        let content = Self.trimmed(line)
        if Self.isStatusLine(content), let status = Self.status(from: content) {
            self.status = status
            fields = HTTPFields()
            hasFinalResponse = false
            return .collecting
        }
        guard !hasFinalResponse, let status else { return .collecting }
        let isContinuation = line.first.map { $0 == 0x20 || $0 == 0x09 } ?? false
        if content.isEmpty, !isContinuation {
            hasFinalResponse = status.code >= 200
            return hasFinalResponse ? .complete : .collecting
        }
        collect(content, isContinuation: isContinuation)
        return .collecting
    }

    private mutating func collect(_ content: UnsafeRawBufferPointer, isContinuation: Bool) {
        if isContinuation {
            // Folded lines are joined by a space (RFC 9112 §5.2) and ignored after the status line (§2.2). The value
            // is extended in place, because copying the fields for each line would take quadratic time.
            if !content.isEmpty { fields.extendLastValue(by: " \(Self.decoded(content))") }
            return
        }
        if let field = Self.field(from: content) { fields.append(field) }
    }

    private static func field(from line: UnsafeRawBufferPointer) -> HTTPField? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            let name = HTTPField.Name(decoded(UnsafeRawBufferPointer(rebasing: line[..<colon])))
        else { return nil }
        let value = trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
        return HTTPField(name: name, value: decoded(value))
    }

    private static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
        line.first == UInt8(ascii: "H") && line.starts(with: "HTTP/".utf8)
    }

    /// Parses `HTTP/1.1 200 OK` or `HTTP/2 200`.
    private static func status(from line: UnsafeRawBufferPointer) -> HTTPResponse.Status? {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            .map { decoded(UnsafeRawBufferPointer(rebasing: $0)) }
        guard parts.count >= 2, parts[1].utf8.count == 3, let code = Int(parts[1]), code >= 100 else { return nil }
        return HTTPResponse.Status(code: code, reasonPhrase: parts.count == 3 ? parts[2] : "")
    }

    /// Decodes bytes as UTF-8, or as ISO 8859-1 if they are not valid (RFC 9110 §5.5).
    private static func decoded(_ bytes: UnsafeRawBufferPointer) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var (start, end) = (bytes.startIndex, bytes.endIndex)
        while start < end, isBlank(bytes[start]) { start += 1 }
        while start < end, isBlank(bytes[end - 1]) { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
    }
}
#endif
