#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A result of any source, in the one form all sources share: what ``FederatedSearch`` finds.
public struct SearchHit: Sendable, Hashable, Identifiable {
    /// What a hit is. Providers of one's own may have kinds of their own.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral {
        /// The kind's name: `video`.
        public let rawValue: String

        /// Makes a kind of its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Makes a kind of its name.
        public init(stringLiteral value: String) { rawValue = value }

        /// A video.
        public static let video: Kind = "video"
        /// A channel.
        public static let channel: Kind = "channel"
        /// A playlist.
        public static let playlist: Kind = "playlist"
        /// A repository.
        public static let repository: Kind = "repository"
        /// An issue.
        public static let issue: Kind = "issue"
        /// A pull request.
        public static let pullRequest: Kind = "pull-request"
        /// A user or an organisation.
        public static let user: Kind = "user"
        /// A file.
        public static let code: Kind = "code"
        /// A commit.
        public static let commit: Kind = "commit"
        /// A topic.
        public static let topic: Kind = "topic"
    }

    /// Why a hit stands where it stands: its place in one provider's list, and what that adds to its score.
    public struct Reason: Sendable, Hashable, Codable, CustomStringConvertible {
        /// The provider's name.
        public var provider: String
        /// The place in the provider's list; the first is 1.
        public var rank: Int
        /// The provider's weight.
        public var weight: Double
        /// What it adds to the score: the weight divided by the fusion's constant and the rank.
        public var contribution: Double

        /// Makes a reason.
        public init(provider: String, rank: Int, weight: Double, contribution: Double) {
            self.provider = provider
            self.rank = rank
            self.weight = weight
            self.contribution = contribution
        }

        /// Such as `youtube #3 × 2 = 0.0317`.
        public var description: String {
            let times = weight == 1 ? "" : " × \(weight)"
            return "\(provider) #\(rank)\(times) = \((contribution * 10_000).rounded() / 10_000)"
        }
    }

    /// What does not change, behind one reference: hits are copied from list to list.
    private final class Content: Sendable {
        struct Fields: Sendable, Hashable {
            var id: String
            var kind: Kind
            var source: String
            var title: String
            var subtitle: String?
            var text: String
            var url: URL?
            var date: Date?
            var thumbnail: URL?
            var identity: String
        }

        let fields: Fields

        init(_ fields: Fields) { self.fields = fields }
    }

    private let content: Content
    /// A hash of ``identity``, at hand without a look at the content: a fusion of thousands of hits would wait for memory at each.
    let identityHash: Int

    /// The id, unique among all sources: `youtube:video:gQ_1zX-F_No`.
    public var id: String { content.fields.id }
    /// What it is.
    public var kind: Kind { content.fields.kind }
    /// Where it is from: `youtube`, `github`, or a name of one's own.
    public var source: String { content.fields.source }
    /// The title, or name.
    public var title: String { content.fields.title }
    /// Whose it is, where that is known: the channel; of an issue, a file, a commit the repository; of a repository the language.
    public var subtitle: String? { content.fields.subtitle }
    /// What is said of it; empty where nothing is.
    public var text: String { content.fields.text }
    /// The page for people.
    public var url: URL? { content.fields.url }
    /// When it was published, or last pushed to.
    public var date: Date? { content.fields.date }
    /// A small picture.
    public var thumbnail: URL? { content.fields.thumbnail }
    /// What the fusion gave it; 0 before.
    public var score = 0.0
    /// What the score is made of, greatest first; empty before the fusion.
    public var reasons: [Reason] = []
    /// What tells whether two hits are one: the URL, written in one way, else the id. http counts as https, and case of the host,
    /// a leading `www.`, a fragment and a slash at the end do not count.
    public var identity: String { content.fields.identity }

    /// Makes a hit.
    public init(
        id: String,
        kind: Kind,
        source: String,
        title: String,
        subtitle: String? = nil,
        text: String = "",
        url: URL? = nil,
        date: Date? = nil,
        thumbnail: URL? = nil
    ) {
        let identity = url.map { Self.canonical($0.absoluteString) } ?? id
        identityHash = identity.hashValue
        content = Content(
            Content.Fields(
                id: id,
                kind: kind,
                source: source,
                title: title,
                subtitle: subtitle,
                text: text,
                url: url,
                date: date,
                thumbnail: thumbnail,
                identity: identity
            )
        )
    }

    /// Whether two hits say the same, score and reasons included.
    public static func == (left: SearchHit, right: SearchHit) -> Bool {
        (left.content === right.content || left.content.fields == right.content.fields)
            && left.score == right.score && left.reasons == right.reasons
    }

    /// Hashes what makes two hits equal.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(content.fields)
        hasher.combine(score)
        hasher.combine(reasons)
    }

    private static func canonical(_ url: String) -> String {
        guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return url }
        let scheme = url[..<colon].lowercased()
        let rest = url[url.index(colon, offsetBy: 3)...].prefix { $0 != "#" }
        let hostEnd = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        var host = rest[..<hostEnd].lowercased()
        if host.hasPrefix("www.") { host.removeFirst(4) }
        var path = rest[hostEnd...]
        if path.hasSuffix("/") { path = path.dropLast() }
        return "\(scheme == "http" ? "https" : scheme)://\(host)\(path)"
    }
}

extension SearchHit: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, kind, source, title, subtitle, text, url, date, thumbnail, score, reasons
    }

    /// Reads a hit that was written. Only id, kind, source and title have to be there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            kind: try container.decode(Kind.self, forKey: .kind),
            source: try container.decode(String.self, forKey: .source),
            title: try container.decode(String.self, forKey: .title),
            subtitle: try container.decodeIfPresent(String.self, forKey: .subtitle),
            text: try container.decodeIfPresent(String.self, forKey: .text) ?? "",
            url: try container.decodeIfPresent(URL.self, forKey: .url),
            date: try container.decodeIfPresent(Date.self, forKey: .date),
            thumbnail: try container.decodeIfPresent(URL.self, forKey: .thumbnail)
        )
        score = try container.decodeIfPresent(Double.self, forKey: .score) ?? 0
        reasons = try container.decodeIfPresent([Reason].self, forKey: .reasons) ?? []
    }

    /// Writes a hit; score and reasons only where a fusion gave them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(kind, forKey: .kind)
        try container.encode(source, forKey: .source)
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(subtitle, forKey: .subtitle)
        if !text.isEmpty { try container.encode(text, forKey: .text) }
        try container.encodeIfPresent(url, forKey: .url)
        try container.encodeIfPresent(date, forKey: .date)
        try container.encodeIfPresent(thumbnail, forKey: .thumbnail)
        guard !reasons.isEmpty else { return }
        try container.encode(score, forKey: .score)
        try container.encode(reasons, forKey: .reasons)
    }
}
