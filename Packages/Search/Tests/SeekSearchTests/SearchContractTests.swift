import Foundation
import SeekBasics
import SeekModels
import SeekNetworking
import SeekSampleAPI
import SeekSearch
import SeekTestHelpers
import Testing

/// Compares generated requests of the clients, as they leave the transport, with the services' descriptions in
/// `Fixtures/contract`.
@Suite("Requests and the services' descriptions")
struct SearchContractTests {
    private static let serverHost = "github.example"

    private let contracts: ServiceContracts
    private let transport = StubTransport()
    private let configuration: ClientConfiguration

    init() throws {
        contracts = try ServiceContracts()
        var configuration = SampleAPIConfiguration()
        configuration.searchQuota = 10_000
        let limits = SampleAPIConfiguration.GitHubLimits(
            core: 10_000,
            search: 10_000,
            codeSearch: 10_000,
            semanticSearch: 10_000
        )
        (configuration.anonymousLimits, configuration.tokenLimits) = (limits, limits)
        let api = try SampleAPI(folder: SampleAPI.sampleFolder(), configuration: configuration)
        var clients = ClientConfiguration(transport: transport)
        clients.youTubeSearchBucket.limit = 10_000
        self.configuration = clients
        transport.stub(.any, "/{+path}", times: .any, returning: .closure { api.response(to: $0) })
    }

    /// Checks the requests since the last check, and returns them.
    private func check(_ text: String, from count: inout Int) -> [HTTPRequest] {
        let requests = Array(transport.received.dropFirst(count))
        count += requests.count
        for request in requests {
            let isServer = request.url.host() == Self.serverHost
            for violation in contracts.violations(of: request, isEnterpriseServer: isServer) {
                Issue.record("\(violation), in '\(request.url.absoluteString)' for '\(text)'")
            }
            let url = request.url.absoluteString
            #expect(!url.contains("demo-"), "a credential is sent in a URL")
        }
        return requests
    }

    /// Returns the names of the parameters that were sent, by the name of the route.
    private func sentParameters(_ requests: [HTTPRequest]) -> [String: Set<String>] {
        requests.reduce(into: [:]) { names, request in
            guard let route = contracts.route(of: request) else { return }
            names[route.name, default: []].formUnion(QueryParameters(of: request.url).items.map(\.name))
        }
    }

    @Test("every call of YouTube, with any options and any text, is documented, encoded once and counted")
    func youTube() async throws {
        var generator = SeededGenerator(seed: 39)
        var count = 0
        var requests: [HTTPRequest] = []
        let key = YouTubeClient(apiKey: "demo-key", configuration: configuration)
        let token = YouTubeClient(apiKey: "demo-key", accessToken: "demo-user", configuration: configuration)
        for _ in 0..<800 {
            let client = generator.isOne(of: 2) ? token : key
            let text = generator.text()
            switch Int.random(in: 0..<20, using: &generator) {
            case 0:
                _ = try? await client.videos([text, "x"], parts: Set(generator.some(of: YouTubeVideoPart.allCases)))
            case 1: _ = try? await client.statistics(of: [text, "x"])
            case 2: _ = try? await client.channels([text])
            case 3: _ = try? await client.channel(handle: text)
            case 4: _ = try? await client.playlists([text])
            case 5:
                let cursor = generator.optional([PageCursor(rawValue: generator.text())])
                _ = try? await client.playlists(
                    ofChannel: text,
                    pageSize: .random(in: 0...51, using: &generator),
                    at: cursor
                )
            case 6: _ = try? await client.playlistItems(of: text, pageSize: .random(in: 0...51, using: &generator))
            case 7:
                _ = try? await client.videoCategories(
                    in: ["nz", text].randomElement(using: &generator) ?? "",
                    language: text
                )
            default:
                let query = generator.youTubeQuery(text)
                _ = try? await client.search(query, at: generator.optional([PageCursor(rawValue: generator.text())]))
                for request in transport.received.dropFirst(count) {
                    let sent = QueryParameters(of: request.url).items.first { $0.name == "q" }?.value ?? ""
                    #expect(text.trimmed.utf8.elementsEqual(sent.utf8), "'\(text)' was sent as '\(sent)'")
                }
            }
            requests += check(text, from: &count)
        }
        let sent = sentParameters(requests)
        #expect(Set(sent.keys) == Set(contracts.youTube.routes.map(\.name)))
        let search = try #require(contracts.youTube.routes.first { $0.name == "search.list" })
        #expect(search.parameterNames.subtracting(sent["search.list"] ?? []).isEmpty)
        let used = await [key.quota(), token.quota()].map { $0.map(\.used) }
        let costs = ["searches", "units", "statistics"].map { bucket in
            requests.count { contracts.bucket(of: $0) == bucket }
        }
        // Both clients count against the same key.
        #expect(used[0] == costs)
    }

    @Test("every call of GitHub, with any options and any text, is documented, encoded once and counted")
    func gitHub() async throws {
        var generator = SeededGenerator(seed: 39)
        var count = 0
        var requests: [HTTPRequest] = []
        let serverURL = try #require(URL(string: "https://\(Self.serverHost)/api/v3"))
        let bases = [GitHubClient.defaultBaseURL, serverURL]
        let clients = bases.map {
            GitHubClient(token: "demo-token", baseURL: $0, configuration: configuration)
        }
        for _ in 0..<800 {
            let client = clients[generator.isOne(of: 3) ? 1 : 0]
            let text = generator.text()
            let query = generator.gitHubQuery(text)
            let order = generator.any(GitHubOrder.self)
            let size = Int.random(in: 0...101, using: &generator)
            let matches = Bool.random(using: &generator)
            let operation = Int.random(in: 0..<14, using: &generator)
            switch operation {
            case 0:
                let sort = generator.any(GitHubRepositorySort.self)
                let page = try? await client.searchRepositories(
                    query,
                    sort: sort,
                    order: order,
                    pageSize: size,
                    textMatches: matches
                )
                if let next = page?.next { _ = try? await client.searchRepositories(query, pageSize: size, at: next) }
            case 1:
                _ = try? await client.searchUsers(
                    query,
                    sort: generator.any(GitHubUserSort.self),
                    order: order,
                    pageSize: size,
                    textMatches: matches
                )
            case 2: _ = try? await client.searchCode(query, pageSize: size, textMatches: matches)
            case 3:
                _ = try? await client.searchCommits(
                    query,
                    sort: generator.any(GitHubCommitSort.self),
                    order: order,
                    pageSize: size
                )
            case 4: _ = try? await client.searchTopics(query, pageSize: size, textMatches: matches)
            case 5:
                let id = Int64.random(in: 0...9, using: &generator)
                _ = try? await client.searchLabels(
                    query,
                    in: id,
                    sort: generator.any(GitHubLabelSort.self),
                    order: order,
                    pageSize: size
                )
            case 6:
                let type = generator.any(GitHubUserRepositoryType.self)
                let source = client.userRepositories(
                    type: type,
                    sort: generator.any(GitHubRepositoryListSort.self),
                    direction: order,
                    pageSize: size
                )
                let login = ["manyrepos", text].randomElement(using: &generator) ?? ""
                let page = try? await source.page(for: login, at: nil)
                if let next = page?.next { _ = try? await source.page(for: login, at: next) }
            case 7:
                let source = client.organizationRepositories(
                    type: generator.any(GitHubOrganizationRepositoryType.self),
                    direction: order,
                    pageSize: size
                )
                _ = try? await source.page(for: text, at: nil)
            case 8: _ = try? await client.repository(id: .random(in: 1...Int64.max, using: &generator))
            case 9: _ = try? await client.rateLimitStatus()
            case 10: _ = try? await client.repository(owner: text, name: "r")
            case 11:
                let number = Int64.random(in: 1...Int64.max, using: &generator)
                _ = try? await client.issue(number, owner: "o", repository: text)
            default:
                let types: [GitHubSearchType?] = [nil, nil, .lexical, .semantic, .hybrid]
                _ = try? await client.searchIssues(
                    query,
                    scope: GitHubIssueScope.allCases.randomElement(using: &generator) ?? .all,
                    sort: generator.any(GitHubIssueSort.self),
                    order: order,
                    searchType: types.randomElement(using: &generator) ?? nil,
                    usesAdvancedSyntax: Bool.random(using: &generator),
                    pageSize: size,
                    textMatches: matches
                )
            }
            let new = check(text, from: &count)
            // A client with a token lists repositories by a search of its own.
            let isSearch = ![6, 7].contains(operation)
            for request in new where isSearch && contracts.route(of: request)?.name.hasPrefix("search/") == true {
                let sent = QueryParameters(of: request.url).items.first { $0.name == "q" }?.value ?? ""
                let isIssueSearch = request.url.path().hasSuffix("/issues")
                let words = text.trimmed
                #expect(
                    isIssueSearch
                        ? words.contains { ":()\"".contains($0) } || Data(sent.utf8).range(of: Data(words.utf8)) != nil
                            || words.isEmpty
                        : sent.utf8.elementsEqual(query.description.utf8),
                    "'\(query)' was sent as '\(sent)'"
                )
            }
            for request in new {
                let resource = GitHubClient.resource(
                    of: request,
                    baseURL: request.url.host() == "api.github.com" ? bases[0] : bases[1]
                )
                #expect(resource == contracts.bucket(of: request), "\(request.url)")
            }
            requests += new
        }
        let sent = sentParameters(requests)
        let unused: Set = ["graphql", "organizations/repos", "repositories/issues"]
        #expect(Set(sent.keys) == Set(contracts.gitHub.routes.map(\.name)).subtracting(unused))
        for name in ["search/repositories", "search/issues", "search/users", "users/repos"] {
            let route = try #require(contracts.gitHub.routes.first { $0.name == name })
            #expect(route.parameterNames.subtracting(sent[name] ?? []).subtracting(["page"]).isEmpty, "\(name)")
        }
    }
}

extension String {
    /// The text without white space at the ends.
    fileprivate var trimmed: String {
        let end = reversed().drop(while: \.isWhitespace)
        return String(String(end.reversed()).drop(while: \.isWhitespace))
    }
}

extension SeededGenerator {
    /// Returns one of the values, or nil in two of three cases.
    fileprivate mutating func optional<Value>(_ values: [Value]) -> Value? {
        Int.random(in: 0..<3, using: &self) == 0 ? values.randomElement(using: &self) : nil
    }

    /// Returns a case or nil.
    fileprivate mutating func any<Value: CaseIterable>(_ type: Value.Type) -> Value? {
        optional(Array(type.allCases))
    }

    fileprivate mutating func some<Value>(of values: [Value]) -> [Value] {
        values.filter { _ in Bool.random(using: &self) }
    }

    fileprivate mutating func text() -> String { RandomTexts.text(using: &self) }

    /// Returns true in one of so many cases.
    fileprivate mutating func isOne(of count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    fileprivate mutating func youTubeQuery(_ text: String) -> YouTubeSearchQuery {
        var query = YouTubeSearchQuery(text, kinds: [.video])
        if isOne(of: 4) { query.kinds = Set(some(of: YouTubeSearchItem.Kind.allCases)) }
        query.pageSize = Int.random(in: 0...50, using: &self)
        query.order = any(YouTubeOrder.self)
        query.publishedAfter = optional([-1e9, 0, 1e9].map { Date(timeIntervalSince1970: $0) })
        query.publishedBefore = optional([1.7e9, 2e11].map { Date(timeIntervalSince1970: $0) })
        query.regionCode = optional(["nz", "JP", "DE", self.text()])
        query.relevanceLanguage = optional(["de", "zh-Hans", "ja", self.text()])
        query.safeSearch = any(YouTubeSafeSearch.self)
        query.channelID = optional(["UC" + String(repeating: "x", count: 22)])
        query.channelType = any(YouTubeChannelType.self)
        query.topicID = optional(["/m/04rlf"])
        let latitude = Double.random(in: -90...90, using: &self)
        let longitude = Double.random(in: -180...180, using: &self)
        query.location = optional([YouTubeLocation(latitude: latitude, longitude: longitude)])
        let radius = Double.random(in: 0...1000, using: &self)
        query.locationRadius = optional(YouTubeDistance.Unit.allCases.map { YouTubeDistance(radius, $0) })
        if query.location != nil, query.locationRadius == nil { query.locationRadius = YouTubeDistance(5, .kilometers) }
        if query.location == nil, isOne(of: 2) { query.locationRadius = nil }
        addVideoFilters(to: &query)
        query.fields =
            [.searchModel, nil, "items(id)", YouTubeFields(isOne(of: 9) ? self.text() : "etag")].randomElement(
                using: &self
            ) ?? nil
        query.prettyPrint = Bool.random(using: &self)
        return query
    }

    private mutating func addVideoFilters(to query: inout YouTubeSearchQuery) {
        query.eventType = any(YouTubeEventType.self)
        query.videoCaption = any(YouTubeCaption.self)
        query.videoCategoryID = optional(["10", "22"])
        if isOne(of: 2) {
            query.videoDefinition = any(YouTubeDefinition.self)
            query.videoDimension = any(YouTubeDimension.self)
            query.videoDuration = any(YouTubeVideoLength.self)
            query.videoLicense = any(YouTubeLicense.self)
            query.videoType = any(YouTubeVideoType.self)
            query.videoEmbeddable = isOne(of: 3)
            query.videoPaidProductPlacement = isOne(of: 3)
            query.videoSyndicated = isOne(of: 3)
        } else {
            let owner = Int.random(in: 0..<6, using: &self)
            (query.forMine, query.forDeveloper, query.forContentOwner) = (owner == 0, owner == 1, owner == 2)
            query.onBehalfOfContentOwner = isOne(of: 2) ? text() : nil
        }
    }

    fileprivate mutating func gitHubQuery(_ text: String) -> GitHubQuery {
        var query = GitHubQuery(text)
        if isOne(of: 3) { query = query.with(.language(self.text())) }
        if isOne(of: 4) { query = query.without(.topic("a b")).with(.stars(.atLeast(10))) }
        if isOne(of: 6) { query = query.phrase(self.text()) }
        return query
    }
}
