import Foundation
import Seek
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("Flags of searches")
struct SearchFlagsTests {
    private let environment = ["YOUTUBE_API_KEY": "k", "GH_TOKEN": "t"]

    private func videoPage(_ count: Int, next: String? = nil, total: Int = 1_000) -> JSONValue {
        SearchCommandTests.videos((0..<count).map { "t\($0)" }, next: next, total: total)
    }

    @Test("converts filters to query parameters and qualifiers")
    func filterParameters() async throws {
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .json(videoPage(1))),
            stub(.get, repositorySearch, returning: .json(file: "github/search_repositories")),
            stub(.get, "https://api.github.com/search/issues", returning: .json(file: "github/search_issues")),
            stub(.get, "https://api.github.com/search/users", returning: .json(file: "github/search_users")),
            stub(.get, "https://api.github.com/search/code", returning: .json(file: "github/search_code")),
            stub(.get, "https://api.github.com/search/commits", returning: .json(file: "github/search_commits")),
            stub(.get, "https://api.github.com/search/topics", returning: .json(file: "github/search_topics")),
            stub(.get, userRepositories("octocat"), returning: .json(file: "github/user_repos")),
        ])
        func query(_ arguments: String...) async throws -> [String] {
            let outcome = await seek(arguments, environment: environment, transport: transport)
            #expect(outcome.status == .success, "\(outcome)")
            return (transport.received.last?.url.query() ?? "").split(separator: "&").map(String.init)
        }
        let video = try await query(
            "videos",
            "x",
            "--order=date",
            "--after",
            "2026-01-01",
            "--before=2026-02-01T00:00:00Z",
            "--region",
            "JP",
            "--language=ja",
            "--channel",
            "UC0123456789abcdefghij_-",
            "--duration=long",
            "--definition",
            "high",
            "--safe-search=strict"
        )
        for item in [
            "order=date", "publishedAfter=2026-01-01T00%3A00%3A00Z", "publishedBefore=2026-02-01T00%3A00%3A00Z",
            "regionCode=JP",
            "relevanceLanguage=ja", "channelId=UC0123456789abcdefghij_-", "videoDuration=long", "videoDefinition=high",
            "safeSearch=strict",
            "type=video",
        ] { #expect(video.contains(item), "\(item) in \(video)") }
        #expect(try await query("channels", "x").contains("type=channel"))
        #expect(try await query("playlists", "x").contains("type=playlist"))
        let repos = try await query("repos", "x", "--language", "swift", "--sort=stars", "--order", "asc")
        #expect(Set(repos).isSuperset(of: ["q=x%20language%3Aswift", "sort=stars", "order=asc", "per_page=100"]))
        let issues = try await query("issues", "x", "--repo=a/b", "--state", "open", "--sort", "comments")
        #expect(Set(issues).isSuperset(of: ["q=x%20repo%3Aa%2Fb%20state%3Aopen%20is%3Aissue", "sort=comments"]))
        #expect(Set(try await query("users", "x", "--sort", "followers")).contains("sort=followers"))
        #expect(Set(try await query("code", "x", "--language=swift")).contains("q=x%20language%3Aswift"))
        let commits = try await query("commits", "--author-name", "The Octocat", "--merge=false", "--sort=author-date")
        #expect(
            Set(commits).isSuperset(of: ["q=author-name%3A%22The%20Octocat%22%20merge%3Afalse", "sort=author-date"])
        )
        #expect(Set(try await query("topics", "x", "--featured")).contains("q=x%20is%3Afeatured"))
        let user = try await query("user", "octocat", "--sort", "pushed", "--order", "desc")
        #expect(Set(user).isSuperset(of: ["sort=pushed", "direction=desc"]))
    }

    @Test(
        "the flags of gh search become qualifiers",
        arguments: [
            ("repos x --topic a,b --topic c", "x topic:a topic:b topic:c"), ("repos --owner octocat", "user:octocat"),
            ("repos x --stars >=10 --forks 1..5", "x stars:>=10 forks:1..5"),
            ("repos x --license mit", "x license:mit"),
            ("repos x --created >2026-01-01", "x created:>2026-01-01"),
            ("repos x --archived=false", "x archived:false"),
            ("repos x --updated 2026-01-01..*", "x pushed:>=2026-01-01"),
            ("repos x --include-forks only", "x fork:only"),
            ("repos x --visibility public --match name,readme", "x is:public in:name in:readme"),
            ("repos x --number-topics 3 --good-first-issues >1", "x topics:3 good-first-issues:>1"),
            ("issues x --label bug,help_wanted --author @me", "x label:bug label:help_wanted author:@me is:issue"),
            ("issues x --app dependabot --no-assignee", "x author:app/dependabot no:assignee is:issue"),
            ("issues x --locked=false --state closed", "x state:closed is:unlocked is:issue"),
            ("issues x -R a/b -R c/d --milestone 1.0", "x repo:a/b repo:c/d milestone:1.0 is:issue"),
            ("issues x --team-mentions a/b --involves c", "x involves:c team:a/b is:issue"),
            ("prs x --merged --draft=false", "x is:merged draft:false is:pull-request"),
            (
                "prs x --checks success --review changes_requested",
                "x status:success review:changes_requested is:pull-request"
            ),
            (
                "prs x -B main -H topic --merged-at <2026-01-01",
                "x merged:<2026-01-01 base:main head:topic is:pull-request"
            ),
            ("prs x --review-requested @me --reviewed-by a", "x review-requested:@me reviewed-by:a is:pull-request"),
        ]
    )
    func qualifierFlags(line: String, query: String) async throws {
        let transport = StubTransport(strictness: .lenient)
        transport.stub(.any, "/{+path}", returning: .json(file: "github/search_issues"))
        _ = await seek(line.words, environment: environment, transport: transport)
        let sent = try #require(transport.received.last?.url)
        #expect(QueryParameters(of: sent).items.first { $0.name == "q" }?.value == query)
    }

    @Test(
        "a label may contain spaces, and commas if it is in quotation marks, as in gh",
        arguments: [
            ("\"good first issue\"", "label:\"good first issue\" is:issue"),
            ("\"good first issue\",bug", "label:\"good first issue\" label:bug is:issue"),
            ("\"a,b\",c", "label:a,b label:c is:issue"), ("good first issue", "label:\"good first issue\" is:issue"),
        ]
    )
    func quotedValues(labels: String, query: String) async throws {
        let transport = StubTransport([
            stub(.get, "https://api.github.com/search/issues", returning: .json(file: "github/search_issues"))
        ])
        _ = await seek("issues", "--label", labels, environment: environment, transport: transport)
        let sent = try #require(transport.received.last?.url)
        #expect(QueryParameters(of: sent).items.first { $0.name == "q" }?.value == query)
    }

    @Test(
        "--channel accepts a handle, an ID and their URLs",
        arguments: [
            "@slowswift", "https://www.youtube.com/@slowswift", "youtube.com/@slowswift/videos",
            "UC0123456789abcdefghij_-", "https://www.youtube.com/channel/UC0123456789abcdefghij_-",
        ]
    )
    func channelNames(name: String) async {
        let page = name.contains("@") ? "@slowswift" : "channel/UC0123456789abcdefghij_-"
        let outcome = await seek("videos", "--channel", name, "--web", "--dry-run")
        #expect(outcome.output == "https://www.youtube.com/\(page)/videos\n", "\(outcome)")
    }

    @Test(
        "--channel accepts handles with letters of any script",
        arguments: ["@夜さんぽ", "https://www.youtube.com/@夜さんぽ", "youtube.com/@%E5%A4%9C%E3%81%95%E3%82%93%E3%81%BD"]
    )
    func unicodeHandles(name: String) async {
        let outcome = await seek("videos", "--channel", name, "--web", "--dry-run")
        #expect(
            outcome.output == "https://www.youtube.com/@%E5%A4%9C%E3%81%95%E3%82%93%E3%81%BD/videos\n",
            "\(outcome)"
        )
        let opened = await seek("open", "@夜さんぽ", "--dry-run")
        #expect(opened.output == "https://www.youtube.com/@%E5%A4%9C%E3%81%95%E3%82%93%E3%81%BD\n", "\(opened)")
    }

    @Test(
        "--channel rejects a value without a handle or an ID, and suggests @NAME instead of a NAME without @",
        arguments: [
            ("slowswift", "'slowswift'; did you mean '@slowswift'?"),
            ("https://github.com/a", "'https://github.com/a'"),
            ("@", "'@'"), ("a b", "'a b'"),
            (
                "https://youtube.com/c/SlowSwift",
                "'https://youtube.com/c/SlowSwift', which does not contain either of them; use the @HANDLE on the "
                    + "channel's page"
            ),
            (
                "youtube.com/watch?v=x",
                "'youtube.com/watch?v=x', which does not contain either of them; use the @HANDLE on the channel's page"
            ),
        ]
    )
    func invalidChannels(name: String, end: String) async {
        let outcome = await seek("videos", "--channel", name)
        #expect(outcome.status == .usage)
        #expect(
            outcome.messages
                == "seek: --channel must be @HANDLE, the ID of a channel (UC and 22 letters, digits, - or _) "
                + "or a URL with one of them, not \(end)\n"
        )
    }

    @Test(
        "the flags of YouTube searches become parameters",
        arguments: [
            ("videos x --event-type live", "eventType=live"),
            ("videos x --caption closed-caption", "videoCaption=closedCaption"),
            ("videos x --category 10", "videoCategoryId=10"), ("videos x --dimension 3d", "videoDimension=3d"),
            ("videos x --embeddable", "videoEmbeddable=true"),
            ("videos x --license creative-common", "videoLicense=creativeCommon"),
            ("videos x --syndicated", "videoSyndicated=true"), ("videos x --video-type movie", "videoType=movie"),
            ("videos --topic /m/04rlf", "topicId=%2Fm%2F04rlf"), ("videos x --order view-count", "order=viewCount"),
            ("videos x --paid-product-placement", "videoPaidProductPlacement=true"),
            ("videos --location -33.86,151.2 --location-radius 5km", "location=-33.86%2C151.2"),
            ("videos --location 1,2 --location-radius 3.5mi", "locationRadius=3.5mi"),
            ("channels x --channel-type show", "channelType=show"),
        ]
    )
    func parameterFlags(line: String, item: String) async throws {
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(videoPage(1)))])
        let outcome = await seek(line.words, environment: environment, transport: transport)
        #expect(outcome.status == .success, "\(outcome)")
        let query = try #require(transport.received.last?.url.query())
        #expect(query.split(separator: "&").contains(Substring(item)), "\(query)")
    }

    @Test(
        "an invalid location is rejected before a request is sent",
        arguments: [
            ["91,0", "5km"], ["1;2", "5km"], ["1,2", "5"], ["1,2", "0km"], ["1,2", "1001km"], ["1,2", "5 parsec"],
        ]
    )
    func invalidLocations(values: [String]) async {
        let arguments = ["videos", "x", "--location", values[0], "--location-radius", values[1]]
        let transport = StubTransport()
        let outcome = await seek(arguments, environment: environment, transport: transport)
        #expect(outcome.status == .usage)
        #expect(outcome.messages.contains("seek: --location"))
        #expect(transport.received.isEmpty)
    }

    @Test("the message about an invalid location contains the ranges of its numbers")
    func locationRanges() async {
        let outcome = await seek("videos", "x", "--location", "95,0", "--location-radius", "5km")
        #expect(
            outcome.messages
                == "seek: --location is out of range; use a latitude of -90...90 and a longitude of -180...180\n"
        )
    }

    @Test("the channel of a handle in --channel is looked up, which costs one unit")
    func channelHandle() async {
        let channels = "https://www.googleapis.com/youtube/v3/channels"
        let channel: JSONValue = ["items": [["id": "UC0123456789abcdefghij_-", "snippet": ["title": "Slow Swift"]]]]
        let transport = StubTransport([
            stub(.get, "\(channels)?forHandle=%40slowswift", returning: .json(channel)),
            stub(.get, "\(youTubeSearch)?channelId=UC0123456789abcdefghij_-", returning: .json(videoPage(1))),
        ])
        let arguments = ["videos", "--channel", "@slowswift"]
        let outcome = await seek(arguments + ["-v"], environment: environment, transport: transport)
        #expect(outcome.status == .success, "\(outcome)")
        #expect(
            outcome.messages == """
                seek: channel @slowswift from network, cost 1 unit
                seek: page 1: 1 video from network, cost 1 call

                """
        )
        let estimate = await seek(arguments + ["--dry-run"], environment: environment, transport: StubTransport())
        #expect(estimate.output.hasPrefix("YouTube\tyoutube.search\t1\t"), "\(estimate)")
    }

    @Test("labels are searched in the repository of --repo, and the flag is required")
    func labelSearch() async {
        let labels = "https://api.github.com/search/labels"
        let transport = StubTransport([
            stub(.get, repositorySearch, returning: .json(file: "github/search_repositories")),
            stub(.get, labels, returning: .json(file: "github/search_labels")),
        ])
        let outcome = await seek(["labels", "bug", "-R", "a/b"], environment: environment, transport: transport)
        #expect(
            outcome.output == "bug\tSomething isn't working.\tee0701\thttps://github.com/a/b/labels/bug\n",
            "\(outcome)"
        )
        let verbose = await seek(["labels", "bug", "-R", "a/b", "-v"], environment: environment, transport: transport)
        #expect(
            verbose.messages == """
                seek: repository a/b from network, cost 1 call
                seek: page 1: 1 label from network, cost 1 call

                """
        )
        let withoutRepository = await seek(["labels", "bug"], environment: environment, transport: transport)
        #expect(withoutRepository.messages.hasPrefix("seek: missing --repo OWNER/NAME; usage: seek labels"))
        let invalidRepository = await seek(
            ["labels", "bug", "-R", "a"],
            environment: environment,
            transport: transport
        )
        #expect(invalidRepository.messages.hasPrefix("seek: --repo must be OWNER/NAME"))
    }

    @Test(
        "if the text is the name of a search command and further words, search suggests that command",
        arguments: [
            ("repos swift", "seek repos swift"), ("repositories swift ui", "seek repos swift ui"),
            ("prs x", "seek prs x"),
            ("videos x", "seek videos x"), ("repos", nil), ("swift repos", nil), ("cache x", nil),
        ] as [(String, String?)]
    )
    func suggestedCommand(text: String, command: String?) async {
        let opener = RecordingOpener()
        let outcome = await runCommand(["search", text, "--web"], opener: opener)
        #expect(outcome.messages.contains(", run: ") == (command != nil), "\(outcome)")
        if let command { #expect(outcome.messages.contains(", run: \(command)\n"), "\(outcome)") }
    }

    @Test("--dry-run estimates the cost without sending a request")
    func dryRun() async {
        let transport = StubTransport()
        let videos = await seek("videos", "x", "--dry-run", "-L120", environment: environment, transport: transport)
        #expect(videos.status == .success)
        #expect(videos.output == "YouTube\tyoutube.search\t3\t0\t100\tyes\n")
        let budget = await seek(
            ["videos", "x", "--dry-run", "-L120", "--budget=2"],
            environment: environment,
            transport: transport
        )
        #expect(budget.output == "YouTube\tyoutube.search\t3\t0\t100\tno\n")
        let json = await seek(["videos", "x", "--dry-run", "--json", "--budget=2"], environment: environment)
        #expect(
            json.output == #"[{"affordable":true,"budget":2,"cached":0,"calls":1,"local":false,"#
                + #""quota":"youtube.search","remaining":100,"service":"YouTube"}]"# + "\n"
        )
        let fields = await seek(["videos", "x", "--dry-run", "--json=title"], environment: environment)
        #expect(fields.status == .usage)
        let repos = await seek("repos", "x", "--dry-run", "-L120", environment: environment, transport: transport)
        #expect(repos.output == "GitHub\tsearch\t2\t0\t\t\n")
        let video = await seek("video", "a", "b", "--dry-run", environment: environment, transport: transport)
        #expect(video.output == "YouTube\tyoutube.units\t1\t0\t10000\tyes\n")
        #expect(transport.received.isEmpty)
        let rejected = await seek("videos", "x", "--dry-run", environment: [:], transport: transport)
        #expect(rejected.status == .unauthorized)
        let terminal = await seek(
            ["videos", "x", "--dry-run"],
            environment: environment,
            terminal: Terminal(columns: 80),
            transport: transport
        )
        #expect(terminal.output.contains("QUOTA"))
    }

    @Test(
        "if the budget is used up, the error contains how many calls the command needs",
        arguments: [
            (["videos", "x", "-L120"], 0, "3"), (["videos", "--channel", "@a", "--details"], 0, "3"),
            (["issues", "x", "--type", "all", "-L120"], 1, "4"), (["search", "x", "-L60"], 0, "3"),
            (["video"] + (0..<60).map { "id\($0)" }, 0, "2"),
        ]
    )
    func neededCalls(arguments: [String], budget: Int, needed: String) async {
        let transport = StubTransport(strictness: .lenient)
        transport.stub(.any, "/{+path}", returning: .json(["items": [], "total_count": 0]))
        let words = arguments + ["--budget", "\(budget)"]
        let outcome = await seek(words, environment: environment, transport: transport)
        let problem = budget == 0 ? "the budget of 0 calls is used up" : "the budget of 1 call is used up"
        let message = "\(problem), and the command needs up to \(needed); allow more with --budget"
        #expect(outcome.messages.contains(message), "\(outcome)")
    }

    @Test(
        "if nothing is found for a URL or a handle, the message suggests the command for it",
        arguments: [
            ("https://youtu.be/gQ_1zX-F_No", "to show this video, run: seek video https://youtu.be/gQ_1zX-F_No"),
            ("@slowswift", "to list the videos of this channel, run: seek videos --channel @slowswift"),
            (
                "https://www.youtube.com/playlist?list=PL0",
                "to open this URL, run: seek open 'https://www.youtube.com/playlist?list=PL0'"
            ),
        ]
    )
    func identifiers(text: String, hint: String) async {
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(videoPage(0)))])
        let outcome = await seek("videos", text, environment: environment, transport: transport)
        #expect(outcome.messages == "seek: no videos found for '\(text)'; \(hint)\n")
    }

    @Test(
        "the estimate does not include calls beyond the 500 results that YouTube returns",
        arguments: ["videos", "search"]
    )
    func maximumCalls(command: String) async {
        let arguments = ["x", "-L1000", "--dry-run"] + (command == "search" ? ["--kinds", "videos"] : [])
        let outcome = await seek([command] + arguments, environment: environment)
        #expect(outcome.output.hasPrefix("YouTube\tyoutube.search\t10\t0\t"), "\(outcome)")
    }

    @Test(
        "a limit above the 500 results that YouTube returns causes a warning that describes how to fetch all",
        arguments: [
            (
                "1000",
                "seek: warning: YouTube returns about 500 of the 3,000 videos; to fetch all, use --all instead of "
                    + "--limit"
            ),
            ("500", ""),
        ]
    )
    func unreachableLimit(limit: String, message: String) async {
        let transport = StubTransport(strictness: .lenient)
        transport.stub(
            .any,
            "/{+path}",
            returning: .closure { request in
                let token = QueryParameters(of: request.url).items.first { $0.name == "pageToken" }?.value
                let number = token.flatMap { Int($0) } ?? 1
                let page = videoPage(50, next: number < 10 ? "\(number + 1)" : nil, total: 3_000)
                return HTTPResponse(headerFields: [.contentType: "application/json"], body: page.data)
            }
        )
        let outcome = await seek(["videos", "x", "-L", limit], environment: environment, transport: transport)
        #expect(outcome.status == .success)
        #expect(outcome.output.split(separator: "\n").count == 500)
        #expect(outcome.messages.hasPrefix(message), "\(outcome.messages)")
        #expect(outcome.messages.isEmpty == message.isEmpty, "\(outcome.messages)")
    }

    @Test("if the budget stops a search, the message describes how to resume it")
    func budgetStop() async {
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .json(videoPage(50, next: "CAUQAA"))),
            stub(.get, "\(youTubeSearch)?pageToken=CAUQAA", returning: .json(videoPage(10))),
        ])
        let outcome = await seek(
            ["videos", "x", "-L100", "--budget", "1"],
            environment: environment,
            transport: transport
        )
        #expect(outcome.status == .failure)
        #expect(outcome.output.split(separator: "\n").count == 50)
        #expect(
            outcome.messages.hasSuffix(
                "; stopped after 50 videos; continue with the same command, --from 'CAUQAA' and --limit 50\n"
            ),
            "\(outcome.messages)"
        )
        #expect(transport.received.count == 1)
        let resumed = await seek(
            ["videos", "x", "-L100", "--from", "CAUQAA"],
            environment: environment,
            transport: transport
        )
        #expect(resumed.status == .success)
        #expect(resumed.output.split(separator: "\n").count == 10)
        #expect(transport.received.last?.url.query()?.contains("pageToken=CAUQAA") == true)
    }

    @Test("the warning about stale results mentions the budget that prevented the request")
    func staleBudget() async throws {
        let folder = try TemporaryFolder()
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let transport = StubTransport([
            stub(.get, repositorySearch, returning: .json(file: "github/search_repositories")),
            stub(.get, "https://api.github.com/search/labels", returning: .json(file: "github/search_labels")),
        ])
        let environment = ["GH_TOKEN": "t", "SEEK_CACHE_DIR": folder.url.path]
        func labels(_ flags: [String], at date: Date) async -> Outcome {
            let arguments = ["labels", "bug", "-R", "a/b"] + flags
            return await seek(arguments, environment: environment, transport: transport, now: { date })
        }
        let first = await labels([], at: start)
        let second = await labels(["--refresh", "--budget", "1"], at: start.addingTimeInterval(90))
        #expect(second.output == first.output)
        #expect(
            second.messages == "seek: warning: the budget of 1 call is used up, and the command needs up to 2; these "
                + "results are 90 s old\n"
        )
    }

    @Test("a template without a range is applied to each result; with --json, it can use only the given fields")
    func templateFields() async {
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(videoPage(2)))])
        func run(_ arguments: String...) async -> Outcome {
            await seek(["videos", "x"] + arguments, environment: environment, transport: transport)
        }
        #expect(
            await run("-t", "{{.title}} {{.url}}").output
                == "t0 https://www.youtube.com/watch?v=v0\nt1 https://www.youtube.com/watch?v=v1\n"
        )
        let filtered = await run("--json", "title", "--template", "{{range .}}{{.title}}{{\"\\n\"}}{{end}}")
        #expect(filtered.output == "t0\nt1\n")
        let unknown = await run("--json", "title", "--template", "{{.url}}")
        #expect(unknown.status == .usage)
        #expect(unknown.messages.contains("unknown field 'url'; valid: title"))
    }

    @Test("a search with a relative time is the same request a minute later, so that the cache can serve it")
    func relativeTime() async {
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(videoPage(1)))])
        for time in [1_800_000_001.0, 1_800_000_061] {
            let now = Date(timeIntervalSince1970: time)
            _ = await seek("videos", "x", "--after", "7d", "--before", "2h", transport: transport, now: { now })
        }
        // Both requests are sent, because there is no cache folder.
        #expect(transport.received.count == 2)
        #expect(Set(transport.received.map(\.url)).count == 1)
    }

    @Test("an error names the flag instead of the API's parameter")
    func flagNames() async {
        let outcome = await seek("videos", "x", "--after", "2200-01-01", environment: environment)
        #expect(outcome.status == .usage)
        #expect(
            outcome.messages == "seek: --after is in the future, so nothing can match; use an earlier date\n",
            "\(outcome.messages)"
        )
    }

    @Test(
        "a cursor of another search or command is rejected before a request is sent",
        arguments: [
            ["repos", "swift", "--from", "https://api.github.com/search/repositories?q=user%3Amanyrepos&page=2"],
            ["repos", "swift", "--from", "https://api.github.com/user/1/repos?page=2"],
            ["user", "octocat", "--from", "https://api.github.com/search/repositories?q=x&page=2"],
        ]
    )
    func foreignCursor(arguments: [String]) async {
        let transport = StubTransport()
        let outcome = await seek(arguments, environment: environment, transport: transport)
        #expect(outcome.status == .usage, "\(outcome)")
        #expect(
            outcome.messages
                == "seek: the page cursor of --from belongs to another search; use it with that search, or start at "
                + "the first page\n"
        )
        #expect(transport.received.isEmpty)
    }

    @Test("a rejected cursor is attributed to --from")
    func rejectedCursor() async {
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .status(400))])
        let outcome = await seek("videos", "x", "--from", "bad", environment: environment, transport: transport)
        #expect(outcome.status == .failure)
        #expect(outcome.messages.contains("check --from"), "\(outcome.messages)")
    }

    @Test(
        "a later page that is rejected, or that belongs to another search, is not attributed to --from",
        arguments: [
            ("q=x&per_page=100&page=3", "seek: GitHub rejected the request"),
            ("q=y&per_page=100&page=3", "seek: the server's link to the next page belongs to another search"),
        ]
    )
    func invalidNextPage(query: String, message: String) async {
        let repository: JSONValue = ["id": 1, "full_name": "a/b", "name": "b", "html_url": "https://github.com/a/b"]
        let body: JSONValue = ["items": [repository], "total_count": 300]
        let link = "<\(repositorySearch)?\(query)>; rel=\"next\""
        let fields: HTTPFields = [.contentType: "application/json", .link: link]
        let second = "\(repositorySearch)?q=x&per_page=100&page=2"
        let transport = StubTransport([
            stub(.get, second, returning: .response(HTTPResponse(headerFields: fields, body: body.data))),
            stub(.get, "\(repositorySearch)?q=x&per_page=100&page=3", returning: .status(422)),
        ])
        let arguments = ["repos", "x", "-L300", "--from", second]
        let outcome = await seek(arguments, environment: environment, transport: transport)
        #expect(outcome.messages.hasPrefix(message), "\(outcome)")
        #expect(!outcome.messages.contains("check --from"), "\(outcome)")
    }

    @Test("shows progress on one line that fits the terminal, and erases the line; shows none on a dumb terminal")
    func progressLine() async {
        let messages = RecordingOutput()
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .json(videoPage(50, next: "2"))),
            stub(.get, "\(youTubeSearch)?pageToken=2", returning: .json(videoPage(50))),
        ])
        let fullLine = "\r\u{1B}[Kseek: 50 of 100 videos, page 1 \r\u{1B}[K"
        // A line that wraps could not be erased.
        let shortenedLine = "\r\u{1B}[Kseek: 50 of 100 vid\r\u{1B}[K"
        for (term, columns, shown) in [("xterm", nil, fullLine), ("xterm", 20, shortenedLine), ("dumb", nil, "")] {
            let before = messages.text.count
            var context = CommandContext(
                environment: ["YOUTUBE_API_KEY": "k", "TERM": term],
                output: RecordingOutput(),
                messages: messages,
                terminal: columns.map { Terminal(columns: $0) },
                messagesGoToTerminal: true
            ) { $0.client.transport = transport }
            // Never advances, so the line is shown only when the first page arrives.
            context.progressClock = ManualClock()
            #expect(await SeekCommand.run(["videos", "x", "-L100"], context: context) == .success)
            #expect(messages.text.dropFirst(before) == shown)
        }
    }
}
