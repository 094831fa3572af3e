import Foundation
import Seek
import SeekTestHelpers
import Testing

@testable import SeekCommandLine

@Suite("Aliases", .concurrentProgramLimit)
struct AliasTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var file: String { folder.path(of: "settings") }
    private var stored: String? { try? String(contentsOfFile: file, encoding: .utf8) }

    private func run(_ arguments: String...) async -> Outcome {
        let transport = StubTransport([stub(.get, youTubeSearch, returning: .json(SearchCommandTests.videos(["a"])))])
        let environment = ["SEEK_CONFIG": file, "YOUTUBE_API_KEY": "k"]
        return await seek(arguments, environment: environment, transport: transport)
    }

    @Test("an expansion can be read from standard input, as in gh; an empty input is an error")
    func standardInput() async {
        let environment = ["SEEK_CONFIG": file]
        let lines = InputLines(["repos --limit 1"])
        let outcome = await runCommand(["alias", "set", "one", "-"], environment: environment, input: lines)
        #expect(outcome == success)
        #expect(stored == "alias.one = repos --limit 1\n")
        let empty = await runCommand(["alias", "set", "two", "-"], environment: environment)
        #expect(empty.messages == "seek: standard input contains no expansion; write the command line to it\n")
    }

    private let success = Outcome(status: .success, output: "", messages: "")

    @Test("are stored in, replaced in and deleted from the configuration file, whose other lines are preserved")
    func storedAliases() async throws {
        try folder.writePrivate("# mine\nlimit = 5\n", to: "settings")
        #expect(await run("alias", "set", "walks", "videos 'night walk' --order date") == success)
        #expect(await run("alias", "set", "mine", "user octocat") == success)
        #expect(
            stored == "# mine\nlimit = 5\nalias.walks = videos 'night walk' --order date\nalias.mine = user octocat\n"
        )
        #expect(await run("alias", "list").output == "mine\tuser octocat\nwalks\tvideos 'night walk' --order date\n")
        #expect(await run("config", "get", "limit").output == "5\n")
        let again = await run("alias", "set", "walks", "videos x")
        #expect(again.status == .usage)
        #expect(again.messages.contains("--clobber"))
        #expect(await run("alias", "set", "walks", "videos x", "--clobber") == success)
        let deleted = await run("alias", "delete", "mine")
        #expect(deleted.messages == "seek: deleted the alias 'mine': user octocat\n")
        #expect(stored == "# mine\nlimit = 5\nalias.walks = videos x\n")
        let missing = await run("alias", "delete", "walk")
        #expect(missing.status == .failure)
        #expect(missing.messages == "seek: no alias 'walk'; did you mean 'walks'?\n")
    }

    @Test(
        "are replaced with their expansion",
        arguments: [
            ("videos x -L1", [], ["videos", "x", "-L1"]),
            ("videos 'night walk'", ["-v"], ["videos", "night walk", "-v"]),
            ("issues --author $1 $2", ["a", "b c", "d"], ["issues", "--author", "a", "b c", "d"]),
            ("repos \"$1 stars:>$2\"", ["a", "5"], ["repos", "a stars:>5"]),
            ("issues $1 --repo $2", ["crash", "$1"], ["issues", "crash", "--repo", "$1"]),
            ("issues '$x $'", [], ["issues", "$x $"]),
            ("repos $10 $1", (1...10).map { "w\($0)" }, ["repos", "w10", "w1"] + (2...9).map { "w\($0)" }),
        ] as [(String, [String], [String])]
    )
    func expansion(text: String, arguments: [String], words: [String]) throws {
        #expect(try Alias(name: "a", expansion: text).command(with: arguments) == .seek(words))
    }

    @Test("cannot be run without the arguments of their placeholders")
    func missingArgument() async {
        _ = await run("alias", "set", "by", "issues --author $1")
        let outcome = await run("by")
        #expect(outcome.status == .usage)
        #expect(outcome.messages == "seek: the alias 'by' needs 1 argument: issues --author $1\n")
    }

    @Test("accept additional flags")
    func aliasWithFlags() async {
        _ = await run("alias", "set", "walks", "videos 'night walk'")
        #expect(await run("walks", "--json=title").output == "[{\"title\":\"a\"}]\n")
    }

    @Test(
        "are rejected if their name or expansion is invalid",
        arguments: [
            ("videos", "repos x"), ("help", "repos x"), ("version", "repos x"), ("a b", "repos x"), ("", "repos x"),
            ("a", ""), ("a", "nothing x"),
            ("a", "repos 'x"), ("a", "!"), ("a", "repos \u{1B}[2J"), ("a.b", "repos x"),
        ]
    )
    func invalidAliases(name: String, expansion: String) async {
        let outcome = await run("alias", "set", name, expansion)
        #expect(outcome.status == .usage)
        #expect(outcome.messages.split(separator: "\n").count == 1)
        #expect(stored == nil)
    }

    @Test("the help of an alias shows its expansion and, unless it is a shell command, the help of its command")
    func helpOfAlias() async {
        _ = await run("alias", "set", "walks", "videos 'night walk'")
        _ = await run("alias", "set", "titles", "!seek videos $1")
        _ = await run("alias", "set", "by", "issues --author $1")
        let help = await run("help", "walks")
        #expect(help.status == .success)
        #expect(help.output.hasPrefix("Alias of: videos 'night walk'\n\nSearch YouTube for videos"), "\(help)")
        #expect(await run("walks", "--help") == help)
        #expect(await run("by", "-h").output.hasPrefix("Alias of: issues --author $1\n\nSearch GitHub for issues"))
        #expect(await run("help", "titles").output == "Alias of: !seek videos $1\n")
    }

    @Test("a similar alias is suggested in place of an unknown command", arguments: ["walsk", "help walsk"])
    func nearestAlias(line: String) async {
        _ = await run("alias", "set", "walks", "videos 'night walk'")
        let outcome = await runCommand(line.words, environment: ["SEEK_CONFIG": file])
        #expect(outcome.status == .usage)
        #expect(outcome.messages.hasSuffix("'walsk'; did you mean 'walks'?\n"), "\(outcome.messages)")
    }

    @Test("the name of an alias cannot begin with a dash")
    func nameWithDash() async {
        let outcome = await run("alias", "set", "--", "-q", "videos q")
        #expect(
            outcome.messages == "seek: the name of an alias must consist of ASCII letters, digits, - and _, and cannot "
                + "begin with -; choose another name\n"
        )
    }

    @Test("commands that use the configuration file warn about an invalid alias in it")
    func invalidLine() async throws {
        try folder.writePrivate("alias.videos = repos x\n", to: "settings")
        let outcome = await run("repos", "x", "--web", "--dry-run")
        #expect(outcome.status == .success)
        #expect(
            outcome.messages.hasPrefix("seek: warning: the configuration '\(file)', line 1: 'videos' is a command"),
            "\(outcome.messages)"
        )
        let list = await run("alias", "list")
        #expect(list.messages.contains("line 1: 'videos' is a command"), "\(list.messages)")
    }

    @Test("running an alias whose line in the configuration file is invalid reports the error in the line")
    func invalidAliasLine() async throws {
        try folder.writePrivate("alias.l = nothing\n", to: "settings")
        let outcome = await run("l")
        #expect(outcome.status == .usage)
        #expect(outcome.messages.hasPrefix("seek: the configuration '\(file)', line 1: the expansion must begin"))
    }

    #if os(macOS) || os(Linux)
    @Test(
        "a shell command receives the arguments, and its status is returned",
        arguments: [
            ("exit 3", 3), ("exit 42", 42), ("exit 255", 255), ("no-such-command", 127), ("kill -TERM $$", 143),
        ]
            as [(String, Int32)]
    )
    func shellCommand(lastCommand: String, status: Int32) async throws {
        let program = Program(environment: ["SEEK_CONFIG": file, "PATH": "/usr/bin:/bin"])
        let set = try await program.run("alias", "set", "twice", "!printf '%s-%s' \"$1\" \"$1\"; \(lastCommand)")
        #expect(set.status == 0)
        let outcome = try await program.run("twice", "a b")
        #expect(outcome.output == "a b-a b")
        #expect(outcome.status == status)
    }
    #endif
}
