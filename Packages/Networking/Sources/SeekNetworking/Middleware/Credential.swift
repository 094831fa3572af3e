/// A secret that is sent in a header field. The value is redacted from the description and the mirror.
public struct Credential: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    let name: HTTPField.Name
    /// The value of the header field.
    @_spi(Seek) public let value: String
    /// Whether there is no secret in the value, as in `Bearer `.
    let isEmpty: Bool

    /// Creates a credential that is sent in the given header field.
    public init(name: HTTPField.Name, value: String) {
        self.init(name: name, prefix: "", secret: value)
    }

    private init(name: HTTPField.Name, prefix: String, secret: String) {
        self.name = name
        value = prefix + secret
        isEmpty = secret.allSatisfy(\.isWhitespace)
    }

    /// Returns a credential that sends a token as `Authorization: Bearer` (RFC 6750 §2.1).
    public static func bearer(_ token: String) -> Credential {
        Credential(name: .authorization, prefix: "Bearer ", secret: token)
    }

    /// A fingerprint for partitioning caches: the first half of a SHA-256 digest, as 32 hexadecimal digits.
    ///
    /// It does not disclose the credential unless the credential is easy to guess. A refreshed token has another
    /// fingerprint, so for a credential that changes, use an identifier of the account as the partition.
    public var fingerprint: String { SHA256.fingerprint(of: [name.canonicalName, value]) }

    /// The name of the field, without the value.
    public var description: String { "\(name): \(Redaction.placeholder)" }

    /// Hides the value from `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["name": name.rawName]) }
}
