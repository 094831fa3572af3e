public import SeekBasics

/// The text of a body that is displayed in a message or a log.
enum BodyText {
    /// Returns the text of a body, without a byte-order mark, terminal escape sequences and control characters other
    /// than white space; nil if the bytes are not text in the declared character set, which is UTF-8 by default.
    ///
    /// - Parameters:
    ///   - contentType: The value of `Content-Type`.
    ///   - isTruncated: Whether the bytes are the beginning of a body, and may end within a character.
    static func decode(_ body: Data, contentType: String?, isTruncated: Bool) -> String? {
        let charset = Redactor.parameter("charset", in: contentType ?? "")?.lowercased()
        var text = decode(Array(body), charset: charset)
        if isTruncated, text.last == "\u{FFFD}" { text.removeLast() }
        let scalars = text.unicodeScalars
        // Text has few invalid characters, and of the C0 controls only those that programs write to terminals.
        let invalidCount = scalars.count {
            $0 == "\u{FFFD}" || $0.value < 0x20 && isControl($0) && !terminalControls.contains($0)
        }
        guard !scalars.contains("\0"), invalidCount <= scalars.count / 10 else { return nil }
        guard scalars.contains(where: isControl) else { return text }
        let printable = text.replacing(escapeSequence.matchingSemantics(.unicodeScalar), with: "")
        return String(String.UnicodeScalarView(printable.unicodeScalars.filter { !isControl($0) }))
    }

    /// CSI sequences, OSC strings and two-character sequences (ECMA-48).
    private static var escapeSequence: Regex<Substring> {
        /(?:\u{1B}\[|\u{9B})[0-?]*[ -\/]*[@-~]|(?:\u{1B}\]|\u{9D})[^\u{07}\u{1B}]*(?:\u{07}|\u{1B}\\)?|\u{1B}[ -\/]*[0-~]/
    }

    /// Bell, backspace and escape.
    private static let terminalControls: Set<Unicode.Scalar> = ["\u{07}", "\u{08}", "\u{1B}"]

    /// Returns whether the scalar is a control character other than white space, or reorders the text around it (UAX
    /// #9).
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x85: false
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func decode(_ bytes: [UInt8], charset: String?) -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isLittleEndian: true) }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isLittleEndian: false) }
        return switch charset {
        case "utf-16", "utf-16be": utf16(bytes[...], isLittleEndian: false)
        case "utf-16le": utf16(bytes[...], isLittleEndian: true)
        case "iso-8859-1", "latin1", "windows-1252":
            String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Returns UTF-16 as a string. An odd byte at the end is ignored.
    private static func utf16(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> String {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittleEndian ? second << 8 | first : first << 8 | second
        }
        return String(decoding: units, as: UTF16.self)
    }
}

/// The part of a response that an error retains, limited in size.
public struct ResponseExcerpt: Sendable, Hashable {
    /// The maximum number of bytes of the body that are retained: 16 KiB, many times the size of the error
    /// responses of the GitHub and YouTube APIs.
    public static let maximumBodySize = 16 * 1024

    /// The status.
    public let status: HTTPResponse.Status
    /// The header fields.
    public let headerFields: HTTPFields
    /// The start of the body, at most ``maximumBodySize`` bytes.
    public let body: Data
    /// The size of the complete body in bytes.
    public let bodySize: Int

    /// Whether ``body`` is only the start of the body.
    public var isTruncated: Bool { body.count < bodySize }

    /// Creates the excerpt of a response.
    public init(_ response: HTTPResponse) {
        status = response.status
        headerFields = response.headerFields
        body = Data(response.body.prefix(Self.maximumBodySize))
        bodySize = response.body.count
    }

    /// The beginning of the body on a single line, after a colon; empty if the body is empty. If it is not the whole
    /// body, `…` and the size of the body follow. Bytes that are not text are counted only.
    var excerpt: String {
        // Redacts more than is displayed: user information in a URL is recognized by its end, which may be beyond the
        // displayed part.
        let start = Data(body.prefix(4_096))
        let contentType = headerFields[values: .contentType].first
        guard let decoded = BodyText.decode(start, contentType: contentType, isTruncated: start.count < bodySize) else {
            return ": (\(bodySize) bytes that are not text)"
        }
        let text = Redaction.redacted(body: decoded.utf8, type: headerFields.mediaType)
        let line = text.prefix(400).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !line.isEmpty else { return "" }
        let isWhole = start.count == bodySize && text.dropFirst(400).isEmpty && line.count <= 120
        return isWhole ? ": \(line)" : ": \(line.prefix(120))… (\(bodySize) bytes)"
    }
}
