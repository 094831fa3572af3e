import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Messages about command lines and failures")
struct UsageMessageTests {
    @Test("failures of connections and settings, and help", arguments: CommandCase.cases(transcript))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    /// A search text with one more character than GitHub allows.
    private static let longText = String(repeating: "x", count: 257)

    private static let transcript = """
        # an empty name and an invalid URL are usage errors, and a password in the URL is not printed
        $ seek saved add '' x
        2! seek: the name of a saved search is blank or contains a control character, or has more than 200 characters; choose another
        $ SEEK_GITHUB_URL=http://user:S3CRET@localhost:1 seek repos x
        2! seek: SEEK_GITHUB_URL cannot have a user name or a password; correct or unset it
        $ SEEK_GITHUB_URL=foo seek repos x
        2! seek: SEEK_GITHUB_URL must be an http or https URL; correct or unset it

        # --help may precede the command; help and version are also commands
        $ seek --help repos
        Search GitHub for repositories.
        ...
        $ seek -h saved
        Save searches and show what has changed.
        ...
        $ seek help help
        Search YouTube and GitHub*
        ...
        $ seek help version
        ...
        Usage:
        ...
        $ seek saved help
        ...
        Usage:
        ...
        $ seek version
        seek *

        # if a proxy requires a password, the message describes where to write it
        GET github/search/repositories ->
          proxyAuthenticationRequired
          407
        $ export https_proxy=http://127.0.0.1:1
        $ seek repos x
        1! seek: GitHub (api.github.com): the proxy requires a valid user name and password; write them in https_proxy, as USER:PASSWORD@ before the host
        $ seek repos x
        1! seek: GitHub (api.github.com): the proxy requires a valid user name and password; write them in https_proxy, as USER:PASSWORD@ before the host

        # --wait is suggested for a limit that resets in a minute, but not for one that resets in years
        GET github/search/repositories ->
          429 'Retry-After: 60'
          429 'Retry-After: 99999999'
        $ seek repos x
        1! seek: GitHub: too many requests at once; try again in 60 s, or add --wait
        $ rm -rf state
        $ seek repos x
        1! seek: GitHub: too many requests at once; try again on 2029-11-22 at 00:00 UTC

        # the time after which a server can be contacted again is printed
        GET github/search/repositories -> 503 'Retry-After: 100'
        $ seek repos x
        1! seek: GitHub (api.github.com) failed: status 503: {}; try again in 2 minutes

        # an IPv6 address is in brackets, and the message on a failed secure connection names the setting of the URL
        GET https://[::1]:9/search/repositories -> insecure
        $ SEEK_GITHUB_URL=https://[::1]:9 seek repos x
        1! seek: GitHub ([::1]:9): no secure connection: wrong version number; check SEEK_GITHUB_URL

        # a file in place of a folder, a relative folder and a missing channel are reported
        GET youtube/channels -> {"items": []}
        GET github/rate_limit -> {"resources": {}}
        $ touch file
        $ export SEEK_STATE_DIR={folder}/file/state
        $ seek saved list
        1! seek: saved searches cannot be used: '{folder}/file/state/saved.json': Not a directory; correct that, or set SEEK_STATE_DIR to another folder
        $ seek open 1
        2! seek: cannot read the last results: '{folder}/file/state/results': Not a directory; set SEEK_STATE_DIR to another folder
        $ seek quota
        ! seek: warning: the quota is not counted: '{folder}/file/state/quota.json': Not a directory; correct that, or set SEEK_STATE_DIR to another folder
        1! seek: no limits are known
        $ export SEEK_STATE_DIR={folder}/state
        $ SEEK_CACHE_DIR=relative seek repos swift
        2! seek: SEEK_CACHE_DIR must be an absolute path; correct or unset it
        $ seek videos --channel @nobody-has-this
        1! seek: YouTube has no channel '@nobody-has-this', or you have no access to it; check the name

        # a code search needs a token, also in an estimate
        $ unset GH_TOKEN
        $ seek code hello --dry-run
        4! seek: GitHub needs a token; create one at https://github.com/settings/tokens; set GH_TOKEN, or run: seek auth login github
        $ seek search hello --kinds code --dry-run
        4! seek: GitHub code: GitHub needs a token; create one at https://github.com/settings/tokens; set GH_TOKEN, or run: seek auth login github
        $ seek search hello --kinds code,issues --dry-run
        GitHub\tsearch\t1\t0\t\t
        ! seek: warning: GitHub code: GitHub needs a token; create one at https://github.com/settings/tokens; set GH_TOKEN, or run: seek auth login github

        # a search text that is too long is rejected, also when it is saved
        $ seek repos \(longText)
        2! seek: the search text has 257 characters, without qualifiers and operators; shorten it to 256
        $ seek saved add x \(longText)
        2! seek: the search text has 257 characters, without qualifiers and operators; shorten it to 256
        $ seek saved add walks x
        $ seek saved edit walks \(longText)
        2! seek: the search text has 257 characters, without qualifiers and operators; shorten it to 256

        # a flag that requires no value accepts =true and =false; the last occurrence applies
        $ seek videos x --details=true --dry-run
        YouTube\tyoutube.search\t1\t0\t100\tyes
        YouTube\tyoutube.stats\t1\t0\t10000\tyes
        $ seek videos x --details --details=false --dry-run
        YouTube\tyoutube.search\t1\t0\t100\tyes
        $ seek videos x --details=false --details --dry-run
        YouTube\tyoutube.search\t1\t0\t100\tyes
        YouTube\tyoutube.stats\t1\t0\t10000\tyes

        # a control character in a setting is reported once
        $ PAGER=a\u{1B}b seek repos x
        2! seek: PAGER cannot contain control characters; correct or unset it

        # a browser that is missing or fails is named, with the setting or the variable that changes it
        $ export PATH=/no/such/folder
        $ BROWSER=nosuchbrowser seek open a/b --web
        1! seek: cannot open https://github.com/a/b, because the browser 'nosuchbrowser' was not found; change BROWSER, or open the URL yourself
        $ BROWSER=/bin/false seek open a/b --web
        1! seek: the browser '/bin/false' failed to open https://github.com/a/b; change BROWSER, or open the URL yourself
        $ seek config set browser nosuchbrowser
        $ BROWSER= seek open a/b --web
        1! seek: cannot open https://github.com/a/b, because the browser 'nosuchbrowser' was not found; change it with: seek config set browser PROGRAM, or open the URL yourself
        """

    @Test(
        "an invalid command line is rejected with an explanation",
        arguments: [
            ("config get bogus-key-of-mine", "unknown key 'bogus-key-of-mine'; valid: youtube-api-key, "),
            ("config get alias.walks", "'alias.walks' is the key of an alias; see seek alias --help\n"),
            ("quota bogus", "unknown action 'bogus'; valid: reset"),
            ("completion powershell", "unknown shell 'powershell'; valid: bash, zsh, fish"),
            (
                "search issues --assignee a",
                "unknown flag '--assignee'; to search GitHub for issues, run: seek issues\n"
            ),
            (
                "issues --created 2026-01-01..2025-01-01",
                "--created: the range '2026-01-01..2025-01-01' ends before it begins; swap its bounds\n"
            ),
            ("search x --assignee a", "unknown flag '--assignee'; see seek search --help\n"),
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
                "saved add x y --kinds code --channel @a",
                "--channel has no effect on code; remove it, or choose other --kinds"
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
                #"issues --label 'a"b' --web"#,
                #"--label cannot contain a quotation mark, which GitHub cannot search for; remove it from 'a"b'"# + "\n"
            ),
            (
                #"issues --app 'a"b' --web"#,
                #"--app cannot contain a quotation mark, which GitHub cannot search for; remove it from 'a"b'"# + "\n"
            ),
            (
                "videos x --after 2026-01-02 --before 2026-01-01",
                "--after must be earlier than --before; change one of them"
            ),
            ("videos x --since tomorrow", "--since must be a date such as 2026-01-31, 2026-01 or 2026, a time"),
            (
                "videos x --since 2026-01-02 --until 2026-01-01",
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
            (
                "videos x --after 2026-01..2026-03",
                "--after takes one date, not the range '2026-01..2026-03'; use --after and --before\n"
            ),
            ("videos x --before <7d", "--before takes one date, not the range '<7d'; use --after and --before\n"),
            ("search x --since 7d..*", "--since takes one date, not the range '7d..*'; use --since and --until\n"),
            ("issues --created 7d..30d", "--created: the range '7d..30d' ends before it begins; swap its bounds\n"),
            ("issues --created 7d..2025", "--created: the range '7d..2025' ends before it begins; swap its bounds\n"),
            (
                "issues --created 2026-1",
                "--created must be a date or a range such as 2026-01-31, 2026-01, 2026, 7d, '>=2026-01-31' or "
                    + "2026-01..2026-03, not '2026-1'\n"
            ),
            ("repos x --pushed 2026-02-01..2026-01-01", "--pushed: the range '2026-02-01..2026-01-01' ends before"),
            (
                "videos -vlog swift",
                "unknown flag '-l'; see seek videos --help; to search for '-vlog', put -- before the text: "
                    + "seek videos -- -vlog swift\n"
            ),
            (
                "repos -topic:cli 'a b' c -L5",
                "a word that begins with - is a flag; to search for '-topic:cli', put -- before the text: "
                    + "seek repos -- -topic:cli 'a b' c\n"
            ),
            (
                "issues swift '-label:a b'",
                "a word that begins with - is a flag; to search for '-label:a b', put -- before the text: "
                    + "seek issues -- swift '-label:a b'\n"
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
            ("config path --color=yes", "--color must be one of auto, always, never"),
            ("videos x --sort date", "unknown flag '--sort'; did you mean '--order'?\n"),
            ("repos x --user octocat", "unknown flag '--user'; did you mean '--owner'?\n"),
            ("saved add x y --scope videos", "unknown flag '--scope'; did you mean '--kinds'?\n"),
            ("api user -p nebula", "unknown flag '-p'; use -H 'Accept: TYPE'\n"),
            ("api repos/{owner}/{repo}", "replace '{owner}' in the path with its value\n"),
            ("api user -f a=1 --cache 1h", "--cache requires the method GET or HEAD\n"),
            ("pr", "unknown command 'pr'; did you mean 'prs'?\n"),
            ("help template", "unknown command or topic 'template'; did you mean 'templates'?\n"),
            ("help pr", "unknown command or topic 'pr'; did you mean 'prs'?\n"),
            ("user https://github.com/octocat", "'https://github.com/octocat' is not a login; enter one such as"),
            (
                "repos x -t '{{if.isFork}}F{{else\u{A0}if.isArchived}}A{{end}}'",
                "--template, character"
            ),
            ("repos swift --from nonsense", "the page cursor of --from is not one of GitHub's"),
            ("repos swift --record -", "--record needs a file; write ./- for a file named -\n"),
            ("cache clean --max-size 10X", "--max-size must be a size such as 1500, 500kB, 10MB or 1GB, not '10X'\n"),
            ("help --all", "'--all' is not a command or topic; for all commands and topics, run: seek help\n"),
            ("web --listen 0.0.0.0 --dry-run", "--listen requires --token-file\n"),
            ("web --listen a.example --token-file x", "--listen must be a numeric address such as 0.0.0.0 or ::1, not"),
            ("web --public-url https://a.example/b --token-file x", "--public-url cannot have a path, a query or a"),
            ("web --public-url a.example --token-file x", "--public-url must be an http or https URL without a user"),
            ("videos tetris --duration short --web", "--duration and --web cannot be combined; remove one\n"),
            ("videos ''", "the search text is empty; enter one, or a flag such as --channel\n"),
            ("channels ' '", "the search text is empty; enter one, or a flag such as --topic\n"),
            ("labels '' --repo a/b", "the search text is empty; enter one\n"),
            ("videos a\0b", "the search text contains a control character; remove it\n"),
            ("videos a\u{1B}", "the search text contains a control character; remove it\n"),
            ("videos \(String(repeating: "x", count: 501))", "the search text has 501 characters; shorten it to 500\n"),
            ("user ' '", "the user name is empty"),
            ("web --port x", "--port must be an integer"), ("web swift", "unexpected argument 'swift'"),
            (
                "videos x --pick",
                "--pick needs a terminal; do not redirect standard input or standard error, or remove --pick\n"
            ),
            ("videos x --json id --format csv", "--json and --format cannot be combined; remove one\n"),
            ("videos x --jq . --format csv", "--jq filters JSON; remove --format csv, or use --format json\n"),
            (
                "videos x --format cvs",
                "--format must be one of table, tsv, csv, markdown, json, ndjson, not 'cvs'; did you mean 'csv'?\n"
            ),
            ("repos x --all --since tomorrow", "--since must be a date such as 2026-01-31, 2026-01 or 2026, a time"),
        ]
    )
    func invalidCommandLine(line: String, message: String) async throws {
        let outcome = await seek(try shellWords(line))
        #expect(outcome.status == .usage)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.hasPrefix("seek: \(message)"), "\(outcome.messages)")
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

    @Test("for a field of gh with another name, the corresponding field of seek is suggested")
    func fieldsOfGH() async {
        let outcome = await seek("code", "x", "--json", "textMatches")
        #expect(outcome.messages.hasSuffix("; did you mean 'matches'?\n"), "\(outcome)")
    }
}
