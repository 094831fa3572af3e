/// Adds a credential to requests to one origin.
///
/// Add it last, so that no other middleware sees the credential.
public struct AuthenticationMiddleware: HTTPMiddleware {
    private let credential: Credential
    private let origin: Origin

    /// Creates the middleware for a credential and its origin.
    public init(_ credential: Credential, for origin: Origin) {
        self.credential = credential
        self.origin = origin
    }

    /// Sends the request, with the credential if the origin matches.
    ///
    /// - Throws: ``NetworkError/invalidRequest(reason:_:)`` if the credential would be sent unencrypted to another
    ///   machine.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        guard request.origin == origin else { return try await next(request, options) }
        guard origin.protectsCredentials else {
            let reason = "a credential is not sent to \(origin) without encryption; use an https URL"
            throw .invalidRequest(reason: reason, NetworkError.Context(request: request))
        }
        var request = request
        request.headerFields[credential.name] = credential.value
        return try await next(request, options)
    }
}

/// A secret that is sent in a header field. Its value is redacted from its description and its mirror.
public struct Credential: Sendable, CustomStringConvertible, CustomReflectable {
    let name: HTTPField.Name
    let value: String

    /// Creates a credential that is sent in the given header field.
    public init(name: HTTPField.Name, value: String) {
        self.name = name
        self.value = value
    }

    /// Returns a credential that sends a token as `Authorization: Bearer` (RFC 6750 §2.1).
    public static func bearer(_ token: String) -> Credential {
        Credential(name: .authorization, value: "Bearer \(token)")
    }

    /// A fingerprint for partitioning caches: the first half of a SHA-256 digest, as 32 hexadecimal digits.
    ///
    /// It does not disclose the credential unless the credential is easy to guess.
    public var fingerprint: String { SHA256.fingerprint(of: [name.canonicalName, value]) }

    /// The name of the field, without the value.
    public var description: String { "\(name): \(Redaction.placeholder)" }

    /// Hides the value from `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["name": name.rawName]) }
}
