public import SeekBasics

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
