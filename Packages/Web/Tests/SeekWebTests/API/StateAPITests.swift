import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@Suite("Saved searches, quotas and health in the JSON API")
struct StateAPITests {
    @Test(
        "a search is saved, found again, run and removed",
        arguments: [
            "q=swift", "q=swift&kinds=video&sort=date", "q=swift&kinds=repository&sort=popularity", "q=a&kinds=issue",
            "q=swift&kinds=video%2Cuser&sort=date&since=2010-01-01", "q=swift&kinds=repository&language=swift",
        ]
    )
    func saved(query: String) async throws {
        let site = try Site()
        _ = try await site.json("/api/v1/saved/mine", .put, body: "{\"query\": \"\(query)\"}")
        #expect(try await site.json("/api/v1/saved")["searches"].array?.map(\.["query"]) == [.string(query)])
        #expect(try await site.json("/api/v1/saved/mine")["changes"].isNull)
        let run = try await site.json("/api/v1/saved/mine/run", .post)
        #expect(run["isStored"] == true)
        #expect(run["new"].array?.isEmpty == false)
        #expect(try await site.json("/api/v1/saved/mine")["changes"].isNull)
        _ = try await site.json("/api/v1/saved/mine/run", .post)
        let changes = try await site.json("/api/v1/saved/mine")["changes"]
        #expect(changes == ["new": 0, "changed": 0, "removed": 0, "dropped": 0])
        #expect(try await site.response("/api/v1/saved/mine", .delete).status.code == 204)
        #expect(try await site.response("/api/v1/saved/mine", .delete).status.code == 404)
        #expect(try await site.json("/api/v1/saved")["searches"] == [])
    }

    @Test("without a state folder, saved searches cannot be listed, read, removed or run")
    func noFolder() async throws {
        let site = Site(try WebContext(configure: { $0.stateFolder = nil }))
        let requests: [(HTTPRequest.Method, String)] = [
            (.get, "/api/v1/saved"), (.get, "/api/v1/saved/a"), (.delete, "/api/v1/saved/a"),
            (.post, "/api/v1/saved/a/run"),
        ]
        for (method, target) in requests {
            #expect(try await site.json(target, method)["type"] == "/api/v1/problems/store-unavailable")
        }
    }

    @Test("quotas of YouTube are counted, and GitHub's limits are known after a search")
    func quota() async throws {
        let site = try Site(TestAppOptions(addsDurationsAndAvatars: false))
        let before = try await site.json("/api/v1/quota")
        let names = before["quotas"].array?.map(\.["name"])
        #expect(names == ["youtube.search", "youtube.units", "youtube.stats"])
        #expect(before["quotas"][0]["remaining"] == 100)
        #expect(before["messages"] == ["GitHub's limits are known after the first search of GitHub."])
        _ = try await site.results("q=swift")
        let after = try await site.json("/api/v1/quota")
        #expect(after["quotas"][0]["remaining"] == 99)
        let last = try #require(after["quotas"].array?.last)
        #expect(last["service"] == "GitHub")
        #expect(last["name"] == "search")
        #expect(last["remaining"] == 29)
        #expect(after["messages"] == [])
    }

    @Test("an exhausted quota of YouTube has no remaining calls")
    func exhausted() async throws {
        let site = Site(try WebContext(SampleAPIConfiguration(searchQuota: 0)))
        let problem = try await site.json("/api/v1/search?q=swift&kinds=video")
        #expect(problem["sources"][0]["message"].string?.hasPrefix("YouTube: ") == true)
        let quota = try await site.json("/api/v1/quota")["quotas"][0]
        #expect(quota["isExhausted"] == true)
        #expect(quota["remaining"] == 0)
    }

    @Test("a rate limit has all its calls again after its reset")
    func resetLimit() async throws {
        let offset = Mutex(0.0)
        let site = Site(
            try WebContext(configure: { $0.client.now = { Date(timeIntervalSinceNow: offset.withLock { $0 }) } })
        )
        _ = try await site.results("q=swift&kinds=repository")
        func limit() async throws -> JSONValue {
            try #require(try await site.json("/api/v1/quota")["quotas"].array?.first { $0["service"] == "GitHub" })
        }
        let used = try await limit()
        #expect(used["remaining"] != used["limit"])
        offset.withLock { $0 = 2 * 86_400 }
        #expect(try await limit()["remaining"] == used["limit"])
    }

    /// Returns the names of the parts in a state: `degraded` or `off`.
    private func parts(_ state: JSONValue, _ site: Site) async throws -> [String] {
        let health = try await site.json("/api/v1/health")
        let checks = health["checks"].array ?? []
        #expect((health["status"] == "ok") == !checks.contains { $0["state"] == "degraded" })
        return checks.filter { $0["state"] == state }.compactMap { $0["name"].string }
    }

    @Test("without a key for YouTube, quotas and health explain what to do")
    func noKey() async throws {
        let site = Site(try WebContext(configure: { $0.youTubeAPIKey = nil }))
        #expect(try await site.json("/api/v1/quota")["messages"][0].string?.contains("YOUTUBE_API_KEY") == true)
        let checks = try await site.json("/api/v1/health")["checks"].array ?? []
        let message = checks.first { $0["state"] == "degraded" }?["message"].string
        #expect(message?.contains("YOUTUBE_API_KEY") == true)
    }

    /// A site whose requests to YouTube fail while a flag is set.
    private func site(failingWhile isFailing: @escaping @Sendable () -> Bool) throws -> Site {
        Site(
            try WebContext(reply: { request in
                guard isFailing(), request.url.path.hasPrefix("/youtube") else { return nil }
                return .response(HTTPResponse(status: 503))
            })
        )
    }

    @Test("a service whose latest search failed is degraded until another search succeeds")
    func failedService() async throws {
        let isFailing = Mutex(true)
        let site = try site(failingWhile: { isFailing.withLock { $0 } })
        _ = try await site.results("q=swift")
        #expect(try await parts("degraded", site) == ["youtube"])
        let checks = try await site.json("/api/v1/health")["checks"].array ?? []
        let message = checks.first { $0["state"] == "degraded" }?["message"]
        #expect(message == "The latest search failed: YouTube is not available. Try again later.")
        // An invalid search does not show whether the service works, so the failure remains.
        _ = try await site.response("/api/v1/search?q=\(String(repeating: "a", count: 900))")
        #expect(try await parts("degraded", site) == ["youtube"])
        isFailing.withLock { $0 = false }
        _ = try await site.results("q=sqlite")
        #expect(try await parts("degraded", site) == [])
    }

    @Test("the health of a service changes with runs of saved searches, and not with stored responses")
    func storedResponse() async throws {
        let isFailing = Mutex(false)
        let site = try site(failingWhile: { isFailing.withLock { $0 } })
        _ = try await site.json("/api/v1/saved/mine", .put, body: #"{"query": "q=swift"}"#)
        _ = try await site.results("q=sqlite")
        isFailing.withLock { $0 = true }
        _ = try await site.response("/api/v1/saved/mine/run", .post)
        #expect(try await parts("degraded", site) == ["youtube"])
        _ = try await site.results("q=sqlite")
        #expect(try await parts("degraded", site) == ["youtube"])
        isFailing.withLock { $0 = false }
        _ = try await site.response("/api/v1/saved/mine/run", .post)
        #expect(try await parts("degraded", site) == [])
    }

    @Test("a service with a used-up quota is degraded until the reset")
    func exhaustedHealth() async throws {
        let clock = Mutex(Date())
        let site = Site(
            try WebContext(SampleAPIConfiguration(searchQuota: 0)) { configuration in
                configuration.client.now = { clock.withLock { $0 } }
            }
        )
        _ = try await site.response("/api/v1/search?q=swift&kinds=video")
        #expect(try await parts("degraded", site) == ["youtube"])
        clock.withLock { $0 += 86_400 }
        #expect(try await parts("degraded", site) == [])
    }

    @Test("health names the parts that are off or have failed")
    func health() async throws {
        let complete = try Site()
        #expect(try await parts("degraded", complete) == [])
        #expect(try await parts("off", complete) == ["redis"])
        let minimal = Site(
            try WebContext(configure: { ($0.cacheFolder, $0.stateFolder, $0.gitHubToken) = (nil, nil, nil) })
        )
        #expect(try await parts("off", minimal) == ["github", "cache", "state", "redis"])
        let unusable = Site(try WebContext(configure: { $0.cacheFolder = URL(filePath: "/proc/none") }))
        #expect(try await parts("degraded", unusable).contains("cache"))
    }
}
