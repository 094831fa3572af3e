/// The number of reactions of each kind to an issue or a pull request.
public struct GitHubReactions: Sendable, Hashable {
    /// The number of reactions of all kinds.
    public var total: Int64 = 0
    /// 👍
    public var thumbsUp: Int64 = 0
    /// 👎
    public var thumbsDown: Int64 = 0
    /// 😄
    public var laugh: Int64 = 0
    /// 🎉
    public var hooray: Int64 = 0
    /// 😕
    public var confused: Int64 = 0
    /// ❤️
    public var heart: Int64 = 0
    /// 🚀
    public var rocket: Int64 = 0
    /// 👀
    public var eyes: Int64 = 0

    /// Creates a value without any reaction.
    public init() {}
}

extension GitHubReactions: Codable {
    private enum CodingKeys: String, CodingKey {
        case total = "total_count"
        case thumbsUp = "+1"
        case thumbsDown = "-1"
        case laugh, hooray, confused, heart, rocket, eyes
    }

    /// Decodes the counts. A missing or invalid count is 0.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func count(_ key: CodingKeys) -> Int64 { container.nonNegativeInteger(forKey: key) ?? 0 }
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
