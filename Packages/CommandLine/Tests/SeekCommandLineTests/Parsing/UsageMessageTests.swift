import Foundation
import Seek
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("Messages about command lines and failures")
struct UsageMessageTests {
    @Test(
        "an invalid command line is rejected with an explanation",
        arguments: [
            ("config get bogus-key-of-mine", "unknown key 'bogus-key-of-mine'; valid: youtube-api-key, "),
            ("config get alias.walks", "'alias.walks' is the key of an alias; see seek alias --help\n"),
            ("quota bogus", "unknown action 'bogus'; valid: reset"),
            ("completion powershell", "unknown shell 'powershell'; valid: bash, zsh, fish"),
            (
                "search issues --repo a/b",
                "unknown flag '--repo'; to search GitHub for issues, run: seek issues\n"
            ),
            (
                "issues --created 2026-01-01..2025-01-01",
                "--created: the range '2026-01-01..2025-01-01' ends before it begins; swap its bounds\n"
            ),
            ("search x --repo a/b", "unknown flag '--repo'; see seek search --help\n"),
            ("repos swift --json name, stars", "--json has a comma without a value after or before it, in 'name,'"),
            ("repos swift --columns ,name", "--columns has a comma without a value after or before it"),
            ("issues x --label bug, crash", "--label has a comma without a value after or before it, in 'bug,'"),
            ("help queries extra", "unexpected argument 'extra'; usage: seek help queries\n"),
            ("user @me", "'@me' is not a login; enter one such as octocat, or for your repositories run: seek repos"),
            ("videos x --template {{.viewCount}}", "the field 'viewCount' requires --details\n"),
            (
                "issues x --all --since 2200-01-01",
                "--since is in the future, so nothing can match; use an earlier date\n"
            ),
            (
                "repos x --all --until 2001-01-01",
                "--until must be later than 2007-10-20, before which there are no results; use a later time\n"
            ),
            (
                "videos x --all --since 99999w --before 2001-01-01",
                "--before must be later than 2005-04-23, before which there are no results; use a later time\n"
            ),
            ("quota -1", "unknown action '-1'; valid: reset\n"),
            (
                "saved add x y --channel @a",
                "unknown flag '--channel'; a saved search has no filters of YouTube; qualifiers of GitHub such as"
            ),
            ("saved add x y --all", "unknown flag '--all'; see seek saved add --help\n"),
            ("saved bogus", "unknown command 'saved bogus'; see seek saved --help"),
            ("saved lst", "unknown command 'saved lst'; did you mean 'saved list'?"),
            ("auth token", "unknown command 'auth token'; see seek auth --help"),
            ("auth login github --with-token", "unknown flag '--with-token'; omit it, because the credential is read"),
            ("alias set --shell foo x", "unknown flag '--shell'; begin the expansion with !\n"),
            (
                "alias delete --all",
                "unknown flag '--all'; aliases are deleted one at a time; list them with: seek alias"
            ),
            ("completion -s bash", "unknown flag '-s'; run: seek completion SHELL\n"),
            ("help repos nosuch", "unexpected argument 'nosuch'; usage: seek help repos"),
            ("help video videos", "unexpected argument 'videos'; usage: seek help video"),
            (
                "repos x --timeout 99999999h",
                "--timeout must be a duration above 0 with a unit, such as 500ms, 90s, 15m, 1h, 2d or 1w "
                    + "(numbers up to 1,000,000), not '99999999h'\n"
            ),
            ("api x --cache 0", "--cache must be a duration above 0 with a unit, such as 500ms"),
            ("repos x --timeout 0s", "--timeout must be a duration above 0 with a unit, such as 500ms"),
            ("prs x --state merged", "--state must be one of open, closed, not 'merged'; did you mean '--merged'?\n"),
            (
                #"issues --label a"b --web"#,
                #"--label cannot contain a quotation mark, which GitHub cannot search for; remove it from 'a"b'"# + "\n"
            ),
            (
                #"issues --app a"b --web"#,
                #"--app cannot contain a quotation mark, which GitHub cannot search for; remove it from 'a"b'"# + "\n"
            ),
            (
                "videos x --after 2026-01-01 --before 2026-01-01",
                "--after must be earlier than --before; change one of them"
            ),
            ("videos x --since tomorrow", "--since must be a date such as 2026-01-31, a time such as"),
            (
                "videos x --since 2026-01-01 --until 2026-01-01",
                "--since must be earlier than --until; change one of them"
            ),
            (
                "videos x --all --since 2200-01-01",
                "--since is in the future, so nothing can match; use an earlier date\n"
            ),
            (
                "videos x --all --before 2001-01-01",
                "--before must be later than 2005-04-23, before which there are no results; use a later time\n"
            ),
            ("repos x --pushed 2026-02-01..2026-01-01", "--pushed: the range '2026-02-01..2026-01-01' ends before"),
            (
                "videos -vlog swift",
                "unknown flag '-l'; see seek videos --help; to search for '-vlog', put -- before the text: "
                    + "seek videos -- -vlog swift\n"
            ),
            (
                "video -Q_1zX-F_No",
                "unknown flag '-Q'; see seek video --help; if '-Q_1zX-F_No' is an ID, put -- before it: "
                    + "seek video -- -Q_1zX-F_No\n"
            ),
            (
                "open -Q_1zX-F_No",
                "unknown flag '-Q'; see seek open --help; if '-Q_1zX-F_No' is an ID, put -- before it"
            ),
            ("videos x --sort date", "unknown flag '--sort'; did you mean '--order'?\n"),
            ("repos x --user octocat", "unknown flag '--user'; did you mean '--owner'?\n"),
            ("saved add x y --kinds videos", "unknown flag '--kinds'; did you mean '--scope'?\n"),
            ("api user -p nebula", "unknown flag '-p'; use -H 'Accept: TYPE'\n"),
            ("api repos/{owner}/{repo}", "replace '{owner}' in the path with its value\n"),
            ("api user -f a=1 --cache 1h", "--cache requires the method GET or HEAD\n"),
            ("pr", "unknown command 'pr'; did you mean 'prs'?\n"),
            ("help pr", "unknown command or topic 'pr'; did you mean 'prs'?\n"),
            ("user https://github.com/octocat", "'https://github.com/octocat' is not a login; enter one such as"),
            (
                "repos x -t {{if.isFork}}F{{else\u{A0}if.isArchived}}A{{end}}",
                "--template, character"
            ),
            ("repos x --all --since tomorrow", "--since must be a date such as 2026-01-31, a time such as"),
        ]
    )
    func invalidCommandLine(line: String, message: String) async {
        let outcome = await seek(line.words)
        #expect(outcome.status == .usage)
        #expect(outcome.messages.hasPrefix("seek: \(message)"), "\(outcome.messages)")
    }

    @Test(
        "an empty name and an invalid URL are usage errors, and a password in the URL is not printed",
        arguments: [
            (["saved", "add", "", "x"], ""), (["repos", "x"], "http://user:pw@localhost:1"),
            (["repos", "x"], "foo"),
        ] as [([String], String)]
    )
    func invalidNameOrURL(arguments: [String], url: String) async throws {
        let folder = try TemporaryFolder()
        let environment = ["SEEK_GITHUB_URL": url, "SEEK_STATE_DIR": folder.path(of: "state")]
        let outcome = await seek(arguments, environment: environment)
        #expect(outcome.status == .usage, "\(outcome)")
        #expect(!outcome.messages.contains("pw"))
    }

    @Test(
        "a flag that requires no value accepts =true and =false; the last occurrence applies",
        arguments: [
            (["--details=true"], true), (["--details", "--details=false"], false),
            (["--details=false", "--details"], true),
        ]
    )
    func switches(flags: [String], isGiven: Bool) throws {
        guard case .run(let invocation) = try ArgumentParser.parse(["videos", "x"] + flags) else {
            Issue.record("not a command")
            return
        }
        #expect(invocation.has(.details) == isGiven)
    }

    @Test(
        "help texts are printed by seek help help, seek help version, and help after the name of a group",
        arguments: [["help", "help"], ["help", "version"], ["saved", "help"]]
    )
    func helpWithoutCommand(arguments: [String]) async {
        let outcome = await seek(arguments)
        #expect(outcome.status == .success, "\(outcome)")
        #expect(outcome.output.contains("Usage:\n"))
    }

    @Test(
        "--help may precede the command, and version is accepted as a command",
        arguments: [
            (["--help", "repos"], "Search GitHub for repositories."), (["-h", "saved"], "Save searches"),
            (["version"], "seek "),
        ]
    )
    func leadingFlags(arguments: [String], start: String) async {
        let outcome = await seek(arguments)
        #expect(outcome.status == .success)
        #expect(outcome.output.hasPrefix(start), "\(outcome.output)")
    }

    @Test(
        "a proxy is named if a service cannot be reached through it",
        arguments: [
            (["https_proxy": "http://127.0.0.1:1"], " and the proxy in https_proxy"),
            (["ALL_PROXY": "http://127.0.0.1:1"], " and the proxy in ALL_PROXY"),
            (
                ["https_proxy": "http://127.0.0.1:1", "SEEK_GITHUB_URL": "https://api.github.com"],
                ", the proxy in https_proxy and SEEK_GITHUB_URL"
            ),
            (["HTTP_PROXY": "x", "http_proxy": "x"], ""), (["ALL_PROXY": "x", "NO_PROXY": "api.github.com"], ""),
            (["ALL_PROXY": "x", "no_proxy": "localhost, .GitHub.com"], ""),
            (["ALL_PROXY": "x", "no_proxy": "github.com"], ""),
            (["ALL_PROXY": "x", "no_proxy": "hub.com,."], " and the proxy in ALL_PROXY"),
        ]
    )
    func proxies(variables: [String: String], text: String) async {
        let transport = StubTransport([stub(.get, repositorySearch, returning: .failure(.cannotConnect))])
        let outcome = await seek("repos", "x", environment: variables, transport: transport)
        #expect(
            outcome.messages == "seek: GitHub (api.github.com): could not connect; check the network\(text)\n",
            "\(outcome)"
        )
    }

    @Test("if a proxy requires a password, the message describes where to write it", arguments: [false, true])
    func proxyPassword(isTunnel: Bool) async {
        let response: StubResponse =
            isTunnel
            ? .failure(.proxyAuthenticationRequired)
            : .text("", status: .init(code: 407, reasonPhrase: "Proxy Authentication Required"))
        let transport = StubTransport([stub(.get, repositorySearch, returning: response)])
        let variables = ["https_proxy": "http://127.0.0.1:1"]
        let outcome = await seek("repos", "x", environment: variables, transport: transport)
        #expect(
            outcome.messages == "seek: GitHub (api.github.com): the proxy requires a valid user name and password; "
                + "write them in https_proxy, as USER:PASSWORD@ before the host\n",
            "\(outcome)"
        )
    }

    @Test(
        "--wait is suggested for a limit that resets in a minute, but not for one that resets in years",
        arguments: ["60", "99999999"]
    )
    func longLimit(seconds: String) async {
        let limited = HTTPResponse(status: .init(code: 429), headerFields: [.retryAfter: seconds])
        let transport = StubTransport([stub(.get, repositorySearch, returning: .response(limited))])
        let outcome = await seek("repos", "x", transport: transport)
        #expect(outcome.messages.contains("too many requests at once; try again "), "\(outcome)")
        #expect(outcome.messages.contains(", or add --wait") == (seconds == "60"), "\(outcome)")
    }

    @Test("the final period of a server's message is removed")
    func finalPeriod() async {
        let body: JSONValue = ["error": ["code": 500, "message": "Internal error encountered."]]
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(body, status: 500))])
        let outcome = await seek("videos", "x", transport: transport)
        #expect(outcome.messages.contains("Internal error encountered; try again later\n"), "\(outcome)")
    }

    @Test(
        "for a field of gh, the corresponding field of seek is suggested",
        arguments: [
            ("repos", "stargazersCount", "stars"), ("repos", "name,forksCount", "forks"),
            ("issues", "commentsCount", "commentCount"), ("repos", "updatedAt", "pushedAt"),
        ]
    )
    func fieldsOfGH(command: String, fields: String, suggestion: String) async {
        let outcome = await seek([command, "x", "--json", fields])
        #expect(outcome.messages.hasSuffix("; did you mean '\(suggestion)'?\n"), "\(outcome)")
    }

    @Test("the time after which a server can be contacted again is printed")
    func retryAfter() async {
        let unavailable = HTTPResponse(status: .init(code: 503), headerFields: [.retryAfter: "100"])
        let transport = StubTransport([stub(.get, repositorySearch, returning: .response(unavailable))])
        let outcome = await seek("repos", "x", transport: transport)
        #expect(outcome.messages.hasSuffix("; try again in 2 minutes\n"), "\(outcome)")
    }

    @Test("an IPv6 address is in brackets, and the error of a failed secure connection names the setting of the URL")
    func addressOfService() async {
        let url = "https://[::1]:9/search/repositories"
        let transport = StubTransport([stub(.get, url, returning: .failure(.insecure("wrong version number")))])
        let variables = ["SEEK_GITHUB_URL": "https://[::1]:9"]
        let outcome = await seek("repos", "x", environment: variables, transport: transport)
        #expect(outcome.messages.hasPrefix("seek: GitHub ([::1]:9): "), "\(outcome)")
        #expect(outcome.messages.hasSuffix("; check SEEK_GITHUB_URL\n"), "\(outcome)")
    }

    @Test("a control character in a setting is reported once")
    func controlCharacter() async {
        let outcome = await seek("repos", "x", environment: ["PAGER": "a\u{1B}b"])
        #expect(outcome.messages == "seek: PAGER cannot contain control characters; correct or unset it\n")
    }

    @Test(
        "the message in a server's error response is shown",
        arguments: [
            ("videos x", ["error": ["code": 500, "message": "Backend Error"]]),
            ("repos x", ["message": "Backend Error"]), ("quota", ["message": "Backend Error"]),
        ] as [(String, JSONValue)]
    )
    func serverMessage(line: String, body: JSONValue) async {
        let transport = StubTransport(strictness: .lenient)
        transport.stub(.any, "/{+path}", returning: .json(body, status: 500))
        let outcome = await seek(line.words, transport: transport)
        #expect(outcome.status == .failure)
        #expect(outcome.messages.contains("status 500: Backend Error"), "\(outcome.messages)")
    }

    @Test("a rejected token is reported in the same way by quota and auth status", arguments: ["quota", "auth status"])
    func rejectedToken(line: String) async {
        let transport = StubTransport([
            stub(
                .get,
                "https://api.github.com/rate_limit",
                returning: .json(file: "github/error_bad_credentials", status: 401)
            )
        ])
        let outcome = await seek(line.words, environment: ["GH_TOKEN": "wr0ng-token"], transport: transport)
        #expect(outcome.status == .unauthorized)
        let text = outcome.output + outcome.messages
        #expect(text.contains("GitHub rejected the credential: Bad credentials; set GH_TOKEN to a valid value"))
    }

    @Test("a corrupt file with the counts of the quota is reported, and the quotas are listed")
    func corruptQuota() async throws {
        let folder = try TemporaryFolder()
        try folder.writePrivate("garbage", to: "state/quota.json")
        let outcome = await seek(
            "quota",
            environment: ["YOUTUBE_API_KEY": "k", "SEEK_STATE_DIR": folder.path(of: "state")],
            transport: StubTransport([
                stub(.get, "https://api.github.com/rate_limit", returning: .json(["resources": [:]]))
            ])
        )
        #expect(outcome.status == .success)
        #expect(outcome.output.split(separator: "\n").count == 3, "\(outcome)")
        #expect(outcome.messages.contains("corrupt"), "\(outcome)")
    }

    #if os(macOS) || os(Linux)
    @Test("if the browser in the configuration file is missing, the message names the command that changes the setting")
    func unusableBrowserSetting() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.writePrivate("browser = nosuchbrowser\n", to: "settings")
        let environment = ["SEEK_CONFIG": file, "BROWSER": "", "PATH": folder.url.path]
        let outcome = await seek("open", "a/b", "--web", environment: environment)
        #expect(
            outcome.messages.hasSuffix(
                "was not found; change it with: seek config set browser PROGRAM, or open the URL yourself\n"
            ),
            "\(outcome.messages)"
        )
    }

    @Test(
        "a browser that is missing or fails is named",
        arguments: [
            ("nosuchbrowser", "cannot open https://github.com/a/b, because the browser 'nosuchbrowser' was not found"),
            ("false", "the browser 'false' failed to open https://github.com/a/b"),
        ]
    )
    func unusableBrowser(command: String, message: String) async throws {
        let folder = try TemporaryFolder()
        try folder.writeScript("exit 1", to: "false")
        let outcome = await seek("open", "a/b", "--web", environment: ["BROWSER": command, "PATH": folder.url.path])
        #expect(outcome.status == .failure)
        #expect(outcome.messages == "seek: \(message); change BROWSER, or open the URL yourself\n")
    }
    #endif
}
