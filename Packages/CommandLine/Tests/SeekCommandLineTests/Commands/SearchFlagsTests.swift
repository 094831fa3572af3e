import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Flags of searches")
struct SearchFlagsTests {
    private let environment = ["YOUTUBE_API_KEY": "k", "GH_TOKEN": "t"]

    private func videoPage(_ count: Int, next: String? = nil, total: Int = 1_000) -> JSONValue {
        SearchCommandTests.videos((0..<count).map { "t\($0)" }, next: next, total: total)
    }

    @Test("filters, costs and cursors", arguments: CommandCase.cases(transcript))
    func filters(commandCase: CommandCase) async throws { try await commandCase.check() }

    private static let transcript = """
        # filters become parameters of YouTube and qualifiers of GitHub
        GET youtube/search -> videos a
        ANY github/search/{kind} -> nothing
        GET github/users/octocat/repos -> []
        $ seek videos x --order=date --after 2026-01-01 --before=2026-02-01T00:00:00Z --region JP --language=ja
        > youtube/search q=x type=video order=date publishedAfter=2026-01-01T00:00:00Z
        $ seek videos x --channel UC0123456789abcdefghij_- --duration=long --definition high --safe-search=strict
        > youtube/search channelId=UC0123456789abcdefghij_- videoDuration=long videoDefinition=high safeSearch=strict
        $ seek channels x
        > youtube/search type=channel
        $ seek playlists x
        > youtube/search type=playlist
        $ seek repos x --language swift --sort=stars --order asc
        > github/search/repositories q='x language:swift' sort=stars order=asc per_page=100
        $ seek issues x --repo=a/b --state open --sort comments
        > github/search/issues q='x repo:a/b state:open is:issue' sort=comments
        $ seek users x --sort followers
        > github/search/users sort=followers
        $ seek code x --language=swift
        > github/search/code q='x language:swift'
        $ seek commits --author-name 'The Octocat' --merge=false --sort=author-date
        > github/search/commits q='author-name:"The Octocat" merge:false' sort=author-date
        $ seek topics x --featured
        > github/search/topics q='x is:featured'
        $ seek user octocat --sort pushed --order desc
        > github/users/octocat/repos sort=pushed direction=desc

        # --channel accepts a handle, also one of letters of any script, an ID and their URLs
        $ seek videos --web --dry-run --channel @slowswift
        https://www.youtube.com/@slowswift/videos
        $ seek videos --web --dry-run --channel https://www.youtube.com/@slowswift
        https://www.youtube.com/@slowswift/videos
        $ seek videos --web --dry-run --channel youtube.com/@slowswift/videos
        https://www.youtube.com/@slowswift/videos
        $ seek videos --web --dry-run --channel UC0123456789abcdefghij_-
        https://www.youtube.com/channel/UC0123456789abcdefghij_-/videos
        $ seek videos --web --dry-run --channel https://www.youtube.com/channel/UC0123456789abcdefghij_-
        https://www.youtube.com/channel/UC0123456789abcdefghij_-/videos
        $ seek videos --web --dry-run --channel https://www.youtube.com/@夜さんぽ
        https://www.youtube.com/@%E5%A4%9C%E3%81%95%E3%82%93%E3%81%BD/videos
        $ seek videos --web --dry-run --channel youtube.com/@%E5%A4%9C%E3%81%95%E3%82%93%E3%81%BD
        https://www.youtube.com/@%E5%A4%9C%E3%81%95%E3%82%93%E3%81%BD/videos
        $ seek open @夜さんぽ --dry-run
        https://www.youtube.com/@%E5%A4%9C%E3%81%95%E3%82%93%E3%81%BD

        # the channel of a handle is looked up, which costs one unit
        GET youtube/channels?forHandle=%40slowswift -> {"items": [{"id": "UC0123456789abcdefghij_-", "snippet": {"title": "S"}}]}
        GET youtube/search?channelId=UC0123456789abcdefghij_- -> videos a
        $ seek videos x --channel @slowswift -v --columns title
        > youtube/channels forHandle=@slowswift
        > youtube/search channelId=UC0123456789abcdefghij_-
        a
        ! seek: channel @slowswift from network, cost 1 unit
        ! seek: page 1: 1 video from network, cost 1 call
        $ seek videos x --channel @slowswift --dry-run
        > nothing
        YouTube\tyoutube.search\t1\t0\t99\tyes
        YouTube\tyoutube.units\t1\t0\t9999\tyes

        # the videos of a channel are searched by date if the response does not name the playlist of its uploads
        GET youtube/channels?forHandle=%40slowswift -> {"items": [{"id": "UC0123456789abcdefghij_-", "snippet": {"title": "S"}}]}
        GET youtube/search?channelId=UC0123456789abcdefghij_- -> videos a
        $ seek videos --channel @slowswift --columns title
        > youtube/channels forHandle=@slowswift
        > youtube/search channelId=UC0123456789abcdefghij_- order=date
        a

        # a channel without a handle or an ID is rejected, and @NAME is suggested instead of a NAME without @
        $ seek videos --channel slowswift
        2! seek: --channel must be @HANDLE, the ID of a channel (UC and 22 letters, digits, - or _) or a URL with one of them, not 'slowswift'; did you mean '@slowswift'?
        $ seek videos --channel https://github.com/a
        2! seek: --channel must be @HANDLE, *, not 'https://github.com/a'
        $ seek videos --channel @
        2! seek: --channel must be @HANDLE, *, not '@'
        $ seek videos --channel 'a b'
        2! seek: --channel must be @HANDLE, *, not 'a b'
        $ seek videos --channel https://youtube.com/c/SlowSwift
        2! seek: --channel must be @HANDLE, *, not 'https://youtube.com/c/SlowSwift', which does not contain either of them; use the @HANDLE on the channel's page
        $ seek videos --channel youtube.com/watch?v=x
        2! seek: --channel must be @HANDLE, *, not 'youtube.com/watch?v=x', which does not contain either of them; use the @HANDLE on the channel's page

        # an invalid location is rejected before a request is sent
        $ seek videos x --location 95,0 --location-radius 5km
        > nothing
        2! seek: --location is out of range; use a latitude of -90...90 and a longitude of -180...180
        $ seek videos x --location '1;2' --location-radius 5km
        2! seek: --location must be a latitude (-90 to 90) and a longitude (-180 to 180) such as 35.68,139.77, not '1;2'
        $ seek videos x --location 1,2 --location-radius 5
        2! seek: --location-radius must be a distance of at most 1000km such as 500m, 5km, 3mi or 900ft, not '5'
        $ seek videos x --location 1,2 --location-radius 0km
        2! seek: --location-radius 0.0 km is out of range; use more than 0 and at most 1000 km
        $ seek videos x --location 1,2 --location-radius 1001km
        2! seek: --location-radius 1001.0 km is out of range; use more than 0 and at most 1000 km
        $ seek videos x --location 1,2 --location-radius '5 parsec'
        2! seek: --location-radius must be a distance of at most 1000km such as 500m, 5km, 3mi or 900ft, not '5 parsec'

        # labels are searched in the repository of --repo, which is required
        GET github/search/repositories -> github/search_repositories
        GET github/search/labels -> github/search_labels
        $ seek labels bug -R a/b -v
        bug\tSomething isn't working.\tee0701\thttps://github.com/a/b/labels/bug
        ! seek: repository a/b from network, cost 1 call
        ! seek: page 1: 1 label from network, cost 1 call
        $ seek labels bug
        2! seek: missing --repo OWNER/NAME; usage: seek labels*

        # --dry-run estimates the cost without sending a request
        $ seek videos x --dry-run -L120
        YouTube\tyoutube.search\t3\t0\t100\tyes
        $ seek videos x --dry-run -L120 --budget=2
        YouTube\tyoutube.search\t3\t0\t100\tno
        $ seek videos x --dry-run --json --budget=2
        [{"affordable":true,"budget":2,"cached":0,"calls":1,"local":false,"quota":"youtube.search","remaining":100,"service":"YouTube"}]
        $ seek videos x --dry-run --json=title
        2! seek: --dry-run prints no results, so --json cannot select their fields; remove the fields
        $ seek repos x --dry-run -L120
        GitHub\tsearch\t2\t0\t\t
        $ seek video a b --dry-run
        YouTube\tyoutube.units\t1\t0\t10000\tyes
        $ YOUTUBE_API_KEY= seek videos x --dry-run
        4! seek: YouTube needs an API key; create one at https://console.cloud.google.com/apis/credentials; set YOUTUBE_API_KEY, or run: seek auth login youtube
        $ stty cols 80
        $ seek videos x --dry-run
        SERVICE  QUOTA           CALLS  CACHED  LEFT  AFFORDABLE
        YouTube  youtube.search      1       0   100  yes

        # the estimate does not include calls beyond the 500 results that YouTube returns
        $ seek videos x -L1000 --dry-run
        YouTube\tyoutube.search\t10\t0\t100\tyes
        $ seek search x -L1000 --kinds videos --dry-run
        YouTube\tyoutube.search\t10\t0\t100\tyes

        # if nothing is found for a URL or a handle, the message suggests the command for it
        GET youtube/search -> videos
        $ seek videos https://youtu.be/gQ_1zX-F_No
        ! seek: no videos found for 'https://youtu.be/gQ_1zX-F_No'; to show this video, run: seek video https://youtu.be/gQ_1zX-F_No
        $ seek videos @slowswift
        ! seek: no videos found for '@slowswift'; to list the videos of this channel, run: seek videos --channel @slowswift
        $ seek videos 'https://www.youtube.com/playlist?list=PL0'
        ! seek: no videos found for 'https://www.youtube.com/playlist?list=PL0'; to open this URL, run: seek open 'https://www.youtube.com/playlist?list=PL0'

        # if the budget stops a search, the message describes how to resume it
        GET youtube/search -> videos *50 next=CAUQAA
        GET youtube/search?pageToken=CAUQAA -> videos *10
        $ seek videos x -L100 --budget 1
        > youtube/search pageToken!
        ... 50 lines
        1! seek: YouTube: the budget of 1 call is used up*; stopped after 50 videos; continue with the same command, --from 'CAUQAA' and --limit 50
        $ seek videos x -L100 --from CAUQAA
        > youtube/search pageToken=CAUQAA
        ... 10 lines

        # if the budget is used up, the error contains how many calls the command needs
        ANY * -> nothing
        $ seek videos x -L120 --budget 0
        1! seek: YouTube: the budget of 0 calls is used up, and the command needs up to 3; allow more with --budget
        $ seek videos --channel @a --details --budget 0
        1! seek: YouTube: the budget of 0 calls is used up, and the command needs up to 3; allow more with --budget
        $ seek issues x --type all -L120 --budget 1
        1! seek: GitHub: the budget of 1 call is used up, and the command needs up to 4; allow more with --budget
        $ seek search x -L60 --budget 0
        ! seek: YouTube: the budget of 0 calls is used up, and the command needs up to 3; allow more with --budget
        1! seek: GitHub: the budget of 0 calls is used up, and the command needs up to 3; allow more with --budget

        # if the text is the name of a search command and further words, search suggests that command
        $ seek search repositories swift ui --web --dry-run
        https://www.youtube.com/results?search_query=repositories%20swift%20ui&sp=EgIQAQ%3D%3D
        https://github.com/search?q=repositories%20swift%20ui&type=repositories
        ! seek: searching both services for 'repositories swift ui'; to search GitHub for repositories, run: seek repos swift ui
        $ seek search prs x --web --dry-run
        https://www.youtube.com/results?search_query=prs%20x&sp=EgIQAQ%3D%3D
        https://github.com/search?q=prs%20x&type=repositories
        ! seek: searching both services for 'prs x'; to search GitHub for pull requests, run: seek prs x
        $ seek search repos --web --dry-run
        https://www.youtube.com/results?search_query=repos&sp=EgIQAQ%3D%3D
        https://github.com/search?q=repos&type=repositories
        $ seek search swift repos --web --dry-run
        https://www.youtube.com/results?search_query=swift%20repos&sp=EgIQAQ%3D%3D
        https://github.com/search?q=swift%20repos&type=repositories

        # a search with a relative time is the same request a minute later, so that the cache can serve it
        GET youtube/search -> videos a
        $ seek videos x --after 7d --before 2h
        > youtube/search publishedAfter=2026-09-14T00:00:00Z publishedBefore=2026-09-21T12:15:00Z
        $ sleep 60
        $ seek videos x --after 7d --before 2h
        > youtube/search publishedAfter=2026-09-14T00:00:00Z publishedBefore=2026-09-21T12:15:00Z

        # a filter by date has days and times of GitHub, from the configured clock
        ANY github/search/{kind} -> nothing
        $ seek issues x --created 7d --updated '<36h'
        > github/search/issues q='x created:>=2026-09-14 updated:<=2026-09-20T02:15:00Z is:issue'
        $ seek prs x --merged-at 2026-01..2026-03
        > github/search/issues q='x merged:2026-01-01..2026-03-31 is:pull-request'
        $ seek repos x --pushed '30d..*'
        > github/search/repositories q='x pushed:>=2026-08-22'
        $ seek commits x --author-date '<=2026-01'
        > github/search/commits q='x author-date:<=2026-01-31'
        $ seek users x --created 2025
        > github/search/users q='x created:2025-01-01..2025-12-31'

        # the warning about stale results mentions the budget that prevented the request
        GET github/search/repositories -> github/search_repositories
        GET github/search/labels -> github/search_labels
        $ export SEEK_CACHE_DIR={folder}/cache
        $ seek labels bug -R a/b
        bug\tSomething isn't working.\tee0701\thttps://github.com/a/b/labels/bug
        $ sleep 90
        $ seek labels bug -R a/b --refresh --budget 1
        bug\tSomething isn't working.\tee0701\thttps://github.com/a/b/labels/bug
        ! seek: warning: the budget of 1 call is used up, and the command needs up to 2; these results are 90 s old

        # a template without a range is applied to each result; with --json, it can use only the given fields
        GET youtube/search -> videos *2
        $ seek videos x -t '{{.title}} {{.url}}'
        t0 https://www.youtube.com/watch?v=v0
        t1 https://www.youtube.com/watch?v=v1
        $ seek videos x --json title --template '{{range .}}{{.title}}{{"\\n"}}{{end}}'
        t0
        t1
        $ seek videos x --json title --template {{.url}}
        2! seek: --template, character 1: unknown field 'url'; valid: title

        # an error names the flag instead of the API's parameter
        $ seek videos x --after 2200-01-01
        2! seek: --after is in the future, so nothing can match; use an earlier date

        # a cursor of another search or command is rejected before a request is sent
        $ seek repos swift --from 'https://api.github.com/search/repositories?q=user%3Amanyrepos&page=2'
        > nothing
        2! seek: the page cursor of --from belongs to another search; use it with that search, or start at the first page
        $ seek repos swift --from 'https://api.github.com/user/1/repos?page=2'
        2! seek: the page cursor of --from belongs to another search; use it with that search, or start at the first page
        $ seek user octocat --from 'https://api.github.com/search/repositories?q=x&page=2'
        2! seek: the page cursor of --from belongs to another search; use it with that search, or start at the first page

        # a rejected cursor is attributed to --from; a rejected later page, or one of another search, is not
        GET youtube/search -> 400
        GET github/search/repositories?q=x&page=2 -> 'Link: <https://api.github.com/search/repositories?q=x&per_page=100&page=3>; rel="next"' {"items": [{"id": 1, "full_name": "a/b", "name": "b", "html_url": "https://github.com/a/b"}], "total_count": 300}
        GET github/search/repositories?q=x&page=3 -> 422
        GET github/search/repositories?q=z&page=2 -> 'Link: <https://api.github.com/search/repositories?q=y&per_page=100&page=3>; rel="next"' {"items": [{"id": 1, "full_name": "a/b", "name": "b", "html_url": "https://github.com/a/b"}], "total_count": 300}
        $ seek videos x --from bad
        1! seek: YouTube rejected the request: 400; check --from, or remove it to start at the first page
        $ seek repos x -L300 --columns name --from 'https://api.github.com/search/repositories?q=x&per_page=100&page=2'
        b
        1! seek: GitHub rejected the request: 422; stopped after 1 repository; continue with the same command, --from 'https://api.github.com/search/repositories?q=x&per_page=100&page=3' and --limit 299
        $ seek repos z -L300 --columns name --from 'https://api.github.com/search/repositories?q=z&per_page=100&page=2'
        b
        2! seek: the server's link to the next page belongs to another search; use it with that search, or start at the first page; stopped after 1 repository; continue with the same command, --from 'https://api.github.com/search/repositories?q=y&per_page=100&page=3' and --limit 299
        """

    @Test(
        "the flags of a search become qualifiers and parameters; a label may contain spaces, and commas in quotes",
        arguments: [
            ("repos x --topic a,b --topic c", "q=x topic:a topic:b topic:c"),
            ("repos --owner octocat", "q=user:octocat"),
            ("repos x --stars >=10 --forks 1..5", "q=x stars:>=10 forks:1..5"),
            ("repos x --license mit", "q=x license:mit"),
            ("repos x --created >2026-01-01", "q=x created:>2026-01-01"),
            ("repos x --archived=false", "q=x archived:false"),
            ("repos x --updated 2026-01-01..*", "q=x pushed:>=2026-01-01"),
            ("repos x --include-forks only", "q=x fork:only"),
            ("repos x --visibility public --match name,readme", "q=x is:public in:name in:readme"),
            ("repos x --number-topics 3 --good-first-issues >1", "q=x topics:3 good-first-issues:>1"),
            ("issues x --label bug,help_wanted --author @me", "q=x label:bug label:help_wanted author:@me is:issue"),
            ("issues x --app dependabot --no-assignee", "q=x author:app/dependabot no:assignee is:issue"),
            ("issues x --locked=false --state closed", "q=x state:closed is:unlocked is:issue"),
            ("issues x -R a/b -R c/d --milestone 1.0", "q=x repo:a/b repo:c/d milestone:1.0 is:issue"),
            ("issues x --team-mentions a/b --involves c", "q=x involves:c team:a/b is:issue"),
            ("prs x --merged --draft=false", "q=x is:merged draft:false is:pull-request"),
            (
                "prs x --checks success --review changes_requested",
                "q=x status:success review:changes_requested is:pull-request"
            ),
            (
                "prs x -B main -H topic --merged-at <2026-01-01",
                "q=x merged:<2026-01-01 base:main head:topic is:pull-request"
            ),
            ("prs x --review-requested @me --reviewed-by a", "q=x review-requested:@me reviewed-by:a is:pull-request"),
            ("issues --label '\"good first issue\"'", "q=label:\"good first issue\" is:issue"),
            ("issues --label '\"good first issue\",bug'", "q=label:\"good first issue\" label:bug is:issue"),
            ("issues --label '\"a,b\",c'", "q=label:a,b label:c is:issue"),
            ("issues --label 'good first issue'", "q=label:\"good first issue\" is:issue"),
            ("videos x --event-type live", "eventType=live"),
            ("videos x --caption closed-caption", "videoCaption=closedCaption"),
            ("videos x --category 10", "videoCategoryId=10"), ("videos x --dimension 3d", "videoDimension=3d"),
            ("videos x --embeddable", "videoEmbeddable=true"),
            ("videos x --license creative-common", "videoLicense=creativeCommon"),
            ("videos x --syndicated", "videoSyndicated=true"), ("videos x --video-type movie", "videoType=movie"),
            ("videos --topic /m/04rlf", "topicId=/m/04rlf"), ("videos x --order view-count", "order=viewCount"),
            ("videos x --paid-product-placement", "videoPaidProductPlacement=true"),
            ("videos --location -33.86,151.2 --location-radius 5km", "location=-33.86,151.2"),
            ("videos --location 1,2 --location-radius 3.5mi", "locationRadius=3.5mi"),
            ("channels x --channel-type show", "channelType=show"),
        ]
    )
    func parameters(line: String, parameter: String) async throws {
        let transport = StubTransport(strictness: .lenient)
        transport.stub(.get, youTubeSearch, returning: .json(videoPage(1)))
        transport.stub(.get, "https://api.github.com/search/{kind}", returning: .json(file: "github/search_issues"))
        _ = await seek(try shellWords(line), environment: environment, transport: transport)
        let items = QueryParameters(of: try #require(transport.received.last?.url)).items
        #expect(items.contains { "\($0.name)=\($0.value)" == parameter }, "\(items)")
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

    @Test("shows progress on one line that fits the terminal, and erases the line; shows none on a dumb terminal")
    func progressLine() async {
        let transport = StubTransport([
            stub(.get, youTubeSearch, returning: .json(videoPage(50, next: "2"))),
            stub(.get, "\(youTubeSearch)?pageToken=2", returning: .json(videoPage(50))),
        ])
        let fullLine = "\r\u{1B}[Kseek: 50 of 100 videos, page 1 \r\u{1B}[K"
        // A line that wraps could not be erased.
        let shortenedLine = "\r\u{1B}[Kseek: 50 of 100 vid\r\u{1B}[K"
        for (term, columns, shown) in [("xterm", nil, fullLine), ("xterm", 20, shortenedLine), ("dumb", nil, "")] {
            // The clock of the progress never advances, so the line is shown only when the first page arrives.
            let outcome = await runCommand(
                ["videos", "x", "-L100"],
                environment: ["YOUTUBE_API_KEY": "k", "TERM": term],
                terminal: columns.map { Terminal(columns: $0) },
                messagesGoToTerminal: true
            ) { $0.client.transport = transport }
            #expect(outcome.status == .success)
            #expect(outcome.messages == shown)
        }
    }
}
