import SeekBasics

/// A search of both services: what is searched, in which order, and how many results are shown.
///
/// ```swift
/// var query: FederatedQuery = "swift stars:>100"
/// query.kinds = [.video, .repository, .issue]
/// query.since = SearchDate("7d")
/// let result = await seek.search(query)
/// ```
///
/// Each source is searched with what it understands. ``FederatedResult/notices`` contains what was left out: the text
/// may have qualifiers of GitHub, and some filters exist on YouTube only.
public struct FederatedQuery: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The search text, which may have qualifiers of GitHub. May be empty with a ``channel``.
    public var text: String
    private var chosenKinds: [SearchHit.Kind]?
    /// The maximum number of hits of each source and of the merged list: 1...1,000, by default 25.
    public var limit: Int { didSet { limit = limit.clamped(to: Self.limits) } }
    /// How each source sorts its results; by default by relevance.
    public var sort = SearchSort.relevance
    /// The earliest date: on YouTube of publication; on GitHub of the last push or update, of a commit, or of the
    /// creation of a user or topic. Nil for any date. A search of code fails if a date is set.
    public var since: SearchDate?
    /// The latest date, inclusive; nil for any date.
    public var until: SearchDate?
    /// A language. A code of ISO 639-1, `zh-Hans` or `zh-Hant` prefers results of YouTube in that language; any other
    /// text is a programming language, by which GitHub filters repositories, issues, users and code.
    public var language: String?
    /// The channel of the videos and playlists: its id or its `@handle`. Looking up a handle costs one of 10,000 daily
    /// quota units. By default, only videos are searched if a channel is set.
    public var channel: String?
    /// The country in which results of YouTube can be viewed: an ISO 3166-1 code of two letters.
    public var regionCode: String?
    /// The length of videos.
    public var videoDuration: YouTubeVideoLength?
    /// The resolution of videos.
    public var videoDefinition: YouTubeDefinition?
    /// The filter of videos by captions.
    public var videoCaption: YouTubeCaption?
    /// The state of live broadcasts.
    public var eventType: YouTubeEventType?
    /// The order of videos, if it is not that of ``sort``.
    public var videoOrder: YouTubeOrder?
    /// The order of repositories, if it is not that of ``sort``.
    public var repositorySort: GitHubRepositorySort?

    private static let limits = 1...1_000

    /// Creates a query without filters.
    ///
    /// - Parameters:
    ///   - text: The search text.
    ///   - kinds: The ``kinds``; nil for the default.
    ///   - limit: The ``limit``, which is clamped to its range.
    public init(_ text: String = "", kinds: [SearchHit.Kind]? = nil, limit: Int = 25) {
        self.text = text
        chosenKinds = kinds
        self.limit = limit.clamped(to: Self.limits)
    }

    /// Creates a query without filters.
    public init(stringLiteral value: String) { self.init(value) }

    /// The kinds of results. By default, videos and repositories or, with a ``channel``, videos. Kinds that neither
    /// service can search are ignored.
    public var kinds: [SearchHit.Kind] {
        get { chosenKinds ?? (channel == nil ? [.video, .repository] : [.video]) }
        set { chosenKinds = newValue }
    }

    /// Whether the ``kinds`` are the default.
    @_spi(Seek) public var hasDefaultKinds: Bool { chosenKinds == nil }
}

/// The cost of a query.
extension FederatedQuery {
    /// The number of calls with which a search fetches ``limit`` results of a kind, if pages are full and no request is
    /// retried.
    public func calls(for kind: SearchHit.Kind) -> Int {
        let (size, maximum) =
            kind.service == .youTube
            ? (YouTubeSearchQuery.maximumPageSize, YouTubeClient.maximumResults)
            : (GitHubClient.maximumPageSize, GitHubClient.maximumResults)
        return kind.service == nil ? 0 : (min(limit, maximum) + size - 1) / size
    }

    /// The sum of the calls of all kinds of YouTube. Each counts against the daily quota of searches.
    public var youTubeCalls: Int { calls(of: .youTube) }

    /// The sum of the calls of all kinds of GitHub.
    public var gitHubCalls: Int { calls(of: .gitHub) }

    private func calls(of service: SearchService) -> Int {
        kinds.filter { $0.service == service }.reduce(0) { $0 + calls(for: $1) }
    }

    /// Whether a search looks up the handle of ``channel``, which costs one of YouTube's daily quota units, and no
    /// search.
    public var looksUpChannel: Bool {
        channel?.hasPrefix("@") == true && kinds.contains { Field.channel.applies(to: $0, in: self) }
    }
}

extension FederatedQuery {
    /// The filters and orders as text, for files and front ends. The raw value is the name in files.
    @_spi(Seek) public enum Field: String, Sendable, Hashable, CaseIterable {
        case since, until, language, channel, region, duration, definition, caption
        case eventType = "event-type"
        case videoOrder, repositorySort
    }

    /// The text of a filter or an order; nil if it is not set.
    @_spi(Seek) public subscript(field: Field) -> String? {
        switch field {
        case .since: since?.description
        case .until: until?.description
        case .language: language
        case .channel: channel
        case .region: regionCode
        case .duration: videoDuration?.rawValue
        case .definition: videoDefinition?.rawValue
        case .caption: videoCaption?.rawValue
        case .eventType: eventType?.rawValue
        case .videoOrder: videoOrder?.rawValue
        case .repositorySort: repositorySort?.rawValue
        }
    }

    /// Sets a filter or an order from its text; nil removes it. Returns whether the text is valid.
    @_spi(Seek) @discardableResult public mutating func set(_ field: Field, to text: String?) -> Bool {
        switch field {
        case .since: since = text.flatMap { SearchDate($0) }
        case .until: until = text.flatMap { SearchDate($0) }
        case .language: language = text
        case .channel: channel = text.flatMap { Self.isChannel($0) ? $0 : nil }
        case .region: regionCode = text
        case .duration: videoDuration = text.flatMap(YouTubeVideoLength.init)
        case .definition: videoDefinition = text.flatMap(YouTubeDefinition.init)
        case .caption: videoCaption = text.flatMap(YouTubeCaption.init)
        case .eventType: eventType = text.flatMap(YouTubeEventType.init)
        case .videoOrder: videoOrder = text.flatMap(YouTubeOrder.init)
        case .repositorySort: repositorySort = text.flatMap(GitHubRepositorySort.init)
        }
        return (self[field] == nil) == (text == nil)
    }

    /// Returns whether a text is the handle or the id of a channel.
    private static func isChannel(_ text: String) -> Bool {
        text.hasPrefix("@") && text.count > 1 && text.count <= 100 && !text.contains { $0.isWhitespace || $0 == "/" }
            || text.hasPrefix("UC") && text.utf8.count == 24
    }
}

extension FederatedQuery.Field {
    /// Returns whether the source of a kind has the filter or the order.
    @_spi(Seek) public func applies(to kind: SearchHit.Kind, in query: FederatedQuery) -> Bool {
        switch self {
        case .since, .until: true
        case .repositorySort: kind == .repository
        // A programming language is a qualifier of the text, which reports it if a source does not have it.
        case .language: kind.service == .youTube || query.programmingLanguage != nil
        case .region: kind.service == .youTube
        case .channel: kind == .video || kind == .playlist
        case .duration, .definition, .caption, .eventType, .videoOrder: kind == .video
        }
    }
}

extension FederatedQuery {
    /// The ``language`` if it is one that people speak.
    var spokenLanguage: String? {
        language.flatMap { ["zh-Hans", "zh-Hant"].contains($0) || Self.languageCodes.contains($0[...]) ? $0 : nil }
    }

    /// The ``language`` if it is a programming language.
    var programmingLanguage: String? { spokenLanguage == nil ? language : nil }

    /// The codes of ISO 639-1.
    private static let languageCodes = Set(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en \
        eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja \
        jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb \
        nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq \
        sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
        """.split(separator: " ")
    )
}

extension FederatedQuery: Codable {
    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }

        static let (text, kinds, limit, sort) = (Key("text"), Key("kinds"), Key("limit"), Key("sort"))
        /// The kinds in files of earlier versions.
        static let scope = Key("scope")
    }

    /// Decodes a query, also one that an earlier version has stored. Unknown filters and orders are ignored.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            try container.decode(String.self, forKey: .text),
            kinds: try container.decodeIfPresent([SearchHit.Kind].self, forKey: .kinds),
            limit: Int(clamping: try container.decode(Int64.self, forKey: .limit))
        )
        sort = try container.decodeIfPresent(String.self, forKey: .sort).flatMap(SearchSort.init) ?? .relevance
        if let scope = try container.decodeIfPresent(String.self, forKey: .scope), scope != "all" {
            chosenKinds = SearchHit.Kind.searchable.filter { $0.pluralName == scope }
        }
        for field in Field.allCases {
            let text = try container.decodeIfPresent(String.self, forKey: Key(field.rawValue))
            guard !set(field, to: text), [.since, .until, .channel].contains(field) else { continue }
            // Without the filter, other results would be found.
            throw DecodingError.dataCorruptedError(
                forKey: Key(field.rawValue),
                in: container,
                debugDescription: "'\(text ?? "")' is not valid"
            )
        }
    }

    /// Encodes the query. What has its default value is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(text, forKey: .text)
        try container.encodeIfPresent(chosenKinds, forKey: .kinds)
        try container.encode(limit, forKey: .limit)
        if sort != .relevance { try container.encode(sort.rawValue, forKey: .sort) }
        for field in Field.allCases { try container.encodeIfPresent(self[field], forKey: Key(field.rawValue)) }
    }
}
