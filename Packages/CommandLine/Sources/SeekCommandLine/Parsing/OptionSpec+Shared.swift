extension OptionSpec {
    /// Of commands that remove something on a terminal only after confirmation.
    static let withoutConfirmation = OptionSpec(
        name: .yes,
        meaning: "Remove without confirmation, which a terminal requires"
    )

    /// The flags of every search of one service, and of `seek user`.
    static func search(of fields: [String]) -> [OptionSpec] {
        [limit] + output(of: fields) + [
            pick, web, refresh, dryRun, budget, timeout(), wait, from, record, replay, verbose,
        ]
    }

    static func output(of fields: [String]) -> [OptionSpec] {
        [json(of: fields), jq, format, columns(of: fields), template(of: fields)]
    }

    static let format = OptionSpec(
        name: .format,
        value: .required("FORMAT"),
        check: .choice(OutputFormat.allCases.map(\.rawValue)),
        conflicts: [.json, .template],
        meaning: "Output format (default: table on a terminal, otherwise tsv)"
    )

    static func columns(of fields: [String]) -> OptionSpec {
        OptionSpec(
            name: .columns,
            value: .required("FIELDS"),
            check: .list(fields),
            conflicts: [.json, .template],
            meaning: "Print these columns, in this order; the names are the fields of --json",
            listsValues: false
        )
    }

    static let jq = OptionSpec(
        name: .jq,
        short: "q",
        value: .required("EXPRESSION"),
        conflicts: [.template],
        meaning: "Filter JSON with a jq expression; needs the program jq"
    )

    static let limit = OptionSpec(
        name: .limit,
        short: "L",
        value: .required("N"),
        check: .number(1...1_000),
        meaning: "Maximum number of results, up to 1000 (default 30)"
    )

    static func json(of fields: [String]) -> OptionSpec {
        OptionSpec(
            name: .json,
            value: .optional("FIELDS"),
            check: .list(fields),
            meaning: "Print JSON with all fields or only these"
        )
    }

    /// Returns `--template`, with an example of fields that the results have.
    static func template(of fields: [String]) -> OptionSpec {
        let mainField = ["title", "fullName", "login", "path", "quota", "name", "service"].first(where: fields.contains)
        let secondField = ["url", "text", "remaining", "state"].first(where: fields.contains)
        let example = [mainField, secondField].compactMap { $0.map { "{{.\($0)}}" } }.joined(separator: " ")
        return OptionSpec.value(.template, "TEMPLATE", "Format each result with a template: '\(example)'", short: "t")
    }

    static let thumbnails = OptionSpec(
        name: .thumbnails,
        value: .required("DIR"),
        check: .folder,
        conflicts: [.pick, .web, .dryRun],
        meaning: "Download the largest thumbnail of each result to DIR"
    )
    static let pick = OptionSpec(
        name: .pick,
        short: "p",
        conflicts: [.json, .jq, .format, .template, .web, .dryRun],
        meaning: "Pick results to open, with fzf if it is installed, otherwise by number"
    )
    static let web = OptionSpec(
        name: .web,
        short: "w",
        conflicts: [.json, .jq, .format, .columns, .template, .from, .record, .replay],
        meaning: "Open in the browser without sending a request; with --dry-run, print the URL"
    )
    static let refresh = OptionSpec(name: .refresh, meaning: "Send the request even if the cache has a fresh response")
    static let dryRun = OptionSpec(
        name: .dryRun,
        conflicts: [.columns, .template, .record, .replay],
        meaning: "Estimate the cost in calls without sending a request"
    )
    static let budget = OptionSpec(
        name: .budget,
        value: .required("N"),
        check: .number(0...10_000),
        meaning: "Send at most N requests; cached responses do not count"
    )

    /// Returns `--timeout`. The scope is what the limit applies to, with the default.
    static func timeout(_ scope: String = "each request with its retries (default 30s)") -> OptionSpec {
        .value(.timeout, "TIME", "Time limit for \(scope): 500ms, 5s, 1m", check: .duration)
    }

    static let wait = OptionSpec(
        name: .wait,
        conflicts: [.replay],
        meaning: "Wait for rate limits to reset, for at most --timeout (default 1h)"
    )
    static let from = OptionSpec.value(.from, "CURSOR", "Resume a stopped search at the cursor or ID that it reported")
    static let all = OptionSpec(
        name: .all,
        conflicts: [.limit, .sort, .order, .created, .searchType, .web],
        meaning: "Fetch all results by dividing the search into time windows"
    )
    /// `--since` and `--until`, which limit the time span of ``all``, for commands without `--after` and `--before`.
    static let sinceAndUntil = [
        OptionSpec(
            name: .since,
            value: .required("TIME"),
            check: .time,
            requires: .all,
            meaning: "Only results created at or after this time: 2026-01-31, 2026-01, 7d"
        ),
        .value(.until, "TIME", "Only results created at or before this time", check: .time, requires: .all),
    ]
    static let record = OptionSpec(
        name: .record,
        value: .required("FILE.har"),
        check: .file,
        meaning: "Record requests and responses without secrets, replacing the file and bypassing the cache"
    )
    static let replay = OptionSpec(
        name: .replay,
        value: .required("FILE.har"),
        check: .file,
        conflicts: [.record, .refresh],
        meaning: "Replay a recording without sending a request"
    )
    /// The flags of `seek` without a command.
    static let topLevel: [OptionSpec] = [
        OptionSpec(name: .help, short: "h", meaning: "Show help"),
        OptionSpec(name: .version, meaning: "Show the version"),
    ]
    /// The flags that every command has in addition to its own.
    static let inherited: [OptionSpec] = [.color] + topLevel
    static let color = OptionSpec(
        name: .color,
        value: .required("WHEN"),
        check: .choice(ColorMode.allCases.map(\.rawValue)),
        meaning: "When to use color (default auto: on a terminal, unless NO_COLOR is set)"
    )
    static let verbose = OptionSpec(
        name: .verbose,
        short: "v",
        meaning: "Print the source, age and cost of each page, and URLs in errors, to standard error"
    )
    static let plainJSON = OptionSpec(name: .json, meaning: "Print JSON")

    /// Returns a flag whose values are those of a type, in kebab case.
    static func choice<Choice: CommandLineChoice>(_ name: Name, _ type: Choice.Type, _ meaning: String) -> OptionSpec {
        choice(name, type.allCases.map(\.word), meaning)
    }

    static func choice(_ name: Name, _ choices: [String], _ meaning: String) -> OptionSpec {
        value(name, name.word.uppercased(), meaning, check: .choice(choices))
    }

    /// Returns a flag with a value.
    static func value(
        _ name: Name,
        _ placeholder: String,
        _ meaning: String,
        short: Character? = nil,
        check: Check = .none,
        isRepeatable: Bool = false,
        requires: Name? = nil
    ) -> OptionSpec {
        OptionSpec(
            name: name,
            short: short,
            value: .required(placeholder),
            check: check,
            isRepeatable: isRepeatable,
            requires: requires,
            meaning: meaning
        )
    }

    func with(aliases: String...) -> OptionSpec {
        var option = self
        option.aliases = aliases
        return option
    }

    /// Returns a copy that cannot be combined with `--web`, because the URL of the web page cannot express it.
    var withoutWeb: OptionSpec {
        var option = self
        option.conflicts.append(.web)
        return option
    }
}

/// A type whose cases are the values of a flag.
typealias CommandLineChoice = CaseIterable & RawRepresentable<String> & Sendable

extension RawRepresentable<String> where Self: CaseIterable {
    /// The value on the command line, in kebab case: `closed-caption` for `closedCaption`.
    var word: String { rawValue.kebabCase }

    init?(word: String) {
        guard let match = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = match
    }
}

extension String {
    /// The name in kebab case: `closed-caption` for `closedCaption`.
    var kebabCase: String { camelCaseWords.joined(separator: "-") }

    /// The words of a name in camel case, in lower case: `["pushed", "at"]` for `pushedAt`.
    var camelCaseWords: [String] {
        var words = [""]
        var previous: Character?
        for character in self {
            if character.isUppercase, previous?.isLowercase == true { words.append("") }
            words[words.count - 1] += character.lowercased()
            previous = character
        }
        return words
    }
}

extension Invocation {
    func choice<Choice: CommandLineChoice>(_ name: OptionSpec.Name, _ type: Choice.Type = Choice.self) -> Choice? {
        values[name].flatMap(Choice.init(word:))
    }
}
