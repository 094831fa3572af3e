import Foundation
import SeekBasics
import SeekNetworking
import Testing

@testable import SeekSampleAPI

@Suite("The services' descriptions")
struct ServiceContractTests {
    private let contracts: ServiceContracts
    private let client: Client

    init() throws {
        contracts = try SharedCorpus.contracts.get()
        client = try Client()
    }

    private static let fields: HTTPFields = [
        .apiKey: "demo-key", .userAgent: "tests", .authorization: "Bearer demo-token",
    ]

    /// Returns what a request violates.
    private func violations(
        _ target: String,
        _ fields: HTTPFields = Self.fields,
        method: HTTPRequest.Method = .get
    ) throws -> [ContractViolation] {
        let url = try #require(URL(string: "http://127.0.0.1:8080\(target)"))
        return contracts.violations(of: HTTPRequest(method: method, url: url, headerFields: fields))
    }

    @Test("every route has a source, and parameters with values where their type has a set of values")
    func rows() {
        for route in contracts.youTube.routes + contracts.gitHub.routes {
            #expect(!route.source.isEmpty, "\(route.name)")
            for (name, parameter) in route.parameters where parameter.type == .choice {
                #expect(parameter.values?.isEmpty == false, "\(route.name) \(name)")
            }
            for rule in route.rules ?? [] {
                let names = (rule.when ?? []) + (rule.needs ?? []) + (rule.excludes ?? []) + (rule.together ?? [])
                let more = (rule.atMostOneOf ?? []) + (rule.oneOf ?? []) + Array((rule.requires ?? [:]).keys)
                #expect((names + more).allSatisfy { route.parameters[$0] != nil }, "\(route.name) \(rule)")
            }
        }
        for route in contracts.youTube.routes {
            #expect(route.bucket.map { YouTubeQuota.Bucket(rawValue: $0) != nil } == true, "\(route.name)")
            for reason in (route.rules ?? []).compactMap(\.error) { #expect(contracts.youTube.errors?[reason] != nil) }
        }
    }

    @Test(
        "a documented request violates nothing",
        arguments: [
            "/youtube/v3/search?part=snippet&q=C%2B%2B&type=video&videoDuration=long&location=-1.5%2C2&locationRadius=5.5km",
            "/youtube/v3/videos:batchGetStats?part=statistics&id=a%2Cb", "/youtube/v3/channels?part=id&forHandle=%40a",
            "/search/issues?q=is%3Aissue&advanced_search=true&per_page=100&page=2", "/users/%C3%A9/repos?type=owner",
            "/api/v3/search/code?q=x", "/rate_limit",
        ]
    )
    func allowed(target: String) throws {
        #expect(try violations(target).isEmpty)
    }

    @Test(
        "a request that differs from the description is described",
        arguments: [
            ("/youtube/v3/videos%3AbatchGetStats?part=id&id=a", "no path '/youtube/v3/videos%3AbatchGetStats'"),
            ("/youtube/v3/search?part=snippet&q=a+b", "'q' is not encoded once: a+b"),
            ("/youtube/v3/search?part=snippet&q=a:b", "'q' is not encoded once: a:b"),
            ("/youtube/v3/search?part=snippet&q=a%c3%a9", "'q' is not encoded once"),
            ("/youtube/v3/search?part=snippet&q=a%FF", "'q' is not encoded once"),
            ("/youtube/v3/search?part=snippet&q=a%00", "'q' contains a control character"),
            ("/youtube/v3/search?part=snippet&query=a", "search.list has no parameter 'query'"),
            ("/youtube/v3/search?part=snippet&key=demo-key", "'key' must not be sent"),
            ("/youtube/v3/search?part=snippet&q=a&q=b", "'q' is repeated"),
            ("/youtube/v3/search?q=a", "search.list requires 'part'"),
            ("/youtube/v3/search?part=snippet&eventType=live", "eventType requires type=video"),
            ("/youtube/v3/search?part=id&location=91%2C0&locationRadius=1km", "'91,0' is not a value of 'location'"),
            ("/youtube/v3/search?part=id&location=1%2C0&locationRadius=1001km", "'1001km' is not a value of"),
            ("/youtube/v3/videos?part=id&id=a&maxResults=5", "id cannot be combined with 'maxResults'"),
            ("/youtube/v3/playlists?part=id", "one of channelId, id, mine is required"),
            ("/youtube/v3/playlists?part=id&id=a&channelId=b", "channelId, id, mine exclude each other"),
            ("/search/repositories?q=x&order=asc", "order requires 'sort'"),
            ("/search/repositories?q=x&per_page=101", "'101' is not a value of 'per_page'"),
            ("/search/labels?q=x", "search/labels requires 'repository_id'"),
            ("/api/v3/graphql", "no path '/api/v3/graphql'"), ("/search/stars?q=x", "no path '/search/stars'"),
        ]
    )
    func described(target: String, problem: String) throws {
        let violations = try violations(target)
        #expect(violations.contains { $0.description.contains(problem) }, "\(violations)")
    }

    @Test("methods, header fields and bodies are compared as well")
    func heads() throws {
        #expect(try violations("/graphql").map(\.description).contains("graphql requires POST"))
        #expect(
            try violations("/search/code?q=x", [.userAgent: "x"]).map(\.description) == ["search/code requires a token"]
        )
        let search = "/search/issues?q=x"
        #expect(try violations("\(search)&search_type=hybrid", [.userAgent: "x"]).count == 1)
        #expect(try violations(search, [:]).map(\.description) == ["the field User-Agent is missing"])
        #expect(
            try violations(search, [.userAgent: "x", .accept: "text/html"]).map(\.description) == [
                "Accept is 'text/html'"
            ]
        )
        let url = try #require(URL(string: "http://127.0.0.1:8080/api/graphql"))
        var request = HTTPRequest(method: .post, url: url, headerFields: Self.fields)
        request.body = Data(#"{"query": "{viewer{login}}", "variables": {}}"#.utf8)
        #expect(contracts.violations(of: request).isEmpty)
        request.body = Data(#"{"query": "{viewer{login}}", "size": 1}"#.utf8)
        #expect(contracts.violations(of: request).map(\.description) == ["the body has an unknown member 'size'"])
    }

    @Test(
        "the sample API refuses what YouTube refuses, with its status and reason",
        arguments: [
            ("videos%3AbatchGetStats?part=id&id=a", 404, "notFound"), ("search?part=id&query=x", 400, "invalid"),
            ("videos:batchGetStats?part=id&id=a&maxResults=5", 400, "invalid"),
            ("videos:batchGetStats?part=status&id=a", 400, "unknownPart"),
            ("videos?part=id", 400, "missingRequiredParameter"),
            ("channels?part=id&id=a&forHandle=%40a", 400, "incompatibleParameters"),
            ("search?part=id&type=video&forMine=true", 401, "authorizationRequired"),
            ("search?part=id&type=video&location=x&locationRadius=5km", 400, "invalidLocation"),
            ("search?part=id&channelId=%40a", 400, "invalidChannelId"),
            ("search?part=id&relevanceLanguage=de_DE", 400, "invalidRelevanceLanguage"),
            ("search?part=id&fields=items(id)&prettyPrint=maybe", 400, "invalidParameter"),
        ]
    )
    func refusals(target: String, status: Int, reason: String) throws {
        let response = try client.send("/youtube/v3/\(target)", [.apiKey: "demo-key"])
        #expect(response.status == status)
        #expect(response.json["error"]["errors"][0]["reason"].string == reason)
    }

    @Test("the sample API accepts what the services accept although their references exclude it")
    func leniency() throws {
        #expect(try client.youTube("part=id&id=a&maxResults=5", method: "videos").status == 200)
        #expect(try client.youTube("part=id&part=snippet&order=searchSortUnspecified").status == 200)
        #expect(try client.gitHub("/search/repositories?q=x&per_page=1000&sort=nothing&unknown=1").status == 200)
        let version = HTTPField.Name("X-GitHub-Api-Version")
        let fields: HTTPFields = [.userAgent: "tests"]
        for (value, status) in [
            ("*/*", 200), ("application/json", 200), ("application/vnd.github.v3.raw", 200), ("text/html", 415),
        ] {
            var fields = fields
            fields[.accept] = value
            #expect(try client.gitHub("/search/repositories?q=x", fields: fields).status == status)
        }
        #expect(try client.gitHub("/versions").json.array?.count == 2)
        for (value, status) in [("2022-11-28", 200), ("2026-03-10", 200), ("2020-01-01", 400)] {
            var fields = fields
            fields[version] = value
            #expect(try client.gitHub("/search/repositories?q=x", fields: fields).status == status)
        }
        let rejected = try client.gitHub("/search/repositories?q=x", fields: [.userAgent: "tests", version: "v3"])
        #expect(
            rejected.json["message"].string
                == "The version you specified in the \"X-GitHub-API-Version\" request header, \"v3\", is not a supported "
                + "version. The following versions are currently supported: \"2026-03-10\" (most recent), \"2022-11-28\"."
        )
    }
}
