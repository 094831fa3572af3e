import Foundation
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@Suite("Access to GitHub and rate limits")
struct GitHubAccessTests {
    static let anonymous: HTTPFields = [.userAgent: "tests"]
    static let authorized: HTTPFields = [.userAgent: "tests", .authorization: "Bearer demo-token"]

    @Test("a missing or empty User-Agent returns 403 without JSON", arguments: [[:] as HTTPFields, [.userAgent: ""]])
    func missingAgent(fields: HTTPFields) throws {
        let response = try Client().gitHub("/users/octocat/repos", fields: fields)
        #expect(response.status == 403)
        #expect(response[field: .contentType]?.hasPrefix("text/html") == true)
        #expect(String(decoding: response.http.body, as: UTF8.self).contains("User-Agent"))
    }

    @Test(
        "an invalid Authorization field returns 401 Bad credentials",
        arguments: ["Bearer oops", "token oops", "Bearer", "", "Basic demo-token", "demo-token"]
    )
    func wrongToken(field: String) throws {
        let response = try Client().gitHub(
            "/users/octocat/repos",
            fields: [.userAgent: "tests", .authorization: field]
        )
        #expect(response.status == 401)
        #expect(response.json["message"].string == "Bad credentials")
        #expect(response.json["status"].string == "401")
    }

    @Test(
        "the rate limits of core and search are GitHub's, with and without the token",
        arguments: [
            (anonymous, "/users/octocat/repos", "60", "core"), (authorized, "/users/octocat/repos", "5000", "core"),
            (anonymous, "/search/repositories?q=swift", "10", "search"),
            (authorized, "/search/repositories?q=swift", "30", "search"),
        ]
    )
    func budgets(fields: HTTPFields, target: String, limit: String, resource: String) throws {
        let client = try Client(SampleAPIConfiguration())
        for used in 1...3 {
            let response = try client.gitHub(target, fields: fields)
            #expect(response[rateLimit: "limit"] == limit)
            #expect(response[rateLimit: "resource"] == resource)
            #expect(response[rateLimit: "used"] == "\(used)")
            #expect(response[rateLimit: "remaining"] == "\(try #require(Int(limit)) - used)")
            // An hour or a minute after the current time of the API.
            #expect(response[rateLimit: "reset"] == (resource == "core" ? "1774184400" : "1774180860"))
        }
    }

    @Test("a request beyond the rate limit returns 403 until the reset; other limits are not affected")
    func exhausted() throws {
        let client = try Client(SampleAPIConfiguration())
        for _ in 1...10 {
            #expect(try client.gitHub("/search/repositories?q=swift", fields: Self.anonymous).status == 200)
        }
        client.clock.now += 59
        let rejected = try client.gitHub("/search/repositories?q=swift", fields: Self.anonymous)
        #expect(rejected.status == 403)
        #expect(rejected[rateLimit: "remaining"] == "0")
        #expect(rejected[rateLimit: "used"] == "10")
        #expect(rejected.json["message"].string?.hasPrefix("API rate limit exceeded for 127.0.0.1.") == true)
        #expect(try client.gitHub("/users/octocat/repos", fields: Self.anonymous).status == 200)
        #expect(try client.gitHub("/search/repositories?q=swift", fields: Self.authorized).status == 200)
        client.clock.now += 1
        let again = try client.gitHub("/search/repositories?q=swift", fields: Self.anonymous)
        #expect(again.status == 200)
        #expect(again[rateLimit: "remaining"] == "9")
    }

    @Test("with the token, the rate limit message refers to the user ID")
    func exhaustedWithToken() throws {
        let client = try Client(SampleAPIConfiguration(tokenLimits: .init(core: 0, search: 0)))
        let response = try client.gitHub("/users/octocat/repos", fields: Self.authorized)
        #expect(response.status == 403)
        #expect(response.json["message"].string?.contains("user ID") == true)
    }

    @Test("a 304 response counts against the rate limit only without a token")
    func conditionalRequests() throws {
        for (fields, cost) in [(Self.authorized, 0), (Self.anonymous, 1)] {
            let client = try Client(SampleAPIConfiguration())
            let first = try client.gitHub("/users/octocat/repos", fields: fields)
            var conditional = fields
            conditional[.ifNoneMatch] = first[field: .eTag]
            for time in 1...3 {
                let response = try client.gitHub("/users/octocat/repos", fields: conditional)
                #expect(response.status == 304)
                #expect(response[rateLimit: "used"] == "\(1 + time * cost)")
            }
        }
    }

    @Test("requests that return 404 or 422 count against the rate limit")
    func errorsCount() throws {
        let client = try Client(SampleAPIConfiguration())
        #expect(try client.gitHub("/users/nobody-at-all/repos")[rateLimit: "used"] == "1")
        #expect(try client.gitHub("/search/repositories")[rateLimit: "used"] == "1")
        #expect(try client.gitHub("/search/repositories")[rateLimit: "used"] == "2")
    }

    @Test(
        "rate_limit has a top-level rate unless the API version of March 2026 is requested",
        arguments: [(nil, true), ("2022-11-28", true), ("2026-03-10", false)] as [(String?, Bool)]
    )
    func rateIsRemoved(version: String?, hasRate: Bool) throws {
        var fields = Self.authorized
        fields["X-GitHub-Api-Version"] = version
        let response = try Client().gitHub("/rate_limit", fields: fields)
        #expect(response.json.keys.contains("rate") == hasRate)
        #expect(response.json["resources"].keys == ["core", "search", "code_search", "semantic_search"])
    }

    @Test("rate_limit returns the limits and does not count against them")
    func rateLimit() throws {
        let client = try Client(SampleAPIConfiguration())
        _ = try client.gitHub("/search/repositories?q=swift")
        for _ in 1...2 {
            let response = try client.gitHub("/rate_limit")
            #expect(response.status == 200)
            #expect(response[rateLimit: "resource"] == "core")
            #expect(response.json["resources"]["search"]["remaining"].integer == 29)
            #expect(response.json["resources"]["search"]["used"].integer == 1)
            #expect(response.json["resources"]["core"]["remaining"].integer == 5000)
            #expect(response.json["rate"]["limit"].integer == 5000)
        }
    }
}
