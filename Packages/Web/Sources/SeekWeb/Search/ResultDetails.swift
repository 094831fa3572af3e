import Seek

/// The details of a result, which search results do not contain.
struct ResultDetails: Sendable, Hashable {
    /// A number with its name: `views`, `likes`, `forks`.
    struct Statistic: Sendable, Hashable {
        var name: String
        var value: Int64
    }

    /// A property with its name: `license`, `definition`.
    struct Fact: Sendable, Hashable {
        var name: String
        var value: String
    }

    /// The result, with the complete description.
    var hit: SearchHit
    /// The topics of a repository or the tags of a video.
    var topics: [String] = []
    /// The numbers, the most important ones first.
    var statistics: [Statistic] = []
    var facts: [Fact] = []
    /// The units of YouTube's quota that were used; 0 if the details were stored, and for GitHub.
    var quotaCost = 0
}

/// The cost of loading details, which is shown before they are loaded.
struct DetailsCost: Sendable, Hashable {
    /// The service: `YouTube`, `GitHub`.
    var service: String
    /// The name of the quota or rate limit: `youtube.units`, `core`.
    var quota: String
    /// The calls or units that loading costs if the details are not stored.
    var cost = 1
    /// The calls or units left in the quota; nil if unknown.
    var remaining: Int64?
}
