import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import Testing

@Suite("The JSON API")
struct APITests {
    @Test("following the links of the pages reaches the last page and returns no result twice")
    func paging() async throws {
        let api = try Site()
        var target: String? = "/api/v1/search?q=swift&sort=popularity"
        var ids: [String] = []
        var pages = 0
        while let next = target, pages < 10 {
            let response = try await api.response(next)
            let page = try response.json
            pages += 1
            #expect(page["pages"]["first"].integer == pages)
            let results = page["results"].array ?? []
            ids += results.compactMap { $0["id"].string }
            #expect(results.count == 25 || page["next"].isNull)
            target = page["next"]["url"].string
            let link = target.map { "<\($0)>; rel=\"next\"" }
            #expect(response.headerFields[.link] == link)
        }
        #expect(pages > 2)
        #expect(target == nil)
        #expect(Set(ids).count == ids.count)
        // Each of the two services is searched less than once per page, because a response serves several pages.
        #expect(api.context.server.received.filter { $0.url.path().hasSuffix("search") }.count < pages * 2)
        let longPage = try await api.json("/api/v1/search?q=swift&sort=popularity&pages=\(pages)")
        #expect(longPage["results"].array?.compactMap { $0["id"].string } == ids)
        #expect(longPage["next"].isNull)
        #expect(longPage["quotaCost"] == 0)
    }

    @Test("only the last update is final, and it contains the results of the search")
    func events() async throws {
        let api = try Site()
        let response = try await api.response("/api/v1/search/events?q=swift")
        #expect(response.headerFields[.contentType] == "text/event-stream")
        var updates: [JSONValue] = []
        for await event in try #require(response.events) {
            #expect(event.name == "results")
            updates.append(try JSONDecoder().decode(JSONValue.self, from: Data(event.data.utf8)))
        }
        #expect(updates.last?["isFinal"].bool == true)
        #expect(updates.dropLast().allSatisfy { $0["isFinal"].bool == false })
        let expected = try await api.json("/api/v1/search?q=swift")
        #expect(updates.last?["results"] == expected["results"])
        #expect(updates.last?["sources"].array?.allSatisfy { $0["state"] == "completed" } == true)
        let problems = try await APIDescription().problems(
            in: try #require(updates.last),
            ["$ref": "#/components/schemas/SearchResults"],
            at: "event"
        )
        #expect(problems == [])
    }

    @Test(
        "a response has status 304 if If-None-Match contains its tag or is *",
        arguments: [
            ("T", 304), ("W/T", 304), ("*", 304), ("\"a\", T", 304), ("\"a\",W/T ,\"b\"", 304), ("\"other\"", 200),
            ("", 200), ("Tx", 200), (",,", 200),
        ]
    )
    func validation(value: String, status: Int) async throws {
        let api = try Site()
        let first = try await api.response("/api/v1/openapi.json")
        let tag = try #require(first.headerFields[.eTag])
        let value = value.replacing("T", with: tag)
        let second = try await api.response("/api/v1/openapi.json", fields: [.ifNoneMatch: value])
        #expect(second.status.code == status)
        #expect(second.headerFields[.eTag] == tag)
        #expect(second.headerFields[.cacheControl] == "private, max-age=3600")
        #expect(second.body.isEmpty == (status == 304))
    }

    @Test("the tag of a search differs from that of another search, and does not change with costs and ages")
    func searchTag() async throws {
        let api = try Site()
        let first = try await api.response("/api/v1/search?q=swift")
        let again = try await api.response("/api/v1/search?q=swift")
        #expect(first.body != again.body)
        #expect(first.headerFields[.eTag] == again.headerFields[.eTag])
        #expect(first.headerFields[.eTag]?.hasPrefix("W/") == true)
        let other = try await api.response("/api/v1/search?q=swift&kinds=video")
        #expect(other.headerFields[.eTag] != first.headerFields[.eTag])
    }

    @Test(
        "the response to an unknown path or an unsupported method contains problem details",
        arguments: [
            ("GET", "/api/v1/none", 404), ("GET", "/api/v2/search?q=a", 404), ("POST", "/api/v1/search", 405),
            ("DELETE", "/api/v1/saved", 405), ("GET", "/api/v1/saved/a/run", 405),
        ]
    )
    func unknown(method: String, target: String, status: Int) async throws {
        let api = try Site()
        let response = try await api.response(target, #require(HTTPRequest.Method(method)))
        #expect(response.status.code == status)
        let problem = try response.json
        let schema: JSONValue = ["$ref": "#/components/schemas/Problem"]
        #expect(try await APIDescription().problems(in: problem, schema, at: "problem") == [])
        #expect(problem["type"] == "about:blank")
    }

    @Test("hostile texts are returned as plain strings")
    func hostileText() async throws {
        let title = #"</script><b onclick=x>\u202e"#
        let body = """
            {"total_count": 1, "incomplete_results": false, "items": [{"id": 1, "name": "n", "full_name": "\(title)",
            "html_url": "https://github.com/a/b", "description": "\(title)"}]}
            """
        let context = try WebContext(reply: { $0.url.path().hasPrefix("/search") ? .response(.json(body)) : nil })
        let api = Site(context)
        let response = try await api.response("/api/v1/search?q=x&kinds=repository")
        #expect(response.headerFields[.contentType] == "application/json")
        let json = try response.json
        #expect(json["results"][0]["text"].string == "</script><b onclick=x>\u{202E}")
    }

    @Test("the failure of one source is part of the results, and the failure of all sources is a problem")
    func failures() async throws {
        let context = try WebContext(reply: { request in
            request.url.path().hasPrefix("/youtube") ? .response(HTTPResponse(status: 500)) : nil
        })
        let api = Site(context)
        let results = try await api.json("/api/v1/search?q=swift")
        #expect(results["sources"][0]["problem"] == "/api/v1/problems/service-unavailable")
        #expect(results["sources"].array?.map(\.["state"]) == ["failed", "completed"])
        #expect(results["sources"][0]["message"] == "YouTube is not available. Try again later.")
        #expect(results["results"].array?.allSatisfy { $0["provider"] == "github" } == true)
        #expect(results["results"].array?.isEmpty == false)
        let response = try await api.response("/api/v1/search?q=swift&kinds=video")
        #expect(response.status.code == 502)
        let mixed = try await api.json("/api/v1/search?q=swift&kinds=video,code&since=2020-01-01")
        #expect(mixed["type"] == "/api/v1/problems/sources-failed")
        #expect(mixed["sources"].array?.count == 2)
    }

    @Test("an unusable store is reported without its path to the client, and with its path to the operator")
    func stores() async throws {
        let reports = Mutex<[String]>([])
        let context = try WebContext(configure: {
            $0.stateFolder = URL(filePath: "/proc/none")
            $0.client.onStoreFailure = { error in reports.withLock { $0.append("\(error)") } }
        })
        let api = Site(context)
        let type = "/api/v1/problems/store-unavailable"
        let body = #"{"query": "q=swift"}"#
        for (method, target) in [(HTTPRequest.Method.put, "/api/v1/saved/a"), (.delete, "/api/v1/saved/a")] {
            let problem = try await api.json(target, method, body: body)
            #expect(problem["type"].string == type)
            #expect(problem["detail"].string?.contains("/") == false)
            #expect(reports.withLock { $0.popLast() }?.contains("/proc/none") == true)
        }
    }

    @Test("metrics contain the numbers of requests and sources, the cost of details and the quotas")
    func metrics() async throws {
        let api = try Site()
        _ = try await api.response("/api/v1/search?q=swift")
        _ = try await api.response("/none")
        _ = try await api.response("/api/v1/search", #require(HTTPRequest.Method("BREW")))
        let response = try await api.response("/api/v1/metrics")
        #expect(response.headerFields[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        let lines = Set(response.text.split(separator: "\n").map(String.init))
        for line in [
            #"seek_http_requests_total{method="GET",status="200"} 1"#,
            #"seek_http_requests_total{method="GET",status="404"} 1"#,
            #"seek_http_requests_total{method="other",status="405"} 1"#,
            #"seek_search_sources_total{source="youtube",state="completed"} 1"#,
            #"seek_search_sources_total{source="github",state="completed"} 1"#,
            "seek_details_units_total 1", #"seek_quota_limit{service="YouTube",quota="youtube.search"} 100"#,
            #"seek_quota_remaining{service="YouTube",quota="youtube.search"} 99"#,
            "# TYPE seek_http_requests_total counter",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }

    @Test("the samples of a metric are sorted and their labels escaped, and a metric without samples is omitted")
    func prometheusText() async throws {
        let context = try WebContext(configure: {
            $0.client.youTubeSearchBucket = QuotaBucket(name: "z", limit: 1)
            $0.client.youTubeUnitBucket = QuotaBucket(name: "a\"\\\r\n", limit: 1)
        })
        let site = Site(context, TestAppOptions(addsDurationsAndAvatars: false))
        #expect(try await !site.page("/api/v1/metrics").contains("seek_search_sources_total"))
        let lines = try await site.page("/api/v1/metrics").split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex(of: "# TYPE seek_quota_limit gauge"))
        #expect(lines[start + 1].hasPrefix("seek_quota_limit{service=\"YouTube\",quota=\"a\\\"\\\\\r\\n\"} "))
        #expect(
            lines.dropFirst(start + 2).contains { $0.hasPrefix("seek_quota_limit{service=\"YouTube\",quota=\"z\"} ") }
        )
    }
}
