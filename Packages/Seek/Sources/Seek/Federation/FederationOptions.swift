public import SeekSearch

/// What a federated search of ``SeekClient`` asks for.
public struct FederationOptions: Sendable, Hashable {
    /// What is looked for: any of the kinds ``SearchHit/Kind`` names. Other kinds are for providers of one's own.
    public var kinds: [SearchHit.Kind] = [.video, .repository]
    /// How many hits are wanted at the most.
    public var limit = 25
    /// How much each provider's places count, by its name (`youtube`, `youtube-channels`, `youtube-playlists`, `github`,
    /// `github-issues`, `github-users`, `github-code`, `github-commits`, `github-topics`); 1 where nothing is said.
    public var weights: [String: Double] = [:]
    /// How long each provider may take.
    public var timeBudget: Duration = .seconds(10)

    /// Makes options: 25 videos and repositories, all weights 1, 10 s.
    public init() {}
}
