import Foundation
import Seek
import SeekBasics
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("seek auth", .concurrentProgramLimit)
struct AuthCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var file: String { folder.path(of: "settings") }

    private var stored: String? { try? String(contentsOfFile: file, encoding: .utf8) }

    @Test("credentials", arguments: CommandCase.cases(transcript))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    private static let transcript = """
        # login stores a valid credential, which logout removes
        GET github/rate_limit -> {"resources": {}}
        GET youtube/videos:batchGetStats -> {"items": []}
        $ unset GH_TOKEN YOUTUBE_API_KEY
        $ seek auth status
        YouTube\tmissing\t\trun: seek auth login youtube
        GitHub\tmissing\t\trun: seek auth login github
        [4]
        $ printf ' S3CRET\\r\\n' | seek auth login github
        ! seek: stored the GitHub token in {folder}/config
        $ stat -c %a config
        600
        $ echo S3CRET | seek auth login youtube
        ! seek: stored the YouTube API key in {folder}/config
        $ seek auth status
        YouTube\tvalid\tfile\t
        GitHub\tvalid\tfile\t
        $ grep -c S3CRET config
        2
        $ seek auth logout youtube
        ! seek: removed the YouTube API key from {folder}/config
        $ seek auth logout github
        ! seek: removed the GitHub token from {folder}/config
        $ seek auth logout github
        ! seek: the configuration file contains no GitHub token
        $ cat config

        # login stores a credential even if a limit is used up or rate limits are disabled
        GET youtube/videos:batchGetStats -> 403 youtube/error_quota_exceeded
        GET github/rate_limit ->
          404
          429
          403 {"message": "You have exceeded a secondary rate limit."}
        $ unset GH_TOKEN YOUTUBE_API_KEY
        $ echo S3CRET | seek auth login youtube
        ! seek: stored the YouTube API key in {folder}/config
        $ echo S3CRET | seek auth login github
        ! seek: stored the GitHub token in {folder}/config
        $ echo S3CRET | seek auth login github
        ! seek: stored the GitHub token in {folder}/config
        $ echo S3CRET | seek auth login github
        ! seek: stored the GitHub token in {folder}/config

        # login stores nothing if the credential is rejected, cannot be checked or is invalid
        GET github/rate_limit ->
          401 github/error_bad_credentials
          3* cannotConnect
          3* 500
          'Content-Type: text/html' text <p>Sign in</p>
        $ unset GH_TOKEN
        $ echo S3CRET | seek auth login github
        4! seek: GitHub rejected the token, which was not stored; check the input
        $ echo S3CRET | seek auth login github
        1! seek: the token could not be checked, and was not stored: GitHub (api.github.com): could not connect; check the network; to store it without a check, run: seek config set github-token
        $ echo S3CRET | seek auth login github
        1! seek: the token could not be checked, and was not stored: GitHub (api.github.com) failed: status 500: {}; try again later; to store it without a check, run: seek config set github-token
        $ echo S3CRET | seek auth login github
        1! seek: the token could not be checked, and was not stored: GitHub (api.github.com): the response is a web page; a proxy or a sign-in page may have responded; check the network; to store it without a check, run: seek config set github-token
        $ echo S3CRET x | seek auth login github
        2! seek: the token cannot contain white space or control characters
        $ echo | seek auth login github
        2! seek: no token was entered; pass it on standard input: seek auth login github < FILE
        $ printf 'one\\ntwo\\n' | seek auth login github
        2! seek: standard input contains several lines; pass a single line with the secret
        $ ls

        # login and logout warn about a variable that overrides the configuration file
        GET github/rate_limit -> {"resources": {}}
        $ unset GH_TOKEN
        $ echo S3CRET | GITHUB_TOKEN=0ther-token seek auth login github
        ! seek: stored the GitHub token in {folder}/config
        ! seek: warning: GITHUB_TOKEN is set and overrides the file
        $ GITHUB_TOKEN=0ther-token seek auth logout github
        ! seek: removed the GitHub token from {folder}/config
        ! seek: warning: GITHUB_TOKEN is still set; unset it as well

        # logout with --purge removes cached responses, the offline index and the last table
        GET github/rate_limit -> {"resources": {}}
        GET github/search/repositories -> {"items": [{"id": 1, "name": "secret-plan", "html_url": "https://github.com/a/secret-plan", "private": true}], "total_count": 1}
        $ unset GH_TOKEN
        $ echo S3CRET | seek auth login github
        ! seek: stored the GitHub token in {folder}/config
        $ export SEEK_CACHE_DIR={folder}/cache
        $ stty cols 80
        $ seek repos secret
        > github/search/repositories
        $ seek auth logout github
        ! seek: removed the GitHub token from {folder}/config
        ! seek: results that were found with it may remain in the cache; to remove them, add --purge
        $ grep -rl secret-plan cache state | sort
        cache/entries-1.sqlite
        cache/index/index-1.sqlite
        state/results
        $ seek auth logout github --purge
        ! seek: the configuration file contains no GitHub token
        ! seek: removed 1 of 1 entries, 429 B
        $ grep -rl secret-plan cache state
        [1]

        # status describes where credentials are set, and whether they are accepted
        GET youtube/videos:batchGetStats -> 400 youtube/error_key_invalid
        GET github/rate_limit ->
          {"resources": {}}
          3* cannotConnect
          'Content-Type: text/html' text <p>Sign in</p>
          3* 500 {"message": "Server Error"}
        $ seek auth status --json=service,state,source
        [{"service":"YouTube","source":"YOUTUBE_API_KEY","state":"rejected"},{"service":"GitHub","source":"GH_TOKEN","state":"valid"}]
        [4]
        $ seek auth status
        YouTube\trejected\tYOUTUBE_API_KEY\tYouTube rejected the credential: API key not valid. Please pass a valid API key; set YOUTUBE_API_KEY to a valid value, or unset it
        GitHub\tunknown\tGH_TOKEN\tGitHub (api.github.com): could not connect; check the network
        [4]
        $ seek auth status
        YouTube\trejected\tYOUTUBE_API_KEY\tYouTube rejected the credential: API key not valid. Please pass a valid API key; set YOUTUBE_API_KEY to a valid value, or unset it
        GitHub\tunknown\tGH_TOKEN\tGitHub (api.github.com): the response is a web page; a proxy or a sign-in page may have responded; check the network
        [4]
        $ seek auth status
        YouTube\trejected\tYOUTUBE_API_KEY\tYouTube rejected the credential: API key not valid. Please pass a valid API key; set YOUTUBE_API_KEY to a valid value, or unset it
        GitHub\tunknown\tGH_TOKEN\tGitHub (api.github.com) failed: status 500: Server Error; try again later
        [4]
        """

    #if os(Linux)
    @Test(
        "on a terminal, login offers the token of gh, and hides a token that is typed",
        arguments: [true, false]
    )
    func loginOnTerminal(acceptsGH: Bool) async throws {
        let server = try TestServer.start()
        defer { server.stop() }
        var environment = TestServer.environment(server, folder)
        environment["GH_TOKEN"] = nil
        environment["SEEK_CONFIG"] = file
        environment["PATH"] = "\(folder.path(of: "bin")):/usr/bin:/bin"
        try folder.writeScript("[ \"$*\" = 'auth token' ] && echo demo-token", to: "bin/gh")
        let terminal = try #require(PseudoTerminal(columns: 100))
        let outcome = try await Program(environment: environment).run(
            ["auth", "login", "github"],
            input: terminal.programEnd,
            messages: terminal.programEnd
        ) { _ in
            await eventually { terminal.shownText.contains("type yes to use its token") }
            terminal.type(acceptsGH ? "yes\n" : "\n")
            guard !acceptsGH else { return }
            await eventually { !terminal.echoes }
            terminal.type("demo-token\n")
        }
        #expect(outcome.status == 0)
        let shown = try await terminal.text()
        #expect(shown.hasSuffix("seek: stored the GitHub token in \(file)\n"), "\(shown)")
        #expect(!shown.contains("demo-token"))
        #expect(stored == "github-token = demo-token\n")
    }
    #endif
}
