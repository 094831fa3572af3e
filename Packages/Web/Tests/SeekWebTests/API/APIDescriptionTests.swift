import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@testable import SeekWeb

@Suite("The description of the API")
struct APIDescriptionTests {
    private let description: APIDescription

    init() async throws { description = try await APIDescription() }

    @Test("contains exactly the routes of the API")
    func routes() throws {
        let routes = APIRoutes(service: WebSearchService(try WebContext().configuration)).routes.map { route in
            let path = route.pattern.map { $0.first == ":" ? "{\($0.dropFirst())}" : $0 }.joined(separator: "/")
            return "\(route.method.rawValue) /\(path)"
        }
        #expect(Set(description.operations.keys) == Set(routes))
        #expect(description.document["openapi"] == "3.1.0")
    }

    @Test("contains the parameters, kinds and limits of a search")
    func parameters() throws {
        let parameters = description.document["paths"]["/api/v1/search"]["get"]["parameters"].array ?? []
        let names = parameters.compactMap { $0["$ref"].string?.split(separator: "/").last.map(String.init) }
        #expect(Set(names) == Set(SearchParameters.Parameter.allCases.map(\.rawValue)))
        let described = description.document["components"]["parameters"]
        #expect(described["q"]["schema"]["maxLength"].integer == SearchParameters.maximumTextLength)
        #expect(described["pages"]["schema"]["maximum"].integer == SearchParameters.maximumPages)
    }

    @Test(
        "lists the values that the app has",
        arguments: [
            ("parameters/kinds/schema/items", SearchParameters.allKinds.map(\.rawValue)),
            ("schemas/Search/properties/kinds/items", SearchParameters.allKinds.map(\.rawValue)),
            ("schemas/Result/properties/kind", SearchParameters.allKinds.map(\.rawValue)),
            ("parameters/sort/schema", SearchSort.allCases.map(\.rawValue)),
            ("schemas/Search/properties/sort", SearchSort.allCases.map(\.rawValue)),
            ("parameters/view/schema", SearchParameters.View.allCases.map(\.rawValue)),
            ("schemas/Search/properties/view", SearchParameters.View.allCases.map(\.rawValue)),
            ("schemas/Source/properties/state", SourceStatus.State.allCases.map(\.rawValue)),
            ("schemas/Health/properties/checks/items/properties/state", HealthReport.State.allCases.map(\.rawValue)),
        ]
    )
    func values(path: String, values: [String]) {
        let schema = path.split(separator: "/").reduce(description.document["components"]) { $0[String($1)] }
        #expect(schema["enum"].array?.compactMap(\.string) == values)
    }

    @Test("is a page for a browser and OpenAPI for a program")
    func page() async throws {
        let site = try Site()
        let html = try await site.response("/api/v1", fields: [.accept: "text/html"]).text
        #expect(html.contains("<h1>JSON API</h1>"))
        for operation in description.operations.keys { #expect(html.contains("<h3><code>\(operation)</code></h3>")) }
        #expect(html.contains("<dt><code>kinds</code></dt>"))
        #expect(html.contains("Values: video, channel, "))
        #expect(html.contains("continue with <code>next.cursor</code> or"))
        #expect(try await site.json("/api/v1") == description.document)
        #expect(try await site.page("/").contains("<a href=\"/api/v1\">API</a>"))
    }

    /// A request, its operation in the description, and the expected status.
    private struct Exchange {
        var operation: String
        var target: String
        var body = ""
        var headerFields: HTTPFields = [:]
        /// Whether the request is sent a second time, with the tag of the first response.
        var isConditional = false
        var status: Int

        init(
            _ operation: String,
            _ status: Int,
            _ target: String? = nil,
            body: String = "",
            _ headerFields: HTTPFields = [:],
            isConditional: Bool = false
        ) {
            self.operation = operation
            self.status = status
            self.target = target ?? String(operation.split(separator: " ")[1])
            self.body = body
            self.headerFields = headerFields
            self.isConditional = isConditional
        }
    }

    /// At least one request for each operation and described status, except 304 of the metrics. The order matters:
    /// saved searches are created, replaced, run and deleted.
    private static let exchanges = [
        Exchange("GET /api/v1/search", 200, "/api/v1/search?q=swift"),
        Exchange("GET /api/v1/search", 304, "/api/v1/search?q=swift", isConditional: true),
        Exchange("GET /api/v1/search", 200, "/api/v1/search?q=swift&kinds=video,channel,playlist,repository&sort=date"),
        Exchange("GET /api/v1/search", 200, "/api/v1/search?q=swift&kinds=issue,pull-request,user,code,commit,topic"),
        Exchange("GET /api/v1/search", 200, "/api/v1/search?q=swift&view=grouped&since=2010-01-01&until=2026-01-01"),
        Exchange("GET /api/v1/search", 200, "/api/v1/search?q=swift&offline=1"),
        Exchange("GET /api/v1/search", 200, "/api/v1/search?q=nothing+at+all+matches"),
        Exchange("GET /api/v1/search", 400, "/api/v1/search"),
        Exchange("GET /api/v1/search", 400, "/api/v1/search?q=+"),
        Exchange("GET /api/v1/search", 400, "/api/v1/search?q=swift&kinds="),
        Exchange("GET /api/v1/search", 400, "/api/v1/search?q=swift&cursor=2-forged"),
        Exchange("GET /api/v1/search/events", 200, "/api/v1/search/events?q=swift"),
        Exchange("GET /api/v1/search/events", 400, "/api/v1/search/events?q=swift&sort=best"),
        Exchange("GET /api/v1/details", 200, "/api/v1/details?id=youtube:video:zl_Gj6FZ9gR"),
        Exchange("GET /api/v1/details", 304, "/api/v1/details?id=youtube:video:zl_Gj6FZ9gR", isConditional: true),
        Exchange("GET /api/v1/details", 400), Exchange("GET /api/v1/details", 400, "/api/v1/details?id=foo"),
        Exchange("GET /api/v1/details", 404, "/api/v1/details?id=github:issue:1"),
        Exchange("GET /api/v1/details", 404, "/api/v1/details?id=youtube:video:gone"),
        Exchange("GET /api/v1/details/cost", 200, "/api/v1/details/cost?id=youtube:channel:UC1"),
        Exchange("GET /api/v1/details/cost", 304, "/api/v1/details/cost?id=youtube:channel:UC1", isConditional: true),
        Exchange("GET /api/v1/details/cost", 404, "/api/v1/details/cost?id=github:issue:1"),
        Exchange("GET /api/v1/details/cost", 400, "/api/v1/details/cost?id=zzz"),
        Exchange("GET /api/v1/details", 400, "/api/v1/details?id=github:video:1"),
        Exchange("GET /api/v1/details", 400, "/api/v1/details?id=github:repository:a"),
        Exchange("GET /api/v1/saved", 200),
        Exchange("PUT /api/v1/saved/{name}", 201, "/api/v1/saved/a%20b", body: #"{"query": "q=swift"}"#),
        Exchange(
            "PUT /api/v1/saved/{name}",
            200,
            "/api/v1/saved/a%20b",
            body: #"{"query": "q=swift&kinds=repository&sort=popularity"}"#
        ),
        Exchange(
            "PUT /api/v1/saved/{name}",
            412,
            "/api/v1/saved/a%20b",
            body: #"{"query": "q=swift"}"#,
            [.ifNoneMatch: "*"]
        ),
        Exchange(
            "PUT /api/v1/saved/{name}",
            422,
            "/api/v1/saved/c",
            body: #"{"query": "q=swift&kinds=code&since=7d"}"#
        ),
        Exchange("PUT /api/v1/saved/{name}", 400, "/api/v1/saved/c", body: #"{"query": "q=swift&sort=best"}"#),
        Exchange("PUT /api/v1/saved/{name}", 400, "/api/v1/saved/c", body: #"{"query": 1}"#),
        Exchange("PUT /api/v1/saved/{name}", 400, "/api/v1/saved/c", body: "q=swift"),
        Exchange("GET /api/v1/saved/{name}", 200, "/api/v1/saved/a%20b"),
        Exchange("POST /api/v1/saved/{name}/run", 200, "/api/v1/saved/a%20b/run"),
        Exchange("POST /api/v1/saved/{name}/run", 200, "/api/v1/saved/a%20b/run"),
        Exchange("POST /api/v1/saved/{name}/run", 404, "/api/v1/saved/c/run"),
        Exchange("GET /api/v1/saved/{name}", 200, "/api/v1/saved/a%20b"),
        Exchange("GET /api/v1/saved/{name}", 304, "/api/v1/saved/a%20b", isConditional: true),
        Exchange("GET /api/v1/saved/{name}", 404, "/api/v1/saved/c"), Exchange("GET /api/v1/saved", 200),
        Exchange("GET /api/v1/saved", 304, isConditional: true),
        Exchange("DELETE /api/v1/saved/{name}", 204, "/api/v1/saved/a%20b"),
        Exchange("DELETE /api/v1/saved/{name}", 404, "/api/v1/saved/a%20b"),
        Exchange("GET /api/v1/history", 200), Exchange("GET /api/v1/history", 304, isConditional: true),
        Exchange("DELETE /api/v1/history", 204), Exchange("GET /api/v1/history", 200),
        Exchange("GET /api/v1/quota", 200), Exchange("GET /api/v1/quota", 304, isConditional: true),
        Exchange("GET /api/v1/health", 200), Exchange("GET /api/v1/health", 304, isConditional: true),
        Exchange("GET /api/v1/openapi.json", 200), Exchange("GET /api/v1/openapi.json", 304, isConditional: true),
        Exchange("GET /api/v1/problems/{type}", 200, "/api/v1/problems/limit-reached"),
        Exchange("GET /api/v1/problems/{type}", 304, "/api/v1/problems/limit-reached", isConditional: true),
        Exchange("GET /api/v1/problems/{type}", 404, "/api/v1/problems/none"),
        Exchange("GET /api/v1/metrics", 200),
    ]

    @Test("describes every response of every route, and no response contains a credential")
    func responses() async throws {
        let api = try Site()
        var received: Set<String> = []
        for exchange in Self.exchanges {
            let method = try #require(HTTPRequest.Method(String(exchange.operation.prefix { $0 != " " })))
            var fields = exchange.headerFields
            if exchange.isConditional {
                let first = try await api.response(exchange.target, method)
                fields[.ifNoneMatch] = "\"other\", \(first.headerFields[.eTag] ?? "")"
            }
            let response = try await api.response(exchange.target, method, fields: fields, body: exchange.body)
            #expect(response.status.code == exchange.status, "\(exchange.operation) \(exchange.target)")
            #expect(description.problems(of: response, to: exchange.operation) == [])
            #expect(!response.text.contains("demo-key"))
            #expect(!response.text.contains("demo-token"))
            received.insert("\(exchange.operation) \(response.status.code)")
        }
        let described = description.operations.flatMap { operation, statuses in
            statuses.names.filter { $0 != "default" }.map { "\(operation) \($0)" }
        }
        // The counts change with each request, so metrics are never unchanged.
        #expect(Set(described).subtracting(received) == ["GET /api/v1/metrics 304"])
    }

    @Test(
        "describes the problems of a missing key, a rejected key and a used-up quota",
        arguments: [
            ("", "missing-credential", 503), ("wrong-key", "rejected-credential", 502),
            ("demo-key", "limit-reached", 503),
        ]
    )
    func problems(key: String, kind: String, status: Int) async throws {
        let sample = SampleAPIConfiguration(searchQuota: 0, unitQuota: 0)
        let api = Site(try WebContext(sample, configure: { $0.youTubeAPIKey = key }))
        let targets = [
            "GET /api/v1/search": "/api/v1/search?q=swift&kinds=video",
            "GET /api/v1/details": "/api/v1/details?id=youtube:video:a",
        ]
        for (operation, target) in targets {
            let response = try await api.response(target)
            #expect(response.status.code == status)
            #expect(description.problems(of: response, to: operation) == [])
            let problem = try response.json
            #expect(problem["type"].string == "/api/v1/problems/\(kind)")
            #expect(problem["detail"].string?.contains("YOUTUBE_API_KEY") == (kind != "limit-reached"))
            #expect(problem["sources"].isNull == (operation == "GET /api/v1/details"))
            #expect((response.headerFields[.retryAfter] != nil) == (kind == "limit-reached"))
            #expect(key.isEmpty || !response.text.contains(key))
        }
    }

    @Test("has a schema for quotas that rejects unknown, missing and invalid members")
    func strictness() throws {
        let quota = description.document["components"]["schemas"]["Quota"]
        let usage: JSONValue = [
            "service": "YouTube", "name": "n", "limit": 1, "remaining": 1, "resetsAt": "2026-01-01T00:00:00Z",
            "isExhausted": false,
        ]
        let valid: JSONValue = ["quotas": [usage], "messages": []]
        #expect(description.problems(in: valid, quota, at: "Quota") == [])
        let changes: [(inout JSONValue) -> Void] = [
            { $0["quotas"][0]["key"] = "x" }, { $0["quotas"][0]["service"] = "Other" },
            { $0["quotas"][0]["resetsAt"] = "soon" }, { $0["quotas"][0]["limit"] = 1.5 }, { $0["messages"] = nil },
            { $0 = ["quotas": []] }, { $0 = [] },
        ]
        for change in changes {
            var value = valid
            change(&value)
            #expect(description.problems(in: value, quota, at: "Quota") != [])
        }
    }
}
