import SeekNetworking

/// A request that was read from a connection.
struct ParsedRequest: Sendable, Hashable {
    var head: RequestHead
    var body: [UInt8]
}

/// The reason why a request is rejected.
enum Refusal: Error, Sendable, Hashable {
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

    /// The reason for the body of the response, on one line.
    var reason: String {
        switch self {
        case .malformed(let reason), .notImplemented(let reason): reason
        case .headTooLarge: "request line and header fields are too large"
        case .bodyTooLarge: "the body is too large"
        case .versionNotSupported: "only HTTP/1.0 and HTTP/1.1 are spoken here"
        }
    }
}

/// The request line and header fields, parsed line by line, with the framing and persistence they declare (RFC 9112
/// §3, §5, §6).
struct RequestHead: Sendable, Hashable {
    /// The framing of the body.
    enum Framing: Sendable, Hashable {
        case none
        case length(Int)
        case chunked
    }

    private(set) var method = HTTPRequest.Method.get
    /// The target as sent.
    private(set) var target = ""
    private(set) var isVersion1_0 = false
    private(set) var fields = HTTPFields()

    static let connection = HTTPField.Name("Connection")
    private static let host = HTTPField.Name("Host")
    private static let transferEncoding = HTTPField.Name("Transfer-Encoding")
    private static let expect = HTTPField.Name("Expect")

    mutating func readRequestLine(_ line: ArraySlice<UInt8>) throws(Refusal) {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .malformed("the request line is not 'METHOD target HTTP/1.1'") }
        guard let method = HTTPRequest.Method(String(decoding: parts[0], as: UTF8.self)) else {
            throw .malformed("the method is not a token")
        }
        guard !parts[1].isEmpty, parts[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw .malformed("the target is empty or holds a control character")
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

    mutating func readField(_ line: ArraySlice<UInt8>) throws(Refusal) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
        else { throw .malformed("a header line is not 'name: value'") }
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        var value = line[(colon + 1)...].drop(while: isBlank)
        while value.last.map(isBlank) == true { value.removeLast() }
        let text = String(decoding: value, as: UTF8.self)
        guard HTTPField.isValidValue(text) else {
            throw .malformed("the value of '\(name)' holds a control character")
        }
        fields.append(HTTPField(name: name, value: text))
    }

    /// Returns the framing of the body. Rejects an ambiguous request (RFC 9112 §6.1, §11.2).
    func framing() throws(Refusal) -> Framing {
        let hosts = Self.host.map { fields[values: $0] } ?? []
        guard hosts.count == 1 || isVersion1_0 && hosts.isEmpty else {
            throw .malformed("there must be one Host field")
        }
        let lengths = Set(fields[values: .contentLength])
        let codings = Self.transferEncoding.map { fields[values: $0] } ?? []
        guard lengths.isEmpty || codings.isEmpty else {
            throw .malformed("Content-Length and Transfer-Encoding exclude each other")
        }
        if let coding = codings.first {
            guard codings.count == 1, coding.lowercased() == "chunked" else {
                throw .notImplemented("the only transfer coding spoken here is chunked")
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
        guard !isVersion1_0, let name = Self.expect else { return false }
        return fields[name]?.lowercased() == "100-continue"
    }

    /// Whether the connection persists after the response (RFC 9112 §9.3).
    var keepsAlive: Bool {
        let options = Self.connectionOptions(fields)
        return isVersion1_0 ? options.contains("keep-alive") : !options.contains("close")
    }

    /// The lowercase members of `Connection`.
    static func connectionOptions(_ fields: HTTPFields) -> [String] {
        guard let name = connection, let value = fields[name] else { return [] }
        return value.lowercased().split { $0 == "," || $0 == " " }.map(String.init)
    }

    /// Returns the size at the start of a chunk; extensions are ignored (RFC 9112 §7.1).
    static func chunkSize(_ line: ArraySlice<UInt8>) throws(Refusal) -> Int {
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
