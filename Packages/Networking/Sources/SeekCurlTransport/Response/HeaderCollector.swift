#if os(Linux)
import SeekNetworking

/// Collects status and header fields from header lines as libcurl hands them over.
///
/// Several header blocks may come for one request: informational ones (1xx) and a proxy's precede the real one, so each
/// status line starts anew. Trailer fields come after the block and are left out.
struct HeaderCollector {
    /// The most bytes of header lines taken in for one request, informational blocks included. nginx and Apache refuse
    /// request heads of 32 KiB and 8 KiB; no API answers with more than a fraction of this.
    static let sizeLimit = 256 * 1024

    /// What came of a line.
    enum Outcome: Sendable, Hashable {
        /// More lines follow.
        case collecting
        /// The block of the final answer is complete.
        case complete
        /// There are more header lines than ``HeaderCollector/sizeLimit`` allows.
        case tooLarge
    }

    /// The status of the last block, or nil before the first status line.
    private(set) var status: HTTPResponse.Status?
    /// The fields of the last block, in order.
    private(set) var fields = HTTPFields()
    private let known: KnownLines
    private var size = 0
    private var isComplete = false

    /// Makes an empty collector.
    ///
    /// - Parameter known: What lines said before, and where these are remembered.
    init(known: KnownLines = KnownLines()) {
        self.known = known
    }

    /// Whether the final answer's header block arrived whole.
    var hasFinalResponse: Bool { isComplete }

    /// Takes in one line with its line end.
    mutating func receive(_ line: UnsafeRawBufferPointer) -> Outcome {
        size += line.count
        guard size <= Self.sizeLimit else { return .tooLarge }
        let content = Self.trimmed(line)
        if Self.isStatusLine(content), let status = known.status(of: content, orElse: Self.status) {
            self.status = status
            fields = HTTPFields()
            isComplete = false
            return .collecting
        }
        guard !isComplete, let status else { return .collecting }
        if content.isEmpty {
            isComplete = status.code >= 200
            return isComplete ? .complete : .collecting
        }
        collect(content, isContinuation: line.first.map(Self.isBlank) ?? false)
        return .collecting
    }

    private mutating func collect(_ content: UnsafeRawBufferPointer, isContinuation: Bool) {
        if isContinuation, let last = fields.last {
            // A folded line (RFC 9112 §5.2): a recipient joins it to the value by a space.
            fields = HTTPFields(fields.dropLast())
            fields.append(HTTPField(name: last.name, value: "\(last.value) \(Self.text(content))"))
            return
        }
        if let field = known.field(of: content, at: fields.count, orElse: Self.field) { fields.append(field) }
    }

    private static func field(from line: UnsafeRawBufferPointer) -> HTTPField? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            let name = HTTPField.Name(text(UnsafeRawBufferPointer(rebasing: line[..<colon])))
        else { return nil }
        let value = trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
        return HTTPField(name: name, value: text(value))
    }

    private static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
        line.first == UInt8(ascii: "H") && line.starts(with: "HTTP/".utf8)
    }

    /// `HTTP/1.1 200 OK` or `HTTP/2 200`.
    private static func status(from line: UnsafeRawBufferPointer) -> HTTPResponse.Status? {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            .map { text(UnsafeRawBufferPointer(rebasing: $0)) }
        guard parts.count >= 2, parts[1].utf8.count == 3, let code = Int(parts[1]), code >= 100 else { return nil }
        return HTTPResponse.Status(code: code, reasonPhrase: parts.count == 3 ? parts[2] : "")
    }

    /// Field values are bytes; most servers mean UTF-8, and the older rule is ISO 8859-1 (RFC 9110 §5.5).
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        // Nearly always ASCII. Validating looks its types up at run time for each text, on the thread all transfers wait for.
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        return String(validating: bytes, as: UTF8.self)
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
