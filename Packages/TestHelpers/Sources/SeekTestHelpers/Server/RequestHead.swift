import SeekNetworking

struct ParsedRequest: Sendable, Hashable {
    var head: RequestHead
    var body: [UInt8]
}

/// The reason why the bytes of a request are rejected.
enum RequestParsingError: Error, Sendable, Hashable {
    case malformed(String)
    case headTooLarge
    case bodyTooLarge
    case notImplemented(String)
    case versionNotSupported

    /// The status of the response that is sent before the connection is closed.
    var status: HTTPResponse.Status {
        switch self {
        case .malformed: HTTPResponse.Status(code: 400, reasonPhrase: "Bad Request")
        case .headTooLarge: HTTPResponse.Status(code: 431, reasonPhrase: "Request Header Fields Too Large")
        case .bodyTooLarge: HTTPResponse.Status(code: 413, reasonPhrase: "Content Too Large")
        case .notImplemented: HTTPResponse.Status(code: 501, reasonPhrase: "Not Implemented")
        case .versionNotSupported: HTTPResponse.Status(code: 505, reasonPhrase: "HTTP Version Not Supported")
        }
    }

    /// The reason on one line, which is the body of the response.
    var reason: String {
        switch self {
        case .malformed(let reason), .notImplemented(let reason): reason
        case .headTooLarge: "request line and header fields are too large"
        case .bodyTooLarge: "the body is too large"
        case .versionNotSupported: "only HTTP/1.0 and HTTP/1.1 are supported"
        }
    }
}

/// The request line and header fields, parsed line by line, with the framing and persistence they declare (RFC 9112
/// §3, §5, §6).
struct RequestHead: Sendable, Hashable {
    enum Framing: Sendable, Hashable {
        case none
        case length(Int)
        case chunked
    }

    private(set) var method = HTTPRequest.Method.get
    /// As sent.
    private(set) var target = ""
    private(set) var isVersion1_0 = false
    private(set) var fields = HTTPFields()

    mutating func parseRequestLine(_ line: ArraySlice<UInt8>) throws(RequestParsingError) {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .malformed("the request line is not 'METHOD target HTTP/1.1'") }
        guard let method = HTTPRequest.Method(String(decoding: parts[0], as: UTF8.self)) else {
            throw .malformed("the method is not a token")
        }
        guard !parts[1].isEmpty, parts[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw .malformed("the target is empty or contains a control character")
        }
        switch String(decoding: parts[2], as: UTF8.self) {
        case "HTTP/1.1": isVersion1_0 = false
        case "HTTP/1.0": isVersion1_0 = true
        case let version where version.hasPrefix("HTTP/"): throw .versionNotSupported
        default: throw .malformed("the request line does not end in a version")
        }
        self.method = method
        target = String(decoding: parts[1], as: UTF8.self)
    }

    mutating func parseField(_ line: ArraySlice<UInt8>) throws(RequestParsingError) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
        else { throw .malformed("a header line is not 'name: value'") }
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        var value = line[(colon + 1)...].drop(while: isBlank)
        while value.last.map(isBlank) == true { value.removeLast() }
        let text = String(decoding: value, as: UTF8.self)
        guard HTTPField.isValidValue(text) else {
            throw .malformed("the value of '\(name)' contains a control character")
        }
        fields.append(HTTPField(name: name, value: text))
    }

    /// Returns the framing of the body. Rejects an invalid or ambiguous framing (RFC 9112 §6.1, §11.2), more than
    /// one `Host` field, and a missing one unless the version is HTTP/1.0 (§3.2).
    func framing() throws(RequestParsingError) -> Framing {
        let hosts = fields[values: .host]
        guard hosts.count == 1 || isVersion1_0 && hosts.isEmpty else {
            throw .malformed("there must be one Host field")
        }
        let lengths = Set(fields[values: .contentLength])
        let codings = fields[values: .transferEncoding]
        guard lengths.isEmpty || codings.isEmpty else {
            throw .malformed("Content-Length and Transfer-Encoding exclude each other")
        }
        if let coding = codings.first {
            guard codings.count == 1, coding.lowercased() == "chunked" else {
                throw .notImplemented("the only supported transfer coding is chunked")
            }
            return .chunked
        }
        guard let text = lengths.first else { return .none }
        guard lengths.count == 1, !text.isEmpty, text.utf8.allSatisfy(Self.isDigit) else {
            throw .malformed("Content-Length is not one number")
        }
        guard let length = Int(text) else { throw .bodyTooLarge }
        return length == 0 ? .none : .length(length)
    }

    /// Whether the client waits for `100 Continue` (RFC 9110 §10.1.1).
    var expectsContinue: Bool {
        !isVersion1_0 && fields[.expect]?.lowercased() == "100-continue"
    }

    /// Whether the connection persists after the response (RFC 9112 §9.3).
    var keepsAlive: Bool {
        let options = Self.connectionOptions(fields)
        return isVersion1_0 ? options.contains("keep-alive") : !options.contains("close")
    }

    /// Returns the options in `Connection` in lower case.
    static func connectionOptions(_ fields: HTTPFields) -> [String] {
        (fields[.connection] ?? "").lowercased().split { $0 == "," || $0 == " " }.map(String.init)
    }

    /// Parses the size in the first line of a chunk; extensions are ignored (RFC 9112 §7.1).
    static func chunkSize(_ line: ArraySlice<UInt8>) throws(RequestParsingError) -> Int {
        let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
        guard !digits.isEmpty, digits.allSatisfy(isHexDigit) else { throw .malformed("a chunk's size is not a number") }
        guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16) else { throw .bodyTooLarge }
        return size
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
}

extension HTTPField.Name {
    static let connection = Self("Connection")
    static let expect = Self("Expect")
    static let host = Self("Host")
    static let transferEncoding = Self("Transfer-Encoding")
}
