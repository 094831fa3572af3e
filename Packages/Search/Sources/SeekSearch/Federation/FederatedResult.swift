import SeekBasics
import SeekNetworking

/// The merged results of a federated search, and the state of each source.
public struct FederatedResult: Sendable {
    /// The merged hits, best first; with ``SearchSort/date``, merged by date.
    public var hits: [SearchHit]
    /// The state of each source, in the order of the search's sources.
    public var sources: [SourceReport]

    /// Creates a result.
    public init(hits: [SearchHit], sources: [SourceReport]) {
        self.hits = hits
        self.sources = sources
    }

    /// The sources that failed or timed out. Sources that were cancelled with the search are not among them.
    public var failures: [SourceReport] { sources.filter { $0.error != nil } }
    /// The names of the sources that have not finished.
    public var pending: [String] { sources.filter(\.isPending).map(\.name) }
    /// Whether all sources have finished.
    public var isFinal: Bool { !sources.contains(where: \.isPending) }
    /// The sum of the responses' costs in the quotas of their APIs.
    public var quotaCost: Int { sources.reduce(0) { $0 + ($1.response?.quotaCost ?? 0) } }

    /// What was left out of the text, one line for the sources that left out the same: `YouTube: searched without
    /// language:swift`.
    public var notices: [String] {
        var names: [(notice: String, sources: [String])] = []
        for source in sources {
            guard let notice = source.response?.notice else { continue }
            if let index = names.firstIndex(where: { $0.notice == notice }) {
                names[index].sources.append(source.displayName)
            } else {
                names.append((notice, [source.displayName]))
            }
        }
        return names.map { "\($0.sources.joined(separator: ", ")): \($0.notice)" }
    }

    /// A cancellation if the search was cancelled and no source had responded, or the first failure if all sources have
    /// failed; otherwise nil.
    public var error: SearchError? {
        guard isFinal, !sources.contains(where: { $0.response != nil }) else { return nil }
        return sources.contains(where: \.isCancelled) ? .cancelled : sources.lazy.compactMap(\.error).first
    }
}

/// The state of one source of a federated search.
public struct SourceReport: Sendable {
    /// The state of a source.
    public enum State: Sendable {
        /// Waiting for a response.
        case pending
        /// Finished with a response.
        case completed(SourceResponse)
        /// Finished without a response: the source failed, or exceeded its time budget
        /// (``/SeekNetworking/NetworkError/timedOut(_:)``).
        case failed(SearchError)
        /// The search was cancelled before the source had finished.
        case cancelled
    }

    /// The source's ``SearchSource/name``.
    public var name: String
    /// The source's ``SearchSource/displayName``.
    public var displayName: String
    /// The state.
    public var state: State
    /// The time the source took; nil while it is pending, and if the search was cancelled before the source finished.
    public var elapsed: Duration?

    init(name: String, displayName: String? = nil, state: State = .pending, elapsed: Duration? = nil) {
        self.name = name
        self.displayName = displayName ?? name
        self.state = state
        self.elapsed = elapsed
    }

    /// Whether the source has not finished.
    public var isPending: Bool { if case .pending = state { true } else { false } }
    var isCancelled: Bool { if case .cancelled = state { true } else { false } }
    /// The response, if there is one.
    public var response: SourceResponse? { if case .completed(let response) = state { response } else { nil } }
    /// The failure, if there is one.
    public var error: SearchError? { if case .failed(let error) = state { error } else { nil } }

    /// A user-facing message, without ``name``, if the source failed or its search ended early; otherwise nil. See
    /// ``SearchError/message``.
    public var problem: String? {
        switch state {
        case .pending, .cancelled: nil
        case .failed(let error): error.message
        case .completed(let response):
            response.error.map { "only \(counted(response.hits.count, "result")): \($0.message)" }
        }
    }
}

extension SearchError {
    static let timedOut = SearchError.network(.timedOut(.init(request: nil, attempts: 0)))
    static let cancelled = SearchError.network(.cancelled(.init(request: nil, attempts: 0)))
}
