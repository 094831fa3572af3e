/// Where an answer came from, and how old it is: costs are visible.
public struct Provenance: Sendable, Hashable, CustomStringConvertible {
    /// The place an answer came from.
    public enum Source: String, Sendable, Hashable {
        /// The server answered this very request.
        case network
        /// A store in this process's memory.
        case memory
        /// A store on disk.
        case disk
        /// A stub: an endpoint's sample, or a response that was overridden.
        case stub
    }

    /// The place the answer came from.
    public var source: Source
    /// How long ago the server gave the answer. Zero from the network.
    public var age: Duration

    /// The number of requests sent for this response: retries, redirects and revalidations included, 0 where none was
    /// sent. Each may have cost something. A request shared by several callers is counted for one of them.
    public var attempts: Int

    /// Whether its time is over, and it was served all the same: the server failed, or the request allowed it.
    public var isStale: Bool
    /// Whether the server was asked, and said that it still holds.
    public var isRevalidated: Bool

    /// Creates a provenance.
    ///
    /// - Parameter attempts: the number of requests sent; nil means 1 from the network and 0 from any other source.
    public init(
        source: Source,
        age: Duration = .zero,
        attempts: Int? = nil,
        isStale: Bool = false,
        isRevalidated: Bool = false
    ) {
        self.source = source
        self.age = age
        self.attempts = attempts ?? (source == .network ? 1 : 0)
        self.isStale = isStale
        self.isRevalidated = isRevalidated
    }

    /// An answer the server gave to this very request.
    public static let network = Provenance(source: .network)

    /// Whether the body came from a store.
    public var isCached: Bool { source == .memory || source == .disk }

    /// Whether a request was sent: each attempt may have cost something.
    public var askedServer: Bool { attempts > 0 }

    /// For people: `network`, or `disk, 12 s old`, where it is so with `, stale` or `, revalidated`.
    public var description: String {
        guard isCached else { return source.rawValue }
        let state = isStale ? ", stale" : isRevalidated ? ", revalidated" : ""
        return "\(source.rawValue), \(age.components.seconds) s old\(state)"
    }
}
