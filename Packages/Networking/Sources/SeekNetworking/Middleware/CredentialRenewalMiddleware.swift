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
