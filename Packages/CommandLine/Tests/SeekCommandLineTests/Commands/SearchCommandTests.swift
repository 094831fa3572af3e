import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Searching one service")
struct SearchCommandTests {
    /// Returns a page of a YouTube search, with videos whose IDs are `v0`, `v1` and so on.
    static func videos(_ titles: [String], next: String? = nil, total: Int = 1_000) -> JSONValue {
        let items = titles.enumerated().map { index, title -> JSONValue in
            let thumbnails: JSONValue = ["default": ["url": "https://example.com/a.jpg", "width": 120, "height": 90]]
            let snippet: JSONValue = [
                "channelId": "c", "channelTitle": "Channel", "title": .string(title), "description": "",
                "publishedAt": "2024-02-29T12:00:00Z", "thumbnails": thumbnails,
            ]
            return ["id": ["kind": "youtube#video", "videoId": .string("v\(index)")], "snippet": snippet]
        }
        var page: JSONValue = ["items": .array(items), "pageInfo": ["totalResults": .number(Double(total))]]
        if let next { page["nextPageToken"] = .string(next) }
        return page
    }

    private func transport(_ response: StubResponse, at url: String = youTubeSearch) -> StubTransport {
        StubTransport([stub(.get, url, returning: response)])
    }

    @Test("writes one line per video into a pipe, without a header, truncation or control characters")
    func pipedLines() async {
        let transport = transport(.json(Self.videos(["東京\u{1B} &amp; 夜景", "b\tc"])))
        let outcome = await seek("videos", "東京", "夜景", transport: transport)
        #expect(
            outcome
                == Outcome(
                    status: .success,
                    output: """
                        v0\t東京\u{FFFD} & 夜景\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v0
                        v1\tb c\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v1

                        """,
                    messages: ""
                )
        )
        #expect(transport.received.first?.url.query()?.contains("q=%E6%9D%B1%E4%BA%AC%20%E5%A4%9C%E6%99%AF&") == true)
    }

    @Test("lists a video without a title, which a table and Markdown name so that its link can be followed")
    func untitled() async {
        let transport = transport(.json(Self.videos(["", "\u{200B}"])))
        let piped = await seek("videos", "x", transport: transport)
        #expect(piped.messages.isEmpty)
        #expect(piped.output.hasPrefix("v0\t\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v0\nv1\t"))
        let json = await seek("videos", "x", "--json", "id,title", transport: transport)
        #expect(json.output == "[{\"id\":\"v0\",\"title\":\"\"},{\"id\":\"v1\",\"title\":\"\\u200b\"}]\n")
        let markdown = await seek("videos", "x", "--format", "markdown", transport: transport)
        #expect(markdown.output.contains("[(untitled)](https://www.youtube.com/watch?v=v0)"), "\(markdown.output)")
        for columns in [40, 80] {
            let environment = ["YOUTUBE_API_KEY": "k", "NO_COLOR": "1"]
            let terminal = Terminal(columns: columns)
            let shown = await seek("videos", "x", environment: environment, terminal: terminal, transport: transport)
            #expect(shown.output.components(separatedBy: "(untitled)").count == 3, "\(shown.output)")
        }
    }

    @Test("shows a table that fits the terminal")
    func terminalTable() async {
        let transport = transport(.json(Self.videos(["A title that is long", "b"])))
        let environment = ["YOUTUBE_API_KEY": "k", "NO_COLOR": "1"]
        let outcome = await seek(
            "videos",
            "x",
            environment: environment,
            terminal: Terminal(columns: 60),
            transport: transport,
            now: { Date(timeIntervalSince1970: 1_800_000_000) }
        )
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "Showing 2 of 1,000 videos")
        #expect(lines.dropFirst(2).first == "TITLE                 CHANNEL  PUBLISHED    URL")
        #expect(lines.dropFirst(3).first?.contains("2 years ago") == true)
        #expect(lines.allSatisfy { $0.count <= 60 })
    }

    @Test("colors piped output with CLICOLOR_FORCE or --color always")
    func forcedColor() async {
        let environment = ["YOUTUBE_API_KEY": "k", "CLICOLOR_FORCE": "1"]
        let outcome = await seek(
            "videos",
            "x",
            environment: environment,
            transport: transport(.json(Self.videos(["a"])))
        )
        #expect(outcome.output.hasPrefix("\u{1B}[32mv0\u{1B}[0m\ta\t"))
        let json = await seek(
            ["videos", "x", "--json", "title", "--color", "always"],
            transport: transport(.json(Self.videos(["a"])))
        )
        #expect(json.output.contains("\u{1B}["))
        #expect(json.output.split(separator: "\n").count > 1, "\(json.output)")
    }

    @Test("uses the pager in PAGER, and writes directly if the pager does not start")
    func pager() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path(of: "page")
        let transport = transport(.json(Self.videos(["paged"])))
        for (pager, isShown) in [("cat > '\(file)'", false), ("/no/such/pager 2> /dev/null", true)] {
            let environment = ["YOUTUBE_API_KEY": "k", "NO_COLOR": "1", "PAGER": pager]
            let outcome = await seek(
                "videos",
                "x",
                environment: environment,
                terminal: Terminal(columns: 80),
                transport: transport
            )
            #expect(outcome.output.contains("paged") == isShown)
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("paged"))
    }

    @Test("writes JSON with the requested fields, sorted by name")
    func jsonFields() async throws {
        let transport = transport(.json(Self.videos(["a\u{1B}"])))
        let titleAndID = await seek("videos", "x", "--json=title,id", transport: transport)
        #expect(titleAndID.output == "[{\"id\":\"v0\",\"title\":\"a\\u001b\"}]\n")
        let allFields = await seek("videos", "x", "--json", transport: transport)
        let values = try JSONDecoder().decode(JSONValue.self, from: Data(allFields.output.utf8))
        #expect(
            values[0].object?.names.sorted() == [
                "channelID", "channelTitle", "description", "id", "kind", "liveBroadcastContent", "publishedAt",
                "thumbnails", "title",
                "url",
            ]
        )
        #expect(values[0]["thumbnails"]["default"]["width"].integer == 120)
        #expect(values[0]["liveBroadcastContent"].isNull)
    }

    @Test("writes empty columns for missing properties of a repository")
    func repositories() async throws {
        let transport = transport(.json(file: "github/user_repos_minimal"), at: userRepositories("octocat"))
        let outcome = await seek("user", "octocat", transport: transport)
        #expect(outcome.status == .success)
        #expect(outcome.messages.isEmpty)
        #expect(
            outcome.output.split(separator: "\n").allSatisfy {
                $0.split(separator: "\t", omittingEmptySubsequences: false).count == 6
            }
        )
        let json = await seek("user", "octocat", "--json=stars,fullName,url", transport: transport)
        #expect(json.output.hasPrefix("[{\"fullName\":\""))
    }

    @Test("fetches as many pages as --limit requires")
    func pagesForLimit() async {
        let titles = (0..<50).map { "t\($0)" }
        let transport = StubTransport([
            stub(.get, "\(youTubeSearch)?maxResults=50", returning: .json(Self.videos(titles, next: "2"))),
            stub(.get, "\(youTubeSearch)?pageToken=2", returning: .json(Self.videos(titles, next: "3"))),
        ])
        let outcome = await seek("videos", "x", "--limit", "60", "--verbose", transport: transport)
        #expect(outcome.output.split(separator: "\n").count == 60)
        #expect(
            outcome.messages == """
                seek: page 1: 50 videos from network, cost 1 call
                seek: page 2: 50 videos from network, cost 1 call

                """
        )
        let single = await seek("videos", "x", "-L1", transport: transport)
        #expect(single.output.split(separator: "\n").count == 1)
    }

    @Test("succeeds without results; the message mentions filters if there are any, and JSON is an empty array")
    func noResults() async {
        let transport = transport(.json(["items": []]))
        let unfiltered = await seek("videos", "xyzzy", transport: transport)
        #expect(unfiltered == Outcome(status: .success, output: "", messages: "seek: no videos found for 'xyzzy'\n"))
        let filtered = await seek("videos", "xyzzy", "--duration", "long", transport: transport)
        #expect(filtered.messages == "seek: no videos found for 'xyzzy' with these filters\n")
        let ordered = await seek("videos", "xyzzy", "--order", "date", transport: transport)
        #expect(ordered.messages == "seek: no videos found for 'xyzzy'\n")
        let json = await seek("videos", "xyzzy", "--json", transport: transport)
        #expect(json == Outcome(status: .success, output: "[]\n", messages: ""))
    }

    @Test(
        "a continued search without more results does not report that nothing was found",
        arguments: [
            ([], "swift"), (["--duration", "long"], "swift"),
            // A first page without results would add a hint about the handle.
            ([], "@slowswift"),
        ]
    )
    func noMoreResults(flags: [String], text: String) async {
        let transport = transport(.json(["items": []]))
        let outcome = await seek(["videos", text, "--from", "CAUQAA"] + flags, transport: transport)
        let filters = flags.isEmpty ? "" : " with these filters"
        #expect(outcome.messages == "seek: no more videos found for '\(text)'\(filters)\n")
    }

    @Test("fails if none of the results can be read")
    func unreadable() async {
        let page: JSONValue = ["items": [["id": ["kind": "youtube#video"]], ["id": nil]]]
        let outcome = await seek("videos", "x", transport: transport(.json(page)))
        #expect(outcome.status == .failure)
        #expect(!outcome.messages.contains("found for"))
        #expect(outcome.messages.contains("none of the 2 results could be read: items[0].id.videoId: is missing"))
    }

    @Test("warns about skipped and incomplete results")
    func warnings() async {
        var page = Self.videos(["a"])
        page["items"] = .array((page["items"].array ?? []) + [["id": ["videoId": ""]], .null])
        let videos = await seek("videos", "x", transport: transport(.json(page)))
        #expect(videos.status == .success)
        #expect(videos.output.hasPrefix("v0\t"))
        #expect(videos.messages == "seek: warning: skipped 2 malformed videos; see --verbose\n")
        let verbose = await seek("videos", "x", "--verbose", transport: transport(.json(page)))
        #expect(verbose.messages.contains("seek: skipped items[1]"))
        let incomplete = transport(.json(file: "github/search_repositories_incomplete"), at: repositorySearch)
        let repositories = await seek("repos", "x", transport: incomplete)
        #expect(repositories.messages.contains("incomplete"))
    }

    @Test(
        "warns once that results of organizations are missing, in searches, lists, all pages and raw responses",
        arguments: [
            ["repos", "x"], ["repos", "x", "--json", "name"], ["search", "x", "--kinds", "repositories"],
            ["api", "search/repositories?q=x"], ["api", "search/repositories?q=x", "--silent"],
        ]
    )
    func missingOrganizations(arguments: [String]) async {
        var page = HTTPResponse(json: ["items": [], "total_count": 0])
        page.headerFields["X-GitHub-SSO"] = "partial-results; organizations=7,1"
        let outcome = await seek(arguments, transport: transport(.response(page), at: repositorySearch))
        #expect(outcome.status == .success)
        #expect(outcome.messages.contains("results of 2 organizations are missing"), "\(outcome.messages)")
        #expect(outcome.messages.contains("IDs 1, 7"))
        #expect(outcome.messages.contains("https://github.com/settings/tokens"))
    }

    @Test(
        "prints the complete address on which a token must be authorized, except in traces",
        arguments: [
            ["repos", "x"], ["repos", "x", "--verbose"], ["search", "x", "--kinds", "repositories", "--json", "title"],
            ["api", "search/repositories?q=x"],
        ]
    )
    func authorizationPage(arguments: [String]) async {
        let address = "https://github.com/orgs/kumquat/sso?authorization_request=AZ0"
        var denial = HTTPResponse(json: ["message": "Protected by SAML."], status: 403)
        denial.headerFields["X-GitHub-SSO"] = "required; url=\(address)"
        let outcome = await seek(arguments, transport: transport(.response(denial), at: repositorySearch))
        #expect(outcome.status == .failure)
        #expect(outcome.messages.contains("single sign-on: \(address)\n"), "\(outcome.messages)")
    }

    @Test(
        "rejects invalid input with a hint",
        arguments: [
            (["videos", ""], "the search text is empty; enter one, or a flag such as --channel\n"),
            (["channels", " "], "the search text is empty; enter one, or a flag such as --topic\n"),
            (["labels", "", "--repo", "a/b"], "the search text is empty; enter one\n"),
            (["videos", "a\0b"], "the search text contains a control character; remove it"),
            (["videos", "a\u{1B}"], "the search text contains a control character; remove it"),
            (["videos", String(repeating: "x", count: 501)], "shorten it to 500"),
            (["repos", String(repeating: "x", count: 257)], "shorten it to 256"),
            (["user", " "], "the user name is empty"),
            (["vidoes"], "did you mean 'videos'?"),
        ] as [([String], String)]
    )
    func invalidInput(arguments: [String], message: String) async {
        let outcome = await seek(arguments)
        #expect(outcome.status == .usage)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.hasPrefix("seek: "))
        #expect(outcome.messages.contains(message))
        #expect(outcome.messages.split(separator: "\n").count == 1)
    }

    @Test(
        "prints the URL of a failed request only with --verbose",
        arguments: ["videos", "repos", "user", "video", "search", "api", "quota"]
    )
    func requestURL(command: String) async {
        for (flags, isShown) in [([], false), (["--verbose"], true)] as [([String], Bool)] {
            let outcome = await seek(
                [command] + (command == "quota" ? [] : ["x"]) + flags,
                environment: ["YOUTUBE_API_KEY": "k", "GH_TOKEN": "t"],
                transport: StubTransport([stub(.any, "/{+path}", times: .any, returning: .status(500))])
            )
            #expect(outcome.status == .failure)
            #expect(outcome.messages.contains("https://") == isShown, "\(outcome.messages)")
        }
    }

    @Test(
        "describes the failure of a request in one line, without the API key",
        arguments: [
            (.json(file: "youtube/error_key_invalid", status: 400), "YouTube rejected the credential", .unauthorized),
            (.json(file: "youtube/error_quota_exceeded", status: 403), "midnight Pacific time", .failure),
            (.status(500), "YouTube (www.googleapis.com) failed: status 500", .failure),
            (
                .text("<html>", contentType: "text/html"),
                "the response is a web page; a proxy or a sign-in page may have responded; check the network\n",
                .failure
            ),
            (
                .text("{\"items\":[", contentType: "application/json"),
                "try again later; if the problem persists, update seek", .failure
            ),
            (.failure(.cannotConnect), "YouTube (www.googleapis.com): could not connect; check the network", .failure),
            (.failure { .timedOut(NetworkError.Context(request: $0)) }, "try again", .failure),
            (.failure { .cancelled(NetworkError.Context(request: $0)) }, "cancelled", .usage),
        ] as [(StubResponse, String, CommandStatus)]
    )
    func serverFailures(response: StubResponse, message: String, status: CommandStatus) async {
        let outcome = await seek(
            "videos",
            "x",
            environment: ["YOUTUBE_API_KEY": "S3CRET"],
            transport: transport(response)
        )
        #expect(outcome.status == status)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.hasPrefix("seek: "))
        #expect(outcome.messages.contains(message))
        #expect(outcome.messages.split(separator: "\n").count == 1)
        #expect(!outcome.messages.contains("S3CRET"))
    }

    @Test("names the variable of a missing or rejected value, but does not print the value")
    func missingOrRejectedCredentials() async {
        let missingKey = await seek("videos", "x", environment: [:])
        #expect(missingKey.status == .unauthorized)
        #expect(missingKey.messages.hasSuffix("; set YOUTUBE_API_KEY, or run: seek auth login youtube\n"))
        let rejected = transport(.json(file: "github/error_bad_credentials", status: 401), at: repositorySearch)
        let rejectedToken = await seek("repos", "x", environment: ["GH_TOKEN": "S3CRET"], transport: rejected)
        #expect(rejectedToken.status == .unauthorized)
        #expect(rejectedToken.messages.contains("set GH_TOKEN"))
        #expect(!rejectedToken.messages.contains("S3CRET"))
        let invalidURL = await seek("repos", "x", environment: ["SEEK_GITHUB_URL": "S3CRET"])
        #expect(invalidURL.status == .usage)
        #expect(invalidURL.messages.contains("SEEK_GITHUB_URL"))
        #expect(!invalidURL.messages.contains("S3CRET"))
    }

    @Test(
        "names the variable of a rejected credential, or the command that replaces it in the configuration file",
        arguments: [
            (["GH_TOKEN": "S3CRET"], "", "set GH_TOKEN to a valid value, or unset it"),
            (["GITHUB_TOKEN": "S3CRET"], "", "set GITHUB_TOKEN to a valid value, or unset it"),
            ([:], "github-token = S3CRET\n", "run: seek auth login github"),
        ]
    )
    func credentialSource(environment: [String: String], file: String, advice: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.writePrivate(file, to: "config")
        let rejected = transport(.json(file: "github/error_bad_credentials", status: 401), at: repositorySearch)
        let variables = environment.merging(["SEEK_CONFIG": path]) { current, _ in current }
        let outcome = await seek("repos", "x", environment: variables, transport: rejected)
        #expect(outcome.status == .unauthorized)
        #expect(outcome.messages.contains(advice), "\(outcome.messages)")
        #expect(outcome.messages.contains("GH_TOKEN") == (environment["GH_TOKEN"] != nil))
    }

    @Test(
        "names an unknown user, and SEEK_GITHUB_URL if it is set",
        arguments: [nil, "https://api.github.com/"]
    )
    func unknownUser(baseURL: String?) async {
        let rejected = transport(.json(file: "github/error_not_found", status: 404), at: userRepositories("nobody"))
        let variables = baseURL.map { ["SEEK_GITHUB_URL": $0] } ?? [:]
        let outcome = await seek("user", "nobody", environment: variables, transport: rejected)
        let advice = baseURL == nil ? "check the name" : "check the name and SEEK_GITHUB_URL"
        #expect(
            outcome
                == Outcome(
                    status: .failure,
                    output: "",
                    messages: "seek: GitHub has no user 'nobody', or you have no access to it; \(advice)\n"
                )
        )
    }

    @Test("does not advise to repeat a request that the installed libcurl cannot send")
    func unusableLibrary() async {
        let failed = transport(.failure(.invalidConfiguration("no certificates")), at: repositorySearch)
        let outcome = await seek("repos", "x", transport: failed)
        #expect(outcome.status == .failure)
        #expect(
            outcome.messages
                == "seek: GitHub (api.github.com): the connection configuration is not valid: no certificates; check "
                + "the system's libcurl and CA certificates\n"
        )
    }

    @Test("writes the results that were received before a failure")
    func partialResults() async {
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .json(Self.videos(["first"], next: "2"))),
            stub(.get, "\(youTubeSearch)?pageToken=2", returning: .status(500)),
        ])
        let outcome = await seek("videos", "x", transport: transport)
        #expect(outcome.status == .failure)
        #expect(outcome.output.contains("first"))
        #expect(outcome.messages.contains("try again later"))
    }

    @Test(
        "succeeds if the reader has closed the output, and fails if the disk is full",
        arguments: [
            (OutputError.closed, CommandStatus.success, ""),
            (
                .failed("No space left on device"), .failure,
                "seek: cannot write the output: No space left on device\n"
            ),
        ]
    )
    func brokenOutput(error: OutputError, status: CommandStatus, message: String) async {
        let messages = RecordingOutput()
        let context = CommandContext(
            environment: ["YOUTUBE_API_KEY": "k"],
            output: RecordingOutput(failing: error),
            messages: messages
        ) { $0.client.transport = StubTransport([stub(.get, youTubeSearch, returning: .json(Self.videos(["a"])))]) }
        #expect(await SeekCommand.run(["videos", "x"], context: context) == status)
        #expect(messages.text == message)
    }
}
