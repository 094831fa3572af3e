/// The reactions to an issue or a pull request, counted by kind.
public struct GitHubReactions: Sendable, Hashable {
    /// The number of reactions of all kinds.
    public var total = 0
    /// 👍
    public var thumbsUp = 0
    /// 👎
    public var thumbsDown = 0
    /// 😄
    public var laugh = 0
    /// 🎉
    public var hooray = 0
    /// 😕
    public var confused = 0
    /// ❤️
    public var heart = 0
    /// 🚀
    public var rocket = 0
    /// 👀
    public var eyes = 0

    /// Creates a value without any reaction.
    public init() {}
}

extension GitHubReactions: Decodable {
    private enum CodingKeys: String, CodingKey {
        case total = "total_count"
        case thumbsUp = "+1"
        case thumbsDown = "-1"
        case laugh, hooray, confused, heart, rocket, eyes
    }

    /// Decodes the counts. A missing count is 0.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func count(_ key: CodingKeys) -> Int { container.naturalNumber(forKey: key) ?? 0 }
        total = count(.total)
        thumbsUp = count(.thumbsUp)
        thumbsDown = count(.thumbsDown)
        laugh = count(.laugh)
        hooray = count(.hooray)
        confused = count(.confused)
        heart = count(.heart)
        rocket = count(.rocket)
        eyes = count(.eyes)
    }
}
