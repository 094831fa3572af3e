import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

/// Compares the requests of generated command lines with the services' descriptions in `Fixtures/contract`.
@Suite("Requests of commands and the services' descriptions", .timeLimit(.minutes(5)))
struct CommandContractTests {
    private let contracts: ServiceContracts
    private let transport = StubTransport()

    init() throws {
        contracts = try ServiceContracts()
        let api = try TestServer.sampleAPI()
        transport.stub(.any, "/{+path}", times: .any, returning: .closure { api.response(to: $0) })
    }

    /// The base URL of GitHub, or of an Enterprise Server.
    private static let baseURLs = [nil, "https://github.example/api/v3"]

    private func run(_ arguments: [String], at baseURL: String?) async -> Outcome {
        var environment = ["YOUTUBE_API_KEY": "demo-key", "GH_TOKEN": "demo-token"]
        environment["SEEK_GITHUB_URL"] = baseURL
        return await seek(arguments, environment: environment, transport: transport)
    }

    /// Checks the requests since the last check, and returns them.
    private func check(_ arguments: [String], at baseURL: String?, from count: inout Int) -> [HTTPRequest] {
        let requests = Array(transport.received.dropFirst(count))
        count += requests.count
        for request in requests {
            let url = request.url.absoluteString
            for violation in contracts.violations(of: request, isEnterpriseServer: baseURL != nil) {
                Issue.record("\(violation), in '\(url)' of \(arguments)")
            }
            #expect(!url.contains("demo-"), "a credential is sent in a URL")
        }
        return requests
    }

    private static let searches: [Command] = [
        .search, .videos, .channels, .playlists, .repos, .issues, .prs, .commits, .users, .code, .topics, .labels,
        .user, .video,
    ]

    @Test("a search with any flags and any text sends documented requests, encoded once", arguments: baseURLs)
    func searches(baseURL: String?) async {
        var generator = SeededGenerator(seed: 39)
        var count = 0
        var senders: Set<String> = []
        for command in Self.searches {
            for _ in 0..<20 {
                // Other texts are not ids of videos.
                let text = command.name == "video" ? "m9-e0ceo0OF" : RandomTexts.text(using: &generator)
                var arguments = command.path + generator.flags(of: command)
                if command.has(.limit) { arguments += ["--limit", "3"] }
                arguments += ["--", text]
                if command.name == "labels" { arguments.insert(contentsOf: ["--repo", "octocat/Hello-World"], at: 1) }
                _ = await run(arguments, at: baseURL)
                if !check(arguments, at: baseURL, from: &count).isEmpty { senders.insert(command.name) }
            }
        }
        #expect(senders.count == Self.searches.count, "\(senders)")
    }

    @Test(
        "the fields of 'seek api' are sent as a query that is encoded once",
        // The service decides about texts that searches of Seek reject.
        arguments: RandomTexts.all.filter { text in
            !text.isEmpty && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        },
        baseURLs
    )
    func fields(text: String, baseURL: String?) async throws {
        var count = 0
        let arguments = ["api", "search/repositories", "--method", "GET", "-f", "q=\(text)", "-F", "per_page=5"]
        _ = await run(arguments, at: baseURL)
        let requests = check(arguments, at: baseURL, from: &count)
        let request = try #require(requests.last)
        #expect(QueryParameters(of: request.url).items.first?.value.utf8.elementsEqual(text.utf8) == true)
    }

    @Test("a GraphQL request of 'seek api' has the documented members, with any text", arguments: baseURLs)
    func graphQL(baseURL: String?) async {
        var count = 0
        for text in RandomTexts.all {
            let arguments = ["api", "graphql", "-f", "query={viewer{login}}", "-f", "name=\(text)"]
            _ = await run(arguments, at: baseURL)
            let requests = check(arguments, at: baseURL, from: &count)
            #expect(requests.count { contracts.route(of: $0)?.name == "graphql" } == 1)
        }
    }
}

extension SeededGenerator {
    /// Returns up to three flags of a search that change its requests, with values that the command accepts.
    fileprivate mutating func flags(of command: Command) -> [String] {
        let options = command.options.filter { option in
            let isRelevant =
                option.isFilter || [.order, .sort, .searchType, .advanced, .details].contains(option.name)
            return isRelevant && ![.channel, .since, .until].contains(option.name)
        }
        let selected = options.shuffled(using: &self).prefix(Int.random(in: 0...3, using: &self))
        return selected.flatMap { option -> [String] in
            guard let value = value(of: option) else { return [option.long] }
            return ["\(option.long)=\(value)"]
        }
    }

    private mutating func value(of option: OptionSpec) -> String? {
        if option.value == .none || option.value == .boolean { return nil }
        switch option.check {
        case .number(let range):
            return String(Int.random(in: range.lowerBound...min(range.upperBound, 100), using: &self))
        case .choice(let values): return values.randomElement(using: &self)
        case .list(let values): return values.shuffled(using: &self).prefix(2).joined(separator: ",")
        case .numbers: return ["5", ">=10", "1..5"].randomElement(using: &self)
        case .dates: return ["2026-01-01", ">=2025-01", "7d", "2025..2026-02"].randomElement(using: &self)
        case .repository: return "octocat/Hello-World"
        case .duration: return "1h"
        case .time: return ["7d", "2026-01-31", "2026-01", "2026"].randomElement(using: &self)
        case .none, .oneName, .file, .folder, .weight, .address, .site:
            return ["swift", "a b", "nz", "5km", "1,2", RandomTexts.text(using: &self)].randomElement(using: &self)
        }
    }
}
