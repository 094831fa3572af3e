#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Takes secrets out of what people get to read.
///
/// Names decide what is a secret: by their words, not by a list of whole names. `X-Auth-Token`, `temp_clone_token` and
/// `X-Amz-Signature` are secrets; `nextPageToken`, `token_type` and `author` are not.
public enum Redaction {
    /// What replaces a secret.
    public static let placeholder = "REDACTED"

    private static let names = SecretNames()

    /// Whether a header field's value is a secret, by its name.
    public static func isSecret(_ name: HTTPField.Name) -> Bool { names.isSecret(field: name) }

    /// Whether a query item's value is a secret, by its name; the name may be percent-encoded.
    public static func isSecret(queryItem name: String) -> Bool { names.isSecret(item: name) }

    /// Whether the value of a member of a JSON object is a secret, by its name.
    ///
    /// `key` and `code` are secrets in a query, and not here: both are common in responses.
    public static func isSecret(member name: String) -> Bool { names.isSecret(member: name) }

    /// A URL as text, with its user information and the secrets in its path parameters, query and fragment replaced, also
    /// those of a URL or of JSON that an item's value holds.
    ///
    /// Keys of both APIs travel in header fields; this guards the caller who puts one into a URL all the same.
    public static func redacted(_ url: URL) -> String { with { $0.url(url.absoluteString) } }

    /// A query or form, with the values of secret items replaced.
    public static func redacted(query: String) -> String { with { $0.query(query) } }

    /// A text with the secrets of the URLs in it replaced, as in a URL. They may be relative.
    ///
    /// Secrets that are not part of a URL cannot be recognized in a text; `SecretRules` replaces those whose value is known.
    public static func redacted(text: String) -> String { with { $0.text(text) } }

    /// JSON with the values of secret members and the secrets of URLs inside strings replaced, otherwise byte for byte; broken
    /// JSON as far as it goes. `null`, `true` and `false` are no secrets and remain.
    public static func redacted(json: some Collection<UInt8>) -> String {
        with { JSONRedaction.redacted(json, by: &$0) }
    }

    /// A header field's value, replaced as a whole where its name is a secret's, else with the secrets of its URLs replaced.
    static func value(of field: HTTPField) -> String { with { $0.value(of: field) } }

    /// A body as text: JSON and forms by their names, other text by its URLs.
    static func redacted(body: some Collection<UInt8>, type: String?) -> String {
        with { $0.body(body, type: type) }
    }

    private static func with(_ redact: (inout Redactor) -> String) -> String {
        var redactor = Redactor(names: names)
        return redact(&redactor)
    }
}
