import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekSampleAPI
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("The search page")
struct SearchPageTests {
    @Test("the start page has examples, and causes no request to the services", arguments: ["/", "/?offline=1"])
    func home(target: String) async throws {
        let context = try WebContext()
        let page = try await Site(context).page(target)
        #expect(page.contains("<body class=\"home\">"))
        #expect(page.contains("href=\"/?q=swift%20concurrency\""))
        #expect(context.server.received.isEmpty)
    }

    @Test("shows the results of both services, with their sources")
    func results() async throws {
        let page = try await Site().page("/?q=swift")
        #expect(page.count(of: "<li class=\"card\"") == 25)
        #expect(page.contains("<strong>YouTube</strong>"))
        #expect(page.contains("<strong>GitHub</strong>"))
        #expect(page.contains("First 25 results for “swift”"))
        #expect(page.contains("Why here?"))
        #expect(page.contains("stars</span>"))
        #expect(page.contains("value=\"swift\""))
    }

    @Test("a page of 25 results has at most 55 KB")
    func size() async throws {
        let page = try await Site().page("/?q=swift")
        #expect(page.utf8.count <= 55_000)
    }

    @Test("the page has no inline scripts or styles")
    func inline() async throws {
        let page = try await Site().page("/?q=swift")
        #expect(page.count(of: "<script") == 1)
        #expect(page.contains("<script type=\"module\" src=\"/assets/"))
        #expect(!page.contains("<style"))
        #expect(!page.contains(" style="))
        #expect(!page.contains("javascript:"))
    }

    @Test("the form shows the parameters of the URL")
    func form() async throws {
        let page = try await Site().page("/?q=swift&kinds=issue,user&sort=date&since=2024-02-29&view=grouped")
        #expect(page.contains("value=\"issue\" checked"))
        #expect(page.contains("value=\"user\" checked"))
        #expect(!page.contains("value=\"video\" checked"))
        #expect(page.contains("<option value=\"date\" selected>"))
        #expect(page.contains("name=\"since\" value=\"2024-02-29\""))
        #expect(page.contains("GitHub: the last push or update"))
        #expect(page.contains("value=\"grouped\" checked"))
        #expect(page.contains("<section class=\"group\"><h2>GitHub issues</h2>"))
    }

    @Test("invalid parameters are explained above stored results, and nothing is requested")
    func invalid() async throws {
        let site = try Site()
        let requestCount = try await site.requestCountAfterSearch {
            let response = try await site.response("/?q=swift&sort=best&since=banana&details=youtube:video:x&load=1")
            #expect(response.status.code == 400)
            #expect(response.text.contains("The parameter “sort” must be"))
            #expect(response.text.contains("“From” must be a date such as 2026-01-31 or 7d."))
            #expect(response.text.contains("<li class=\"card\""))
            let events = try await site.response("/events?q=night&since=2025-01-01&until=2024-01-01")
            for await event in try #require(events.events) {
                #expect(event.data.contains("“To” must not be before “From”."))
                #expect(event.data.contains("name=\"since\" value=\"2025-01-01\""))
                #expect(event.data.contains("name=\"until\" value=\"2024-01-01\""))
                #expect(event.data.contains("Any time</summary>"))
            }
        }
        #expect(requestCount == 0)
    }

    @Test("the heading names sources that were not searched, in place of “nothing found”")
    func notSearched() async throws {
        let site = try Site()
        let page = try await site.page("/?q=swift%20language:swift")
        #expect(page.contains("YouTube: searched without language:swift."))
        let filtersOnly = try await site.page("/?q=language:swift")
        #expect(filtersOnly.contains("for “language:swift”, none from YouTube"))
        #expect(filtersOnly.contains("<small>not searched</small>"))
        #expect(site.context.server.received.count { $0.url.path == "/youtube/v3/search" } == 1)
        let nothing = try await site.page("/?q=language:swift&kinds=video")
        #expect(nothing.contains("<h2>No source was searched</h2>"))
        #expect(!nothing.contains("Nothing found"))
        let json = try await site.json("/api/v1/search?q=language:swift&kinds=video,repository")
        #expect(json["sources"][0]["state"] == "skipped")
        #expect(json["notices"][0].string?.hasPrefix("YouTube: not searched") == true)
    }

    @Test("sources with stale results are in the heading, with the reason, and without a check mark and a cost")
    func staleResults() async throws {
        let time = Mutex(Date())
        let isDown = Mutex(false)
        let site = try Site(
            WebContext { configuration in
                configuration.client.now = { time.withLock { $0 } }
            } reply: { _ in
                isDown.withLock { $0 } ? .response(HTTPResponse(status: 503)) : nil
            }
        )
        #expect(try await !site.page("/?q=swift").contains("old ones"))
        time.withLock { $0 += 3 * 3_600 }
        isDown.withLock { $0 = true }
        let page = try await site.page("/?q=swift")
        #expect(page.contains("for “swift”, old ones from YouTube, GitHub"))
        #expect(page.contains("The service failed; these results are old."))
        #expect(page.count(of: "<li class=\"source partial\">") == 2)
        #expect(!page.contains("cost 1 call"))
    }

    @Test("a source that reports how many results exist shows this number, as the command line does")
    func totals() async throws {
        let site = try Site()
        let page = try await site.page("/?q=swift")
        let source = try await site.json("/api/v1/search?q=swift")["sources"][1]
        let total = try #require(source["totalCount"].integer)
        #expect(total > 25)
        #expect(page.contains("<small>25 of \(total.grouped) results · "))
        #expect(try await !site.page("/?q=zzzzqqqq").contains("0 of "))
    }

    @Test("without a kind, the page has one sentence, and nothing is searched or in the history")
    func noKind() async throws {
        let site = try Site()
        let page = try await site.page("/?q=swift&kinds=")
        #expect(page.contains("Select a kind of results, such as Videos, to search for “swift”."))
        #expect(!page.contains("value=\"video\" checked"))
        #expect(page.count(of: "class=\"empty\"") + page.count(of: "id=\"sources\"") == 0)
        #expect(try await site.page("/?q=swift&kinds=&preview=1").contains("Select a kind of results"))
        #expect(site.context.server.received.isEmpty)
        #expect(try await site.page("/history").contains("No searches yet"))
    }

    @Test(
        "the cost of searching again is below the filters",
        arguments: [
            ("/", "A search costs up to 1 YouTube search (1 each for videos, channels, playlists), none if stored."),
            ("/?q=swift&kinds=video,channel,issue", "Searching again costs up to 2 YouTube searches (1 each for"),
            ("/?q=swift&kinds=video&pages=3", "Searching again costs up to 2 YouTube searches (2 each for"),
            // YouTube returns at most 500 results of a search.
            ("/?q=swift&kinds=video&pages=40", "Searching again costs up to 10 YouTube searches (10 each for"),
            (
                "/?q=swift&kinds=issue",
                "Searching again costs no YouTube search; with videos, channels, playlists up to"
            ),
            ("/?q=swift&offline=1", "Stored results cost nothing. Without “Offline”, a search costs up to 1 YouTube"),
            ("/?q=swift&preview=1", "Searching again costs up to 1 YouTube search"),
        ]
    )
    func price(target: String, text: String) async throws {
        let page = try await Site().page(target)
        #expect(page.contains("<p class=\"price muted\"><small>\(text)"))
    }

    @Test("files and commits are in a dense list, and other results are cards, until the user chooses")
    func layout() async throws {
        let site = try Site()
        let targets = ["/?q=swift": false, "/?q=swift&kinds=code": true, "/?q=swift&kinds=code,commit": true]
        for (target, isList) in targets {
            #expect(try await site.page(target).contains("<ol class=\"cards list\">") == isList)
            for layout in ["cards", "list"] {
                let form: QueryParameters = ["layout": "\(layout)", "next": "\(target)"]
                let choice = try await site.response("/layout", .post, form: form)
                #expect(choice.headerFields[.location] == "\(target)".replacing(",", with: "%2C"))
                let cookie = try #require(choice.headerFields[.setCookie]?.prefix { $0 != ";" })
                let page = try await site.response(target, fields: [.cookie: "a=b; \(cookie)"]).text
                #expect(page.contains("<ol class=\"cards list\">") == (layout == "list"))
                #expect(page.contains("value=\"\(layout)\" aria-pressed=\"true\""))
            }
        }
        let grouped = try await site.page("/?q=swift&kinds=repository,code&view=grouped")
        #expect(grouped.count(of: "<ol class=\"cards\">") == 1)
        #expect(grouped.count(of: "<ol class=\"cards list\">") == 1)
    }

    @Test("a layout that is unknown, or an address of another site, is ignored")
    func invalidLayout() async throws {
        let form: QueryParameters = ["layout": "3d", "next": "https://example.com/"]
        let response = try await Site().response("/layout", .post, form: form)
        #expect(response.headerFields[.location] == "/")
        #expect(response.headerFields[.setCookie] == nil)
        let page = try await Site().response("/?q=swift", fields: [.cookie: "seek_layout=3d"]).text
        #expect(page.contains("<ol class=\"cards\">"))
    }

    @Test("a text that is too long remains in the field, and the maximum length is shown")
    func longText() async throws {
        let text = String(repeating: "swift ", count: 200)
        let query: QueryParameters = ["q": "\(text)"]
        let response = try await Site().response("/?" + query.encoded)
        #expect(response.status.code == 400)
        #expect(response.text.contains("name=\"q\" type=\"search\" value=\"\(text)\""))
        #expect(response.text.contains("The search text must have at most 1,000 characters"))
    }

    @Test("the start page loads no details, because it shows none")
    func startPageWithDetails() async throws {
        let site = try Site()
        #expect(try await site.response("/?details=youtube:video:gQ_1zX-F_No&load=1").status == .ok)
        #expect(site.context.server.received.isEmpty)
    }

    @Test("a text that is too long for a service is not sent to it, and the page shows how much to shorten it")
    func textTooLongForService() async throws {
        let site = try Site()
        for (length, youTubeCount) in [(300, 1), (600, 0)] {
            let before = site.context.server.received.count { $0.url.path.hasPrefix("/youtube/v3/search") }
            let page = try await site.page("/?q=\(String(repeating: "a", count: length))")
            #expect(
                page.contains(
                    "The search text has \(length) characters, without qualifiers and operators; shorten it to 256."
                )
            )
            let isTooLongForYouTube = page.contains("The search text has \(length) characters; shorten it to 500.")
            #expect(isTooLongForYouTube == (youTubeCount == 0))
            let requests = site.context.server.received
            #expect(requests.count { $0.url.path.hasPrefix("/youtube/v3/search") } == before + youTubeCount)
            #expect(!requests.contains { $0.url.path.hasPrefix("/search/") })
        }
        let problem = try await site.json("/api/v1/search?q=\(String(repeating: "a", count: 600))")
        #expect(problem["type"] == "/api/v1/problems/invalid-query")
    }

    @Test("for a path that does not exist, a browser receives a page, and other clients a line of text")
    func missing() async throws {
        let site = try Site()
        #expect(try await site.page("/missing") == "There is nothing at this address.\n")
        let accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"
        let response = try await site.response("/missing", fields: [.accept: accept])
        #expect(response.status.code == 404)
        #expect(response.headerFields[.contentType] == "text/html; charset=utf-8")
        #expect(response.text.contains("<h1>Not found</h1><p class=\"muted\">There is nothing at this address.</p>"))
    }

    @Test("the page of keyboard shortcuts states that these need JavaScript")
    func keys() async throws {
        #expect(try await Site().page("/help").contains("<h1>Keyboard</h1><p>These keys need JavaScript.</p><dl"))
    }

    @Test("an unchanged page is not sent again")
    func validation() async throws {
        let site = try Site()
        let tag = try #require(try await site.response("/help").headerFields[.eTag])
        #expect(try await site.response("/help", fields: [.ifNoneMatch: tag]).status.code == 304)
    }

    @Test(
        "a result in a repository names the repository",
        arguments: [
            ("code", "<span class=\"name\">"), ("commit", "<p class=\"by\"><span class=\"name\">"),
            ("issue", "</span><span class=\"name\">"), ("pull-request", "</span><span class=\"name\">"),
        ]
    )
    func repository(kind: String, start: String) async throws {
        let site = try Site()
        let result = try #require(try await site.results("q=swift&kinds=\(kind)").first)
        let name = try #require(result["subtitle"].string)
        #expect(name.contains("/"))
        let page = try await site.page("/?q=swift&kinds=\(kind)")
        let card = try #require(page.firstMatch(of: /<li class="card".*?<\/li>/.dotMatchesNewlines())?.0)
        #expect(card.contains(start))
        #expect(card.contains("\(name)</span>"))
    }

    @Test("the period has presets before the first search")
    func presets() async throws {
        #expect(try await Site().page("/").contains("Past week</a>"))
    }

    @Test("if a source would fail again, the page has neither a link to retry nor a button to try again")
    func permanent() async throws {
        let context = try WebContext(SampleAPIConfiguration(searchQuota: 0))
        let page = try await Site(context).page("/?q=swift&kinds=video")
        #expect(page.contains("<span role=\"status\">The search for “swift” failed</span>"))
        #expect(
            page.firstMatch(of: /<strong>YouTube<\/strong> Today.*s quota is used up. It resets in \d+ \w+\./)
                != nil
        )
        #expect(!page.contains("class=\"retry\""))
        #expect(!page.contains("Try again</a>"))
    }

    @Test("a missing key is explained to the operator of the server")
    func noKey() async throws {
        let context = try WebContext(configure: { $0.youTubeAPIKey = nil })
        let page = try await Site(context).page("/?q=swift")
        #expect(page.contains("YouTube needs an API key. Run seek auth login youtube"))
        #expect(!page.contains("class=\"retry\""))
    }

    @Test("a source that fails has a link to retry, and the results of the other one are shown")
    func failure() async throws {
        let context = try WebContext(reply: {
            $0.url.path.hasPrefix("/youtube") ? nil : .response(HTTPResponse(status: 503))
        })
        let page = try await Site(context).page("/?q=swift")
        #expect(page.contains("<li class=\"source failed\">"))
        #expect(page.contains("<a href=\"/?q=swift\" class=\"retry\">Retry</a>"))
        #expect(page.contains("<li class=\"card\""))
    }

    @Test("the page of a search without results links to a search of stored results")
    func empty() async throws {
        let page = try await Site().page("/?q=zzzzqqqq")
        #expect(page.contains("<h2>Nothing found</h2>"))
        #expect(page.contains("href=\"/?q=zzzzqqqq&amp;offline=1\""))
    }

    @Test("the link to the next page needs no script, and the cost of a page that is not free is shown")
    func further() async throws {
        let context = try WebContext()
        let page = try await Site(context).page("/?q=swift")
        #expect(page.contains("rel=\"next\" href=\"/?q=swift&amp;pages=2#page-2\" data-auto>"))
        let second = try await Site(context).page("/?q=swift&pages=2")
        #expect(second.count(of: "<li class=\"card\"") == 50)
        #expect(second.count(of: "<li class=\"card\" id=\"page-2\" data-key=") == 1)
        #expect(second.contains("rel=\"next\" href=\"/?q=swift&amp;pages=3#page-3\">Load more"))
        #expect(second.contains("Costs up to 1 search of YouTube’s daily quota"))
    }

    @Test("an offline search highlights the matches and sends no request")
    func offline() async throws {
        let site = try Site()
        let requestCount = try await site.requestCountAfterSearch {
            let page = try await site.page("/?q=feather&offline=1")
            #expect(page.contains("swift-<mark>feather</mark>"))
        }
        #expect(requestCount == 0)
    }

    @Test("a preview shows stored results, and does not change the filters")
    func preview() async throws {
        let site = try Site()
        let requestCount = try await site.requestCountAfterSearch {
            let page = try await site.page("/?q=feat&preview=1")
            #expect(page.contains("<mark>feat"))
            #expect(!page.contains("name=\"offline\" value=\"1\" checked"))
            #expect(try await site.page("/?q=swift&preview=1").firstMatch(of: /First 25 of \d+ stored results/) != nil)
            #expect(!(try await site.page("/?q=swift&preview=1").contains("rel=\"next\"")))
        }
        #expect(requestCount == 0)
    }

    @Test("in a preview, the link to the details of a result is one of an offline search, and sends no request")
    func previewDetails() async throws {
        let site = try Site()
        let requestCount = try await site.requestCountAfterSearch {
            let preview = try await site.page("/?q=feather&preview=1")
            let link = try #require(preview.firstMatch(of: /class="info" href="([^"]+)"/)?.1)
            let address = link.replacing("&amp;", with: "&")
            #expect(address.contains("offline=1"))
            let page = try await site.page(address + "&part=details")
            #expect(page.contains("<aside id=\"details\""))
            #expect(page.contains("Open on "))
        }
        #expect(requestCount == 0)
    }

    @Test("stored results are sorted as requested, and filtered by date", arguments: ["date", "popularity"])
    func offlineOptions(sort: String) async throws {
        let site = try Site()
        _ = try await site.results("q=swift&kinds=repository")
        let offline = "q=swift&kinds=repository&offline=1&sort=\(sort)"
        let first = try await site.json("/api/v1/search?\(offline)")
        let results = first["results"].array ?? []
        #expect(results.count == 25)
        if sort == "date" {
            let dates = results.map { $0["date"].string ?? "" }
            #expect(dates == dates.sorted(by: >))
        } else {
            let counts = results.map { $0["count"]["value"].number ?? 0 }
            #expect(counts == counts.sorted(by: >))
        }
        let next = try await site.json(try #require(first["next"]["url"].string))["results"].array ?? []
        #expect(!next.isEmpty)
        #expect(Set(next.compactMap { $0["id"].string }).isDisjoint(with: results.compactMap { $0["id"].string }))
        let recent = try await site.json("/api/v1/search?\(offline)&since=2024-01-01")
        #expect(recent["results"].array?.isEmpty == false)
        #expect(recent["results"].array?.allSatisfy { $0["date"].string ?? "" >= "2024" } == true)
        #expect(recent["totalCount"].integer ?? 0 < results.count + next.count)
    }

    @Test("stored results have the durations and views that were looked up, and are sorted by views")
    func offlineCards() async throws {
        let site = try Site()
        let online = try await site.results("q=swift&kinds=video")
        let stored = try await site.json("/api/v1/search?q=swift&kinds=video&offline=1&sort=popularity")
        let results = stored["results"].array ?? []
        // 40 videos are stored. Views were looked up for the 25 of the page only, which come first when sorted by
        // views.
        #expect(Set(results.map { $0["id"].string }) == Set(online.map { $0["id"].string }))
        #expect(results.allSatisfy { !$0["durationSeconds"].isNull })
        let views = results.compactMap { $0["count"]["value"].number }
        #expect(views.count == 25)
        #expect(views == views.sorted(by: >))
        #expect(stored["sources"][0]["message"].isNull)
        let next = try await site.json(try #require(stored["next"]["url"].string))
        #expect(next["sources"][0]["message"] == "15 results of unknown popularity at the end.")
    }

    @Test("stored videos have their durations and views after a restart as well")
    func offlineAfterRestart() async throws {
        let context = try WebContext()
        let first = Site(context)
        let online = try await first.results("q=swift&kinds=video")
        await first.app.close()
        let stored = try await Site(context).results("q=swift&kinds=video&sort=popularity&offline=1")
        let views = stored.prefix(10).map { $0["count"]["value"].number ?? 0 }
        #expect(views.allSatisfy { $0 > 0 })
        #expect(views == views.sorted(by: >))
        let video = try #require(online.first { result in stored.contains { $0["id"] == result["id"] } })
        #expect(stored.first { $0["id"] == video["id"] }?["durationSeconds"] == video["durationSeconds"])
    }

    @Test("hostile values of a result are escaped, shortened or removed")
    func hostile() async throws {
        let title = "</a><script>alert(1)</script>\u{202E}" + String(repeating: "é\u{301}", count: 10_000)
        let context = try WebContext(reply: { request in
            guard request.url.path.hasPrefix("/search/repositories") else { return nil }
            let item: JSONValue = [
                "id": 1, "name": "x", "full_name": .string(title), "html_url": "javascript:alert(1)",
                "description": .string("\"><img src=x onerror=alert(1)>" + String(repeating: "x", count: 10_000)),
                "stargazers_count": 3,
                "owner": ["login": "\" autofocus onfocus=alert(1) x=\"", "avatar_url": "https://evil.example/x\"y"],
            ]
            return .response(HTTPResponse(json: ["total_count": 1, "items": [item]]))
        })
        let page = try await Site(context).page("/?q=swift&kinds=repository")
        #expect(page.count(of: "<script") == 1)
        #expect(!page.contains("<img src=x"))
        #expect(!page.contains("\" autofocus onfocus"))
        #expect(!page.contains("href=\"javascript"))
        #expect(!page.unicodeScalars.contains("\u{202E}"))
        #expect(page.utf8.count < 20_000)
    }
}

@Suite("Results that are shown as the sources respond")
struct SearchEventTests {
    @Test("the last event is the page with all results")
    func done() async throws {
        let context = try WebContext()
        let response = try await Site(context).response("/events?q=swift")
        #expect(response.headerFields[.contentType] == "text/event-stream")
        var last: TestAppEvent?
        for await event in try #require(response.events) { last = event }
        #expect(last?.name == "done")
        #expect(last?.data.count(of: "<li class=\"card\"") == 25)
        #expect(last?.data.contains("aria-busy") == false)
    }

    @Test("a source that has responded is shown while another one is pending")
    func partial() async throws {
        let context = try WebContext(reply: { $0.url.path.hasPrefix("/youtube") ? .fault(.stall) : nil })
        let response = try await Site(context).response("/events?q=swift")
        let update = try #require(await response.events?.first { $0.name == "update" })
        #expect(update.data.contains("<li class=\"source pending\">"))
        #expect(update.data.contains("<li class=\"card\""))
    }

    @Test("durations and avatars are shown as pending after the sources have responded")
    func details() async throws {
        let context = try WebContext(reply: { $0.url.path.hasSuffix("/videos") ? .fault(.stall) : nil })
        let response = try await Site(context).response("/events?q=swift")
        let event = try #require(await response.events?.first { $0.data.contains("Durations and avatars") })
        #expect(event.name == "update")
        #expect(event.data.count(of: "<li class=\"source completed\">") == 2)
    }
}

@Suite("The first load of a page in a browser")
struct FirstLoadTests {
    /// Requests a page as a browser opens it.
    private func open(_ target: String, _ site: Site) async throws -> String {
        let fields: HTTPFields = [.secFetchMode: "navigate", .secFetchDest: "document"]
        return try await site.response(target, fields: fields).text
    }

    @Test("does not wait for slow sources, and leads a browser without scripts to the complete page")
    func incomplete() async throws {
        let context = try WebContext(reply: { _ in .fault(.stall) })
        let page = try await open("/?q=swift&details=youtube:video:x", Site(context, TestAppOptions(pageTime: .zero)))
        #expect(page.contains("aria-busy=\"true\""))
        #expect(page.contains("Searching for “swift”…"))
        #expect(page.contains("<noscript><meta http-equiv=\"refresh\" content=\"0; url=/?q=swift&amp;details=youtube"))
        #expect(page.contains("&amp;complete=1\"></noscript>"))
    }

    @Test("waits for the sources if the browser runs no scripts")
    func complete() async throws {
        let context = try WebContext()
        let page = try await open("/?q=swift&complete=1", Site(context, TestAppOptions(pageTime: .zero)))
        #expect(page.count(of: "<li class=\"card\"") == 25)
        #expect(!page.contains("<noscript>"))
        #expect(!page.contains("complete=1"))
    }

    @Test("sends no request twice, because the search continues")
    func once() async throws {
        let context = try WebContext()
        let site = Site(context, TestAppOptions(pageTime: .zero))
        _ = try await open("/?q=swift", site)
        var last = ""
        for await event in try #require(try await site.response("/events?q=swift").events) {
            last = event.data
        }
        // The events report the cost of the search, although the page was its first reader.
        #expect(last.contains("cost 1 call"))
        #expect(!last.contains("from memory"))
        let searches = context.server.received.filter { $0.url.path().contains("search") }
        // One for each service.
        #expect(searches.count == 2)
    }

    @Test("is complete if the sources respond in time")
    func inTime() async throws {
        let context = try WebContext()
        let page = try await open("/?q=swift", Site(context, TestAppOptions(pageTime: .seconds(300))))
        #expect(page.count(of: "<li class=\"card\"") == 25)
        #expect(!page.contains("<noscript>"))
    }
}

@Suite("Details beside the results")
struct DetailsPageTests {
    @Test("the details of a result show the cost of loading more, and a link to close them")
    func found() async throws {
        let site = try Site()
        let id = try await Self.firstID(of: "/?q=swift&kinds=video", site)
        let page = try await site.page("/?q=swift&kinds=video&details=\(id)")
        #expect(page.contains("<aside id=\"details\""))
        #expect(page.contains("Open on YouTube"))
        #expect(page.contains(/Costs 1 of 9,99\d YouTube units<\/small>/))
        #expect(page.contains("Load statistics</a>"))
        #expect(page.contains("class=\"button close\" href=\"/?q=swift&amp;kinds=video\""))
    }

    @Test("the details show the values of the card, and the card is marked")
    func card() async throws {
        let site = try Site()
        let id = try await Self.firstID(of: "/?q=swift&kinds=video", site)
        let page = try await site.page("/?q=swift&kinds=video&details=\(id)&part=details")
        let details = try #require(page.split(separator: "<aside id=\"details\"").last)
        #expect(details.contains(" views</span>"))
        #expect(details.contains("<img class=\"avatar\""))
        #expect(details.contains("<span class=\"length\">"))
        #expect(page.contains("<li class=\"card selected\" data-key=\"\(id)\" tabindex=\"-1\" aria-current=\"true\">"))
    }

    @Test("loaded details have statistics, and topics that link to searches", arguments: ["video", "repository"])
    func loaded(kind: String) async throws {
        let site = try Site()
        let id = try await Self.firstID(of: "/?q=swift&kinds=\(kind)", site)
        let page = try await site.page("/?q=swift&kinds=\(kind)&details=\(id)&load=1")
        #expect(page.contains("<dl class=\"facts\">"))
        #expect(page.contains("<dt>\(kind == "video" ? "views" : "stars")</dt>"))
        #expect(page.contains("<span>\(kind == "video" ? "published" : "last push") <time"))
        #expect(page.contains("<a class=\"chip\" href=\"/?q="))
    }

    @Test("if details cannot be loaded, those that the search returned are shown, and loading can be tried again")
    func failed() async throws {
        let context = try WebContext(reply: {
            $0.url.path.hasPrefix("/repositories/") ? .response(HTTPResponse(status: 404)) : nil
        })
        let site = Site(context)
        let id = try await Self.firstID(of: "/?q=swift&kinds=repository", site)
        let page = try await site.page("/?q=swift&kinds=repository&details=\(id)&load=1")
        #expect(page.contains("Open on GitHub"))
        #expect(page.contains("<p class=\"description\""))
        #expect(page.count(of: "<p class=\"notice bad\">") == 1)
        #expect(page.contains("class=\"button load\""))
    }

    @Test("details of a result of an earlier search are shown, even if the result is not in the list")
    func earlier() async throws {
        let site = try Site()
        let id = try await Self.firstID(of: "/?q=swift&kinds=repository", site)
        let page = try await site.page("/?q=night&kinds=video&details=\(id)")
        #expect(page.contains("Open on GitHub"))
        #expect(page.contains("<p class=\"description\""))
        #expect(page.contains("Load statistics</a>"))
    }

    @Test("if details cannot be loaded because a quota is used up, the message contains the time until its reset")
    func detailsQuota() async throws {
        let site = Site(try WebContext(SampleAPIConfiguration(unitQuota: 0)))
        let page = try await site.page("/?q=swift&details=youtube:video:q432VgWBK5_&load=1")
        let details = try #require(page.split(separator: "<aside id=\"details\"").last)
        #expect(details.contains("s quota is used up. It resets in "))
    }

    @Test(
        "the details of an unknown result have only the links that follow from its ID",
        arguments: [
            ("youtube:video:q432VgWBK5_", "https://www.youtube.com/watch?v=q432VgWBK5_", true),
            ("youtube:channel:UC1", "https://www.youtube.com/channel/UC1", true),
            ("youtube:playlist:PL1", "https://www.youtube.com/playlist?list=PL1", true),
            ("github:repository:1", nil, true), ("github:issue:1", nil, false), ("nonsense", nil, false),
        ] as [(String, String?, Bool)]
    )
    func elsewhere(id: String, link: String?, canLoadStatistics: Bool) async throws {
        let page = try await Site().page("/?q=zzzzqqqq&details=\(id)")
        let details = try #require(page.split(separator: "<aside id=\"details\"").last)
        #expect(details.contains("Load statistics</a>") == canLoadStatistics)
        #expect(details.contains("class=\"button primary open\" href=\"\(link ?? "")") == (link != nil))
    }

    @Test(
        "if the details of an unknown result are loaded, the page shows an error",
        arguments: ["nonsense", "youtube:video:none", "<script>"]
    )
    func unknown(id: String) async throws {
        let site = try Site()
        let query: QueryParameters = ["q": "swift", "details": id, "load": "1"]
        let page = try await site.page("/?" + query.encoded)
        #expect(page.contains("<div class=\"inside\"><h2>Details</h2><p class=\"notice bad\">"))
    }

    @Test("a request for only the details does not wait for a source that does not have the result")
    func part() async throws {
        let context = try WebContext(reply: { $0.url.path.hasPrefix("/youtube") ? .fault(.stall) : nil })
        let site = Site(context)
        let id = try await Self.firstID(of: "/?q=swift&kinds=repository", site)
        let page = try await site.page("/?q=swift&details=\(id)&part=details")
        #expect(page.contains("Open on GitHub"))
    }

    private static func firstID(of target: String, _ site: Site) async throws -> String {
        String(try #require(try await site.page(target).firstMatch(of: /data-key="([^"]+)"/)?.1))
    }
}
