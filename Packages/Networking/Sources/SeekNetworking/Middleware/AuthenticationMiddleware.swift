/// Adds a credential to the requests of one origin, and to no other.
///
/// It stands innermost, so that no other middleware sees the credential.
public struct AuthenticationMiddleware: HTTPMiddleware {
    private let credential: Credential
    private let origin: Origin

    /// Makes the middleware for a credential that belongs to an origin.
    public init(_ credential: Credential, for origin: Origin) {
        self.credential = credential
        self.origin = origin
    }

    /// Sends the request on, with the credential where the origin is the credential's.
    ///
    /// - Throws: ``NetworkError/invalidRequest(reason:_:)`` where the credential would leave this machine without encryption.
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

/// A secret and the header field it travels in. Its value shows in no description.
public struct Credential: Sendable, CustomStringConvertible, CustomReflectable {
    let name: HTTPField.Name
    let value: String

    /// Makes a credential that travels in a header field of this name.
    public init(name: HTTPField.Name, value: String) {
        self.name = name
        self.value = value
    }

    /// A token for `Authorization: Bearer` (RFC 6750 §2.1).
    public static func bearer(_ token: String) -> Credential {
        Credential(name: .authorization, value: "Bearer \(token)")
    }

    /// Distinguishes credentials without disclosing them: 32 hexadecimal digits, equal for equal credentials.
    ///
    /// Caches are partitioned by it. It is the first half of a SHA-256 digest, so that no other credential can be made to have the same
    /// one. A credential that is easy to guess can be found by trying.
    public var fingerprint: String { SHA256.fingerprint(of: [name.canonicalName, value]) }

    /// The field's name, without the value.
    public var description: String { "\(name): \(Redaction.placeholder)" }

    /// Hides the value from `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["name": name.rawName]) }
}
