import SeekBasics

/// The credential of an account: a constant, or the last one that a provider has returned.
final class CredentialSource: Sendable {
    typealias Provider = @Sendable (_ rejected: Credential?) async throws -> Credential

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

    init(_ credential: Credential) {
        state = Mutex(State(current: credential))
        provider = nil
    }

    init(provider: @escaping Provider) {
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
        case .value(.failure(let error), _): throw Self.networkError(for: error, context())
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
    private static func networkError(for error: any Error, _ context: NetworkError.Context) -> NetworkError {
        switch error as? NetworkError {
        case .transport(let failure, var context):
            context.attempts = 0
            return .transport(failure, context)
        case .timedOut(var context):
            context.attempts = 0
            return .timedOut(context)
        default:
            return .rejected(.credentialUnavailable(Redaction.redacted(text: "\(error)")), context)
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
