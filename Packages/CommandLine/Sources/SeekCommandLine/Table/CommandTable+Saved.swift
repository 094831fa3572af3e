import Seek

extension CommandTable {
    /// `seek saved`
    static let savedCommands: [CommandSpec] = [
        CommandSpec(
            action: .savedRun,
            path: ["saved", "run"],
            summary: "Run a saved search and show what has changed since the last run",
            arguments: [savedName],
            options: OptionSpec.output(of: SavedCommand.changeFieldNames) + [
                .pick,
                OptionSpec(name: .all, meaning: "Show unchanged results as well"),
                OptionSpec(name: .exitCode, meaning: "Exit with status 3 if anything has changed"),
                .refresh, .budget, .timeout(), .wait, .verbose,
            ],
            details: [
                "The first run shows all results as new. A removed result no longer matches the search, or no "
                    + "longer exists; a dropped result is no longer among the fetched results, but may still match. A "
                    + "result that merely falls below the limit counts as unchanged, and is not reported as new when "
                    + "it rises again. If a source does not respond, its results are not compared. --json prints an "
                    + "object with the results and the failures of sources."
            ],
            examples: ["saved run walks", "saved run walks --refresh --exit-code --json title,url,change"]
        ),
        CommandSpec(
            action: .savedAdd,
            path: ["saved", "add"],
            summary: "Save a search under a name",
            arguments: [name, ArgumentSpec(placeholder: "TEXT", meaning: "The search text", count: .words)],
            options: [
                .choice(.scope, SavedQuery.Scope.allCases.map(\.rawValue), "What to search (default all)"), .limit,
                .choice(.order, YouTubeOrder.self, "Sort order of videos"),
                .choice(.sort, GitHubRepositorySort.self, "Sort order of repositories"),
                OptionSpec(name: .replace, meaning: "Replace an existing search of this name and its history"),
            ],
            details: ["Fails if the name exists, unless --replace is given."],
            examples: ["saved add walks '東京 夜景' --scope videos --order date"]
        ),
        CommandSpec(
            action: .savedList,
            path: ["saved", "list"],
            aliases: ["ls"],
            summary: "List saved searches",
            options: OptionSpec.output(of: SavedCommand.listFieldNames),
            examples: ["saved list"]
        ),
        CommandSpec(
            action: .savedShow,
            path: ["saved", "show"],
            aliases: ["view"],
            summary: "Show a saved search and its latest known results",
            arguments: [savedName],
            options: [.plainJSON],
            details: [
                "Sends no request. In a pipe, a line with two dashes separates the options of the search from its "
                    + "results."
            ],
            examples: ["saved show walks", "saved show walks --json"]
        ),
        CommandSpec(
            action: .savedFeed,
            path: ["saved", "feed"],
            summary: "Print the latest known results as an Atom feed",
            arguments: [savedName],
            options: [.text(.url, "URL", "The public URL of the feed, from which feed readers update it")],
            details: [
                "Sends no request: run the search first. The IDs of the feed and its entries do not change between "
                    + "runs, so that a feed reader shows each result once; saved edit retains them. An entry is dated "
                    + "like its result: a video by its publication, a repository by its last push, an issue by its "
                    + "last update."
            ],
            examples: ["saved feed walks", "saved feed walks --url https://example.com/walks.xml"]
        ),
        CommandSpec(
            action: .savedRemove,
            path: ["saved", "remove"],
            aliases: ["rm", "delete"],
            summary: "Remove a saved search",
            arguments: [savedName],
            examples: ["saved remove walks"]
        ),
    ]

    private static let name = ArgumentSpec(placeholder: "NAME", meaning: "Name of the search")

    /// The name of an existing search.
    private static let savedName = ArgumentSpec(
        placeholder: name.placeholder,
        meaning: name.meaning,
        listCommand: "saved list --template '{{.name}}'"
    )
}
