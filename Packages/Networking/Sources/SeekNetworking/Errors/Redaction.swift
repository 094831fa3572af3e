#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Takes secrets out of what people get to read.
public enum Redaction {
    /// What stands in a secret's place.
    public static let placeholder = "REDACTED"

    /// The query items whose values are secrets, in lower case.
    static let secretQueryItems: Set<String> = [
        "access_token", "api_key", "apikey", "auth", "client_secret", "code", "key", "password", "secret", "sig",
        "signature", "token",
    ]

    /// The header fields whose values are secrets.
    static let secretFields: Set<HTTPField.Name> = [
        .authorization, HTTPField.Name(constant: "Cookie"), HTTPField.Name(constant: "Proxy-Authorization"),
        HTTPField.Name(constant: "Set-Cookie"), HTTPField.Name(constant: "X-Api-Key"),
        HTTPField.Name(constant: "X-Goog-Api-Key"),
    ]

    /// Whether a header field's value is a secret.
    public static func isSecret(_ name: HTTPField.Name) -> Bool { secretFields.contains(name) }

    /// Whether a query item's value is a secret, by its name.
    public static func isSecret(queryItem name: String) -> Bool { secretQueryItems.contains(name.lowercased()) }

    /// Whether a member of a JSON object is a secret, by its name: as in a query, whatever its case and its `_` or `-`.
    public static func isSecret(member name: String) -> Bool {
        let plain = name.lowercased().filter { $0 != "_" && $0 != "-" }
        return secretMembers.contains(plain)
    }

    private static let secretMembers: Set<String> = [
        "accesstoken", "apikey", "authorization", "clientsecret", "idtoken", "password", "privatekey", "refreshtoken",
        "secret", "sessionid", "token",
    ]

    /// A URL as text, with its user information and the values of secret query items replaced.
    ///
    /// Keys of both APIs travel in header fields; this guards the caller who puts one into a URL all the same.
    public static func redacted(_ url: URL) -> String {
        guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return placeholder }
        if components.user != nil { components.user = placeholder }
        if components.password != nil { components.password = placeholder }
        components.percentEncodedQuery = components.percentEncodedQuery.map(redacted(query:))
        return components.string ?? placeholder
    }

    /// A query or form, with the values of secret items replaced.
    public static func redacted(query: String) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false)
            .map { item in
                let name = item.prefix { $0 != "=" }
                return isSecret(queryItem: String(name)) ? "\(name)=\(placeholder)" : String(item)
            }
            .joined(separator: "&")
    }

    /// JSON with the values of secret members replaced, otherwise byte for byte; broken JSON as far as it goes.
    ///
    /// - Parameter isSecret: whether a member's value is a secret, by its name.
    public static func redacted(
        json: some Collection<UInt8>,
        isSecret: (String) -> Bool = { Redaction.isSecret(member: $0) }
    ) -> String {
        JSONRedaction.redacted(json, isSecret: isSecret)
    }
}
