import SeekBasics
@_spi(Seek) import SeekNetworking

/// Serializes responses.
enum ResponseWriter {
    enum Framing: Sendable, Hashable {
        /// `Content-Length` with the declared size; nil for the actual size of the body.
        case length(declared: Int?)
        /// Chunks of a size in bytes.
        case chunked(size: Int)
        /// `Transfer-Encoding: chunked` with these bytes in place of the chunks of the body.
        case rawChunks([UInt8])
    }

    /// Returns the bytes of a response.
    ///
    /// Responses to HEAD, and those with status 204 or 304, have no body (RFC 9110 §6.4.1). An invalid response is
    /// replaced by a 500 with the reason.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - closes: Whether the connection is closed after the response.
    ///   - now: The value of `Date`, if the response does not contain this field.
    static func bytes(
        of response: HTTPResponse,
        to method: HTTPRequest.Method,
        framing: Framing = .length(declared: nil),
        closes: Bool,
        now: Date
    ) -> [UInt8] {
        if let invalidPart = Self.invalidPart(of: response) {
            let replacement = HTTPResponse(
                status: HTTPResponse.Status(code: 500, reasonPhrase: "Internal Server Error"),
                body: Data("the handler's response cannot be sent: \(invalidPart)\n".utf8)
            )
            return bytes(of: replacement, to: method, closes: closes, now: now)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512 + response.body.count)
        bytes += "HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)\r\n".utf8
        for field in response.headerFields where !isFraming(field.name) {
            bytes += field.name.rawName.utf8
            bytes += ": ".utf8
            bytes += field.value.utf8
            bytes += "\r\n".utf8
        }
        if response.headerFields[.date] == nil { bytes += "Date: \(HTTPDate.string(from: now))\r\n".utf8 }
        if closes, !RequestHead.connectionOptions(response.headerFields).contains("close") {
            bytes += "Connection: close\r\n".utf8
        }
        guard response.status.code != 204, response.status.code != 304 else { return bytes + "\r\n".utf8 }
        switch framing {
        case .length(let declared):
            bytes += "Content-Length: \(declared ?? response.body.count)\r\n\r\n".utf8
            if method != .head { bytes += response.body }
        case .chunked(let size):
            bytes += "Transfer-Encoding: chunked\r\n\r\n".utf8
            if method != .head { append(response.body, inChunksOf: size, to: &bytes) }
        case .rawChunks(let chunks):
            bytes += "Transfer-Encoding: chunked\r\n\r\n".utf8
            if method != .head { bytes += chunks }
        }
        return bytes
    }

    /// Returns the bytes of a `103 Early Hints` response. Fields with invalid values are omitted.
    static func earlyHints(_ fields: HTTPFields) -> [UInt8] {
        let lines = fields.filter { HTTPField.isValidValue($0.value) }.map { "\($0.name): \($0.value)\r\n" }
        return Array("HTTP/1.1 103 Early Hints\r\n\(lines.joined())\r\n".utf8)
    }

    /// Returns one chunk (RFC 9112 §7.1).
    static func chunk(_ data: some Collection<UInt8>) -> [UInt8] {
        Array("\(String(data.count, radix: 16))\r\n".utf8) + data + Array("\r\n".utf8)
    }

    private static func append(_ body: Data, inChunksOf size: Int, to bytes: inout [UInt8]) {
        var rest = body[...]
        while !rest.isEmpty {
            bytes += chunk(rest.prefix(max(size, 1)))
            rest = rest.dropFirst(max(size, 1))
        }
        bytes += "0\r\n\r\n".utf8
    }

    private static func isFraming(_ name: HTTPField.Name) -> Bool {
        name == .contentLength || name == .transferEncoding
    }

    /// Returns the first part of a response that cannot be serialized; nil if there is none.
    private static func invalidPart(of response: HTTPResponse) -> String? {
        guard (200...999).contains(response.status.code) else { return "status \(response.status.code)" }
        guard HTTPField.isValidValue(response.status.reasonPhrase) else { return "its reason phrase" }
        return response.headerFields.first { !HTTPField.isValidValue($0.value) }.map { "header field \($0.name)" }
    }
}
