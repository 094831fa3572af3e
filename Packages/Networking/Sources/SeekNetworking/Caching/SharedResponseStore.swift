#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A response store that several machines share, and in which one of them claims the right to fetch a response that the
/// others wait for.
///
/// All times are durations by the store's own clock, because the clocks of the machines differ.
public protocol SharedResponseStore: ResponseStore {
    /// Reads a response and the generation of its URL, and claims the fetch if the response is missing or not fresh, in
    /// one step.
    ///
    /// If another machine has claimed the fetch, the call waits until that machine has stored the response, has given
    /// up, or the claim has expired, but not longer than `timeout`.
    ///
    /// - Parameters:
    ///   - key: The key of the response.
    ///   - generationKey: The key of the URL's generation.
    ///   - timeout: The maximum time to wait for another machine; zero does not wait.
    func beginFetch(of key: String, generationKey: String, timeout: Duration) async throws -> SharedFetch

    /// Stores a response if the generation of its URL is unchanged, and releases the claim, in one step. Machines that
    /// wait for the claim are woken up.
    ///
    /// - Parameters:
    ///   - fetch: The result of ``beginFetch(of:generationKey:timeout:)``.
    ///   - write: The response; nil if there is none to store.
    /// - Returns: Whether the response was stored.
    @discardableResult
    func endFetch(_ fetch: SharedFetch, storing write: SharedWrite?) async throws -> Bool
}

/// What a shared store contains when a fetch begins.
public struct SharedFetch: Sendable, Hashable {
    /// The key of the response.
    public var key: String
    /// The key of the URL's generation.
    public var generationKey: String
    /// The stored response, fresh or stale, if any.
    public var entry: SharedEntry?
    /// The stored generation of the URL, if any.
    public var generation: Data?
    /// A token that identifies the claim; nil if the response is fresh, or if this machine must fetch without a claim.
    public var claim: String?

    /// Creates a description of a fetch.
    public init(
        key: String,
        generationKey: String,
        entry: SharedEntry? = nil,
        generation: Data? = nil,
        claim: String? = nil
    ) {
        self.key = key
        self.generationKey = generationKey
        self.entry = entry
        self.generation = generation
        self.claim = claim
    }
}

/// A stored response, with its age by the clock of the shared store.
public struct SharedEntry: Sendable, Hashable {
    /// The bytes that were stored.
    public var bytes: Data
    /// The time since the response was stored.
    public var age: Duration

    /// Creates an entry.
    public init(bytes: Data, age: Duration) {
        self.bytes = bytes
        self.age = age
    }
}

/// A response to store in a shared store.
public struct SharedWrite: Sendable, Hashable {
    /// The bytes to store.
    public var bytes: Data
    /// The time for which the response is fresh: no machine claims a fetch in this time.
    public var freshFor: Duration
    /// The time after which the store may drop the response.
    public var expiresIn: Duration

    /// Creates a write.
    public init(bytes: Data, freshFor: Duration, expiresIn: Duration) {
        self.bytes = bytes
        self.freshFor = freshFor
        self.expiresIn = expiresIn
    }
}
