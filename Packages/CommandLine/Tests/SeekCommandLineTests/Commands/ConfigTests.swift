import Foundation
import Seek
import SeekBasics
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Configuration")
struct ConfigTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.path(of: "deep/er/config") }

    private func run(
        _ arguments: String...,
        environment: [String: String] = [:],
        input: String = "",
        terminal: Terminal? = nil
    ) async -> Outcome {
        await runCommand(
            arguments,
            environment: ["SEEK_CONFIG": path].merging(environment) { _, new in new },
            input: InputLines([input], isTerminal: false),
            terminal: terminal
        ) { $0.client.transport = StubTransport() }
    }

    private func write(_ text: String, mode: Int = 0o600) throws {
        let file = URL(filePath: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test("settings and their file", arguments: CommandCase.cases(settings + files))
    func transcripts(commandCase: CommandCase) async throws { try await commandCase.check() }

    private static let settings = """
        # settings are stored, printed and removed, and other lines of the file are preserved
        $ printf '# mine\\n\\nlimit=5\\n' > config
        $ seek config set pager 'less -R'
        $ seek config set limit 8
        $ cat config
        | # mine
        |
        limit = 8
        pager = less -R
        $ seek config get limit
        8
        $ seek config unset limit
        $ seek config get limit
        30
        $ seek config unset pager
        $ seek config get pager
        1! seek: pager is not set
        $ seek config unset limit
        ! seek: limit is not set in the file
        $ seek config path
        {folder}/config

        # flags override the environment, which overrides the file, which overrides the default
        GET youtube/search -> videos *40
        $ seek videos x
        ... 30 lines
        $ seek config set limit 20
        $ seek videos x
        ... 20 lines
        $ SEEK_LIMIT=10 seek videos x
        ... 10 lines
        $ SEEK_LIMIT= seek videos x
        ... 20 lines
        $ SEEK_LIMIT=10 seek videos x -L3
        ... 3 lines
        $ SEEK_LIMIT=many seek videos x
        2! seek: SEEK_LIMIT must be an integer from 1 to 1000; correct or unset it
        $ SEEK_LIMIT=10 GH_TOKEN= GITHUB_TOKEN=S3CRET seek config list
        youtube-api-key\t(set)\tenvironment\tYOUTUBE_API_KEY\t*
        github-token\t(set)\tenvironment\tGH_TOKEN, GITHUB_TOKEN\t*
        youtube-search-quota\t100\tdefault\t*
        ...
        limit\t10\tenvironment\tSEEK_LIMIT\t*
        ...
        $ GITHUB_TOKEN=S3CRET seek config list --json
        [{"isSet":true,"key":"youtube-api-key","source":"environment","value":null},*{"isSet":true,"key":"limit","source":"file","value":"20"},*
        $ stty cols 60
        $ seek config list
        KEY*VALUE*SOURCE
        youtube-api-key*(set)*YOUTUBE_API_KEY
        ...
        limit*20*file
        ...

        # a secret is read from standard input, stored in a private file and never printed
        GET youtube/search -> videos a
        $ unset YOUTUBE_API_KEY GH_TOKEN
        $ seek config set youtube-api-key S3CRET
        2! seek: youtube-api-key is a secret, and command lines are visible to other users; pass it on standard input: seek config set youtube-api-key < FILE
        $ ls
        $ printf ' S3CRET\\r\\n' | seek config set youtube-api-key
        $ stat -c %a config
        600
        $ seek config get youtube-api-key
        1! seek: youtube-api-key is set in the file; secrets are not shown
        $ seek videos x
        > youtube/search X-Goog-Api-Key:S3CRET
        $ printf '' | seek config set github-token
        2! seek: no github-token was entered; nothing was stored
        $ echo y | GITHUB_TOKEN=x seek config set github-token
        ! seek: warning: GH_TOKEN or GITHUB_TOKEN is set and overrides the file

        # a secret in the environment is not printed
        $ seek config get github-token
        1! seek: github-token is set in the environment; secrets are not shown
        $ seek config get youtube-api-key
        1! seek: youtube-api-key is set in the environment; secrets are not shown

        # a secret that contains white space is not stored
        $ echo 'tok en' | seek config set github-token
        2! seek: github-token cannot contain white space or control characters
        $ printf 'a\\tb' | seek config set github-token
        2! seek: github-token cannot contain white space or control characters
        $ echo 'a\u{3000}b' | seek config set github-token
        2! seek: github-token cannot contain white space or control characters
        $ ls

        # an invalid value is rejected, and the message names the command that removes a setting
        $ seek config set pager ''
        2! seek: the value is empty; to remove the setting, run: seek config unset pager
        $ seek config set pager
        2! seek: missing VALUE; usage: seek config set KEY VALUE
        $ seek config set redis-timeout -1
        2! seek: redis-timeout must be an integer from 1 to 60000
        $ seek config set limt 5
        2! seek: unknown key 'limt'; did you mean 'limit'?

        # invalid and unknown lines cause warnings, and the other settings can be changed
        $ printf 'limit = 5\\nlimt = 6\\nimages = never\\n' > config
        $ seek config get images
        never
        ! seek: warning: the configuration '{folder}/config', line 2: unknown setting 'limt'; did you mean 'limit'?
        $ seek config set limit 8
        ! seek: warning: the configuration '{folder}/config', line 2: unknown setting 'limt'; did you mean 'limit'?
        $ cat config
        limit = 8
        limt = 6
        images = never
        $ seek config unset images
        ! seek: warning: the configuration '{folder}/config', line 2: unknown setting 'limt'; did you mean 'limit'?
        $ cat config
        limit = 8
        limt = 6
        $ seek config unset limt
        $ cat config
        limit = 8
        $ seek config unset limt
        2! seek: unknown key 'limt'; did you mean 'limit'?

        # changing or removing a setting replaces its invalid or repeated lines
        $ printf 'limit = many\\nimages = never\\n' > config
        $ seek config set limit 8
        $ cat config
        limit = 8
        images = never
        $ printf 'limit =\\nimages = never\\n' > config
        $ seek config set limit 8
        $ cat config
        limit = 8
        images = never
        $ printf 'limit = 1\\nlimit = 2\\nimages = never\\n' > config
        $ seek config unset limit
        $ cat config
        images = never

        # an unencrypted base URL is rejected if a credential is set, and the setting is named
        $ seek config set github-url http://github.example
        $ GH_TOKEN=S3CRET seek repos x
        2! seek: github-url in the configuration file must be an https URL because a credential is sent to it; correct it, or run: seek config unset github-url
        $ GH_TOKEN=S3CRET SEEK_GITHUB_URL=http://other.example seek repos x
        2! seek: SEEK_GITHUB_URL must be an https URL because a credential is sent to it; correct or unset it

        """

    private static let files = """
        # Windows line ends, a byte order mark, an empty file and /dev/null are accepted
        $ printf '\u{FEFF}limit = 5\\r\\nbrowser = firefox\\r\\n' > config
        $ seek config get limit
        5
        $ seek config get browser
        firefox
        $ printf '' > config
        $ seek config get browser
        1! seek: browser is not set
        $ SEEK_CONFIG=/dev/null seek config get limit
        30

        # a file that other users can read is rejected if it contains a secret, even an invalid one
        $ echo 'youtube-api-key = S3CRET' > config
        $ chmod 644 config
        $ seek videos x
        1! seek: the configuration '{folder}/config' contains a secret and can be read by other users; run: chmod 600 '{folder}/config'
        $ seek config list
        1! seek: the configuration '{folder}/config' contains a secret and can be read by other users; run: chmod 600 '{folder}/config'
        $ chmod 604 config
        $ seek videos x
        1! seek: the configuration '{folder}/config' contains a secret and can be read by other users; run: chmod 600 '{folder}/config'
        $ echo 'youtube-api-key = S3CRET abc' > config
        $ seek config list
        1! seek: the configuration '{folder}/config' contains a secret and can be read by other users; run: chmod 600 '{folder}/config'
        $ seek config set limit 5
        ! seek: warning: the configuration '{folder}/config', line 1: youtube-api-key cannot contain white space or control characters
        $ stat -c %a config
        600

        # a file or folder that other users can write to is rejected, even without a secret
        $ printf 'github-url = https://attacker.example\\npager = sh\\n' > config
        $ chmod 666 config
        $ seek repos x
        1! seek: the configuration '{folder}/config' can be written by other users; run: chmod go-w '{folder}/config'
        $ seek config list
        1! seek: the configuration '{folder}/config' can be written by other users; run: chmod go-w '{folder}/config'
        $ seek config set limit 5
        1! seek: the configuration '{folder}/config' can be written by other users; run: chmod go-w '{folder}/config'
        $ chmod 602 config
        $ seek repos x
        1! seek: the configuration '{folder}/config' can be written by other users; run: chmod go-w '{folder}/config'
        $ chmod 600 config
        $ chmod 777 .
        $ seek config get pager
        1! seek: the configuration was not read: '{folder}' can be written by other users; run: chmod go-w '{folder}'

        # a folder, a file in another encoding and a folder that does not exist are reported
        $ mkdir config
        $ seek config get limit
        1! seek: cannot read the configuration '{folder}/config': it is not a regular file; correct this, or set SEEK_CONFIG to another file
        $ seek config set limit 5
        1! seek: cannot write the configuration '{folder}/config': it is not a regular file; correct this, or set SEEK_CONFIG to another file
        $ rmdir config
        $ printf '\\377A' > config
        $ seek config list
        1! seek: the configuration '{folder}/config', line 1, is not encoded in UTF-8; correct or remove it
        $ SEEK_CONFIG=/proc/no/config seek config set limit 5
        1! seek: cannot write the configuration '/proc/no/config': '/proc/no': No such file or directory; correct this, or set SEEK_CONFIG to another file

        # the file is replaced even if config.new exists, and a symbolic link to it is preserved
        $ echo 'limit = 3' > config
        $ mkdir config.new
        $ seek config set limit 8
        $ ln -s {folder}/config link
        $ SEEK_CONFIG={folder}/link seek config set limit 9
        $ cat config
        limit = 9
        $ readlink link
        {folder}/config
        """

    @Test(
        "rejects and names a file or folder of another user",
        .enabled(if: geteuid() == 0, "creating a file of another user requires root")
    )
    func otherOwner() async throws {
        try write("pager = sh\n")
        chown(path, 65_534, 65_534)
        let outcome = await run("repos", "x")
        #expect(outcome.status == .failure)
        #expect(outcome.messages.contains("'\(path)' belongs to another user (uid 65534)"), "\(outcome.messages)")
        chown(path, 0, 0)
        let parent = URL(filePath: path).deletingLastPathComponent().path
        chown(parent, 65_534, 65_534)
        let set = await run("config", "set", "limit", "5")
        #expect(set.status == .failure)
        #expect(set.messages.contains("'\(parent)' belongs to another user (uid 65534)"), "\(set.messages)")
    }

    @Test(
        "reports the line of an invalid setting without printing secrets",
        arguments: [
            ("limit = 5\nlimt = 6\n", "line 2: unknown setting 'limt'; did you mean 'limit'?"),
            ("\n\nS3CRET\n", "line 3: not a setting; write KEY = VALUE"),
            ("limit = many", "line 1: limit must be an integer"),
            ("limit =", "line 1: limit must be"), ("pager =\n", "line 1: pager needs a value"),
            ("limit=1\n#\nlimit=2", "line 3: limit is set twice"),
            ("images = yes", "line 1: images must be one of auto, never"),
            ("github-url = S3CRET", "github-url must be an http"),
            ("cache-dir = x", "cache-dir must be an absolute path"), ("= x", "line 1: unknown setting;"),
            ("new-key = 1", "warning: the configuration"), ("new-key = 1", "line 1: unknown setting 'new-key'; run"),
            ("S3CRET== 1", "warning: the configuration"), ("github-token S3CRET", "line 1: not a setting;"),
            ("github-tokn = S3CRET", "line 1: unknown setting 'github-tokn'; did you mean 'github-token'?"),
            ("alias.videos = repos", "warning: the configuration"),
        ]
    )
    func malformedLine(text: String, message: String) async throws {
        try write(text)
        #expect(await run("config", "path").status == .success)
        let list = await run("config", "list")
        #expect(list.messages.contains(message))
        #expect(list.messages.contains(path))
        #expect(!list.messages.contains("S3CRET"))
        let search = await run("videos", "x", "--web", "--dry-run")
        #expect(search.messages.contains(message))
        // An invalid or repeated line of a known setting prevents a search; any other invalid line causes a warning.
        #expect((search.status == .success) == search.messages.hasPrefix("seek: warning: "), "\(search)")
        #expect(list.status == search.status)
        #expect(await run("--version").status == .success)
    }

    @Test("the file is located by SEEK_CONFIG, XDG_CONFIG_HOME or HOME")
    func location() async throws {
        let withoutHome = await run("config", "path", environment: ["SEEK_CONFIG": ""])
        #expect(withoutHome.status == .usage)
        #expect(withoutHome.messages.contains("HOME is not set"))
        #if os(Linux)
        // A relative path is ignored.
        for (folder, file) in [("/x", "/x/seek/config"), ("x", "/h/.config/seek/config")] {
            let environment = ["SEEK_CONFIG": "", "XDG_CONFIG_HOME": folder, "HOME": "/h"]
            #expect(await run("config", "path", environment: environment).output == "\(file)\n")
        }
        #endif
    }

    @Test(
        "config set, the file and the environment reject the same values",
        arguments: [
            ("limit", "SEEK_LIMIT", "0"), ("limit", "SEEK_LIMIT", "many"), ("images", "SEEK_IMAGES", "on"),
            ("cache-dir", "SEEK_CACHE_DIR", "x"), ("youtube-url", "SEEK_YOUTUBE_URL", "https://"),
            ("github-url", "SEEK_GITHUB_URL", "ftp://x"), ("github-url", "SEEK_GITHUB_URL", "https://x/?a=1"),
            ("github-url", "SEEK_GITHUB_URL", "https://x:70000"), ("pager", "PAGER", "a\u{1B}b"),
            ("youtube-search-quota", "SEEK_YOUTUBE_SEARCH_QUOTA", "-1"), ("youtube-api-key", "YOUTUBE_API_KEY", "a b"),
            ("github-token", "GH_TOKEN", "a\u{7F}b"), ("github-token", "GITHUB_TOKEN", "a\u{7F}b"),
        ]
    )
    func rejectedEverywhere(key: String, variable: String, value: String) async throws {
        let set =
            secretVariables.contains(variable)
            ? await run("config", "set", key, input: value) : await run("config", "set", "--", key, value)
        #expect(set.status == .usage)
        let message = try #require(set.messages.wholeMatch(of: /seek: (\S+) (.+)\n/)).output
        #expect(message.1 == key)
        let problem = message.2
        let search = await run("repos", "x", environment: [variable: value])
        #expect(search.status == .usage)
        #expect(search.messages == "seek: \(variable) \(problem); correct or unset it\n")
        // A short value can also be a part of the explanation.
        if value.count > 5 { #expect(!search.messages.contains(value)) }
        try write("\(key) = \(value)\n")
        let outcome = await run("repos", "x")
        #expect(outcome.messages.hasSuffix("line 1: \(key) \(problem)\n"))
    }

    @Test(
        "config list shows effective values and their sources, and does not truncate a path",
        arguments: [20, 40, 80]
    )
    func effectiveValues(columns: Int) async throws {
        try write("images = never\n")
        let home = "/home/" + String(repeating: "long", count: 20)
        let environment = ["HOME": home, "SEEK_LIMIT": "10"]
        let terminal = Terminal(columns: columns)
        let table = await run("config", "list", environment: environment, terminal: terminal).output
        // On a narrow terminal, the value and the source follow on lines of their own.
        let lines = table.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").replacing(#/\n  (value|source):\s+/#, with: " ")
            .split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.contains("limit 10 SEEK_LIMIT"))
        #expect(lines.contains("images never file"))
        #expect(lines.contains("youtube-search-quota 100 default"))
        #expect(lines.contains("redis-prefix seek default"))
        #expect(lines.contains("github-url https://api.github.com default"))
        #expect(lines.contains { $0.hasPrefix("cache-dir \(home)/") && $0.hasSuffix("/seek default") }, "\(table)")
        let get = await run("config", "get", "github-url", environment: environment)
        #expect(get.output == "https://api.github.com\n")
    }

}
