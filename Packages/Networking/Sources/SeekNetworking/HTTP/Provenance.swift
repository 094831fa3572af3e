/// Where a response came from, its age, and how many requests it took.
public struct Provenance: Sendable, Hashable, CustomStringConvertible {
    /// The source of a response.
    public enum Source: String, Sendable, Hashable {
        /// The server responded to this request.
        case network
        /// A store in memory.
        case memory
        /// A store on disk.
        case disk
        /// A store that several machines share.
        case shared
        /// An endpoint's sample response, or an overridden response.
        case sample
    }

    /// The reason why a stale response was served.
    public enum StaleReason: String, Sendable, Hashable {
        /// The request or the server allowed it.
        case allowed
        /// No valid response was received, or the server was not contacted because it had failed too often.
        case unreachable
        /// The server responded with 500, 502, 503 or 504.
        case serverError
        /// A rate limit, a quota or a budget is used up.
        case limitReached
    }

    /// The source.
    public var source: Source
    /// The time since the server created the response; zero for a response from the network.
    public var age: Duration

    /// The number of requests that were sent for the response, including retries, redirects and revalidations. A
    /// request that several callers share is counted for one of them.
    public var attempts: Int

    /// The reason why the response was served stale; nil if it is not stale.
    public var staleReason: StaleReason?
    /// Whether the server has confirmed the stored response.
    public var isRevalidated: Bool

    /// Creates a provenance.
    ///
    /// - Parameter attempts: The number of requests that were sent; nil means 1 from the network and 0 from any other
    ///   source.
    public init(
        source: Source,
        age: Duration = .zero,
        attempts: Int? = nil,
        staleReason: StaleReason? = nil,
        isRevalidated: Bool = false
    ) {
        self.source = source
        self.age = age
        self.attempts = attempts ?? (source == .network ? 1 : 0)
        self.staleReason = staleReason
        self.isRevalidated = isRevalidated
    }

    /// The provenance of a response that the server sent to this request.
    public static let network = Provenance(source: .network)

    /// Whether the response was served stale.
    public var isStale: Bool { staleReason != nil }

    /// Whether the body came from a store.
    public var isCached: Bool { [.memory, .disk, .shared].contains(source) }

    /// For example `network`, `disk, 12 s old`, `disk, 12 s old, stale` or `disk, 12 s old, revalidated`.
    public var description: String {
        guard isCached else { return source.rawValue }
        let state = isStale ? ", stale" : isRevalidated ? ", revalidated" : ""
        return "\(source.rawValue), \(age.components.seconds) s old\(state)"
    }
}
