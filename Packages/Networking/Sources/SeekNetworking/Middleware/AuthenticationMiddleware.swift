/// Adds a credential to requests to one origin.
///
/// ```swift
/// let authentication = AuthenticationMiddleware(for: origin) { rejected in
///     .bearer(try await session.accessToken(refreshing: rejected != nil))
/// }
/// ```
/// Add it last, as ``MiddlewareStack`` does, so that no other middleware sees the credential.
public struct AuthenticationMiddleware: HTTPMiddleware {
    private let origin: Origin
    private let source: CredentialSource

    /// Creates the middleware for a credential that does not change.
    public init(_ credential: Credential, for origin: Origin) {
        self.origin = origin
        source = CredentialSource(credential)
    }

    /// Creates the middleware for a credential that changes, such as the access token of an OAuth session.
    ///
    /// The provider is called before the first request, and when the server responds with 401 (RFC 9110 §15.5.2). Such
    /// a request is resent once with the new credential, regardless of its method: the server has not applied it.
    /// Concurrent requests share one call of the provider, and requests that begin during the call wait for it. The
    /// call continues if these requests are cancelled, because a refresh token may be valid only once. The call is
    /// cancelled at the deadline of the request that started it, unless another request still waits for it.
    ///
    /// A provider supplies the credentials of one account. Create another client for another account, and use the
    /// account's identifier as the partition of its `HTTPCacheMiddleware`.
    ///
    /// - Parameters:
    ///   - origin: The origin to whose requests the credential is added.
    ///   - provider: Returns the credential. `rejected` is the last credential that the server has rejected, nil if it
    ///     has rejected none. If the provider returns this credential again, the caller receives the 401.
    public init(
        for origin: Origin,
        provider: @escaping @Sendable (_ rejected: Credential?) async throws -> Credential
    ) {
        self.origin = origin
        source = CredentialSource(provider: provider)
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
/// 401.
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
        return try await addingAttempts(response.provenance.attempts) { [options] () async throws(NetworkError) in
            let replacement = try await source.credential(replacing: credential, for: request, until: options.deadline)
            guard replacement != credential else {
                var response = response
                // `addingAttempts` adds them again.
                response.provenance.attempts = 0
                return response
            }
            var options = options
            options.credential = replacement
            return try await next(request, options)
        }
    }
}
