import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@Suite("The details of cards and of single results")
struct DetailsTests {
    private static let search = "/api/v1/search?q=swift&kinds=video"

    @Test("each page of videos has durations and views for no unit of quota, and avatars for at most one")
    func cards() async throws {
        let site = try Site()
        let page = try await site.json(Self.search)
        let results = try #require(page["results"].array)
        #expect(page["detailsCost"] == 1)
        #expect(page["detailsMessage"].isNull)
        #expect(results.count { !$0["durationSeconds"].isNull } > 15)
        #expect(results.allSatisfy { $0["count"]["unit"] == "views" })
        #expect(results.contains { !$0["author"]["image"].isNull })
        let twoPages = try await site.json("\(Self.search)&pages=2")
        #expect(twoPages["detailsCost"].integer ?? 2 <= 1)
        #expect(twoPages["results"].array?.prefix(25) == results[...])
        #expect(twoPages["results"].array?.last?["count"]["unit"] == "views")
    }

    @Test("statistics that YouTube fails to return are reported, and those of the other videos are shown")
    func failingStatistics() async throws {
        let id = try #require(try await Site().results("q=swift&kinds=video").first?["id"].string)
        var configuration = SampleAPIConfiguration()
        configuration.failingStatistics = [String(id.split(separator: ":")[2])]
        let page = try await Site(try WebContext(configuration)).json(Self.search)
        #expect(page["detailsMessage"] == "Durations of 1 video are missing: YouTube failed.")
        #expect(page["results"].array?.count { $0["count"].isNull } == 1)
    }

    @Test("if the details of cards are switched off, only the search is requested")
    func withoutDetails() async throws {
        let site = try Site(TestAppOptions(addsDurationsAndAvatars: false))
        let page = try await site.json(Self.search)
        #expect(page["detailsCost"] == 0)
        #expect(page["results"].array?.allSatisfy { $0["durationSeconds"].isNull } == true)
        #expect(site.context.server.received.allSatisfy { $0.url.path().hasSuffix("/search") })
    }

    @Test("if lookups fail, the results remain, and a message explains what is missing")
    func failure() async throws {
        let page = try await Site(try WebContext(SampleAPIConfiguration(unitQuota: 0))).json(Self.search)
        #expect(page["results"].array?.count == 25)
        #expect(page["isFinal"] == true)
        #expect(page["detailsMessage"].string?.hasPrefix("Durations and avatars are missing: YouTube: ") == true)
    }

    @Test(
        "details have statistics, and their cost is known before they are loaded",
        arguments: [
            ("video", "youtube.units", ["views", "likes"]), ("channel", "youtube.units", ["videos"]),
            ("repository", "core", ["stars", "forks", "open issues"]),
        ]
    )
    func details(kind: String, quota: String, statistics: [String]) async throws {
        let site = try Site(TestAppOptions(addsDurationsAndAvatars: false))
        let result = try #require(try await site.results("q=swift&kinds=\(kind)").first)
        let id = try #require(result["id"].string)
        let requestCount = site.context.server.received.count
        #expect(try await site.json("/api/v1/details/cost?id=\(id)")["quota"].string == quota)
        #expect(site.context.server.received.count == requestCount)
        let details = try await site.json("/api/v1/details?id=\(id)")
        #expect(details["result"]["id"].string == id)
        #expect(details["result"]["title"] == result["title"])
        #expect(Set(statistics).isSubset(of: (details["statistics"].array ?? []).compactMap { $0["name"].string }))
        #expect(details["quotaCost"] == (kind == "repository" ? 0 : 1))
        #expect(try await site.json("/api/v1/details?id=\(id)")["quotaCost"] == 0)
        #expect(site.context.server.received.count == requestCount + 1)
    }

    @Test(
        "the ID of a result without details, or of no result, is an error, and no request is sent",
        arguments: [
            "", "x", "youtube:video:", "youtube:video:a,b", "youtube:video:../x", "youtube:repository:1",
            "github:repository:a", "github:repository:99999999999999999999", "github:issue:1", "notes:video:a",
            "youtube:video:" + String(repeating: "a", count: 101),
        ]
    )
    func invalidID(id: String) async throws {
        let site = try Site()
        let query: QueryParameters = ["id": id]
        let status = try await site.response("/api/v1/details?\(query.encoded)").status.code
        #expect([400, 404].contains(status))
        #expect(site.context.server.received.isEmpty)
    }

    @Test("a removed result is an error", arguments: ["youtube:video:gone", "github:repository:1"])
    func removed(id: String) async throws {
        let site = try Site()
        let response = try await site.response("/api/v1/details?id=\(id)")
        #expect(response.status.code == 404)
        #expect(try response.json["type"] == "/api/v1/problems/not-found")
        #expect(site.context.server.received.count == 1)
    }
}
