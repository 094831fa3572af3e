public import SeekBasics

/// Replaces secrets in URLs, in strings that contain URLs, and in JSON.
///
/// Uses strings instead of `URL`, because a URL in a text may be truncated or malformed, and everything but the secrets
/// must remain unchanged.
struct Redactor: Sendable {
    /// Unicode scalars, because a combining mark after `=` would form a single `Character` with it.
    private typealias Scalars = Substring.UnicodeScalarView

    let names: SecretNames
    /// The secrets that have been replaced, decoded.
    private(set) var replacedSecrets: Set<String> = []

    init(names: SecretNames = SecretNames()) { self.names = names }

    /// The maximum nesting of encoded URLs and JSON; deeper values are replaced entirely.
    private static let depthLimit = 4

    mutating func redact(valueOf field: HTTPField) -> String {
        guard names.isSecret(field: field.name) else { return redact(text: field.value) }
        replacedSecrets.formUnion(Self.secrets(in: field))
        return Redaction.placeholder
    }

    /// Returns the secrets in a field: the whole value, and also the value of each cookie in a cookie field, or each
    /// word after the first in any other field, such as the token after `Bearer`.
    private static func secrets(in field: HTTPField) -> [String] {
        let name = field.name.canonicalName
        guard name.hasSuffix("cookie") else {
            return [field.value] + field.value.split(separator: " ").dropFirst().map(String.init)
        }
        let cookies = field.value.split(separator: ";").prefix(name == "set-cookie" ? 1 : .max)
        let values = cookies.compactMap { cookie in
            cookie.firstIndex(of: "=").map { String(cookie[cookie.index(after: $0)...]) }
        }
        return [field.value] + values
    }

    mutating func record(_ secret: String) { replacedSecrets.insert(secret) }

    /// Returns a string with the secrets of its URLs replaced; a string that is JSON is treated as JSON.
    mutating func redact(text: String, depth: Int = 0) -> String {
        guard depth <= Self.depthLimit else { return Redaction.placeholder }
        if Self.isJSON(text) { return JSONRedaction.redacted(text.utf8, by: &self, depth: depth) }
        guard Self.mayContainSecret(text.utf8) else { return text }
        var output = ""
        var remaining = text[...].unicodeScalars
        while let end = remaining.firstIndex(where: Self.endsURL) {
            output += redact(url: remaining[..<end], depth: depth)
            output.unicodeScalars.append(remaining[end])
            remaining = remaining[remaining.index(after: end)...]
        }
        return output + redact(url: remaining, depth: depth)
    }

    /// Returns a URL with its user information and the secrets of its path parameters, query and fragment replaced.
    mutating func redact(url: String) -> String { redact(url: url[...].unicodeScalars, depth: 0) }

    mutating func redact(query: String) -> String { redact(query: query[...].unicodeScalars, depth: 0) }

    /// Returns a body as text with its secrets replaced. JSON and forms are redacted by the names of their members; in
    /// other text, only URLs are redacted.
    mutating func redact(body: some Collection<UInt8>, type: String?) -> String {
        if type?.contains("json") == true { return JSONRedaction.redacted(body, by: &self) }
        let text = String(decoding: body, as: UTF8.self)
        return type == "application/x-www-form-urlencoded" ? redact(query: text) : redact(text: text)
    }

    private static func isJSON(_ text: String) -> Bool {
        guard let first = text.utf8.first(where: { $0 > 0x20 }) else { return false }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
        return (try? JSONValue(json: text.utf8, isLenient: true)) != nil
    }

    static func mayContainSecret(_ text: some Sequence<UInt8>) -> Bool { text.contains { "=@%".utf8.contains($0) } }

    /// White space, `<`, `>` and `"` end a URL; other punctuation may belong to it.
    private static func endsURL(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar == "<" || scalar == ">" || scalar == "\""
    }
}

extension Redactor {
    private mutating func redact(url: Scalars, depth: Int) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        var output = redactingSegments(redactingUserInformation(path), depth: depth)
        var suffix = url[path.endIndex...]
        if suffix.first == "?" {
            let query = suffix.dropFirst().prefix { $0 != "#" }
            output += "?" + redact(query: query, depth: depth)
            suffix = suffix[query.endIndex...]
        }
        if suffix.first == "#" { output += "#" + redact(query: suffix.dropFirst(), depth: depth) }
        return output
    }

    /// Returns a URL's path with the user information of its authority replaced (RFC 3986 §3.2.1).
    private mutating func redactingUserInformation(_ text: Scalars) -> Scalars {
        guard text.contains("@") else { return text }
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        let redacted = segments.indices.map { index in
            // An authority is located between `//` and the next `/`.
            guard index >= 2, segments[index - 1].isEmpty, let at = segments[index].lastIndex(of: "@") else {
                return String(Substring(segments[index]))
            }
            let parts = segments[index][..<at].split(separator: ":", maxSplits: 1)
            for part in parts { record(PercentEncoding.decode(Substring(part))) }
            let password = parts.count > 1 ? ":\(Redaction.placeholder)" : ""
            return Redaction.placeholder + password + String(Substring(segments[index][at...]))
        }
        return redacted.joined(separator: "/")[...].unicodeScalars
    }

    /// Returns a path with the secrets in its segments replaced: in parameters, as in `/a;jsessionid=…/b`, and in
    /// encoded URLs.
    private mutating func redactingSegments(_ path: Scalars, depth: Int) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            let name = segment.prefix { $0 != ";" }
            let parameters = segment[name.endIndex...]
            return redactingNested(name, depth: depth) + (redactingItem(parameters) ?? String(Substring(parameters)))
        }.joined(separator: "/")
    }

    private mutating func redact(query: Scalars, depth: Int) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false)
            .map { redactingItem($0) ?? redactingNested($0, depth: depth) }.joined(separator: "&")
    }

    /// Returns an item with everything after its first secret name replaced, or nil if none of its names is secret.
    ///
    /// A name begins at the start and after each `;` and `?`, because some servers separate items by `;`, and a
    /// fragment may be a route with a query of its own.
    private mutating func redactingItem(_ text: Scalars) -> String? {
        var start: Scalars.Index? = text.startIndex
        for index in text.indices {
            switch text[index] {
            case ";", "?": start = text.index(after: index)
            case "=":
                guard let begin = start else { continue }
                start = nil
                guard names.isSecret(item: String(Substring(text[begin..<index]))) else { continue }
                let value = Substring(text[index...].dropFirst())
                // The secret was replaced before. Punctuation after the placeholder may belong to a sentence.
                if value.hasPrefix(Redaction.placeholder),
                    !value.dropFirst(Redaction.placeholder.count).contains(where: { $0.isLetter || $0.isNumber })
                {
                    return String(Substring(text))
                }
                record(PercentEncoding.decode(value, plusIsSpace: true))
                return String(Substring(text[...index])) + Redaction.placeholder
            default: continue
            }
        }
        return nil
    }

    /// Returns an item with the secrets in its value replaced, because the encoded value may itself be a URL or JSON.
    /// An item without `=` is treated as a value.
    private mutating func redactingNested(_ text: Scalars, depth: Int) -> String {
        let original = String(Substring(text))
        let name = text.firstIndex(of: "=").map { text[...$0] } ?? text.prefix(0)
        let decoded = PercentEncoding.decode(Substring(text[name.endIndex...]), plusIsSpace: true)
        guard decoded != original else { return original }
        let redacted = redact(text: decoded, depth: depth + 1)
        return redacted == decoded ? original : String(Substring(name)) + PercentEncoding.encode(redacted)
    }
}

/// Replaces secrets in URLs, header fields and bodies that are logged or displayed.
///
/// A secret is recognized by the words of its name: `X-Auth-Token`, `temp_clone_token` and `X-Amz-Signature` are
/// secrets; `nextPageToken`, `token_type` and `author` are not.
public enum Redaction {
    /// The string that replaces a secret.
    public static let placeholder = "REDACTED"

    private static let names = SecretNames()

    /// Whether a header field's value is a secret, by its name.
    public static func isSecret(_ name: HTTPField.Name) -> Bool { names.isSecret(field: name) }

    /// Whether a query parameter's value is a secret, by its name; the name may be percent-encoded.
    public static func isSecret(queryItem name: String) -> Bool { names.isSecret(item: name) }

    /// Whether the value of a member of a JSON object is a secret, by its name.
    ///
    /// `code`, `key` and `pass` are secrets in a query but not here, because they have other meanings in responses.
    public static func isSecret(member name: String) -> Bool { names.isSecret(member: name) }

    /// Returns a URL with its user information and the secrets in its path parameters, query and fragment replaced.
    /// URLs and JSON inside values are redacted too.
    public static func redacted(_ url: URL) -> String { with { $0.redact(url: url.absoluteString) } }

    /// Returns a query or form with the values of secret items replaced.
    public static func redacted(query: String) -> String { with { $0.redact(query: query) } }

    /// Returns a string with the secrets of the URLs in it replaced. The URLs may be relative. A string that is JSON is
    /// redacted as by ``redacted(json:)``.
    ///
    /// Other secrets are not recognized; ``SecretRules`` replaces those whose value is known.
    public static func redacted(text: String) -> String { with { $0.redact(text: text) } }

    /// Returns JSON with the values of secret members and the secrets of URLs inside strings replaced. All bytes
    /// outside these values and strings are unchanged.
    ///
    /// `null`, `true` and `false` are never secrets. The JSON may be truncated.
    public static func redacted(json: some Collection<UInt8>) -> String {
        with { JSONRedaction.redacted(json, by: &$0) }
    }

    /// Returns the value of a field: the placeholder if the name denotes a secret, otherwise the value with the
    /// secrets of its URLs replaced.
    static func value(of field: HTTPField) -> String { with { $0.redact(valueOf: field) } }

    /// Returns a body as text with its secrets replaced. JSON and forms are redacted by the names of their members; in
    /// other text, only URLs are redacted.
    static func redacted(body: some Collection<UInt8>, type: String?) -> String {
        with { $0.redact(body: body, type: type) }
    }

    private static func with(_ redact: (inout Redactor) -> String) -> String {
        var redactor = Redactor(names: names)
        return redact(&redactor)
    }
}
