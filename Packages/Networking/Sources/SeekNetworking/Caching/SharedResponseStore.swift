public import SeekBasics

/// A store of responses that several machines share. Before a machine requests a response that is missing or not fresh,
/// it claims the fetch, and the other machines wait for that response.
///
/// All times are durations by the store's own clock, because the clocks of the machines differ. A store may drop
/// entries at any time. All keys of a call belong to one group (``ResponseKey/group(of:)``). The generation of a URL is
/// an entry whose bytes are replaced when the responses for the URL are invalidated.
public protocol SharedResponseStore: Sendable {
    /// Returns the bytes stored under a key with their age, if any.
    func entry(for key: String) async throws -> SharedEntry?

    /// Reads a response and the generation of its URL, and claims the fetch if the response is missing or not fresh, in
    /// one step.
    ///
    /// If another machine has claimed the fetch, the call waits until that machine has stored the response or has given
    /// up, but not longer than `timeout`, and then tries once more without waiting. If the claim expires during the
    /// wait, the call claims the fetch itself or, if another machine is faster, continues to wait until the timeout. A
    /// call that throws leaves no claim behind, for example if its task is cancelled.
    ///
    /// - Parameters:
    ///   - key: The key of the response.
    ///   - generationKey: The key of the URL's generation.
    ///   - timeout: The maximum time to wait for another machine; zero does not wait.
    func beginFetch(of key: String, generationKey: String, timeout: Duration) async throws -> SharedFetch

    /// Stores a response and releases the claim, in one step. Machines that wait for the claim are woken up.
    ///
    /// Nothing is stored if the generation of the URL has changed, or if another machine holds the claim that this
    /// fetch had. A fetch without a claim stores its response regardless of the claims of others.
    ///
    /// - Parameters:
    ///   - fetch: The result of ``beginFetch(of:generationKey:timeout:)``.
    ///   - write: The response; nil if there is none to store.
    /// - Returns: Whether the response was stored.
    @discardableResult
    func endFetch(_ fetch: SharedFetch, storing write: SharedWrite?) async throws -> Bool

    /// Replaces the generation of a URL and removes responses, in one step. The other machines are informed, so that
    /// they drop their copies of all responses for the URL.
    ///
    /// - Parameters:
    ///   - generationKey: The key of the URL's generation.
    ///   - generation: The new generation.
    ///   - keys: The keys of the responses to remove.
    func invalidate(_ generationKey: String, generation: SharedWrite, removing keys: [String]) async throws
}

/// The response and the generation that a shared store contains when a fetch begins, and the claim of this machine.
public struct SharedFetch: Sendable, Hashable {
    /// The key of the response.
    public var key: String
    /// The key of the URL's generation.
    public var generationKey: String
    /// The stored response, fresh or stale, if any.
    public var entry: SharedEntry?
    /// The stored generation of the URL, if any.
    public var generation: Data?
    /// A token that identifies the claim of this machine; nil if it has none, because the response is fresh or another
    /// machine has claimed the fetch.
    public var claim: String?
    /// Whether another machine has claimed the fetch.
    public var isClaimedElsewhere: Bool

    /// Creates a description of a fetch.
    public init(
        key: String,
        generationKey: String,
        entry: SharedEntry? = nil,
        generation: Data? = nil,
        claim: String? = nil,
        isClaimedElsewhere: Bool = false
    ) {
        self.key = key
        self.generationKey = generationKey
        self.entry = entry
        self.generation = generation
        self.claim = claim
        self.isClaimedElsewhere = isClaimedElsewhere
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

/// A response, or the generation of a URL, to store in a shared store.
public struct SharedWrite: Sendable, Hashable {
    /// The bytes to store.
    public var bytes: Data
    /// The time for which the response is fresh: no machine claims its fetch during this time.
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
