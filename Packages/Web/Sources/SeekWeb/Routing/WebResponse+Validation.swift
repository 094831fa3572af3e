import SeekBasics
import SeekNetworking

extension WebResponse {
    /// Returns the response with an `ETag`, or a response with status 304 if the client has the same content (RFC 9110
    /// §13.1.2). Events, responses to methods other than GET and HEAD, and those with a status other than 200 are
    /// returned unchanged.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - content: The content from which a weak tag is computed: the body without the values that change with each
    ///     response, such as ages. Nil for a strong tag of the whole body.
    func validated(for request: WebRequest, content: Data? = nil) -> WebResponse {
        guard [.get, .head].contains(request.method), status == .ok, case .data(let body) = body else { return self }
        let hash = (content ?? body).withUnsafeBytes { XXHash64.hash($0) }
        let tag = "\"\(String(hash, radix: 36))\""
        var response = self
        response.headerFields[.eTag] = content == nil ? tag : "W/\(tag)"
        guard request.headerFields[values: .ifNoneMatch].contains(where: { Self.matches($0, tag) }) else {
            return response
        }
        response.status = 304
        response.body = .data(Data())
        response.headerFields[.contentType] = nil
        return response
    }

    /// Whether a value of `If-None-Match` contains a tag. Tags are compared weakly, as the RFC requires.
    private static func matches(_ value: String, _ tag: String) -> Bool {
        value.split(separator: ",").contains { item in
            let item = item.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            return item == "*" || (item.hasPrefix("W/") ? item.dropFirst(2) : item) == tag
        }
    }
}
