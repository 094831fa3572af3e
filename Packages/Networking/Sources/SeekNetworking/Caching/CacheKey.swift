#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Under which keys answers are kept: one for a URL, and where answers vary, one more for each variant.
struct CacheKey: Hashable {
    /// The key of a URL. A line each, none of which can hold a line end.
    let text: String

    /// Makes the key of a request's URL.
    ///
    /// - Parameter partition: what tells one user from another. A credential among the request's own fields does as well.
    init(_ request: HTTPRequest, partition: String) {
        self.init(request.url, credentialsOf: request, partition: partition)
    }

    /// Makes the key of another URL, for the user of a request.
    init(_ url: URL, credentialsOf request: HTTPRequest, partition: String) {
        var text = "\(Self.mark)\n\(partition)\n"
        for field in request.headerFields where Self.credentials.contains(field.name) {
            text += Credential(name: field.name, value: field.value).fingerprint
        }
        text += "\n"
        text += Self.canonical(url)
        self.text = text
    }

    /// The first line of each key.
    static let mark = "http3"

    private static let credentials: [HTTPField.Name] = [
        .authorization, HTTPField.Name(constant: "Proxy-Authorization"), HTTPField.Name(constant: "X-Api-Key"),
        HTTPField.Name(constant: "X-Goog-Api-Key"),
    ]

    /// The URL without its fragment, its origin written in one way (RFC 9110 §4.2.3).
    private static func canonical(_ url: URL) -> String {
        var text = url.absoluteString
        let end = text.withUTF8 { $0.firstIndex(of: UInt8(ascii: "#")) ?? $0.count }
        let whole = text.utf8.prefix(end)
        // Behind `scheme://`, the authority ends with the path or the query.
        let authority = whole.drop { $0 != UInt8(ascii: ":") }.dropFirst(3)
        let rest = authority.drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        let hasPath = rest.first == UInt8(ascii: "/")
        if hasPath, isPlain(whole[..<rest.startIndex]) { return String(Substring(whole)) }
        guard let origin = Origin(url) else { return String(Substring(whole)) }
        let port = origin.port == (origin.scheme == "https" ? 443 : 80) ? "" : ":\(origin.port)"
        return "\(origin.scheme)://\(origin.host)\(port)\(hasPath ? "" : "/")\(Substring(rest))"
    }

    /// Whether scheme and authority are written as they would be here: nothing in upper case, no port that may be the scheme's.
    private static func isPlain(_ bytes: Substring.UTF8View) -> Bool {
        var colons = 0
        for byte in bytes {
            if UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte { return false }
            if byte == UInt8(ascii: ":") { colons += 1 }
        }
        return colons == 1
    }

    /// The key of a part of the body: one of its own, so that who looks for the whole never meets a part.
    var part: String { text + "\npart" }

    /// The key of a variant: the values of the request's fields that chose it.
    ///
    /// - Parameter names: in lower case and in order.
    func variant(_ names: [String], of request: HTTPRequest, generation: UInt64) -> String {
        var text = "\(text)\n\(generation)"
        for name in names {
            text += "\n\(name)"
            guard let field = HTTPField.Name(name) else { continue }
            let values = request.headerFields[values: field]
            guard !values.isEmpty else { continue }
            let value = Self.normalized(values.joined(separator: ","), of: name)
            // A secret stands in no key.
            text += ":" + (Redaction.isSecret(field) ? Credential(name: field, value: value).fingerprint : value)
        }
        return text
    }

    /// A value written in one way, where its meaning does not depend on it (RFC 9111 §4.1): white space about commas, and in
    /// lists of languages, codings and character sets case and order.
    private static func normalized(_ value: String, of name: String) -> String {
        let elements = FieldList.elements(of: value)
        guard ["accept-language", "accept-encoding", "accept-charset"].contains(name) else {
            return elements.joined(separator: ",")
        }
        return elements.map { $0.lowercased().filter { $0 != " " && $0 != "\t" } }.sorted().joined(separator: ",")
    }
}
