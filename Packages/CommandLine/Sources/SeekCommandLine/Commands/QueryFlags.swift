@_spi(Seek) import Seek
import SeekBasics

/// A flag for a filter or an order of a query of both services, in `seek search`, `seek saved add` and
/// `seek saved edit`.
struct QueryFlag: Sendable {
    let option: OptionSpec
    let field: FederatedQuery.Field
    /// The valid texts of the field, which the flag accepts in kebab case; empty if the flag accepts other texts.
    var values: [String] = []

    static let all: [QueryFlag] = [
        .init(
            option: .value(.since, "TIME", "Only results of this time or later: 2026-01-31, 7d", check: .time)
                .with(aliases: "after"),
            field: .since
        ),
        .init(
            option: .value(.until, "TIME", "Only results of this time or earlier", check: .time)
                .with(aliases: "before"),
            field: .until
        ),
        .init(
            option: .value(
                .language,
                "LANGUAGE",
                "Prefer results of YouTube in this language (ISO 639-1): ja; or filter GitHub by programming language"
            ),
            field: .language
        ),
        .init(
            option: .value(.channel, "ID", "Only videos and playlists of this channel: its ID, @HANDLE or URL"),
            field: .channel
        ),
        .init(option: .value(.region, "CODE", "Only results of YouTube available in this country: JP"), field: .region),
        .init(.duration, .duration, YouTubeVideoLength.self, "Length of videos (under 4, 4 to 20, over 20 minutes)"),
        .init(.definition, .definition, YouTubeDefinition.self, "Definition of videos"),
        .init(.caption, .caption, YouTubeCaption.self, "Captions of videos"),
        .init(.eventType, .eventType, YouTubeEventType.self, "Live broadcast state of videos"),
        .init(.order, .videoOrder, YouTubeOrder.self, "Sort order of videos, if it is not that of --sort"),
    ]

    static let details =
        "Without --kinds, --label and --state search for issues and pull requests. TIME is a day (2026-01-31), a month (2026-01), a year (2026), a time (2026-01-31T12:00:00Z) or a duration "
        + "before now (12h, 7d, 2w). --language takes a code of ISO 639-1 for YouTube; any other name is a programming "
        + "language, by which GitHub filters (typescript, not ts). --repo, --owner, --stars, --label and --state add "
        + "qualifiers of GitHub to TEXT."

    private init<Choice: CommandLineChoice>(
        _ name: OptionSpec.Name,
        _ field: FederatedQuery.Field,
        _ type: Choice.Type,
        _ meaning: String
    ) {
        self.init(option: .choice(name, type, meaning), field: field, values: type.allCases.map(\.rawValue))
    }

    private init(option: OptionSpec, field: FederatedQuery.Field, values: [String] = []) {
        (self.option, self.field, self.values) = (option, field, values)
    }

    /// Returns the value of the flag in kebab case for the text of the field.
    func word(for text: String) -> String { values.contains(text) ? text.kebabCase : text }

    /// Sets the field of a query to a value of the flag, which the parser has checked.
    fileprivate func set(_ query: inout FederatedQuery, to value: String) throws(UsageError) {
        let text =
            field == .channel ? try YouTubeSearches.channel(value) : values.first { $0.kebabCase == value } ?? value
        guard query.set(field, to: text) else {
            throw UsageError("\(option.long): '\(SafeText.line(value))' is not valid")
        }
    }
}

extension OptionSpec {
    /// The flags of a query of both services.
    static let query =
        [kinds, sort.withoutWeb] + QueryFlag.all.map { $0.field == .channel ? $0.option : $0.option.withoutWeb }
        + queryQualifiers

    /// The names of the qualifiers of the flags that become part of the text of a query.
    static let queryQualifierNames: [Name: String] = [
        .repo: "repo", .owner: "user", .stars: "stars", .label: "label", .state: "state",
    ]

    /// The flags for qualifiers of GitHub, which become part of the text of a query.
    private static let queryQualifiers: [OptionSpec] = [
        repo, owner, .numbers(.stars, "Filter repositories by number of stars"),
        .qualifiers(.label, "LABELS", "Filter issues and pull requests by labels"),
        .qualifier(.state, ["open", "closed"], "Filter issues and pull requests by state"),
    ]

    private static let kinds = OptionSpec(
        name: .kinds,
        value: .required("KINDS"),
        check: .list(SearchHit.Kind.searchable.map(\.pluralName)),
        synonyms: ["repos": "repositories", "pulls": "prs", "pull-requests": "prs"],
        meaning: "Kinds of results to search for (default videos,repositories; with --channel, videos)"
    )

    private static let sort = choice(
        .sort,
        SearchSort.allCases.map(\.word) + GitHubRepositorySort.allCases.map(\.word),
        "Sort order; the last four are for repositories"
    )

    /// The flags in place of which TEXT may be omitted.
    static let queryTextAlternatives: [Name] = [.channel] + queryQualifiers.map(\.name)
}

extension FederatedQuery {
    /// Changes what the flags of a command set.
    mutating func apply(_ invocation: Invocation) throws(UsageError) {
        if let names = invocation.values[.kinds].map(OptionSpec.Check.values(inList:)) {
            kinds = SearchHit.Kind.searchable.filter { names.contains($0.pluralName) }
            guard !kinds.isEmpty else { throw UsageError("--kinds needs at least one kind") }
        } else if hasDefaultKinds, invocation.has(.label) || invocation.has(.state) {
            // Only these have labels and a state.
            kinds = [.issue, .pullRequest]
        }
        if let word = invocation.values[.sort] {
            sort = SearchSort(rawValue: word) ?? .relevance
            repositorySort = GitHubRepositorySort(word: word)
        }
        for flag in QueryFlag.all {
            guard let value = invocation.values[flag.option.name] else { continue }
            try flag.set(&self, to: value)
        }
        let qualifiers = GitHubSearches.qualifiers(invocation)
        guard !qualifiers.isEmpty else { return }
        let names = Set(qualifiers.map(\.name))
        text = qualifiers.reduce(GitHubQuery(removingQualifiers: names, from: text)) { $0.with($1) }.description
    }

    /// Returns why a flag has no effect, or nil if all given flags have one.
    func problem(with invocation: Invocation) -> String? {
        let flags =
            QueryFlag.all.map { ($0.option.name, $0.field) } + (repositorySort == nil ? [] : [(.sort, .repositorySort)])
        let unused =
            flags.first { name, field in invocation.has(name) && !has(field) }?.0
            ?? OptionSpec.queryQualifierNames.first { name, qualifier in
                invocation.has(name) && !kinds.contains { $0.hasQualifier(qualifier) }
            }?.key
        return unused.map { name in
            "\(invocation.flag(name)) has no effect on \(kinds.map(\.pluralName).joined(separator: ", ")); remove it, or "
                + "choose other --kinds"
        }
    }

    /// Returns whether one of the kinds has a filter or an order.
    private func has(_ field: Field) -> Bool { kinds.contains { field.applies(to: $0, in: self) } }

    /// Removes the filters and orders that none of the kinds has.
    mutating func removeUnused() {
        for field in Field.allCases where !has(field) { set(field, to: nil) }
    }

    /// The flags that result in the query, without its text.
    var flags: String {
        let values: [(OptionSpec.Name, String?)] =
            [
                (.kinds, kinds.map(\.pluralName).joined(separator: ",")), (.limit, "\(limit)"),
                (.sort, repositorySort?.word ?? (sort == .relevance ? nil : sort.word)),
            ] + QueryFlag.all.map { flag in (flag.option.name, self[flag.field].map(flag.word)) }
        return values.compactMap { name, value in value.map { "--\(name.word) \(quotedIfNeeded($0))" } }
            .joined(separator: " ")
    }

    /// The text and the flags that result in the query. A text that begins with `-` follows the flags.
    var commandLine: String {
        if text.isEmpty { return flags }
        return text.hasPrefix("-") ? "\(flags) -- \(quotedForShell(text))" : "\(quotedForShell(text)) \(flags)"
    }
}
