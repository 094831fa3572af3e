import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Saved searches and the history")
struct SavedPageTests {
    @Test("a search is saved with a form and run, and its first results are not marked as new")
    func saving() async throws {
        let context = try WebContext()
        let app = Site(context)
        #expect(try await app.page("/saved").contains("No saved searches"))
        let saved = try await app.response("/saved", .post, form: ["q": "swift", "name": "My <swift>"])
        #expect(saved.status.code == 303)
        #expect(saved.headerFields[.location] == "/saved?name=My%20%3Cswift%3E")
        #expect(try await app.page("/saved").contains("not run yet"))
        let run = try await app.response("/saved/run", .post, form: ["name": "My <swift>"])
        #expect(run.headerFields[.location] == "/saved?name=My%20%3Cswift%3E")
        let page = try await app.page("/saved?name=My%20%3Cswift%3E")
        #expect(page.contains("<h1>My &lt;swift&gt;</h1>"))
        #expect(page.count(of: "<li class=\"card\"") == 50)
        #expect(!page.contains("badge good"))
    }

    @Test("the cost of a run is beside its button, and that of all runs above")
    func price() async throws {
        let app = try Site()
        for (name, kinds) in [("a", "video"), ("b", "video,repository"), ("c", "repository")] {
            _ = try await app.response("/saved", .post, form: ["q": "swift", "kinds": "\(kinds)", "name": "\(name)"])
        }
        let page = try await app.page("/saved")
        #expect(page.contains("“Run all” costs up to 2 YouTube searches."))
        #expect(page.count(of: "“Run” or “Search” costs up to 1 YouTube search.") == 2)
        #expect(page.count(of: "“Run” or “Search” costs no YouTube search.") == 1)
        _ = try await app.page("/?q=swift")
        #expect(try await app.page("/history").contains("A link searches again: up to 1 YouTube search"))
    }

    @Test("new results of a later run have a badge until they have been seen")
    func changes() async throws {
        let runs = Mutex(0)
        let context = try WebContext(configure: { $0.cachesResponses = false }) { request in
            guard request.url.path.hasPrefix("/search/repositories") else { return nil }
            let count = runs.withLock { count in
                count += 1
                return count
            }
            let items = (1...count).map { number -> JSONValue in
                [
                    "id": .number(Double(number)), "name": "n", "full_name": .string("o/n\(number)"),
                    "html_url": .string("https://github.com/o/n\(number)"),
                ]
            }
            return .response(HTTPResponse(json: ["total_count": .number(Double(count)), "items": .array(items)]))
        }
        let site = Site(context)
        _ = try await site.response("/saved", .post, form: ["q": "swift", "kinds": "repository", "name": "a"])
        for _ in 1...2 { _ = try await site.response("/saved/run", .post, form: ["name": "a"]) }
        #expect(try await site.page("/").contains("1<span class=\"hide\"> changes</span>"))
        #expect(try await site.page("/saved").contains("<span class=\"badge good\">1 new</span>"))
        let page = try await site.page("/saved?name=a")
        #expect(page.count(of: "<span class=\"badge good\">New</span>") == 1)
        #expect(!page.contains("<span class=\"hide\"> changes</span>"))
        #expect(!(try await site.page("/saved").contains("badge good")))
    }

    @Test(
        "the form explains why a search cannot be saved, and what is not saved with it",
        arguments: [
            ("/?q=swift&since=7d&kinds=issue,user&sort=date", "Save search", true),
            ("/?q=swift&kinds=code&since=7d", "cannot search code by date", false),
            ("/?q=" + String(repeating: "a", count: 501), "shorten it", false),
            ("/?q=swift&view=grouped&offline=1", "Not saved: by source, offline", true),
        ]
    )
    func limits(target: String, message: String, hasForm: Bool) async throws {
        let page = try await Site().page(target)
        let panel = try #require(page.firstMatch(of: /<details class="pop save">.*?<\/details>/.dotMatchesNewlines()))
        #expect(panel.0.contains(message))
        #expect(panel.0.contains("<form") == hasForm)
    }

    @Test("a corrupt file of saved searches remains unchanged, and each request reports its path to the operator")
    func corruptFile() async throws {
        let reports = Mutex<[String]>([])
        let context = try WebContext(configure: {
            $0.client.onStoreFailure = { error in reports.withLock { $0.append("\(error)") } }
        })
        let site = Site(context)
        _ = try await site.response("/saved", .post, form: ["q": "swift", "name": "a"])
        let file = context.folder.url.appending(path: "state/saved.json")
        try Data("{".utf8).write(to: file)
        for form: QueryParameters? in [nil, ["q": "swift", "name": "b"], ["q": "swift", "replace": "a"]] {
            let response = try await site.response("/saved", form == nil ? .get : .post, form: form)
            #expect(response.status.code == 503)
            #expect(response.text.contains("see the log of the server"))
            #expect(reports.withLock { $0.popLast() }?.contains(file.path) == true)
        }
        #expect(try Data(contentsOf: file) == Data("{".utf8))
    }

    @Test("another run of a search with the same results shows that nothing has changed")
    func unchanged() async throws {
        let app = try Site()
        _ = try await app.response("/saved", .post, form: ["q": "swift", "name": "a"])
        for _ in 1...2 { _ = try await app.response("/saved/run", .post, form: [:]) }
        let page = try await app.page("/saved?name=a")
        #expect(page.contains("Nothing has changed since the previous run."))
        #expect(!page.contains("badge good"))
    }

    @Test("the address of a failed run, opened again, leads to the saved searches")
    func failedRun() async throws {
        let site = Site(try WebContext(reply: { _ in .response(HTTPResponse(status: 503)) }))
        _ = try await site.response("/saved", .post, form: ["q": "swift", "name": "a"])
        let run = try await site.response("/saved/run", .post, form: ["name": "a"])
        #expect(run.status.code == 502)
        #expect(run.text.contains("<p class=\"notice bad\">"))
        #expect(try await site.response("/saved/run").headerFields[.location] == "/saved")
    }

    @Test("a run requests the results again, instead of comparing stored ones")
    func fresh() async throws {
        let site = try Site()
        _ = try await site.response("/saved", .post, form: ["q": "swift", "name": "a"])
        _ = try await site.response("/saved/run", .post, form: ["name": "a"])
        let requestCount = try await site.requestCountAfterSearch {
            _ = try await site.response("/saved/run", .post, form: ["name": "a"])
        }
        // One for each source.
        #expect(requestCount == 2)
    }

    @Test("a feed runs its search if the last run is more than six hours old", arguments: [(5.9, 1), (6.1, 2)])
    func feedRuns(hours: Double, runs: Int) async throws {
        let elapsed = Mutex(0.0)
        let context = try WebContext(
            configure: { $0.client.now = { Date(timeIntervalSinceNow: elapsed.withLock { $0 }) } }
        )
        let site = Site(context)
        _ = try await site.response("/saved", .post, form: ["q": "swift", "kinds": "repository", "name": "a"])
        for time in [0, hours * 3_600] {
            elapsed.withLock { $0 = time }
            #expect(try await site.response("/saved/feed?name=a").status == .ok)
        }
        #expect(context.server.received.count == runs)
    }

    @Test("a feed has status 502 if its search has never run and all sources fail")
    func feedFailure() async throws {
        let context = try WebContext(reply: { _ in .response(HTTPResponse(status: 503)) })
        let site = Site(context)
        _ = try await site.response("/saved", .post, form: ["q": "swift", "name": "a"])
        let response = try await site.response("/saved/feed?name=a")
        #expect(response.status.code == 502)
        #expect(response.text == "No source responded. Try again later.\n")
    }

    @Test("after a run to which no source responds, requests of a feed run the search again after 1, 2, 4 and 6 hours")
    func feedBackoff() async throws {
        let elapsed = Mutex(0.0)
        let context = try WebContext(
            configure: { $0.client.now = { Date(timeIntervalSinceNow: elapsed.withLock { $0 }) } },
            reply: { _ in .response(HTTPResponse(status: 400)) }
        )
        // Two processes that share the files.
        let options = TestAppOptions(accessFile: context.folder.path(of: "access"))
        let apps = (0..<2).map { _ in Site(context, options) }
        _ = try await apps[0].response("/saved", .post, form: ["q": "swift", "kinds": "repository", "name": "a"])
        var runTimes: [Double] = []
        for time in stride(from: 0, to: 24, by: 0.25) {
            elapsed.withLock { $0 = time * 3_600 + 60 * time }
            let count = context.server.received.count
            for app in apps {
                let response = try await app.response("/saved/feed?name=a")
                #expect([502, 503].contains(response.status.code))
                let delay = response.headerFields[.retryAfter].flatMap { Int($0) }
                #expect(delay.map { (1...6 * 3_600).contains($0) } == true)
            }
            if context.server.received.count > count { runTimes.append(time) }
        }
        #expect(runTimes == [0, 1, 3, 7, 13, 19])
    }

    @Test("requests of a feed at the same time run its search once")
    func concurrentFeedRequests() async throws {
        let site = try Site()
        _ = try await site.response("/saved", .post, form: ["q": "swift", "kinds": "repository", "name": "a"])
        await withTaskGroup { group in
            for _ in 0..<20 { group.addTask { _ = try? await site.response("/saved/feed?name=a") } }
        }
        #expect(site.context.server.received.count == 1)
    }

    @Test("the pages of saved searches link to the feeds, so that a feed reader finds them")
    func feedLinks() async throws {
        let site = try Site()
        for name in ["a", "b"] {
            _ = try await site.response("/saved", .post, form: ["q": "swift", "name": "\(name)"])
        }
        let link = "<link rel=\"alternate\" type=\"application/atom+xml\" title="
        #expect(try await site.page("/saved").count(of: link) == 2)
        #expect(try await site.page("/saved?name=b").contains("\(link)\"b\" href=\"/saved/feed?name=b\">"))
    }

    @Test("with a token, the address of a feed contains a key for this feed only, and not the token")
    func feedKey() async throws {
        let app = try Site(TestAppOptions(token: "0123456789abcdef"))
        let fields: HTTPFields = [.authorization: "Bearer 0123456789abcdef"]
        for name in ["a", "b"] {
            let form: QueryParameters = ["q": "swift", "kinds": "repository", "name": name]
            #expect(try await app.response("/saved", .post, fields: fields, form: form).status.code == 303)
        }
        let page = try await app.response("/saved?name=a", fields: fields).text
        let match = try #require(page.firstMatch(of: /href="(\/saved\/feed\?name=a&amp;key=([0-9a-f]{32}))"/))
        let (address, key) = (String(match.1).replacing("&amp;", with: "&"), match.2)
        #expect(!page.contains("0123456789abcdef"))
        let feed = try await app.response(address)
        #expect(feed.status == .ok)
        #expect(feed.text.contains("href=\"http://127.0.0.1:8750/saved/feed?name=a&amp;key=\(key)\""))
        for target in [
            "/saved/feed?name=b&key=\(key)", "/saved/feed?name=a", "/saved/feed?name=a&key=",
            "/saved?name=a&key=\(key)", "/saved/feed?name=b&name=a&key=\(key)",
        ] {
            #expect(try await app.response(target).status.code == 401, "\(target)")
        }
    }

    @Test("the address of a feed is revoked by itself, and when its search is removed")
    func revocation() async throws {
        let context = try WebContext()
        let file = context.folder.path(of: "access")
        let app = Site(context, TestAppOptions(token: "0123456789abcdef", accessFile: file))
        let fields: HTTPFields = [.authorization: "Bearer 0123456789abcdef"]
        func save(_ name: String) async throws {
            let form: QueryParameters = ["q": "swift", "kinds": "repository", "name": name]
            _ = try await app.response("/saved", .post, fields: fields, form: form)
        }
        func address(_ name: String) async throws -> String {
            let page = try await app.response("/saved", fields: fields).text
            let matches = page.matches(of: /href="(\/saved\/feed\?name=(.)&amp;key=[0-9a-f]{32})"/)
            let match = try #require(matches.first { $0.2 == name })
            return String(match.1).replacing("&amp;", with: "&")
        }
        for name in ["a", "b"] { try await save(name) }
        let (first, other) = (try await address("a"), try await address("b"))
        _ = try await app.response("/saved/feed/revoke", .post, fields: fields, form: ["name": "a"])
        #expect(try await app.response(first).status == 401)
        #expect(try await app.response(other).status == .ok)
        let second = try await address("a")
        #expect(try await app.response(second).status == .ok)
        _ = try await app.response("/api/v1/saved/a", .delete, fields: fields)
        try await save("a")
        #expect(try await app.response(second).status == 401)
        // Another process with another token has the same feeds.
        let otherApp = Site(context, TestAppOptions(token: "another-token-0123", accessFile: file))
        #expect(try await otherApp.response(other).status == .ok)
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("0123456789abcdef") == false)
    }

    @Test("a client with the token is admitted although the key of the feed is invalid")
    func invalidFeedKey() async throws {
        let app = try Site(TestAppOptions(token: "0123456789abcdef"))
        let fields: HTTPFields = [.authorization: "Bearer 0123456789abcdef"]
        // Status 404 instead of 401: the client is admitted, but there is no such search.
        #expect(try await app.response("/saved/feed?name=a&key=0123", fields: fields).status.code == 404)
    }

    @Test("a saved search has an Atom feed")
    func feed() async throws {
        let app = try Site()
        _ = try await app.response("/saved", .post, form: ["q": "swift", "name": "a"])
        let feed = try await app.response("/saved/feed?name=a")
        #expect(feed.headerFields[.contentType] == "application/atom+xml; charset=utf-8")
        #expect(feed.text.count(of: "<entry>") == 50)
        #expect(
            feed.text.contains(
                "rel=\"self\" type=\"application/atom+xml\" href=\"http://127.0.0.1:8750/saved/feed?name=a\""
            )
        )
        #expect(try await app.page("/saved").contains("href=\"/saved/feed?name=a\""))
    }

    @Test("a saved search is removed with a form")
    func removing() async throws {
        let app = try Site()
        _ = try await app.response("/saved", .post, form: ["q": "swift", "name": "a"])
        let response = try await app.response("/saved/remove", .post, form: ["name": "a"])
        #expect(response.headerFields[.location] == "/saved")
        #expect(try await app.page("/saved").contains("No saved searches"))
    }

    @Test(
        "the page explains why a search cannot be saved or run",
        arguments: [
            ("/saved", ["q": "swift", "kinds": "code", "since": "7d", "name": "a"], 400, "by date"),
            ("/saved", ["q": "swift", "sort": "best", "name": "a"], 400, "The parameter “sort” must be"),
            ("/saved", ["q": "swift", "name": "twice"], 409, "already"),
            ("/saved", ["q": "", "name": "a"], 400, "Enter a search text"),
            ("/saved", ["q": "swift", "region": "Japan", "name": "a"], 400, "region code"),
            ("/saved/run", ["name": "missing"], 404, "There is no saved search with this name."),
        ] as [(String, QueryParameters, Int, String)]
    )
    func problems(path: String, form: QueryParameters, status: Int, message: String) async throws {
        let app = try Site()
        _ = try await app.response("/saved", .post, form: ["q": "swift", "name": "twice"])
        let response = try await app.response(path, .post, form: form)
        #expect(response.status.code == status)
        #expect(response.text.firstMatch(of: /<p class="notice bad">.*?<\/p>/)?.0.contains(message) == true)
    }

    @Test("if a saved search has the name, the form is shown again, and can replace this search")
    func replacing() async throws {
        let site = try Site()
        _ = try await site.response("/saved", .post, form: ["q": "swift", "name": "a"])
        let conflict = try await site.response("/saved", .post, form: ["q": "sqlite", "sort": "date", "name": "a"])
        #expect(conflict.status.code == 409)
        #expect(conflict.text.contains("name=\"sort\" value=\"date\""))
        #expect(conflict.text.contains("name=\"name\" value=\"a\""))
        #expect(conflict.text.contains("name=\"replace\" value=\"a\">Replace “a”</button>"))
        #expect(conflict.text.contains("<a href=\"/?q=sqlite&amp;sort=date\">Back to the search</a>"))
        // The button replaces the search that it names, even if the name in the field was changed.
        let form: QueryParameters = ["q": "sqlite", "sort": "date", "name": "b", "replace": "a"]
        #expect(try await site.response("/saved", .post, form: form).headerFields[.location] == "/saved?name=a")
        #expect(try await site.page("/saved").contains("“sqlite” in videos, repositories, newest"))
    }

    @Test(
        "the failure of a source is explained once, and the results of the other one are shown",
        arguments: [["name": "a"], [:]] as [QueryParameters]
    )
    func failure(form: QueryParameters) async throws {
        let context = try WebContext(reply: { request in
            request.url.path.hasPrefix("/youtube") ? .response(HTTPResponse(status: .init(code: 503))) : nil
        })
        let app = Site(context)
        for name in ["a", "b"] {
            _ = try await app.response("/saved", .post, form: ["q": "swift", "name": name])
        }
        let response = try await app.response("/saved/run", .post, form: form)
        #expect(response.status.code == 502)
        #expect(response.text.count(of: "YouTube: YouTube is not available.") == 1)
        #expect(try await app.page("/saved?name=a").contains("<li class=\"card\""))
    }

    @Test("the history contains searches but no previews, and can be cleared")
    func history() async throws {
        let app = try Site()
        _ = try await app.page("/?q=sqlite")
        _ = try await app.page("/?q=never&preview=1")
        let page = try await app.page("/history")
        #expect(page.contains("<a class=\"grow\" href=\"/?q=sqlite\">sqlite</a>"))
        #expect(page.contains("<option value=\"sqlite\">"))
        #expect(!page.contains("never"))
        let response = try await app.response("/history/clear", .post, form: [:])
        #expect(response.headerFields[.location] == "/history")
        #expect(try await app.page("/history").contains("No searches yet"))
    }

    @Test("the history and the start page distinguish searches for the same text")
    func options() async throws {
        let site = try Site()
        for options in ["", "&sort=date", "&since=2026-01-01&view=grouped", "&kinds=issue&offline=1"] {
            _ = try await site.page("/?q=swift\(options)")
        }
        let history = try await site.page("/history")
        let home = try await site.page("/")
        for names in ["newest", "since 2026-01-01, by source", "issues, offline"] {
            #expect(history.contains(names))
            #expect(home.contains("<span class=\"badge\">\(names)</span>"))
        }
    }

    @Test("the search field suggests a text once, also after searches with other filters")
    func suggestions() async throws {
        let site = try Site()
        for query in ["q=swift", "q=swift&sort=date", "q=sqlite", "q=swift&view=grouped"] {
            _ = try await site.page("/?\(query)")
        }
        let page = try await site.page("/")
        #expect(page.matches(of: /<option value="(swift|sqlite)">/).map { String($0.1) } == ["swift", "sqlite"])
    }

    @Test("the quota page and the header show the remaining searches of YouTube")
    func quota() async throws {
        let app = try Site()
        _ = try await app.page("/?q=swift")
        #expect(try await app.page("/quota").contains("99 of 100"))
        #expect(try await app.page("/").contains("YouTube searches left"))
    }

    @Test("after too many guesses, a feed is shown to readers with its key")
    func feedKeyAfterGuesses() async throws {
        let app = try Site(TestAppOptions(token: "0123456789abcdef"))
        let fields: HTTPFields = [.authorization: "Bearer 0123456789abcdef"]
        let form: QueryParameters = ["q": "swift", "kinds": "repository", "name": "a"]
        _ = try await app.response("/saved", .post, fields: fields, form: form)
        let page = try await app.response("/saved", fields: fields).text
        let key = String(try #require(page.firstMatch(of: /name=a&amp;key=([0-9a-f]{32})"/)?.1))
        var statuses: [Int] = []
        for candidate in Array(repeating: "guess", count: 20) + [key] {
            statuses.append(try await app.response("/saved/feed?name=a&key=\(candidate)").status.code)
        }
        #expect(statuses[19...] == [429, 200])
    }
}
