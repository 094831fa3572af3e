import Foundation
import Seek
import SeekCommandLine
import SeekTestHelpers
import Testing

@Suite("Searching both services")
struct FederatedCommandTests {
    @Test("merged results and failed sources", arguments: CommandCase.cases(results + failures + offline))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    private static let results = """
        # results of both services are merged, and --why explains their order
        GET youtube/search -> videos 東京 b
        GET github/search/repositories -> {"items": [{"id": 1, "full_name": "a/b", "name": "b", "html_url": "https://github.com/a/b"}], "total_count": 1}
        $ seek search x --why
        repository\ta/b\t\t\tgithub #1 = 0.0164\thttps://github.com/a/b
        video\t東京\tChannel\t2024-02-29T12:00:00Z\tyoutube #1 = 0.0164\thttps://www.youtube.com/watch?v=v0
        video\tb\tChannel\t2024-02-29T12:00:00Z\tyoutube #2 = 0.0161\thttps://www.youtube.com/watch?v=v1
        $ seek search x -L1 --columns kind,title
        repository\ta/b
        $ seek search x --json kind,reasons
        {"failures":[],"results":[{"kind":"repository","reasons":["github #1 = 0.0164"]},{"kind":"video","reasons":["youtube #1 = 0.0164"]},{"kind":"video","reasons":["youtube #2 = 0.0161"]}]}
        $ seek search x -v --columns kind,title
        repository\ta/b
        video\t東京
        video\tb
        ! seek: YouTube: 2 results from network, cost 1 call
        ! seek: GitHub: 1 result from network, cost 1 call
        $ seek search x --kinds videos --columns kind
        video
        video
        $ seek search x --weight=github=3 --timeout 5s --columns kind
        repository
        video
        video

        # what a source does not use is reported once, and no request is sent if nothing of the text remains
        GET youtube/search -> videos
        GET github/search/repositories -> nothing
        $ seek search 'x language:swift' --kinds videos,channels,repositories
        ! seek: no results for 'x language:swift'
        ! seek: YouTube, YouTube channels: searched without language:swift
        $ seek search language:swift --kinds videos,channels,repositories
        ! seek: no results for 'language:swift' from GitHub
        ! seek: YouTube, YouTube channels: not searched, because nothing remains of the text without language:swift

        # --label and --state search for issues and pull requests; a flag that none of the kinds has is rejected
        GET github/search/issues?q=crash+label%3Abug+is%3Aissue -> nothing
        GET github/search/issues?q=crash+label%3Abug+is%3Apull-request -> nothing
        $ seek search crash --label bug
        ! seek: no results for 'crash label:bug'
        $ seek search crash --label bug --kinds videos,repositories
        2! seek: --label has no effect on videos, repositories; remove it, or choose other --kinds
        $ seek search swift --channel @slowswift --stars '>10'
        2! seek: --stars has no effect on videos; remove it, or choose other --kinds

        # a search for which no kind has anything, and a period that ends before it begins, are rejected
        $ seek search language:swift --kinds videos,channels
        2! seek: no search for videos, channels has language:swift; add a text, or choose other kinds
        $ seek search swift --after 2021-12 --before 2020-01
        2! seek: the period ends before it begins; change one of its dates

        # --dry-run counts the calls of all kinds
        $ seek search x --dry-run -L60
        > nothing
        YouTube\tyoutube.search\t2\t0\t100\tyes
        GitHub\tsearch\t1\t0\t\t
        $ seek search x --dry-run -L150 --kinds \(SearchHit.Kind.searchable.map(\.pluralName).joined(separator: ","))
        YouTube\tyoutube.search\t9\t0\t100\tyes
        GitHub\tsearch\t12\t0\t\t
        GitHub\tcode_search\t2\t0\t\t

        # invalid weights are rejected
        $ seek search x --weight github
        2! seek: --weight must be SOURCE=NUMBER such as github=2, not 'github'
        $ seek search x --weight x=1
        2! seek: --weight: unknown source 'x'; valid: youtube, youtube-channels, youtube-playlists, github, github-issues, github-pull-requests, github-users, github-code, github-commits, github-topics
        $ seek search x --weight github=-1
        2! seek: --weight must be SOURCE=NUMBER such as github=2, not 'github=-1'

        """

    private static let failures = """
        # a search without results succeeds
        GET youtube/search -> videos
        GET github/search/repositories -> nothing
        $ seek search x
        ! seek: no results for 'x'

        # a failed source causes a warning, and the results of the other source are printed
        GET youtube/search -> videos *50 next=2
        GET youtube/search?pageToken=2 -> 500
        GET github/search/repositories -> nothing
        $ YOUTUBE_API_KEY= seek search x
        ! seek: no results for 'x' from GitHub
        ! seek: warning: YouTube needs an API key; create one at https://console.cloud.google.com/apis/credentials; set YOUTUBE_API_KEY, or run: seek auth login youtube
        $ seek search x -L100 --columns kind
        ... 50 lines
        ! seek: warning: YouTube: only 50 results: YouTube (www.googleapis.com) failed: status 500: {}; try again later
        $ seek search x -L100 --columns kind -v
        ... 50 lines
        ! seek: YouTube: 50 results from network, cost 1 call
        ! seek: GitHub: 0 results from network, cost 1 call
        ! seek: warning: YouTube: only 50 results: YouTube failed: status 500 (GET https://www.googleapis.com/youtube/v3/search?part=snippet&q=x&type=video&maxResults=50&fields=nextPageToken%2CprevPageToken%2CregionCode%2CpageInfo%2FtotalResults%2Citems%28id%28videoId%2CchannelId%2CplaylistId%29%2Csnippet%28channelId%2Ctitle%2Cdescription%2Cthumbnails%2CchannelTitle%2CpublishedAt%2CliveBroadcastContent%29%29&prettyPrint=false&pageToken=2, 2 attempts): {}; try again later

        # a source without results is named if another source fails; JSON contains the failed sources
        GET youtube/search -> videos
        GET github/search/repositories -> 429
        $ seek search x
        ! seek: no results for 'x' from YouTube
        ! seek: warning: GitHub: the rate limit is used up; wait a minute and try again
        $ seek search x --json=kind
        {"failures":[{"kind":"rate-limited","message":"GitHub: the rate limit is used up; wait a minute and try again","source":"github"}],"results":[]}
        ! seek: warning: GitHub: the rate limit is used up; wait a minute and try again

        # a search fails with and without --json if all sources fail, each of which is named once
        GET youtube/search -> cannotConnect
        GET github/search/repositories -> 429
        $ seek search x
        ! seek: YouTube (www.googleapis.com): could not connect; check the network
        1! seek: GitHub: the rate limit is used up; wait a minute and try again
        $ seek search x --json
        {"failures":[{"kind":"network","message":"YouTube (www.googleapis.com): could not connect; check the network","source":"youtube"},{"kind":"rate-limited","message":"GitHub: the rate limit is used up; wait a minute and try again","source":"github"}],"results":[]}
        ! seek: YouTube (www.googleapis.com): could not connect; check the network
        1! seek: GitHub: the rate limit is used up; wait a minute and try again

        # a source that could not be searched is a warning, or with --strict a failure
        GET youtube/search -> videos a
        GET github/search/repositories -> 429
        $ seek search x --columns title
        a
        ! seek: warning: GitHub: the rate limit is used up; wait a minute and try again
        $ seek search x --columns title --strict
        a
        1! seek: warning: GitHub: the rate limit is used up; wait a minute and try again

        # the failures in JSON have kinds
        GET youtube/search -> 500
        GET github/search/repositories -> cannotConnect
        $ seek search x --json
        {"failures":[{"kind":"unavailable","message":"YouTube (www.googleapis.com) failed: status 500: {}; try again later","source":"youtube"},{"kind":"network","message":"GitHub (api.github.com): could not connect; check the network","source":"github"}],"results":[]}
        ! seek: YouTube (www.googleapis.com) failed: status 500: {}; try again later
        1! seek: GitHub (api.github.com): could not connect; check the network

        # the warning about stale results mentions the budget that prevented the request
        GET youtube/search -> videos a
        GET github/search/repositories -> nothing
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek search x --columns title
        a
        $ sleep 90
        $ seek search x --columns title --refresh --budget 0
        a
        ! seek: warning: YouTube: the budget of 0 calls is used up, and the command needs up to 2; its results are 90 s old
        ! seek: warning: GitHub: the budget of 0 calls is used up, and the command needs up to 2; its results are 90 s old

        """

    private static let offline = """
        # --offline finds earlier results without a request, needs a folder and a text, and conflicts with --refresh
        GET youtube/search -> videos 東京 b
        GET github/search/repositories -> nothing
        $ seek search 東京 --offline
        1! seek: there is no disk cache to search; enable it with a writable cache folder (SEEK_CACHE_DIR)
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek search x
        video\t東京\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v0
        video\tb\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v1
        $ seek search 東京 --offline
        video\t東京\tChannel\t2024-02-29T12:00:00Z\t\thttps://www.youtube.com/watch?v=v0
        $ seek search 東京 --offline --json title
        {"failures":[],"results":[{"title":"東京"}]}
        $ seek search 東京 --offline --kinds=repositories
        ! seek: no results for '東京' in the cache
        $ seek search x --offline --refresh
        2! seek: --offline and --refresh cannot be combined; remove one
        $ seek search '  ' --offline
        2! seek: the search text is empty; enter one, or a flag such as --channel

        # --offline warns that operators have no effect, but not about quotation marks and hyphens in words
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek search 'a -b' --offline
        ! seek: warning: --offline has no operators except quotation marks; AND, OR and NOT are words, and - and | are ignored
        ! seek: no results for 'a -b' in the cache
        $ seek search 'a OR b' --offline
        ! seek: warning: --offline has no operators except quotation marks; AND, OR and NOT are words, and - and | are ignored
        ! seek: no results for 'a OR b' in the cache
        $ seek search 'a|b' --offline
        ! seek: warning: --offline has no operators except quotation marks; AND, OR and NOT are words, and - and | are ignored
        ! seek: no results for 'a|b' in the cache
        $ seek search '"a b"' --offline
        ! seek: no results for '"a b"' in the cache
        $ seek search a-b --offline
        ! seek: no results for 'a-b' in the cache
        """

    @Test("--offline finds the stored results of several commands, separately for each kind")
    func offlineKinds() async throws {
        let server = try TestServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let environment = TestServer.environment(server, folder)
        func run(_ arguments: String...) async -> Outcome {
            let outcome = await runCommand(arguments, environment: environment)
            #expect(outcome.status == .success, "\(arguments): \(outcome.messages)")
            return outcome
        }
        let id = try #require(await run("videos", "swift", "-L1").output.split(separator: "\t").first)
        let video = await run("video", String(id), "--json", "description,tags,title,url")
        for arguments in [
            ["channels", "swift"], ["playlists", "swift"], ["repos", "swift"], ["issues", "greet"], ["users", "octo"],
            ["code", "greeting"], ["user", "octocat"], ["search", "tetris", "--kinds", "videos,repositories,issues"],
        ] {
            let outcome = await runCommand(arguments, environment: environment)
            #expect(outcome.status == .success, "\(arguments): \(outcome.messages)")
            #expect(!outcome.output.isEmpty, "\(arguments): \(outcome.messages)")
        }
        let calls = server.received.count
        for (text, kind, name) in [
            ("swift", "videos", "video"), ("swift", "channels", "channel"), ("swift", "playlists", "playlist"),
            ("swift", "repositories", "repository"), ("greet", "issues", "issue"), ("octocat", "users", "user"),
            ("greeting", "code", "code"), ("octocat", "repositories", "repository"),
        ] {
            let lines = await run("search", text, "--offline", "--kinds", kind).output.split(separator: "\n")
            #expect(!lines.isEmpty, "\(text) \(kind)")
            #expect(lines.allSatisfy { $0.hasPrefix("\(name)\t") }, "\(text) \(kind)")
        }
        // The video is found once, with the stored details.
        let details = try JSONDecoder().decode([JSONValue].self, from: Data(video.output.utf8))[0]
        let title = try #require(details["title"].string)
        let json = await run("search", title, "--offline", "--kinds", "videos", "--json", "text,url")
        let hits =
            try JSONDecoder().decode(JSONValue.self, from: Data(json.output.utf8))["results"].array?
            .filter { $0["url"] == details["url"] } ?? []
        #expect(hits.map { $0["text"] } == [details["description"]])
        #expect(server.received.count == calls)
    }
}
