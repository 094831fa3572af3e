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
    }

    /// The place the answer came from.
    public var source: Source
    /// How long ago the server gave the answer. Zero from the network.
    public var age: Duration

    /// How often the request was sent for it: 1, or more where it was retried. Each may have cost something.
    public var attempts: Int

    /// Whether its time is over, and it was served all the same: the server failed, or the request allowed it.
    public var isStale: Bool
    /// Whether the server was asked, and said that it still holds.
    public var isRevalidated: Bool

    /// Makes a provenance.
    public init(
        source: Source,
        age: Duration = .zero,
        attempts: Int = 1,
        isStale: Bool = false,
        isRevalidated: Bool = false
    ) {
        self.source = source
        self.age = age
        self.attempts = attempts
        self.isStale = isStale
        self.isRevalidated = isRevalidated
    }

    /// An answer the server gave to this very request.
    public static let network = Provenance(source: .network)

    /// Whether the body came from a store.
    public var isCached: Bool { source != .network }

    /// Whether the server was asked: each attempt may have cost something.
    public var askedServer: Bool { !isCached || isRevalidated }

    /// For people: `network`, or `disk, 12 s old`, where it is so with `, stale` or `, revalidated`.
    public var description: String {
        guard isCached else { return source.rawValue }
        let state = isStale ? ", stale" : isRevalidated ? ", revalidated" : ""
        return "\(source.rawValue), \(age.components.seconds) s old\(state)"
    }
}
