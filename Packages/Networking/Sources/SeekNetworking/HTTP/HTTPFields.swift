/// The header fields of a request or a response, in order.
///
/// A name may occur more than once; lookups ignore its case.
public struct HTTPFields: Sendable, Hashable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
    private var fields: [HTTPField] = []

    /// Creates an empty list.
    public init() {}

    /// Creates a list of fields.
    public init(_ fields: some Sequence<HTTPField>) {
        self.fields = Array(fields)
    }

    /// Creates a list from names and values; a name may occur more than once.
    public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
        fields = elements.map { HTTPField(name: $0, value: $1) }
    }

    /// The first field's position.
    public var startIndex: Int { fields.startIndex }
    /// The position after the last field.
    public var endIndex: Int { fields.endIndex }
    /// The field at a position.
    public subscript(position: Int) -> HTTPField { fields[position] }

    /// The value for a name; several values are joined with `, ` (RFC 9110 §5.3). Setting a value replaces all fields
    /// with the name; nil removes them.
    public subscript(name: HTTPField.Name) -> String? {
        get {
            guard let first = fields.firstIndex(where: { $0.name == name }) else { return nil }
            let isOnlyOne = !fields[(first + 1)...].contains { $0.name == name }
            return isOnlyOne ? fields[first].value : self[values: name].joined(separator: ", ")
        }
        set {
            if fields.contains(where: { $0.name == name }) {
                self[values: name] = newValue.map { [$0] } ?? []
            } else if let newValue {
                fields.append(HTTPField(name: name, value: newValue))
            }
        }
    }

    /// All values for a name, in order. New values are inserted at the position of the first old one, or at the end.
    public subscript(values name: HTTPField.Name) -> [String] {
        get { fields.compactMap { $0.name == name ? $0.value : nil } }
        set {
            let position = fields.firstIndex { $0.name == name } ?? fields.endIndex
            fields.removeAll { $0.name == name }
            fields.insert(contentsOf: newValue.map { HTTPField(name: name, value: $0) }, at: position)
        }
    }

    /// Appends a field, even if the name already occurs.
    public mutating func append(_ field: HTTPField) {
        fields.append(field)
    }

    /// Adds fields. They replace those with the same name.
    public mutating func merge(_ others: HTTPFields) {
        guard !others.isEmpty else { return }
        fields.removeAll { field in others.contains { $0.name == field.name } }
        fields += others
    }

    /// Appends a string to the value of the last field, if there is one. Used for folded header lines.
    package mutating func extendLastValue(by text: String) {
        guard !fields.isEmpty else { return }
        fields[fields.count - 1].value += text
    }
}

extension HTTPFields {
    /// The reason why the end of a response with these fields is ambiguous, or nil if it is not.
    ///
    /// Two different lengths are an unrecoverable error (RFC 9112 §6.3): bytes after the shorter body would be parsed
    /// as the next response.
    package var framingProblem: String? {
        let values = self[values: .contentLength]
        guard values.count > 1 || values.first?.contains(",") ?? false else { return nil }
        let lengths: [String] = values.joined(separator: ",")
            .split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.filter { $0 != " " && $0 != "\t" } }
        guard let first = lengths.first, lengths.contains(where: { $0 != first }) else { return nil }
        return "it has several values of Content-Length that differ"
    }

    /// Whether a response has both a length and a transfer coding, which overrides the length.
    ///
    /// This may be an attempt at response splitting (RFC 9112 §6.3), so the connection must not be reused.
    package var hasOverriddenLength: Bool {
        contains { $0.name == .contentLength } && contains { $0.name == .transferEncoding }
    }
}

/// The maximum sizes of header fields that a peer sends.
///
/// The parsers of directives, dates, lists, links and ranges apply ``maximumValueSize`` and treat larger values
/// conservatively. A response beyond any of the limits is not stored, and a request beyond them bypasses the cache.
/// Transports have limits of their own; by default, they reject a header larger than ``maximumHeaderSize``.
///
/// HTTP itself sets no limits (RFC 9110 §5.4). These limits exceed what servers usually send, and are at least what
/// other programs accept: servers usually accept 8 KiB per line, and Chromium accepts a header of 256 KiB.
public enum HTTPFieldLimits {
    /// The maximum number of fields of a message: 500.
    public static let maximumFieldCount = 500

    /// The maximum size of a field value in bytes: 32 KiB. Parsers that join several fields with the same name apply it
    /// to the joined value.
    public static let maximumValueSize = 32 * 1_024

    /// The maximum size of all fields of a message in bytes, each with its name, value, colon, space and line end: 256
    /// KiB.
    public static let maximumHeaderSize = 256 * 1_024

    /// Whether a value is within ``maximumValueSize``.
    @_spi(Seek) public static func allows(_ value: some StringProtocol) -> Bool { value.utf8.count <= maximumValueSize }
}

extension HTTPFields {
    /// Whether all fields are within ``HTTPFieldLimits``.
    @_spi(Seek) public var isWithinLimits: Bool {
        guard count <= HTTPFieldLimits.maximumFieldCount else { return false }
        var size = 0
        for field in self {
            guard HTTPFieldLimits.allows(field.value) else { return false }
            size += field.name.rawName.utf8.count + field.value.utf8.count + 4
        }
        return size <= HTTPFieldLimits.maximumHeaderSize
    }
}

extension HTTPFields {
    /// The content codings of a body, in the order in which they were applied (RFC 9110 §8.4), in lower case. Names that
    /// denote no coding are omitted.
    package var contentCodings: [String] {
        self[values: .contentEncoding].flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            .filter { !$0.isEmpty && !Self.namesWithoutCoding.contains($0) }
    }

    /// `identity`, and names that some servers send in its place: charsets, encodings of MIME, and the framing of an
    /// upload to S3. Browsers ignore all of them.
    private static let namesWithoutCoding: Set<String> = [
        "identity", "none", "utf-8", "utf8", "us-ascii", "iso-8859-1", "windows-1252", "7bit", "8bit", "binary",
        "aws-chunked",
    ]
}

extension TransportFailure {
    /// Returns the failure for a content coding whose name was sent by the server.
    package static func unsupportedCoding(_ name: String) -> TransportFailure {
        .unsupportedContentCoding(String(name.prefix(40).filter { $0.isASCII && ("!"..."~").contains($0) }))
    }
}
