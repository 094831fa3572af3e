import Seek

extension CommandTable {
    /// `seek saved`
    static let savedCommands: [CommandSpec] = [
        CommandSpec(
            action: .savedRun,
            summary: "Run saved searches and show what has changed since the last run",
            arguments: [
                ArgumentSpec(
                    placeholder: name.placeholder,
                    meaning: "Name of the search; omit it to run all",
                    count: .optional,
                    listCommand: savedName.listCommand,
                    replacedBy: .all
                )
            ],
            options: OptionSpec.output(of: ChangedResult.fieldNames) + [
                .pick,
                OptionSpec(name: .all, meaning: "Run all saved searches (default)"),
                OptionSpec(name: .unchanged, meaning: "Show unchanged results as well"),
                OptionSpec(name: .exitCode, meaning: "Exit with status 3 if anything has changed"),
                OptionSpec(
                    name: .watch,
                    value: .required("INTERVAL"),
                    check: .duration,
                    conflicts: [.pick, .unchanged, .exitCode, .refresh, .budget, .dryRun],
                    meaning: "Repeat at this interval (15m, 1h, 1d), and show only new and changed results"
                ),
                .refresh,
                OptionSpec(
                    name: .dryRun,
                    conflicts: [.columns, .template, .pick, .unchanged, .exitCode],
                    meaning: OptionSpec.dryRun.meaning
                ), .budget, .timeout(), .wait, .verbose,
            ],
            details: [
                "The first run shows all results as new. A removed result no longer matches the search, or no "
                    + "longer exists; a dropped result is no longer among the fetched results, but may still match. "
                    + "Results beyond the limit of the search (saved add --limit) may be fetched with the last page; "
                    + "they do not count as dropped. If a source does not respond, its results are not compared.",
                "All searches are run one after another, with a table for each; tsv and csv have a column with the "
                    + "name of the search. --json prints an object with the results and the failures of sources; for "
                    + "all searches, an array of such objects, each with the name of its search. If some searches "
                    + "fail, warnings are printed; if all fail, so does the command.",
                "--watch does not use cached responses. It rejects an interval at which the searches would use up "
                    + "YouTube's daily quota or GitHub's rate limit. A failed run is reported, and the next one takes "
                    + "place as usual. Ctrl-C ends seek by SIGINT: status 130.",
            ],
            examples: [
                "saved run walks", "saved run --all --dry-run",
                "saved run walks --refresh --exit-code --json title,url,change",
                "saved run --all --watch 1h --format ndjson",
            ]
        ),
        CommandSpec(
            action: .savedAdd,
            summary: "Save a search under a name",
            arguments: [name, ArgumentSpec(placeholder: "TEXT", meaning: "The search text", count: .words)],
            options: [
                .choice(.scope, SavedQuery.Scope.allCases.map(\.rawValue), "What to search (default all)"), .limit,
                .choice(.order, YouTubeOrder.self, "Sort order of videos"),
                .choice(.sort, GitHubRepositorySort.self, "Sort order of repositories"),
                OptionSpec(name: .replace, meaning: "Replace an existing search and its history"),
            ],
            details: ["Fails if the name exists, unless --replace is given."],
            examples: ["saved add walks '東京 夜景' --scope videos --order date"],
            flagHints: filterHints
        ),
        CommandSpec(
            action: .savedEdit,
            summary: "Change a saved search and retain its history",
            arguments: [
                savedName,
                ArgumentSpec(
                    placeholder: "TEXT",
                    meaning: "The new search text",
                    count: .words,
                    optionalWith: [.limit, .scope, .order, .sort, .name]
                ),
            ],
            options: [
                .choice(.scope, SavedQuery.Scope.allCases.map(\.rawValue), "What to search"),
                .value(.limit, "N", "Maximum number of results, up to 1000", short: "L", check: .number(1...1_000)),
                .choice(.order, YouTubeOrder.self, "Sort order of videos"),
                .choice(
                    .sort,
                    ["best-match"] + GitHubRepositorySort.allCases.map(\.word),
                    "Sort order of repositories"
                ),
                .value(.name, "NEW", "Rename the search"),
            ],
            details: [
                "Omitted arguments and flags remain unchanged; an order that has no effect in a new scope is removed. "
                    + "The next run compares its results with those of the last run. The feed retains its address, so "
                    + "that readers remain subscribed."
            ],
            examples: ["saved edit walks '東京 夜景 4K' --limit 50", "saved edit walks --name night-walks"]
        ),
        CommandSpec(
            action: .savedList,
            aliases: ["ls"],
            summary: "List saved searches",
            options: OptionSpec.output(of: SavedCommand.listFieldNames),
            examples: ["saved list"]
        ),
        CommandSpec(
            action: .savedShow,
            aliases: ["view"],
            summary: "Show a saved search and its latest known results",
            arguments: [savedName],
            options: OptionSpec.output(of: ResultKind.hits().fieldNames),
            details: [
                "Sends no request. In a pipe, a line with two dashes separates the options of the search from its "
                    + "results. JSON is an object with the options and the results; other formats and templates "
                    + "contain the results alone."
            ],
            examples: ["saved show walks", "saved show walks --json", "saved show walks --format markdown"]
        ),
        CommandSpec(
            action: .savedFeed,
            summary: "Print the latest known results as an Atom feed",
            arguments: [savedName],
            options: [.value(.url, "URL", "Public URL of the feed")],
            details: [
                "Sends no request: run the search first. The IDs of the feed and its entries do not change between "
                    + "runs, so that a feed reader shows each result once; saved edit retains them. The date of the "
                    + "feed is that of the last run with changes. The latest entry comes first. An entry is dated like "
                    + "its result: a video by its publication, a repository by its last push, an issue by its last "
                    + "update."
            ],
            examples: ["saved feed walks", "saved feed walks --url https://example.com/walks.xml"]
        ),
        CommandSpec(
            action: .savedRemove,
            aliases: ["rm", "delete"],
            summary: "Remove a saved search",
            arguments: [savedName],
            examples: ["saved remove walks"],
            flagHints: [
                "--yes": "omit it, because the search is removed without confirmation",
                "-y": "omit it, because the search is removed without confirmation",
            ]
        ),
    ]

    /// What to use in place of the flags that filter searches of YouTube.
    private static let filterHints = Dictionary(
        youTubeFilterNames.map { flag in
            (
                "--\(flag)",
                "a saved search has no filters of YouTube; qualifiers of GitHub such as language:swift are part of TEXT"
            )
        }
    ) { $1 }

    private static let name = ArgumentSpec(placeholder: "NAME", meaning: "Name of the search")

    /// The name of an existing search.
    private static let savedName = ArgumentSpec(
        placeholder: name.placeholder,
        meaning: name.meaning,
        listCommand: "saved list --template '{{.name}}'"
    )
}
