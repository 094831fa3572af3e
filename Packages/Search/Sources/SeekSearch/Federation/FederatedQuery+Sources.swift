public import SeekBasics
import SeekModels
import SeekNetworking

extension FederatedSearch {
    /// Creates the search of a query by the clients.
    ///
    /// Relative dates are resolved now: create a search for each time that the query is sent. Pages have the maximum
    /// size, because every page costs one call.
    ///
    /// - Parameters:
    ///   - query: The query. Its text is that of each search.
    ///   - youTube: The client for kinds of YouTube.
    ///   - gitHub: The client for kinds of GitHub.
    ///   - others: Additional sources.
    ///   - weights: The weights of sources in the merged ranking, by ``SearchHit/Kind/sourceName``. The default is 1.
    ///   - timeBudget: The time limit of each source of the query.
    ///   - clock: Measures the time budgets.
    public init(
        _ query: FederatedQuery,
        youTube: YouTubeClient,
        gitHub: GitHubClient,
        adding others: [Source] = [],
        weights: [String: Double] = [:],
        timeBudget: Duration = .seconds(10),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let channel = query.channel.map { ChannelID($0) }
        let sources = query.kinds.compactMap { kind -> Source? in
            guard
                let source = query.youTubeSource(of: kind, youTube, channel) ?? query.gitHubSource(of: kind, gitHub)
            else { return nil }
            return Source(source, weight: weights[source.name] ?? 1, timeBudget: timeBudget)
        }
        self.init(sources + others, limit: query.limit, sort: query.sort, clock: clock)
    }
}

extension FederatedQuery {
    /// Checks what concerns all sources: that the period does not end before it begins, and that at least one of the
    /// kinds has something to search for.
    ///
    /// - Throws: ``SearchError/invalidQuery(_:)``.
    @_spi(Seek) public func validateForAnySource(now: Date) throws(SearchError) {
        if let since, let until, since.start(at: now) > until.end(at: now) {
            throw .invalidQuery("the period ends before it begins; change one of its dates")
        }
        let parts = kinds.map { part(for: $0) }
        if let first = parts.first, parts.allSatisfy(\.isSkipped) {
            throw .invalidQuery(
                QueryProblem(
                    "no search for \(kinds.map(\.pluralName).joined(separator: ", ")) has "
                        + "\(first.ignoredQualifiers.joined(separator: " ")); add a text, or choose other kinds"
                )
            )
        }
    }

    /// Checks the query by the rules of the searched services, such as the maximum length of the text.
    ///
    /// - Throws: ``SearchError/invalidQuery(_:)`` if one of the services would reject the search.
    public func validate(now: Date = Date()) throws(SearchError) {
        guard channel != nil || !QueryText.trimmed(text).isEmpty else {
            throw .invalidQuery("the search text is empty; enter one")
        }
        try validateForAnySource(now: now)
        if since != nil || until != nil, kinds.contains(.code) { throw .codeByDate }
        for kind in kinds {
            let part = part(for: kind)
            guard !part.isSkipped else { continue }
            if let youTubeKind = YouTubeSearchItem.Kind(rawValue: kind.rawValue) {
                var query = youTubeQuery(of: youTubeKind, at: now)
                query.text = part.text
                // The id of a handle is not known yet.
                if query.channelID?.hasPrefix("@") == true {
                    query.channelID = "UC" + String(repeating: "x", count: 22)
                }
                if let error = SearchError(query.diagnostics(now: now)) { throw error }
            } else if let gitHubKind = kind.gitHubKind {
                let scope: GitHubIssueScope = kind == .pullRequest ? .pullRequests : .issues
                let diagnostics = GitHubQuery(part.text).diagnostics(for: gitHubKind, scope: scope)
                if let error = SearchError(diagnostics) { throw error }
            }
        }
    }

    /// Returns the part of the text for the source of a kind, with the names of the filters that the source does not
    /// have.
    func part(of text: String? = nil, for kind: SearchHit.Kind) -> SourceText {
        let language = programmingLanguage.map { [GitHubQualifier.language($0)] } ?? []
        let query = language.reduce(GitHubQuery(text ?? self.text)) { $0.with($1) }
        var part = SourceText(query.description) { kind.hasQualifier($0) }
        for field in Field.allCases where ![.videoOrder, .repositorySort].contains(field) {
            guard let value = self[field], !field.applies(to: kind, in: self) else { continue }
            part.ignoredQualifiers.append("\(field.rawValue):\(value)")
        }
        part.allowsEmptyText = channel != nil && Field.channel.applies(to: kind, in: self)
        return part
    }

    /// Returns the query of YouTube for a kind, without the text and without the id of a channel that must be looked
    /// up.
    func youTubeQuery(of kind: YouTubeSearchItem.Kind, at now: Date) -> YouTubeSearchQuery {
        var query = YouTubeSearchQuery("", kind: kind)
        query.order = [.date: .date, .popularity: .viewCount][sort]
        query.publishedAfter = since?.start(at: now)
        query.publishedBefore = until?.end(at: now)
        query.relevanceLanguage = spokenLanguage
        query.regionCode = regionCode
        if kind != .channel { query.channelID = channel }
        guard kind == .video else { return query }
        query.order = videoOrder ?? query.order
        query.videoDuration = videoDuration
        query.videoDefinition = videoDefinition
        query.videoCaption = videoCaption
        query.eventType = eventType
        return query
    }

    fileprivate func youTubeSource(
        of kind: SearchHit.Kind,
        _ client: YouTubeClient,
        _ channel: ChannelID?
    ) -> (any SearchSource)? {
        guard let youTubeKind = YouTubeSearchItem.Kind(rawValue: kind.rawValue) else { return nil }
        let template = youTubeQuery(of: youTubeKind, at: client.configuration.now())
        let source = ClientSource(
            name: kind.sourceName,
            displayName: kind.sourceDisplayName,
            client: client
        ) { client, text, cursor throws(SearchError) in
            var query = template
            query.text = text
            if query.channelID != nil { query.channelID = try await channel?.value(client) }
            return try await client.search(query, at: cursor)
        }
        return FilteredSource(base: source) { part(of: $0, for: kind) }
    }

    /// Returns the source of results of a kind on GitHub; nil if GitHub has no search for it.
    fileprivate func gitHubSource(of kind: SearchHit.Kind, _ client: GitHubClient) -> (any SearchSource)? {
        let now = client.configuration.now()
        let period = GitHubRange(from: since?.start(at: now), to: until?.end(at: now))
        func source<Item>(
            _ search: GitHubSearch<Item>,
            _ qualifier: (GitHubRange<Date>) -> GitHubQualifier = { .created($0) }
        ) -> any SearchSource {
            let qualifiers = period.map { [qualifier($0)] } ?? []
            let source = client.source(search, qualifiers: qualifiers, pageSize: GitHubClient.maximumPageSize)
            let isByPush = kind == .repository && sort == .date && repositorySort == nil
            return FilteredSource(base: source, isSortedByDate: isByPush) { part(of: $0, for: kind) }
        }
        func issues(_ scope: GitHubIssueScope) -> any SearchSource {
            source(.issues(scope, sort: [.date: .updated, .popularity: .comments][sort])) { .updated($0) }
        }
        switch kind {
        case .repository:
            let order: GitHubRepositorySort? = repositorySort ?? [.date: .updated, .popularity: .stars][sort]
            return source(.repositories(sort: order)) { .pushed($0) }
        case .issue: return issues(.issues)
        case .pullRequest: return issues(.pullRequests)
        case .user: return source(.users(sort: [.date: .joined, .popularity: .followers][sort]))
        case .code: return source(.code())
        case .commit: return source(.commits(sort: [.date: .committerDate][sort])) { .committerDate($0) }
        case .topic: return source(.topics())
        default: return nil
        }
    }
}

extension SearchHit.Kind {
    /// Returns whether the search for this kind has a qualifier of GitHub.
    @_spi(Seek) public func hasQualifier(_ name: String) -> Bool { gitHubKind?.hasQualifier(name) ?? false }

    fileprivate var gitHubKind: GitHubSearchKind? {
        switch self {
        case .repository: .repositories
        case .issue, .pullRequest: .issues
        case .user: .users
        case .code: .code
        case .commit: .commits
        case .topic: .topics
        default: nil
        }
    }
}

extension GitHubRange<Date> {
    /// Creates the range between two dates, either of which may be nil; nil if both are.
    fileprivate init?(from since: Date?, to until: Date?) {
        switch (since, until) {
        case (let since?, let until?): self = .between(since, until)
        case (let since?, nil): self = .atLeast(since)
        case (nil, let until?): self = .atMost(until)
        case (nil, nil): return nil
        }
    }
}

/// The id of the channel of a search. A handle is looked up once for all sources and pages.
private final class ChannelID: Sendable {
    private let channel: String
    private let id = Mutex<String?>(nil)

    init(_ channel: String) { self.channel = channel }

    func value(_ client: YouTubeClient) async throws(SearchError) -> String {
        guard channel.hasPrefix("@") else { return channel }
        if let id = id.withLock(\.self) { return id }
        let value = try await client.channel(handle: channel).value.id
        id.withLock { $0 = value }
        return value
    }
}

/// A source that is searched with the part of a text and the filters that it has.
private struct FilteredSource<Base: SearchSource>: SearchSource {
    var base: Base
    /// Whether each page is sorted by the dates of its hits. GitHub sorts repositories by their last update, and their
    /// date is that of the last push.
    var isSortedByDate = false
    var part: @Sendable (_ text: String) -> SourceText

    var name: String { base.name }
    var displayName: String { base.displayName }

    func part(of text: String) -> SourceText { part(text) }

    func page(for text: String, at cursor: PageCursor?) async throws(SearchError) -> SearchPage<Base.Item> {
        var page = try await base.page(for: text, at: cursor)
        if isSortedByDate {
            page.items.sort { $0.searchHit?.date ?? .distantPast > $1.searchHit?.date ?? .distantPast }
        }
        return page
    }

    func with(_ change: (inout CallOptions) -> Void) -> Self {
        var source = self
        source.base = base.with(change)
        return source
    }
}
