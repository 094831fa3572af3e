/// The help, generated from ``Command/all`` and wrapped to the width of the terminal.
struct HelpText {
    private let width: Int

    /// Creates help with the columns of the terminal, from 20 to 100; without a terminal, with 80 columns.
    init(for terminal: Terminal?) { width = min(max(terminal?.columns ?? 80, 20), 100) }

    var overview: String {
        [
            paragraph("Search YouTube and GitHub."),
            section("Usage", usage("seek COMMAND [flags]")),
            section("Commands", summaries(of: Command.visible)),
            section("Flags", columns(OptionSpec.topLevel.map { ($0.usage, $0.meaning) })),
            section("Environment", columns(HelpText.environment.map { ($0.name, $0.meaning) })),
            section("Exit status", columns(HelpText.exitStatuses.map { ($0.status, $0.meaning) })),
            section("Help topics", columns(HelpTopic.all.map { ($0.name, $0.summary) })),
            paragraph("Run 'seek COMMAND --help' for the help of a command, and 'seek help TOPIC' for a topic."),
        ].joined(separator: "\n\n") + "\n"
    }

    func text(of topic: HelpTopic) -> String {
        var parts = ([topic.summary + "."] + topic.paragraphs).map(paragraph)
        if !topic.rows.isEmpty {
            parts.append(columns(topic.rows.map { ($0.name, $0.meaning) }).joined(separator: "\n"))
        }
        if !topic.examples.isEmpty { parts.append(section("Examples", topic.examples.map { "seek \($0)" })) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    func text(of command: Command) -> String {
        var parts = [paragraph(command.summary + ".")]
        parts.append(section("Usage", usage(command.usage)))
        if !command.aliases.isEmpty { parts.append(section("Aliases", command.aliasNames.map { "seek \($0)" })) }
        if !command.arguments.isEmpty {
            let title = command.arguments.count == 1 ? "Argument" : "Arguments"
            parts.append(section(title, columns(command.arguments.map { ($0.placeholder, $0.meaning) })))
        }
        parts.append(section("Flags", columns(command.allOptions.map { ($0.usage, $0.explanation) })))
        parts += command.details.map(paragraph)
        if !command.examples.isEmpty { parts.append(section("Examples", command.examples.map { "seek \($0)" })) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    func text(ofGroup path: [String]) -> String {
        let name = path.joined(separator: " ")
        return [
            paragraph("\(path.last.flatMap { Command.groupSummaries[$0] } ?? name)."),
            section("Usage", usage("seek \(name) COMMAND [flags]")),
            section("Commands", summaries(of: Command.visible.filter { $0.path.starts(with: path) })),
            paragraph("Run 'seek \(name) COMMAND --help' for the help of a command."),
        ].joined(separator: "\n\n") + "\n"
    }

    private func summaries(of commands: [Command]) -> [String] {
        columns(commands.map { (([$0.name] + $0.arguments.map(\.usage)).joined(separator: " "), $0.summary) })
    }

    private func paragraph(_ text: String) -> String { wrapped(text, width: width).joined(separator: "\n") }

    private func section(_ title: String, _ lines: [String]) -> String {
        "\(title):\n" + lines.map { "  \($0)" }.joined(separator: "\n")
    }

    /// Returns the lines of a usage text. All but the first are indented.
    private func usage(_ text: String) -> [String] {
        // The section indents all lines by 2, and these by 4 more.
        let lines = wrapped(text, width: width - 6)
        return lines.prefix(1) + lines.dropFirst().map { "    \($0)" }
    }

    /// Returns the lines of rows in two columns. The right text is wrapped. It begins on the next line if the left text
    /// is wider than two fifths of the line, or if the terminal is too narrow for a table.
    private func columns(_ rows: [(left: String, right: String)]) -> [String] {
        if width < TableRenderer<Void>.minimumTableWidth {
            return rows.flatMap { row in
                wrapped(row.left.trimmed(of: \.isWhitespace), width: width - 2)
                    + wrapped(row.right, width: width - 6).map { "    \($0)" }
            }
        }
        let limit = width * 2 / 5
        let indent = (rows.map(\.left.count).filter { $0 <= limit }.max() ?? 2) + 2
        return rows.flatMap { row in
            let isWide = row.left.count > limit
            let lines = wrapped(row.right, width: width - 2 - indent).enumerated().map { index, line in
                let left = index == 0 && !isWide ? row.left : ""
                return left + String(repeating: " ", count: indent - left.count) + line
            }
            return isWide ? [row.left] + lines : lines
        }
    }

    /// Returns the lines of a string, broken at spaces and after commas.
    private func wrapped(_ text: String, width: Int) -> [String] {
        var lines = [""]
        for piece in pieces(of: text, width: width) {
            let line = lines[lines.count - 1]
            if !line.isEmpty, piece != " ", line.count + piece.count - (piece.last == " " ? 1 : 0) > width {
                lines.append(piece)
            } else {
                lines[lines.count - 1] = line + piece
            }
        }
        return lines.map { line in
            var line = line[...]
            while line.last == " " { line.removeLast() }
            return String(line)
        }
    }

    /// Returns the parts between which a line may be broken. A quoted command or template that fits into a line is one
    /// part.
    private func pieces(of text: String, width: Int) -> [String] {
        var pieces = [""]
        var remaining = text[...]
        while let character = remaining.first {
            if character == "'", pieces[pieces.count - 1].isEmpty || pieces[pieces.count - 1] == "(",
                let end = remaining.dropFirst().firstIndex(of: "'"), remaining[...end].count <= width
            {
                pieces[pieces.count - 1] += remaining[...end]
                remaining = remaining[end...].dropFirst()
                continue
            }
            pieces[pieces.count - 1].append(character)
            if character == " " || character == "," { pieces.append("") }
            remaining.removeFirst()
        }
        return pieces
    }
}

/// A topic of `seek help`.
struct HelpTopic: Sendable {
    /// The argument of `seek help`.
    var name: String
    var summary: String
    /// The title of the section in the manual page and in the DocC page.
    var title: String
    var paragraphs: [String] = []
    /// Names and their meanings.
    var rows: [(name: String, meaning: String)] = []
    /// Sample command lines, without the program's name.
    var examples: [String] = []
}

extension HelpTopic {
    /// The topics of `seek help`. Quotas are described by the command `quota`.
    static let all: [HelpTopic] = [
        HelpTopic(
            name: "queries",
            summary: "Search texts, qualifiers and flags",
            title: "Queries",
            paragraphs: [
                "The words of a search text are joined with spaces; quotation marks are only needed around characters "
                    + "that the shell interprets. YouTube's operators are \"-word\" (without a word), \"a|b\" (either) "
                    + "and quotes for a phrase.",
                "GitHub's qualifiers are part of the text, such as language:swift, stars:>100 and is:open; most have a "
                    + "flag, such as --language. -QUALIFIER excludes results. The words of a text can have at most "
                    + "256 characters, and a text at most five AND, OR and NOT operators in total. A word with a colon "
                    + "that is not a qualifier needs quotation marks: '\"error:timeout\"'.",
                "Words after -- are arguments even if they begin with -.",
                "TIME is a day (2026-01-31), a month (2026-01) or a year (2026) in UTC, which is included, a time "
                    + "(2026-01-31T12:00:00Z), or a duration before now such as 12h, 7d or 2w. Units are s, m, h, d "
                    + "and w. A duration of days is rounded to midnight UTC, any other duration to 15 minutes, so that "
                    + "the cache serves a repeated search; the end of a time span is rounded up.",
            ],
            examples: [
                "repos 'topic:search stars:>100' --language swift", "repos -- -topic:cli swift",
                "videos '\"night walk\" -vlog' --after 7d",
            ]
        ),
        HelpTopic(
            name: "templates",
            summary: "Output with --template",
            title: "Templates",
            paragraphs: [
                "--template supports a subset of the Go templates that gh uses: {{range .}}...{{end}} repeats for each "
                    + "result, {{if .field}}...{{else}}...{{end}} is a condition, {{.field.member}} prints a value, "
                    + "{{\"\\n\"}} prints a string, and {{- and -}} remove white space. Functions are placed first or "
                    + "after a pipe: truncate WIDTH, timeago, join SEPARATOR, color NAME, printf FORMAT, len, upper, "
                    + "lower, json. Parentheses contain an argument: (timeago .publishedAt). A template without a range "
                    + "prints one line per result.",
                "{{tablerow .title .url}} adds a row to a table, whose columns are aligned on a terminal and separated "
                    + "by tabs elsewhere; {{tablerender}} prints it before the end of the template.",
                "The fields are those of --json, which the help of a command lists.",
            ],
            examples: [
                "videos swift --template '{{.title | truncate 40}} {{timeago .publishedAt}} {{.url}}'",
                "issues crash --template '{{tablerow (printf \"#%v\" .number) .title (timeago .updatedAt)}}'",
            ]
        ),
        HelpTopic(
            name: "environment",
            summary: "Environment variables",
            title: "Environment",
            paragraphs: [
                "Flags override environment variables, which override the configuration file (seek config list)."
            ],
            rows: HelpText.environment
        ),
        HelpTopic(
            name: "redis",
            summary: "Several machines that share one cache and quota",
            title: "Several machines",
            paragraphs: [
                "Machines with the same SEEK_REDIS_URL and the same credentials share responses, the count of "
                    + "YouTube's quota and GitHub's rate limits. The address is "
                    + "redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE] or unix://[USER:PASSWORD@]/PATH[?db=DATABASE]; "
                    + "in a user name or password, write / # @ : and % as %2F %23 %40 %3A and %25.",
                "The cache in memory and on disk is used first. While Redis cannot be used, each machine continues "
                    + "with its own cache and a tenth of the quota that was left.",
                "seek quota shows the shared count, seek cache stats the figures of the Redis server, and seek cache "
                    + "clean --shared removes the shared responses.",
            ],
            examples: ["config set redis-url < FILE", "cache clean --all --shared"]
        ),
        HelpTopic(
            name: "exit-codes",
            summary: "Exit statuses",
            title: "Exit status",
            paragraphs: ["An alias for a shell command has the exit status of that command."],
            rows: HelpText.exitStatuses.map { ($0.status, $0.meaning) }
        ),
    ]
}

extension HelpText {
    /// The introduction of the manual page and the DocC page.
    static let description = [
        "seek searches YouTube and GitHub. On a terminal it prints a table, or a list below 60 columns; elsewhere it "
            + "prints tab-separated values without a header, and nothing is truncated. Data is printed to standard "
            + "output, messages to standard error.",
        "--format selects a table, tsv, csv (with a header), markdown, json or ndjson (one object per line), and "
            + "--columns its columns. --json is short for --format json, and can be followed by fields. --jq filters "
            + "JSON; it needs the program jq. In tsv, csv and ndjson, each page is printed as it arrives; the other "
            + "formats are printed at the end.",
        "A search that is repeated within 15 minutes is served from the cache on disk and costs nothing. --dry-run "
            + "shows what a command would cost.",
        "--timeout limits each request with its retries, not the whole command: a search of ten pages can take ten "
            + "times as long. In seek search it limits each source. With --wait, it is also the maximum time to wait "
            + "for a rate limit, after which the request has its full time again.",
    ]

    static let exitStatuses: [(status: String, meaning: String)] =
        CommandStatus.meanings.map { ("\($0.status.rawValue)", $0.meaning) } + [("130", "Interrupted by Ctrl-C")]

    static let environment: [(name: String, meaning: String)] =
        Setting.all.map { ($0.variables.joined(separator: ", "), $0.meaning) } + [
            ("http_proxy, https_proxy, ALL_PROXY, NO_PROXY", "Proxy of requests, as for curl"),
            ("NO_COLOR, CLICOLOR_FORCE", "Disable color; use color even if the output is not a terminal"),
            (
                "SEEK_CONFIG",
                "Path of the configuration file (default on Linux: seek/config in XDG_CONFIG_HOME or ~/.config); the "
                    + "variables above override its settings"
            ),
        ]
}
