import SeekBasics

/// A form in a HAR: the list `params` of `postData`, which programs write instead of its `text`.
struct HARForm {
    private let parts: [JSONValue]
    /// The boundary of a multipart form; nil for a URL-encoded form.
    private let boundary: String?

    /// Creates a form; returns nil if there are no parts.
    ///
    /// - Parameter type: The `Content-Type` of the request.
    init?(_ params: JSONValue, type: String) {
        guard let parts = params.array, !parts.isEmpty else { return nil }
        self.parts = parts.filter { $0["name"].string != nil }
        let isMultipart = type.lowercased().hasPrefix("multipart/")
        boundary = isMultipart ? MultipartForm.parameter("boundary", of: type) ?? "boundary" : nil
    }

    /// The body of the request.
    var body: Data {
        guard let boundary else {
            return Data(
                parts.map { part in
                    Self.encoded(part["name"].string ?? "") + "=" + Self.encoded(part["value"].string ?? "")
                }.joined(separator: "&").utf8
            )
        }
        let parts = parts.map { part in
            var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.quoted(part["name"]))\""
            if part["fileName"].string != nil { head += "; filename=\"\(Self.quoted(part["fileName"]))\"" }
            if let type = part["contentType"].string, !type.isEmpty { head += "\r\nContent-Type: \(type)" }
            return "\(head)\r\n\r\n\(part["value"].string ?? "")\r\n"
        }
        return Data((parts.joined() + "--\(boundary)--\r\n").utf8)
    }

    /// Returns a name or a value as a browser encodes it (URL Standard, *application/x-www-form-urlencoded*). Some
    /// programs write the encoded text: one with escape sequences and only characters that may be in it is unchanged.
    private static func encoded(_ text: String) -> String {
        let upper = text.uppercased().replacing("+", with: "%20")
        let isEncoded = text.contains("%") && PercentEncoding.normalizedQuery(upper) == upper
        return isEncoded ? text : PercentEncoding.encode(text).replacing("%20", with: "+")
    }

    /// Returns a quoted parameter as browsers write it (HTML Standard, *multipart form data*).
    private static func quoted(_ name: JSONValue) -> String {
        (name.string ?? "").replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
}
