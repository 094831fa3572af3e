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

    @Test("results and failures", arguments: CommandCase.cases(results + failures))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    private static let results = """
        # a pipe receives one line per video, without a header, truncation or control characters
        GET youtube/search -> videos '東京\u{1B} &amp; 夜景' 'b\tc'
        $ seek videos 東京 夜景
        > youtube/search q='東京 夜景'
        v0\t東京\u{FFFD} & 夜景\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v0
        v1\tb c\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v1

        # a video without a title has a name in a table and in Markdown, so that its link can be followed
        GET youtube/search -> videos '' '\u{200B}'
        $ seek videos x
        v0\t\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v0
        v1\t\tChannel\t2024-02-29T12:00:00Z\thttps://www.youtube.com/watch?v=v1
        $ seek videos x --json id,title
        [{"id":"v0","title":""},{"id":"v1","title":"\\u200b"}]
        $ seek videos x --format markdown
        | | title | channel | published |
        | | --- | --- | --- |
        | | [(untitled)](https://www.youtube.com/watch?v=v0) | Channel | 2024-02-29 |
        | | [(untitled)](https://www.youtube.com/watch?v=v1) | Channel | 2024-02-29 |
        $ stty cols 40
        $ seek videos x
        Showing 2 of 1,000 videos
        |
        1  (untitled)
           channel: Channel
           published: 2 years ago
           url: youtu.be/v0
        2  (untitled)
           channel: Channel
           published: 2 years ago
           url: youtu.be/v1
        $ stty cols 80
        $ seek videos x
        Showing 2 of 1,000 videos; open one with: seek open NUMBER
        |
        | #  TITLE       CHANNEL  PUBLISHED    URL
        1  (untitled)  Channel  2 years ago  youtu.be/v0
        2  (untitled)  Channel  2 years ago  youtu.be/v1

        # a terminal shows a table that fits it
        GET youtube/search -> videos 'A title that is long' b
        $ stty cols 60
        $ seek videos x
        Showing 2 of 1,000 videos; open one with: seek open NUMBER
        |
        | #  TITLE                 CHANNEL  PUBLISHED    URL
        1  A title that is long  Channel  2 years ago  youtu.be/v0
        2  b                     Channel  2 years ago  youtu.be/v1

        # --color always colors JSON in a pipe
        GET youtube/search -> videos a
        $ seek videos x --json title --color always
        [
          {
            \u{1B}[34m"title"\u{1B}[0m: \u{1B}[32m"a"\u{1B}[0m
          }
        ]

        # JSON contains the requested fields, sorted by name
        GET youtube/search -> videos a\u{1B}
        $ seek videos x --json=title,id
        [{"id":"v0","title":"a\\u001b"}]
        $ seek videos x --json
        [{"channelID":"c","channelTitle":"Channel","description":"","id":"v0","kind":"video","liveBroadcastContent":null,"publishedAt":"2024-02-29T12:00:00Z","thumbnails":{"default":{"height":90,"url":"https://example.com/a.jpg","width":120}},"title":"a\\u001b","url":"https://www.youtube.com/watch?v=v0"}]

        # missing properties of a repository are empty columns
        GET github/users/octocat/repos -> github/user_repos_minimal
        $ seek user octocat
        octocat/Hello-World\tMy first repository on GitHub!\t\t2841\t2026-02-03T04:05:06Z\thttps://github.com/octocat/Hello-World
        bare\t\t\t\t\thttps://github.com/octocat/bare
        nulls\t\t\t\t\thttps://github.com/octocat/nulls
        $ seek user octocat --json=stars,fullName,url
        [{"fullName":"octocat/Hello-World","stars":2841,"url":"https://github.com/octocat/Hello-World"},{"fullName":"bare","stars":null,"url":"https://github.com/octocat/bare"},{"fullName":"nulls","stars":null,"url":"https://github.com/octocat/nulls"}]

        # as many pages are fetched as --limit requires
        GET youtube/search?maxResults=50 -> videos *50 next=2
        GET youtube/search?pageToken=2 -> videos *50 next=3
        $ seek videos x --limit 60 --verbose
        ... 60 lines
        ! seek: page 1: 50 videos from network, cost 1 call
        ! seek: page 2: 50 videos from network, cost 1 call
        $ seek videos x -L1
        > youtube/search
        ... 1 line

        # a search without results succeeds; the message mentions filters if there are any, and JSON is an empty array
        GET youtube/search -> videos
        $ seek videos xyzzy
        ! seek: no videos found for 'xyzzy'
        $ seek videos xyzzy --duration long
        ! seek: no videos found for 'xyzzy' with these filters
        $ seek videos xyzzy --order date
        ! seek: no videos found for 'xyzzy'
        $ seek videos xyzzy --json
        []
        $ seek videos swift --from CAUQAA
        ! seek: no more videos found for 'swift'
        $ seek videos swift --from CAUQAA --duration long
        ! seek: no more videos found for 'swift' with these filters
        $ seek videos @slowswift --from CAUQAA
        ! seek: no more videos found for '@slowswift'

        # skipped and incomplete results cause a warning
        GET youtube/search -> {"items": [{"id": {"videoId": "v0"}, "snippet": {"title": "a"}}, {"id": {"videoId": ""}}, null]}
        GET github/search/repositories -> github/search_repositories_incomplete
        $ seek videos x
        v0\ta\t\t\thttps://www.youtube.com/watch?v=v0
        ! seek: warning: skipped 2 malformed videos; see --verbose
        $ seek videos x --verbose
        v0\ta\t\t\thttps://www.youtube.com/watch?v=v0
        ! seek: page 1: 1 video from network, cost 1 call
        ! seek: skipped items[1].id.videoId: is empty
        ! seek: skipped items[2]: is null
        $ seek repos x --columns name
        linguist
        ! seek: warning: the search timed out on the server; results are incomplete; repeat it with --refresh

        # missing results of organizations cause one warning in searches, lists and raw responses
        GET github/search/repositories -> 'X-GitHub-SSO: partial-results; organizations=7,1' {"items": [], "total_count": 0}
        $ seek repos x
        ! seek: warning: results of 2 organizations are missing, because the token is not authorized for their single sign-on (SSO; IDs 1, 7); authorize it at https://github.com/settings/tokens
        ! seek: no repositories found for 'x'
        $ seek repos x --json name
        []
        ! seek: warning: results of 2 organizations are missing, because the token is not authorized for their single sign-on (SSO; IDs 1, 7); authorize it at https://github.com/settings/tokens
        $ seek search x --kinds repositories
        ! seek: no results for 'x'
        ! seek: warning: GitHub: results of 2 organizations are missing, because the token is not authorized for their single sign-on (SSO; IDs 1, 7); authorize it at https://github.com/settings/tokens
        $ seek api search/repositories?q=x
        {"items": [], "total_count": 0}(no newline)
        ! seek: warning: results of 2 organizations are missing, because the token is not authorized for their single sign-on (SSO; IDs 1, 7); authorize it at https://github.com/settings/tokens
        $ seek api search/repositories?q=x --silent
        ! seek: warning: results of 2 organizations are missing, because the token is not authorized for their single sign-on (SSO; IDs 1, 7); authorize it at https://github.com/settings/tokens

        """

    private static let failures = """
        # a request that the installed libcurl cannot send is not to be repeated
        GET github/search/repositories -> invalidConfiguration
        $ seek repos x
        1! seek: GitHub (api.github.com): the connection configuration is not valid: no certificates; check the system's libcurl and CA certificates

        # a search fails if none of the results can be read
        GET youtube/search -> {"items": [{"id": {"kind": "youtube#video"}}, {"id": null}]}
        $ seek videos x
        ! seek: warning: skipped 2 malformed videos; see --verbose
        1! seek: none of the 2 results could be read: items[0].id.videoId: is missing; try again later; if the problem persists, update seek

        # the results that were received before a failure are printed
        GET youtube/search -> videos first next=2
        GET youtube/search?pageToken=2 -> 500
        $ seek videos x --columns title
        first
        1! seek: YouTube (www.googleapis.com) failed: status 500: {}; try again later; stopped after 1 video; continue with the same command, --from '2' and --limit 29

        # the address on which a token must be authorized is printed
        GET github/search/repositories -> 403 'X-GitHub-SSO: required; url=https://github.com/orgs/kumquat/sso?authorization_request=AZ0' {"message": "Protected by SAML."}
        $ seek repos x
        1! seek: GitHub denied access: Protected by SAML; authorize the token for the organization's single sign-on: https://github.com/orgs/kumquat/sso?authorization_request=AZ0
        $ seek repos x --verbose
        1! seek: GitHub denied access: Protected by SAML; authorize the token for the organization's single sign-on: https://github.com/orgs/kumquat/sso?authorization_request=AZ0
        $ seek search x --kinds repositories --json title
        {"failures":[{"kind":"authorization-required","message":"GitHub denied access: Protected by SAML; authorize the token for the organization's single sign-on: https://github.com/orgs/kumquat/sso?authorization_request=AZ0","source":"github"}],"results":[]}
        1! seek: GitHub denied access: Protected by SAML; authorize the token for the organization's single sign-on: https://github.com/orgs/kumquat/sso?authorization_request=AZ0
        $ seek api search/repositories?q=x
        {"message": "Protected by SAML."}(no newline)
        ! seek: api.github.com responded with status 403
        1! seek: authorize the token for the organization's single sign-on: https://github.com/orgs/kumquat/sso?authorization_request=AZ0

        # the URL of a failed request is printed only with --verbose
        ANY * -> 500
        $ seek videos x
        1! seek: YouTube (www.googleapis.com) failed: status 500: {}; try again later
        $ seek videos x -v
        1! seek: YouTube failed: status 500 (GET https://www.googleapis.com/youtube/v3/search?*, 2 attempts): {}; try again later
        $ seek repos x
        1! seek: GitHub (api.github.com) failed: status 500: {}; try again later
        $ seek repos x -v
        1! seek: GitHub failed: status 500 (GET https://api.github.com/search/repositories?*, 3 attempts): {}; try again later
        $ seek user x
        1! seek: GitHub (api.github.com) failed: status 500: {}; try again later
        $ seek user x -v
        1! seek: GitHub failed: status 500 (GET https://api.github.com/users/x/repos?*, 3 attempts): {}; try again later
        $ seek video x
        1! seek: YouTube (www.googleapis.com) failed: status 500: {}; try again later
        $ seek video x -v
        1! seek: YouTube failed: status 500 (GET https://www.googleapis.com/youtube/v3/videos?*, 2 attempts): {}; try again later
        $ seek search x
        ! seek: YouTube (www.googleapis.com) failed: status 500: {}; try again later
        1! seek: GitHub (api.github.com) failed: status 500: {}; try again later
        $ seek search x -v
        ! seek: YouTube failed: status 500 (GET https://www.googleapis.com/youtube/v3/search?*, 2 attempts): {}; try again later
        1! seek: GitHub failed: status 500 (GET https://api.github.com/search/repositories?*, 3 attempts): {}; try again later
        $ seek api x
        {}(no newline)
        1! seek: api.github.com responded with status 500
        $ seek api x -v
        {}(no newline)
        ! seek: page 1: status 500 from network
        1! seek: api.github.com responded with status 500 (GET https://api.github.com/x)
        $ seek quota
        ... 3 lines
        1! seek: cannot read GitHub's limits: GitHub (api.github.com) failed: status 500: {}; try again later
        $ seek quota -v
        ... 3 lines
        1! seek: cannot read GitHub's limits: GitHub failed: status 500 (GET https://api.github.com/rate_limit, 3 attempts): {}; try again later

        # the failure of a request is described in one line, without the API key
        GET youtube/search ->
          400 youtube/error_key_invalid
          403 youtube/error_quota_exceeded
          'Content-Type: text/html' text <html>
          'Content-Type: application/json' text {"items":[
          2* cannotConnect
          cancelled
          timedOut
        $ export YOUTUBE_API_KEY=S3CRET
        $ seek videos x
        4! seek: YouTube rejected the credential: API key not valid. Please pass a valid API key; set YOUTUBE_API_KEY to a valid value, or unset it
        $ seek videos x
        1! seek: YouTube: today's quota is used up; it resets tomorrow at 07:00 UTC (midnight Pacific time)
        $ rm -r state
        $ seek videos x
        1! seek: YouTube (www.googleapis.com): the response is a web page; a proxy or a sign-in page may have responded; check the network
        $ seek videos x
        1! seek: YouTube (www.googleapis.com): response not understood: the document is not valid JSON: line 1, column 11: it ends too early; try again later; if the problem persists, update seek
        $ seek videos x
        1! seek: YouTube (www.googleapis.com): could not connect; check the network
        $ seek videos x
        2! seek: cancelled
        $ seek videos x
        1! seek: YouTube (www.googleapis.com): no response in time; try again, or allow more time with --timeout

        # the variable of a missing or rejected value is named, but the value is not printed
        GET github/search/repositories -> 401 github/error_bad_credentials
        $ YOUTUBE_API_KEY= seek videos x
        4! seek: YouTube needs an API key; create one at https://console.cloud.google.com/apis/credentials; set YOUTUBE_API_KEY, or run: seek auth login youtube
        $ GH_TOKEN=S3CRET seek repos x
        4! seek: GitHub rejected the credential: Bad credentials; set GH_TOKEN to a valid value, or unset it
        $ GH_TOKEN= GITHUB_TOKEN=S3CRET seek repos x
        4! seek: GitHub rejected the credential: Bad credentials; set GITHUB_TOKEN to a valid value, or unset it
        $ SEEK_GITHUB_URL=S3CRET seek repos x
        2! seek: SEEK_GITHUB_URL must be an http or https URL; correct or unset it
        $ echo S3CRET | GH_TOKEN= seek config set github-token
        $ GH_TOKEN= seek repos x
        4! seek: GitHub rejected the credential: Bad credentials; run: seek auth login github, or: seek auth logout github

        # an unknown user is named, and SEEK_GITHUB_URL if it is set
        GET github/users/nobody/repos -> 404 github/error_not_found
        $ seek user nobody
        1! seek: GitHub has no user 'nobody', or you have no access to it; check the name
        $ SEEK_GITHUB_URL=https://api.github.com/ seek user nobody
        1! seek: GitHub has no user 'nobody', or you have no access to it; check the name and SEEK_GITHUB_URL

        # the message of an error response is printed without its final period
        GET youtube/search -> 500 {"error": {"code": 500, "message": "Backend Error."}}
        ANY github/{+path} -> 500 {"message": "Backend Error"}
        $ seek videos x
        1! seek: YouTube (www.googleapis.com) failed: status 500: Backend Error; try again later
        $ seek repos x
        1! seek: GitHub (api.github.com) failed: status 500: Backend Error; try again later
        $ seek quota
        ... 3 lines
        1! seek: cannot read GitHub's limits: GitHub (api.github.com) failed: status 500: Backend Error; try again later

        # a rejected token is reported in the same way by quota and auth status
        GET github/rate_limit -> 401 github/error_bad_credentials
        GET youtube/videos:batchGetStats -> nothing
        $ seek quota
        ... 3 lines
        4! seek: cannot read GitHub's limits: GitHub rejected the credential: Bad credentials; set GH_TOKEN to a valid value, or unset it
        $ seek auth status
        YouTube\tvalid\tYOUTUBE_API_KEY\t
        GitHub\trejected\tGH_TOKEN\tGitHub rejected the credential: Bad credentials; set GH_TOKEN to a valid value, or unset it
        [4]

        # a corrupt file with the counts of the quota is reported, and the quotas are listed
        GET github/rate_limit -> {"resources": {}}
        $ mkdir -m 700 state && echo garbage > state/quota.json && chmod 600 state/quota.json
        $ seek quota
        ... 3 lines
        ! seek: warning: the count of today's quota was corrupt and was moved to {folder}/state/quota.json.corrupt; counting starts again from 0
        """

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
