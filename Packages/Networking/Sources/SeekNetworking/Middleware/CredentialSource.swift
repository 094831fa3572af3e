import SeekBasics

/// The credential of an account: a constant, or one that is renewed, such as the access token of an OAuth session.
///
/// ```swift
/// let account = CredentialSource(account: session.userID) { rejected in
///     .bearer(try await session.accessToken(refreshing: rejected != nil))
/// }
/// ```
/// Several clients may share a source, and then its renewals.
public final class CredentialSource: Sendable {
    /// Returns the credential. `rejected` is the last one that the server has rejected; nil if it has rejected none.
    public typealias Provider = @Sendable (_ rejected: Credential?) async throws -> Credential

    /// Identifies the account, for the partition of a cache and for counting a quota. A renewal does not change it. It
    /// discloses neither the credential nor the account unless they are easy to guess.
    public let fingerprint: String
    /// The credential if it is constant; otherwise nil.
    @_spi(Seek) public let constant: Credential?
    /// The secret with which responses in a store that several machines share are authenticated; nil if there is none.
    @_spi(Seek) public let sharedCacheSecret: Credential?

    private struct State {
        /// The credential to use; nil if the provider must be called.
        var current: Credential?
        /// The last credential that the server has rejected.
        var rejected: Credential?
    }

    private let state: Mutex<State>
    /// Nil if the credential is constant.
    private let provider: Provider?
    /// The in-flight call of the provider. It outlives its callers, so that a refresh token that is valid only once is
    /// not lost with a cancelled request.
    private let calls = SharedOperations<Key, Result<Credential, any Error>>(outlivesCallers: true)

    private enum Key { case current }

    /// Creates the source of a credential that does not change. It is identified by its own fingerprint.
    public init(_ credential: Credential) {
        fingerprint = credential.fingerprint
        constant = credential
        sharedCacheSecret = credential
        state = Mutex(State(current: credential))
        provider = nil
    }

    /// Creates the source of a credential that is renewed.
    ///
    /// The provider is called before the first request, and when the server responds with 401 (RFC 9110 §15.5.2). Such
    /// a request is resent once with the new credential, regardless of its method: the server has not applied it.
    /// Concurrent requests share one call of the provider, and requests that begin during the call wait for it. The
    /// call continues if these requests are cancelled, because a refresh token may be valid only once. The call is
    /// cancelled at the deadline of the request that started it, unless another request still waits for it.
    ///
    /// - Parameters:
    ///   - account: An identifier of the account that renewals do not change, such as a user ID. Stored responses and
    ///     counts belong to the account; create another source and another client for another account.
    ///   - sharedCacheSecret: A secret that renewals do not change and that all machines of the account have. It
    ///     authenticates responses in a store that several machines share; without it, they are not stored there.
    ///   - provider: Returns the credential. If it returns the rejected one again, the caller receives the 401.
    public init(account: String, sharedCacheSecret: String? = nil, provider: @escaping Provider) {
        fingerprint = SHA256.fingerprint(of: ["account", account])
        constant = nil
        self.sharedCacheSecret = sharedCacheSecret.flatMap { $0.isEmpty ? nil : .bearer($0) }
        state = Mutex(State())
        self.provider = provider
    }

    /// Returns the current credential, or calls the provider if there is none, or if it is the one that the server has
    /// rejected.
    func credential(
        replacing rejected: Credential? = nil,
        for request: HTTPRequest,
        until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> Credential {
        func context() -> NetworkError.Context { NetworkError.Context(request: request, attempts: 0) }
        let current = state.withLock { state in
            if provider != nil, let rejected, state.current == rejected {
                state = State(current: nil, rejected: rejected)
            }
            return state.current
        }
        if let current {
            guard !current.isEmpty else { throw .rejected(.credentialUnavailable("it is empty"), context()) }
            return current
        }
        switch await calls.value(for: .current, until: deadline, operation: { await self.call() }) {
        case .value(.success(let credential), _): return credential
        case .value(.failure(let error), _): throw networkError(for: error, context())
        case .abandoned: throw Task.isCancelled ? .cancelled(context()) : .timedOut(context())
        }
    }

    /// The number of requests that wait for the provider. For tests.
    var waiterCount: Int { calls.waiterCount { _ in true } }

    /// Calls the provider and stores the credential it returns. Not private, for tests.
    func call() async -> Result<Credential, any Error> {
        let initial = state.withLock { $0 }
        // Another call may have ended since the caller read the state.
        if let current = initial.current { return .success(current) }
        do {
            guard let credential = try await provider?(initial.rejected), !credential.isEmpty else {
                return .failure(EmptyCredential())
            }
            state.withLock { state in
                // A call that was abandoned at its deadline, and cancelled, may end after a later one.
                let isSuperseded = Task.isCancelled && state.current != nil
                if state.rejected == initial.rejected, !isSuperseded { state.current = credential }
            }
            return .success(credential)
        } catch {
            return .failure(error)
        }
    }

    /// Returns the error of a request for which the provider failed. If the provider could not reach its server, the
    /// error is the same as if the request had failed, without the attempts of the provider.
    private func networkError(for error: any Error, _ context: NetworkError.Context) -> NetworkError {
        switch error as? NetworkError {
        case .transport(let failure, var context):
            context.attempts = 0
            return .transport(failure, context)
        case .timedOut(var context):
            context.attempts = 0
            return .timedOut(context)
        default:
            let secrets = state.withLock { [$0.current, $0.rejected] }.compactMap { $0?.secret }.filter { !$0.isEmpty }
            // The sentence of a network error has no details.
            let sentence = error is NetworkError ? nil : (error as? any LocalizedError)?.errorDescription
            let reason = secrets.reduce(sentence ?? "\(error)") { $0.replacing($1, with: Redaction.placeholder) }
            return .rejected(.credentialUnavailable(Redaction.redacted(text: reason)), context)
        }
    }

    private struct EmptyCredential: Error, CustomStringConvertible {
        var description: String { "it is empty" }
    }
}

/// A secret that is sent in a header field. The value is redacted from the description and the mirror.
public struct Credential: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    let name: HTTPField.Name
    /// The value of the header field.
    @_spi(Seek) public let value: String
    /// The value without `Bearer `.
    let secret: String
    /// Whether there is no secret in the value, as in `Bearer `.
    var isEmpty: Bool { secret.allSatisfy(\.isWhitespace) }

    /// Creates a credential that is sent in the given header field.
    public init(name: HTTPField.Name, value: String) {
        self.init(name: name, prefix: "", secret: value)
    }

    private init(name: HTTPField.Name, prefix: String, secret: String) {
        self.name = name
        value = prefix + secret
        self.secret = secret
    }

    /// Returns a credential that sends a token as `Authorization: Bearer` (RFC 6750 §2.1).
    public static func bearer(_ token: String) -> Credential {
        Credential(name: .authorization, prefix: "Bearer ", secret: token)
    }

    /// A fingerprint for partitioning caches: the first half of a SHA-256 digest, as 32 hexadecimal digits.
    ///
    /// It does not disclose the credential unless the credential is easy to guess. A renewed token has another
    /// fingerprint; that of its ``CredentialSource`` does not change.
    public var fingerprint: String { SHA256.fingerprint(of: [name.canonicalName, value]) }

    /// The name of the field, without the value.
    public var description: String { "\(name): \(Redaction.placeholder)" }

    /// Hides the value from `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["name": name.rawName]) }
}
