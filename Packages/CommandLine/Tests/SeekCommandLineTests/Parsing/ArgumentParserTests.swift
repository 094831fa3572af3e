import Foundation
import Seek
import Testing

@testable import SeekCommandLine

@Suite("Parsing a command line")
struct ArgumentParserTests {
    private func invocation(_ arguments: [String]) throws -> Invocation {
        guard case .run(let invocation) = try ArgumentParser.parse(arguments) else {
            throw UsageError("the command line does not run a command")
        }
        return invocation
    }

    @Test(
        "accepts all notations of flags",
        arguments: [
            ["videos", "swift", "--limit", "5"], ["videos", "--limit=5", "swift"], ["videos", "-L5", "swift"],
            ["videos", "-L", "5", "swift"], ["videos", "-L=5", "swift"],
            ["videos", "--limit", "9", "swift", "-L", "5"],
        ]
    )
    func flagNotations(arguments: [String]) throws {
        let invocation = try invocation(arguments)
        #expect(invocation.command.name == "videos")
        #expect(invocation.argument == "swift")
        #expect(invocation.values == [.limit: "5"])
    }

    @Test(
        "joins the lists of a repeated flag, ignores a repetition without a list, and replaces aliases of kinds",
        arguments: [
            (["repos", "x", "--json", "name", "--json", "stars"], OptionSpec.Name.json, "name,stars"),
            (["repos", "--json", "name", "--json", "x"], .json, "name"),
            (["repos", "x", "--json=name", "--json"], .json, "name"),
            (["repos", "x", "--columns=name", "--columns=stars,url"], .columns, "name,stars,url"),
            (["search", "x", "--kinds", "videos", "--kinds", "code"], .kinds, "videos,code"),
            (["search", "x", "--kinds", "repos, pulls"], .kinds, "repositories,prs"),
        ]
    )
    func repeatedLists(arguments: [String], name: OptionSpec.Name, value: String) throws {
        let invocation = try invocation(arguments)
        #expect(invocation.values == [name: value])
        #expect(invocation.argument == "x")
    }

    @Test(
        "--kinds accepts the names and aliases of search commands",
        arguments: SearchHit.Kind.searchable.map(\.pluralName)
    )
    func namesOfKinds(kind: String) throws {
        let command = try #require(Command.searchCommand(named: kind))
        for name in command.path + command.aliases {
            #expect(try invocation(["search", "x", "--kinds", name]).values == [.kinds: kind])
        }
    }

    @Test("distinguishes words of the text, values of flags and words after --")
    func wordsAndValues() throws {
        #expect(try invocation(["repos", "swift", "async  http"]).argument == "swift async  http")
        #expect(try invocation(["videos", "--json", "swift"]).values == [.json: ""])
        #expect(try invocation(["videos", "--json", "title,url", "swift"]).values == [.json: "title,url"])
        #expect(try invocation(["videos", "swift", "--json", "title"]).values == [.json: "title"])
        let channel = try invocation(["videos", "--channel", "UC", "--json", "title"])
        #expect(channel.argument.isEmpty)
        #expect(channel.values == [.channel: "UC", .json: "title"])
        #expect(try invocation(["videos", "--json", "-v", "title"]).argument == "title")
        let dashes = try invocation(["videos", "--verbose", "--", "--limit", "-"])
        #expect(dashes.argument == "--limit -")
        #expect(dashes.values == [.verbose: ""])
        #expect(try invocation(["videos", "-"]).argument == "-")
        #expect(try invocation(["videos", "-vL5", "swift"]).values == [.verbose: "", .limit: "5"])
        #expect(
            try invocation(["saved", "run", "x", "-vt", "{{.title}}"]).values == [
                .verbose: "", .template: "{{.title}}",
            ]
        )
    }

    @Test("accepts commands of two words")
    func commandOfTwoWords() throws {
        #expect(try invocation(["cache", "clean", "--all"]).command.name == "cache clean")
    }

    @Test("ignores spaces and empty values in a list")
    func valuesInList() {
        #expect(OptionSpec.Check.values(inList: " title, url,,") == ["title", "url"])
    }

    @Test(
        "rejects invalid command lines with an explanation",
        arguments: [
            (["vidoes", "x"], "unknown command 'vidoes'; did you mean 'videos'?"),
            (["repositry", "x"], "unknown command 'repositry'; see seek --help"),
            (["cache", "stat"], "unknown command 'cache stat'; did you mean 'cache stats'?"),
            (["--json"], "unknown flag '--json'; see seek --help"),
            (["videos", "x", "-vZ"], "unknown flag '-Z'; see seek videos --help"),
            (
                ["search", "x", "--kinds", "vidoes"],
                "unknown kind 'vidoes' in --kinds; valid: "
                    + "\(SearchHit.Kind.searchable.map(\.pluralName).joined(separator: ", ")); did you mean 'videos'?"
            ),
            (["xyzzy"], "unknown command 'xyzzy'; see seek --help"),
            (["--versoin"], "unknown flag '--versoin'; did you mean '--version'?"),
            (["-x"], "unknown flag '-x'; see seek --help"),
            (["videos", "x", "--limt=3"], "unknown flag '--limt'; did you mean '--limit'?"),
            (["repos", "x", "--after", "2026-01-01"], "unknown flag '--after'; see seek repos --help"),
            (["repos", "x", "--quiet"], "unknown flag '--quiet'; see seek repos --help"),
            (["repos", "x", "--lim", "3"], "unknown flag '--lim'; did you mean '--limit'?"),
            (
                ["videos", "--json", "title,id"],
                "missing TEXT: enter it, or a flag such as --channel; usage: seek videos [TEXT...] [flags]"
            ),
            (["cache", "stats", "--limit", "3"], "unknown flag '--limit'; see seek cache stats --help"),
            (["cache"], "seek cache needs a command: stats, clean"),
            (["labels", "x", "-R", "a/b", "-R", "c/d"], "--repo can be given only once for labels; remove one"),
            (
                ["repos", "x", "--language", "swift", "--language", "go"],
                "--language can be given only once for repos; remove one"
            ),
            (
                ["videos", "x", "--duration", "long", "--duration", "short"],
                "--duration can be given only once for videos; remove one"
            ),
            (
                ["issues", "x", "--assignee", "a,b"],
                "--assignee takes one value, not the list 'a,b'; run the search once for each value"
            ),
            (["labels", "x", "-R", "a"], "--repo must be OWNER/NAME such as octocat/Hello-World, not 'a'"),
            (["code", "x", "-R", "a/b,a/b/c"], "--repo must be OWNER/NAME such as octocat/Hello-World, not 'a/b/c'"),
            (
                ["prs", "x", "--team-mentions", "bad"],
                "--team-mentions must be ORGANIZATION/TEAM such as github/docs, not 'bad'"
            ),
            (
                ["repos", "x", "--stars", "50..10"],
                "--stars: the range '50..10' ends before it begins; swap its bounds"
            ),
            (["cache", "stats", "x"], "unexpected argument 'x'; usage: seek cache stats [flags]"),
            (["videos"], "missing TEXT: enter it, or a flag such as --channel; usage: seek videos [TEXT...] [flags]"),
            (["user", "a", "b"], "unexpected argument 'b'; usage: seek user USER [flags]"),
            (["videos", "x", "--limit"], "--limit needs a value: --limit N"),
            (["videos", "x", "--verbose=yes"], "--verbose does not take a value"),
            (["videos", "x", "--limit", "0"], "--limit must be an integer from 1 to 1000, not '0'"),
            (["api", "x", "--slurp"], "--slurp requires --paginate"),
            (["api", "x", "--input", "f", "--paginate"], "--input and --paginate cannot be combined; remove one"),
            (["completion", "bsh"], "unknown shell 'bsh'; did you mean 'bash'?"),
            (
                ["videos", "x", "--order", "dat"],
                "--order must be one of relevance, date, rating, title, video-count, view-count, not 'dat'; "
                    + "did you mean 'date'?"
            ),
            (["videos", "x", "--web", "--json"], "--json and --web cannot be combined; remove one"),
            (
                ["videos", "x", "--order", "viewCount"],
                "--order must be one of relevance, date, rating, title, video-count, "
                    + "view-count, not 'viewCount'; did you mean 'view-count'?"
            ),
            (
                ["repos", "x", "--stars", ">=1k"],
                "--stars must be a number or a range such as 100, '>=100' or 10..50, not '>=1k'"
            ),
            (
                ["prs", "x", "--merged-at", "2026-02-30"],
                "--merged-at must be a date or a range such as 2026-01-31, 2026-01, 2026, 7d, '>=2026-01-31' or "
                    + "2026-01..2026-03, not '2026-02-30'"
            ),
            (["issues", "x", "--label="], "the value of --label is empty; use --label LABELS"),
            (["issues", "x", "--label", " "], "the value of --label is empty; use --label LABELS"),
            (["repos", "x", "--archived=maybe"], "--archived must be one of true, false, not 'maybe'"),
            (
                ["repos", "x", "--match=nmae"],
                "unknown value 'nmae' in --match; valid: name, description, readme, topics; did you mean 'name'?"
            ),
            (["videos", "x", "--location", "1,2"], "--location requires --location-radius"),
            (["videos", "x", "--after", "7d", "--web"], "--after and --web cannot be combined; remove one"),
            (["completion"], "missing SHELL; usage: seek completion bash|zsh|fish [flags]"),
            (
                ["videos", "--json", "titel", "x"],
                "unknown field 'titel' in --json; valid: "
                    + ResultKind.detailedVideos.fieldNames.joined(separator: ", ") + "; did you mean 'title'?"
            ),
            (["videos", "x", "--\u{1B}[31m"], "unknown flag '--\u{FFFD}[31m'; see seek videos --help"),
        ]
    )
    func invalidCommandLines(arguments: [String], message: String) {
        #expect(throws: UsageError(message)) { try ArgumentParser.parse(arguments) }
    }

    @Test(
        "accepts the aliases of commands, and lists them in the help",
        arguments: [
            (["repositories", "x"], "repos"), (["pulls", "x"], "prs"), (["pull-requests", "x"], "prs"),
            (["saved", "ls"], "saved list"), (["saved", "rm", "x"], "saved remove"),
            (["config", "ls"], "config list"), (["config", "rm", "limit"], "config unset"),
        ]
    )
    func commandAliases(arguments: [String], name: String) throws {
        #expect(try invocation(arguments).command.name == name)
        #expect(HelpText(for: nil).text(of: try invocation(arguments).command).contains("Aliases:\n  seek "))
    }

    @Test("list flags may be repeated, an optional value as in --archived requires =, and --pushed is --updated")
    func listFlags() throws {
        let lists = try invocation(["issues", "--label", "bug,crash", "--label", "help wanted", "x"])
        #expect(lists.repeated.map(\.value) == ["bug,crash", "help wanted"])
        #expect(try invocation(["repos", "--archived", "tetris"]).argument == "tetris")
        #expect(try invocation(["repos", "--archived", "tetris"]).values == [.archived: "true"])
        #expect(try invocation(["repos", "--archived=false", "tetris"]).values == [.archived: "false"])
        #expect(try invocation(["repos", "x", "--pushed", ">2026-01-01"]).values == [.updated: ">2026-01-01"])
    }

    @Test(
        "parses numbers and ranges of numbers in GitHub's syntax, and rejects other text",
        arguments: [
            ("100", "100"), (">=100", ">=100"), ("<5", "<5"), ("10..20", "10..20"), ("10..*", ">=10"),
            ("*..20", "<=20"),
            ("2026-01-31", nil), ("", nil), (">", nil), ("..", nil), ("*..*", nil), ("20..10", nil), ("-5", nil),
            ("1..2..3", nil),
            ("٥", nil), ("99999999999999999999", nil),
        ] as [(String, String?)]
    )
    func numberRanges(text: String, value: String?) {
        #expect(QualifierRange(numbers: text)?.value == value)
    }

    @Test(
        "dates and ranges of dates become qualifiers of GitHub; other text is rejected",
        arguments: [
            ("2026-01-31", "2026-01-31"), ("2026-02", "2026-02-01..2026-02-28"), ("2026", "2026-01-01..2026-12-31"),
            (">2026-01-31", ">2026-01-31"), (">2026-01", ">2026-01-31"), (">=2026-01", ">=2026-01-01"),
            ("<2026", "<2026-01-01"), ("<=2026-01", "<=2026-01-31"),
            ("2026-01-01..2026-01-31", "2026-01-01..2026-01-31"), ("2026-01..2026-03", "2026-01-01..2026-03-31"),
            ("2026..2026", "2026-01-01..2026-12-31"), ("2026-01..*", ">=2026-01-01"), ("*..2026-01", "<=2026-01-31"),
            ("*..2026-01-31T12:00:00Z", "<=2026-01-31T12:00:00Z"),
            (">2026-01-31T23:59:59+09:00", ">2026-01-31T23:59:59+09:00"),
            // From 2027-01-15 08:00:01 UTC. A range is extended to whole days, or to 15 minutes.
            ("7d", ">=2027-01-08"), (">7d", ">=2027-01-08"), (">=1w", ">=2027-01-08"), ("<7d", "<=2027-01-08"),
            ("36h", ">=2027-01-13T20:00:00Z"), ("<36h", "<=2027-01-13T20:15:00Z"), ("0s", ">=2027-01-15T08:00:00Z"),
            ("30d..*", ">=2026-12-16"), ("*..30d", "<=2026-12-16"), ("30d..7d", "2026-12-16..2027-01-08"),
            ("2026-12..7d", "2026-12-01..2027-01-08"),
            ("", nil), ("100", nil), ("2026-02-30", nil), ("2026-13", nil), ("yesterday", nil), ("-7d", nil),
            ("1mo", nil), (">", nil), ("..", nil), ("*", nil), ("*..*", nil), ("2026-01..", nil), (">2026-01..7d", nil),
            ("2025..2026..2027", nil), ("２０２６", nil),
        ] as [(String, String?)]
    )
    func dateRanges(text: String, value: String?) {
        #expect(DateRange(text)?.qualifierValue(at: Date(timeIntervalSince1970: 1_800_000_001)) == value)
    }

    @Test(
        "rejects limits that are not integers from 1 to 1000",
        arguments: ["0", "1001", "-1", "1.5", "", "many", "99999999999999999999"]
    )
    func invalidLimits(limit: String) throws {
        #expect(throws: UsageError.self) { try invocation(["videos", "x", "--limit=\(limit)"]) }
    }

    @Test(
        "parses sizes with and without units",
        arguments: [
            ("0", 0), ("1500", 1_500), ("500kB", 500_000), ("10 MB", 10_000_000), ("1g", 1_000_000_000), ("7b", 7),
        ]
    )
    func parsedSizes(text: String, bytes: Int) throws {
        #expect(try ByteSize.parse(text) == bytes)
    }

    @Test("rejects invalid sizes", arguments: ["", "MB", "-1", "1.5MB", "10 MiB", "10TB", "9999999999999GB"])
    func invalidSizes(text: String) {
        #expect(throws: UsageError.self) { try ByteSize.parse(text) }
    }

    @Test(
        "formats sizes with units",
        arguments: [
            (0, "0 B"), (999, "999 B"), (1_500, "1.5 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"),
            (12_345_678, "12.3 MB"), (999_950_000, "1.0 GB"),
        ]
    )
    func formatsSizes(bytes: Int, text: String) {
        #expect(ByteSize.formatted(bytes) == text)
    }
}
