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

    /// Makes a provenance.
    public init(source: Source, age: Duration = .zero, attempts: Int = 1) {
        self.source = source
        self.age = age
        self.attempts = attempts
    }

    /// An answer the server gave to this very request.
    public static let network = Provenance(source: .network)

    /// Whether the answer came without asking the server.
    public var isCached: Bool { source != .network }

    /// For people: `network`, or `disk, 12 s old`.
    public var description: String {
        isCached ? "\(source.rawValue), \(age.components.seconds) s old" : source.rawValue
    }
}
