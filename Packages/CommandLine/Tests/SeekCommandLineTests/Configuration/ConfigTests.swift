import Foundation
import Seek
import SeekBasics
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("Configuration")
struct ConfigTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.path(of: "deep/er/config") }

    private func run(
        _ command: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = ""
    ) async -> Outcome {
        await runCommand(
            [command] + arguments,
            environment: ["SEEK_CONFIG": path].merging(environment) { _, new in new },
            input: InputLines(input, isTerminal: false)
        ) { $0.client.transport = StubTransport() }
    }

    private func run(
        _ arguments: String...,
        environment: [String: String] = [:],
        input: String = "",
        terminal: Terminal? = nil,
        transport: StubTransport = StubTransport()
    ) async -> Outcome {
        await runCommand(
            arguments,
            environment: ["SEEK_CONFIG": path].merging(environment) { _, new in new },
            input: InputLines(input, isTerminal: false),
            terminal: terminal
        ) { $0.client.transport = transport }
    }

    private func write(_ text: String, mode: Int = 0o600) throws {
        let file = URL(filePath: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private var silentSuccess: Outcome { Outcome(status: .success, output: "", messages: "") }

    @Test("sets, gets and unsets values, and preserves other lines")
    func setAndUnset() async throws {
        try write("# mine\n\nlimit=5\n", mode: 0o644)
        #expect(await run("config", "set", "pager", "less -R") == silentSuccess)
        #expect(await run("config", "set", "limit", "8") == silentSuccess)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "# mine\n\nlimit = 8\npager = less -R\n")
        #expect(await run("config", "get", "limit").output == "8\n")
        #expect(await run("config", "unset", "limit") == silentSuccess)
        #expect(await run("config", "get", "limit") == Outcome(status: .success, output: "30\n", messages: ""))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "# mine\n\npager = less -R\n")
        #expect(await run("config", "unset", "pager") == silentSuccess)
        let unset = await run("config", "get", "pager")
        #expect(unset == Outcome(status: .failure, output: "", messages: "seek: pager is not set\n"))
        #expect(await run("config", "unset", "limit").messages.contains("not set in the file"))
        #expect(await run("config", "path").output == "\(path)\n")
    }

    @Test("reads files with Windows line ends")
    func windowsLineEnds() async throws {
        try write("limit = 5\r\nbrowser = firefox\r\n")
        #expect(await run("config", "get", "limit").output == "5\n")
        #expect(await run("config", "get", "browser").output == "firefox\n")
    }

    @Test("flags override the environment, the environment overrides the file, the file overrides defaults")
    func precedence() async throws {
        let videos = SearchCommandTests.videos((0..<40).map { "t\($0)" })
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(videos))])
        func count(_ arguments: String..., environment: [String: String] = [:]) async -> Int {
            let variables = environment.merging(["SEEK_CONFIG": path, "YOUTUBE_API_KEY": "k"]) { _, new in new }
            let outcome = await seek(["videos", "x"] + arguments, environment: variables, transport: transport)
            return outcome.output.split(separator: "\n").count
        }
        #expect(await count() == 30)
        try write("limit = 20\n")
        #expect(await count() == 20)
        #expect(await count(environment: ["SEEK_LIMIT": "10"]) == 10)
        #expect(await count(environment: ["SEEK_LIMIT": ""]) == 20)
        #expect(await count("-L3", environment: ["SEEK_LIMIT": "10"]) == 3)
        let invalid = await run(
            "videos",
            "x",
            environment: ["SEEK_LIMIT": "many", "YOUTUBE_API_KEY": "k"],
            transport: transport
        )
        #expect(invalid.status == .usage)
        #expect(invalid.messages.contains("SEEK_LIMIT"))
        let list = await run("config", "list", environment: ["SEEK_LIMIT": "10", "GITHUB_TOKEN": "S3CRET"])
        #expect(list.output.contains("limit\t10\tenvironment\tSEEK_LIMIT\t"))
        #expect(list.output.contains("github-token\t(set)\tenvironment"))
        #expect(list.output.contains("youtube-api-key\t\tdefault"))
        #expect(!list.output.contains("S3CRET"))
        let json = await run("config", "list", "--json", environment: ["GITHUB_TOKEN": "S3CRET"])
        #expect(json.output.contains(#"{"isSet":true,"key":"limit","source":"file","value":"20"}"#))
        #expect(json.output.contains(#"{"isSet":true,"key":"github-token","source":"environment","value":null}"#))
        #expect(await run("config", "list", terminal: Terminal(columns: 60)).output.contains("KEY"))
    }

    @Test(
        "rejects a secret that contains white space, and stores nothing",
        arguments: ["tok en", "a\tb", "a\u{3000}b"]
    )
    func secretWithWhiteSpace(secret: String) async throws {
        let outcome = await run("config", "set", "github-token", input: secret)
        #expect(outcome.status == .usage)
        #expect(outcome.messages.hasPrefix("seek: github-token cannot contain white space"))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("does not read a configuration in a folder that other users can write to")
    func writableFolder() async throws {
        try write("limit = 5\n")
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
        let outcome = await run("config", "get", "limit")
        #expect(outcome.status == .failure)
        #expect(outcome.messages.contains("can be written by other users"), "\(outcome.messages)")
    }

    @Test("rejects an empty value, and names the command that removes a setting")
    func emptyValue() async {
        let outcome = await run("config", "set", "pager", "")
        #expect(outcome.status == .usage)
        #expect(outcome.messages == "seek: the value is empty; to remove the setting, run: seek config unset pager\n")
        let missing = await run("config", "set", "pager")
        #expect(missing.messages == "seek: missing VALUE; usage: seek config set KEY VALUE\n")
    }

    @Test("/dev/null is an empty configuration")
    func nullDevice() async {
        let outcome = await run("config", "get", "limit", environment: ["SEEK_CONFIG": "/dev/null"])
        #expect(outcome == Outcome(status: .success, output: "30\n", messages: ""))
    }

    @Test("a byte order mark at the start of the file is ignored")
    func byteOrderMark() async throws {
        try write("\u{FEFF}limit = 5\n")
        #expect(await run("config", "get", "limit").output == "5\n")
    }

    @Test("reads a secret from standard input, and never prints it")
    func secretFromStandardInput() async throws {
        let rejected = await run("config", "set", "youtube-api-key", "S3CRET")
        #expect(rejected.status == .usage)
        #expect(rejected.messages.contains("standard input"))
        #expect(!rejected.messages.contains("S3CRET"))
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(await run("config", "set", "youtube-api-key", input: " S3CRET\r") == silentSuccess)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let printed = await run("config", "get", "youtube-api-key")
        #expect(
            printed
                == Outcome(
                    status: .failure,
                    output: "",
                    messages: "seek: youtube-api-key is set in the file; secrets are not shown\n"
                )
        )
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos(["a"])))])
        #expect(await run("videos", "x", transport: transport).status == .success)
        #expect(transport.received.first?.headerFields["X-Goog-Api-Key"] == "S3CRET")
        let empty = await run("config", "set", "github-token")
        #expect(empty.status == .usage)
        #expect(empty.messages == "seek: no github-token was entered; nothing was stored\n")
        let overridden = await run("config", "set", "github-token", environment: ["GITHUB_TOKEN": "x"], input: "y")
        #expect(overridden.status == .success)
        #expect(overridden.messages.contains("overrides the file"))
    }

    @Test(
        "rejects a file that other users can read if it contains a secret, even an invalid secret",
        arguments: [0o644, 0o640, 0o604],
        ["S3CRET", "S3CRET abc"]
    )
    func readableSecret(mode: Int, value: String) async throws {
        try write("youtube-api-key = \(value)\n", mode: mode)
        for arguments in [["videos", "x"], ["config", "list"], ["quota", "-v"]] {
            let outcome = await run(arguments[0], arguments[1])
            #expect(outcome.status == .failure)
            #expect(!outcome.messages.contains("S3CRET"))
            if arguments[0] != "quota" { #expect(outcome.messages.contains("run: chmod 600 '\(path)'")) }
        }
    }

    @Test("a negative number is an invalid value, not a flag")
    func negativeNumber() async {
        let outcome = await run("config", "set", "redis-timeout", "-1")
        #expect(outcome.status == .usage)
        #expect(outcome.messages == "seek: redis-timeout must be an integer from 1 to 60000\n")
    }

    @Test("changing a setting makes a file with a secret private")
    func repairedMode() async throws {
        try write("youtube-api-key = S3CRET\n", mode: 0o644)
        #expect(await run("config", "set", "limit", "5") == silentSuccess)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(await run("config", "get", "limit").output == "5\n")
    }

    @Test("a folder in place of the file is reported", arguments: [["get", "limit"], ["set", "limit", "5"]])
    func folderInsteadOfFile(arguments: [String]) async throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let outcome = await runCommand(["config"] + arguments, environment: ["SEEK_CONFIG": path])
        #expect(outcome.status == .failure)
        #expect(
            outcome.messages.contains(" the configuration '\(path)': it is not a regular file; correct this, or "),
            "\(outcome.messages)"
        )
    }

    @Test(
        "rejects a file that other users can write to, even if it contains no secret",
        arguments: [0o666, 0o620, 0o602]
    )
    func writableByOthers(mode: Int) async throws {
        try write("github-url = https://attacker.example\npager = sh\n", mode: mode)
        for arguments in [["repos", "x"], ["config", "list"]] {
            let outcome = await run(arguments[0], arguments[1])
            #expect(outcome.status == .failure)
            #expect(
                outcome.messages
                    == "seek: the configuration '\(path)' can be written by other users; run: chmod go-w '\(path)'\n"
            )
        }
        // Changing a setting must not make the file trusted.
        #expect(await run("config", "set", "limit", "5").status == .failure)
    }

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

    @Test("replaces the file even if 'config.new' exists, and preserves a symbolic link to the file")
    func replacesSafely() async throws {
        try write("limit = 3\n")
        try FileManager.default.createDirectory(atPath: "\(path).new", withIntermediateDirectories: false)
        #expect(await run("config", "set", "limit", "8") == silentSuccess)
        let link = folder.path(of: "link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(await run("config", "set", "limit", "9", environment: ["SEEK_CONFIG": link]) == silentSuccess)
        #expect(await run("config", "get", "limit").output == "9\n")
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == path)
    }

    @Test("rejects an unencrypted base URL if a credential is set, and names the setting")
    func plainHTTP() async throws {
        try write("github-url = http://github.example\n")
        let outcome = await run("repos", "x", environment: ["GH_TOKEN": "S3CRET"])
        #expect(outcome.status == .usage)
        #expect(
            outcome.messages.contains("github-url in the configuration file must be an https URL"),
            "\(outcome.messages)"
        )
        #expect(!outcome.messages.contains("S3CRET"))
        let variables = ["GH_TOKEN": "S3CRET", "SEEK_GITHUB_URL": "http://other.example"]
        #expect(
            await run("repos", "x", environment: variables).messages.contains("SEEK_GITHUB_URL must be an https URL")
        )
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
            ("S3CRET== 1", "warning: the configuration"), ("alias.videos = repos", "warning: the configuration"),
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

    @Test("lists and changes the other settings if a line is invalid")
    func invalidLine() async throws {
        try write("limit = 5\nlimt = 6\nimages = never\n")
        let list = await run("config", "list")
        #expect(list.status == .success)
        #expect(list.output.contains("limit\t5\tfile"))
        #expect(list.output.contains("images\tnever\tfile"))
        #expect(list.messages.contains("line 2: unknown setting 'limt'"))
        let set = await run("config", "set", "limit", "8")
        #expect(set.status == .success)
        #expect(set.messages.contains("warning"))
        #expect(set.messages.contains("line 2: unknown setting 'limt'"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "limit = 8\nlimt = 6\nimages = never\n")
        #expect(await run("config", "get", "limit").output == "8\n")
        #expect(await run("config", "unset", "images").status == .success)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "limit = 8\nlimt = 6\n")
    }

    @Test(
        "changing or removing a setting replaces its invalid or repeated lines",
        arguments: ["limit = many\n", "limit =\n", "limit = 1\nlimit = 2\n"]
    )
    func correctsLine(text: String) async throws {
        try write(text + "images = never\n")
        #expect(await run("config", "set", "limit", "8") == silentSuccess)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "limit = 8\nimages = never\n")
        try write(text + "images = never\n")
        #expect(await run("config", "unset", "limit") == silentSuccess)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "images = never\n")
    }

    @Test("a setting that this version does not know can be removed")
    func unknownSetting() async throws {
        try write("new-key = 1\nlimit = 5\n")
        #expect(await run("config", "unset", "new-key") == silentSuccess)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "limit = 5\n")
        let again = await run("config", "unset", "new-key")
        #expect(again.status == .usage)
        #expect(
            again.messages == "seek: unknown key 'new-key'; valid: \(Setting.all.map(\.key).joined(separator: ", "))\n"
        )
    }

    @Test("accepts an empty file")
    func emptyFile() async throws {
        try write("")
        #expect(await run("config", "get", "browser").messages == "seek: browser is not set\n")
    }

    @Test("rejects a file that is not UTF-8, not a regular file or not writable")
    func unusableFiles() async throws {
        try write("")
        try Data([0xFF, 0x41]).write(to: URL(filePath: path))
        #expect(await run("config", "list").messages.contains("not encoded in UTF-8"))
        let directory = await run("config", "list", environment: ["SEEK_CONFIG": folder.url.path])
        #expect(directory.status == .failure)
        #expect(directory.messages.contains("cannot read"))
        let unwritable = await run("config", "set", "limit", "5", environment: ["SEEK_CONFIG": "/proc/no/config"])
        #expect(unwritable.status == .failure)
        #expect(unwritable.messages.contains("cannot write"))
    }

    @Test("the file is located by SEEK_CONFIG, XDG_CONFIG_HOME or HOME")
    func location() async throws {
        let withoutHome = await run("config", "path", environment: ["SEEK_CONFIG": ""])
        #expect(withoutHome.status == .usage)
        #expect(withoutHome.messages.contains("HOME is not set"))
        #if os(Linux)
        #expect(ConfigurationFile(environment: ["XDG_CONFIG_HOME": "/x", "HOME": "/h"])?.path == "/x/seek/config")
        // A relative path is ignored.
        let file = ConfigurationFile(environment: ["XDG_CONFIG_HOME": "x", "HOME": "/h"])
        #expect(file?.path == "/h/.config/seek/config")
        #endif
    }

    @Test(
        "config set, the file and the environment reject the same values",
        arguments: [
            ("limit", "0"), ("limit", "many"), ("images", "on"), ("cache-dir", "x"), ("youtube-url", "https://"),
            ("github-url", "ftp://x"), ("github-url", "https://x/?a=1"), ("github-url", "https://x:70000"),
            ("pager", "a\u{1B}b"),
            ("youtube-search-quota", "-1"), ("youtube-api-key", "a b"), ("github-token", "a\u{7F}b"),
        ]
    )
    func rejectedEverywhere(key: String, value: String) async throws {
        let setting = try #require(Setting.named(key))
        let problem = try #require(setting.problem(with: value))
        let arguments = setting.isSecret ? [key] : [key, value]
        let set = await run("config", ["set", "--"] + arguments, input: value)
        #expect(set == Outcome(status: .usage, output: "", messages: "seek: \(key) \(problem)\n"))
        for name in setting.variables {
            let outcome = await run("repos", ["x"], environment: [name: value])
            #expect(outcome.status == .usage)
            #expect(outcome.messages == "seek: \(name) \(problem); correct or unset it\n")
            // A short value can also be a part of the explanation.
            if value.count > 5 { #expect(!outcome.messages.contains(value)) }
        }
        try write("\(key) = \(value)\n")
        let outcome = await run("repos", ["x"])
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

    @Test("config set suggests the most similar key")
    func misspelledKey() async {
        #expect(await run("config", "set", "limt", "5").messages.contains("did you mean 'limit'?"))
    }
}
