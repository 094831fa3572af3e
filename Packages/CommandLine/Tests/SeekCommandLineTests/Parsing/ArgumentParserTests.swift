import Testing

@testable import SeekCommandLine

@Suite("The command line is read")
struct ArgumentParserTests {
    private func invocation(_ arguments: [String]) throws -> Invocation {
        guard case .run(let invocation) = try ArgumentParser.parse(arguments) else {
            throw UsageError("no command was read")
        }
        return invocation
    }

    @Test(
        "in every way a flag can be written",
        arguments: [
            ["videos", "swift", "--limit", "5"], ["videos", "--limit=5", "swift"], ["videos", "-L5", "swift"],
            ["videos", "-L", "5", "swift"], ["videos", "-L=5", "swift"],
            ["videos", "--limit", "9", "swift", "-L", "5"],
        ]
    )
    func flags(arguments: [String]) throws {
        let invocation = try invocation(arguments)
        #expect(invocation.command.action == .videos)
        #expect(invocation.argument == "swift")
        #expect(invocation.values == [.limit: "5"])
    }

    @Test("words are one text, and after -- nothing is a flag")
    func words() throws {
        #expect(try invocation(["repos", "swift", "async  http"]).argument == "swift async  http")
        #expect(try invocation(["videos", "--json", "swift"]).values == [.json: ""])
        #expect(try invocation(["videos", "--json", "title,url", "swift"]).values == [.json: "title,url"])
        #expect(try invocation(["videos", "swift", "--json", "title"]).values == [.json: "title"])
        let channel = try invocation(["videos", "--channel", "UC", "--json", "title"])
        #expect(channel.argument.isEmpty && channel.values == [.channel: "UC", .json: "title"])
        #expect(try invocation(["videos", "--json", "-v", "title"]).argument == "title")
        let dashes = try invocation(["videos", "--verbose", "--", "--limit", "-"])
        #expect(dashes.argument == "--limit -" && dashes.values == [.verbose: ""])
        #expect(try invocation(["videos", "-"]).argument == "-")
        #expect(try invocation(["videos", "-vL5", "swift"]).values == [.verbose: "", .limit: "5"])
        #expect(
            try invocation(["saved", "run", "x", "-vt", "{{.title}}"]).values == [
                .verbose: "", .template: "{{.title}}",
            ]
        )
        #expect(OptionSpec.Check.list(" title, url,,") == ["title", "url"])
        #expect(try invocation(["cache", "clean", "--all"]).command.action == .cacheClean)
    }

    @Test(
        "and what is not understood is named, with what may have been meant",
        arguments: [
            (["vidoes", "x"], "unknown command 'vidoes'; did you mean 'videos'?"),
            (["repo", "x"], "unknown command 'repo'; did you mean 'repos'?"),
            (["cache", "stat"], "unknown command 'stat'; did you mean 'stats'?"),
            (["--json"], "unknown flag '--json'; see seek --help"),
            (["videos", "x", "-v=3"], "--verbose takes no value"),
            (["videos", "x", "-vZ"], "unknown flag '-Z'; see seek videos --help"),
            (
                ["search", "x", "--kinds", "vidoes"],
                "unknown kind 'vidoes' in --kinds; there are: \(FederatedCommand.kinds.map(\.name).joined(separator: ", ")); "
                    + "did you mean 'videos'?"
            ),
            (["xyzzy"], "unknown command 'xyzzy'; see seek --help"),
            (["--versoin"], "unknown flag '--versoin'; did you mean '--version'?"),
            (["-x"], "unknown flag '-x'; see seek --help"),
            (["videos", "x", "--limt=3"], "unknown flag '--limt'; did you mean '--limit'?"),
            (["videos", "x", "-Z3"], "unknown flag '-Z'; see seek videos --help"),
            (["cache", "stats", "--limit", "3"], "unknown flag '--limit'; see seek cache stats --help"),
            (["cache"], "seek cache needs a command: stats, clean"),
            (["cache", "--json"], "seek cache needs a command: stats, clean"),
            (["cache", "stats", "x"], "seek cache stats takes no argument, not 'x'"),
            (["videos"], "TEXT is missing: seek videos TEXT... [flags]"),
            (["user", "a", "b"], "seek user takes one USER, not 2"),
            (["videos", "x", "--limit"], "--limit needs N: show at most N results, 1...1000 (default 30)"),
            (["videos", "x", "--verbose=yes"], "--verbose takes no value"),
            (["videos", "x", "--limit", "0"], "--limit must be a whole number from 1 to 1000, not '0'"),
            (["api", "x", "--keep"], "--keep goes with --batch only"),
            (["api", "--batch", "-X", "GET"], "--method and --batch do not go together; leave one out"),
            (["completion", "bsh"], "unknown SHELL 'bsh'; did you mean 'bash'?"),
            (["completion", "tcsh"], "unknown SHELL 'tcsh'; see bash, zsh, fish"),
            (
                ["videos", "x", "--order", "dat"],
                "--order must be one of relevance, date, rating, title, videoCount, viewCount, not 'dat'; did you mean 'date'?"
            ),
            (["videos", "x", "--web", "--json"], "--json and --web do not go together; leave one out"),
            (["completion"], "SHELL is missing: seek completion bash|zsh|fish [flags]"),
            (
                ["videos", "--json", "titel", "x"],
                "unknown field 'titel' in --json; there are: \(ResultKind.videos.fieldNames.joined(separator: ", ")); "
                    + "did you mean 'title'?"
            ),
            (["videos", "x", "--\u{1B}[31m"], "unknown flag '--\u{FFFD}[31m'; see seek videos --help"),
        ]
    )
    func refusals(arguments: [String], message: String) {
        #expect(throws: UsageError(message)) { try ArgumentParser.parse(arguments) }
    }

    @Test("numbers and fields are checked", arguments: ["0", "1001", "-1", "1.5", "", "many", "99999999999999999999"])
    func numbers(limit: String) throws {
        #expect(throws: UsageError.self) { try invocation(["videos", "x", "--limit=\(limit)"]) }
        #expect(throws: UsageError.self) { try invocation(["videos", "x", "--json=id,name"]) }
    }

    @Test(
        "sizes have units",
        arguments: [
            ("0", 0), ("1500", 1_500), ("500kB", 500_000), ("10 MB", 10_000_000), ("1g", 1_000_000_000), ("7b", 7),
        ]
    )
    func sizes(text: String, bytes: Int) throws {
        #expect(try ByteSize.parse(text) == bytes)
    }

    @Test("and nothing else is a size", arguments: ["", "MB", "-1", "1.5MB", "10 MiB", "10TB", "9999999999999GB"])
    func badSizes(text: String) {
        #expect(throws: UsageError.self) { try ByteSize.parse(text) }
    }

    @Test(
        "sizes are told in units",
        arguments: [(0, "0 B"), (999, "999 B"), (1_500, "1.5 kB"), (12_345_678, "12.3 MB")]
    )
    func sizeTexts(bytes: Int, text: String) {
        #expect(ByteSize.text(bytes) == text)
    }
}
