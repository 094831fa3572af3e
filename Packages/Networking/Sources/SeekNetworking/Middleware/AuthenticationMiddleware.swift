/// Adds a credential to requests to one origin, and renews it; see ``CredentialSource``.
///
/// Add it last, as ``MiddlewareStack`` does, so that no other middleware sees the credential.
public struct AuthenticationMiddleware: HTTPMiddleware {
    private let origin: Origin
    private let source: CredentialSource

    /// Creates the middleware for the credential of an account.
    ///
    /// - Parameters:
    ///   - source: The credential.
    ///   - origin: The origin to whose requests the credential is added.
    public init(_ source: CredentialSource, for origin: Origin) {
        self.origin = origin
        self.source = source
    }

    /// Creates the middleware for a credential that does not change.
    public init(_ credential: Credential, for origin: Origin) {
        self.init(CredentialSource(credential), for: origin)
    }

    /// False: samples need no credential.
    public var interceptsStubs: Bool { false }

    /// Sends the request, with the credential if the origin matches.
    ///
    /// - Throws: ``NetworkError/invalidRequest(reason:_:)`` if the credential would be sent unencrypted to another
    ///   machine. If the provider fails or the credential is empty, ``NetworkError/rejected(_:_:)`` with the reason
    ///   ``RequestRejection/credentialUnavailable(_:)``. A provider that cannot reach its own server may throw a
    ///   ``NetworkError``: `transport` and `timedOut` are thrown as they are, because the request may succeed later.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        guard request.origin == origin else { return try await next(request, options) }
        guard let credential = options.credential else {
            return try await renewal.intercept(request, options: options) { request, options throws(NetworkError) in
                try await intercept(request, options: options, next: next)
            }
        }
        var request = request
        request.headerFields[credential.name] = credential.value
        return try await next(request, options)
    }

    /// The middleware that obtains the credential for this one and resends rejected requests.
    ///
    /// It is separate so that ``MiddlewareStack`` can place it outside the budgets, which count both requests, while no
    /// other middleware sees the credential.
    var renewal: CredentialRenewalMiddleware { CredentialRenewalMiddleware(origin: origin, source: source) }
}

/// Obtains the credential of a request, and resends the request once with a new credential if the server responds with
/// 401. Such a request counts as one attempt: the server has not applied it.
///
/// The credential is passed in ``RequestOptions``, and ``AuthenticationMiddleware`` adds it to the request.
struct CredentialRenewalMiddleware: HTTPMiddleware {
    let origin: Origin
    let source: CredentialSource

    var interceptsStubs: Bool { false }

    func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        guard request.origin == origin else { return try await next(request, options) }
        guard origin.protectsCredentials else {
            let reason = "a credential is not sent to \(origin) without encryption; use an https URL"
            throw .invalidRequest(reason: reason, NetworkError.Context(request: request, attempts: 0))
        }
        let credential = try await source.credential(for: request, until: options.deadline)
        var options = options
        options.credential = credential
        let response = try await next(request, options)
        guard response.status.code == 401 else { return response }
        let attempts = response.provenance.attempts
        return try await addingAttempts(attempts) { [options] () async throws(NetworkError) in
            let replacement = try await source.credential(replacing: credential, for: request, until: options.deadline)
            var final = response
            if replacement != credential {
                var options = options
                options.credential = replacement
                final = try await next(request, options)
                if final.status.code != 401 { final.provenance.attempts -= 1 }
            } else {
                // `addingAttempts` adds them again.
                final.provenance.attempts -= attempts
            }
            return final
        }
    }
}
