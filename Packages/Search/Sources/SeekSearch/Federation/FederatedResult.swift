/// What a federated search has found so far, or in the end.
public struct FederatedResult: Sendable {
    /// The hits, each once, best first.
    public var hits: [SearchHit]
    /// What became of each provider, in the sources' order.
    public var sources: [SourceReport]

    /// Makes a result.
    public init(hits: [SearchHit], sources: [SourceReport]) {
        self.hits = hits
        self.sources = sources
    }

    /// Those that gave no answer: failed, too late, cancelled.
    public var failures: [SourceReport] { sources.filter { $0.error != nil } }
    /// The names of those that are still at it.
    public var pending: [String] { sources.filter(\.isPending).map(\.name) }
    /// Whether everybody is done.
    public var isFinal: Bool { !sources.contains(where: \.isPending) }
    /// What was spent of the APIs' quotas.
    public var quotaCost: Int { sources.reduce(0) { $0 + ($1.response?.quotaCost ?? 0) } }

    /// Why there is nothing: the first source's failure, where everybody is done and nobody answered. Nil where anybody did.
    public var error: FederationFailure? {
        isFinal && !sources.contains { $0.response != nil } ? sources.lazy.compactMap(\.error).first : nil
    }
}

/// What became of one provider of a federated search.
public struct SourceReport: Sendable {
    /// How far a provider is.
    public enum State: Sendable {
        /// It has been asked.
        case pending
        /// It has answered.
        case completed(ProviderResponse)
        /// It has not, and will not.
        case failed(FederationFailure)
    }

    /// The provider's name.
    public var name: String
    /// How far it is.
    public var state: State
    /// How long it took; nil while it is asked.
    public var elapsed: Duration?

    /// Makes a report.
    public init(name: String, state: State = .pending, elapsed: Duration? = nil) {
        self.name = name
        self.state = state
        self.elapsed = elapsed
    }

    /// Whether it is still asked.
    public var isPending: Bool { if case .pending = state { true } else { false } }
    /// What it answered.
    public var response: ProviderResponse? { if case .completed(let response) = state { response } else { nil } }
    /// Why it gave no answer.
    public var error: FederationFailure? { if case .failed(let error) = state { error } else { nil } }

    /// One line for people where something went wrong, if only in part: `github: took longer than 10 s`.
    public var problem: String? {
        switch state {
        case .pending: nil
        case .failed(let error): "\(name): \(error)"
        case .completed(let response): response.error.map { "\(name): only \(response.hits.count) results: \($0)" }
        }
    }
}

/// Why a provider gave no answer.
public enum FederationFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// Its search failed.
    case failed(SearchError)
    /// It used up its time budget.
    case timedOut(Duration)
    /// The search was cancelled first.
    case cancelled

    /// One line: what failed and what to do.
    public var description: String {
        switch self {
        case .failed(let error): error.description
        case .timedOut(let budget): "took longer than \(budget); give it more time"
        case .cancelled: "cancelled"
        }
    }
}
