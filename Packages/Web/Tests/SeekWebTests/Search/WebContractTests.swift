import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

/// Compares the requests of the app, as a server receives them, with the services' descriptions in `Fixtures/contract`.
@Suite("Requests of the web app and the services' descriptions", .timeLimit(.minutes(5)))
struct WebContractTests {
    @Test(
        "a search with any parameters and any text sends documented requests, encoded once",
        // The path of the base URL; that of an Enterprise Server is not empty.
        arguments: ["", "/api/v3"]
    )
    func searches(basePath: String) async throws {
        var limits = SampleAPIConfiguration()
        limits.searchQuota = 10_000
        limits.tokenLimits = .init(core: 10_000, search: 10_000, codeSearch: 10_000, semanticSearch: 10_000)
        let context = try WebContext(limits) {
            $0.client.youTubeSearchBucket.limit = 10_000
            if !basePath.isEmpty { $0.gitHubBaseURL.append(path: basePath) }
        }
        let site = Site(context)
        let contracts = try ServiceContracts()
        let parameters = try await APIDescription().document["components"]["parameters"]
        let allKinds = parameters["kinds"]["schema"]["items"]["enum"].array?.compactMap(\.string) ?? []
        #expect(allKinds.count > 9)
        var generator = SeededGenerator(seed: 39)
        for _ in 0..<60 {
            let kinds = allKinds.shuffled(using: &generator).prefix(3)
            let sort = SearchSort.allCases.randomElement(using: &generator)
            let query: QueryParameters = [
                "q": RandomTexts.text(using: &generator), "kinds": kinds.joined(separator: ","), "sort": sort?.rawValue,
                "since": Bool.random(using: &generator) ? "2020-01-31" : nil,
                "until": Bool.random(using: &generator) ? "2026-01-31" : nil,
            ]
            let path = ["/api/v1/search", "/"].randomElement(using: &generator) ?? "/"
            _ = try await site.response("\(path)?\(query.encoded)")
        }
        let requests = context.server.received
        for request in requests {
            let violations = contracts.violations(of: request, isEnterpriseServer: !basePath.isEmpty)
            #expect(violations.isEmpty, "\(request.url.absoluteString)")
            #expect(!request.url.absoluteString.contains("demo-"), "a credential is sent in a URL")
        }
        let routes = Set(requests.compactMap { contracts.route(of: $0)?.name })
        #expect(routes.isSuperset(of: ["search.list", "search/repositories", "search/issues", "search/users"]))
    }
}
