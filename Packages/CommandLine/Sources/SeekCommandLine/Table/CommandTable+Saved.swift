import Seek

extension CommandTable {
    /// `seek saved`
    static let savedCommands: [CommandSpec] = [
        CommandSpec(
            action: .savedRun,
            path: ["saved", "run"],
            summary: "Run a saved search, and show what is new, changed, gone and dropped",
            arguments: [savedName],
            options: OptionSpec.output(of: SavedCommand.changeFieldNames) + [
                OptionSpec(name: .all, meaning: "show what is unchanged too"),
                OptionSpec(name: .exitCode, meaning: "end with 3 where something is new, changed, gone or dropped"),
                .refresh, .budget, .verbose,
            ],
            details: [
                "The first run shows everything as new. Gone is what its source does not have any more; dropped is what is no longer among "
                    + "the first results of its source, and may still exist. Of a source that does not answer nothing is either."
            ],
            examples: ["saved run walks", "saved run walks --refresh --exit-code --json title,url,change"]
        ),
        CommandSpec(
            action: .savedAdd,
            path: ["saved", "add"],
            summary: "Save a search under a name",
            arguments: [name, ArgumentSpec(placeholder: "TEXT", meaning: "what to look for", count: .words)],
            options: [
                .choice(.scope, SavedQuery.Scope.allCases.map(\.rawValue), "where (default all)"), .limit,
                .choice(.order, YouTubeOrder.allCases.map(\.rawValue), "videos in this order"),
                .choice(.sort, GitHubRepositorySort.allCases.map(\.rawValue), "repositories by this"),
                OptionSpec(name: .replace, meaning: "replace a search of this name, and forget what it remembered"),
            ],
            details: ["A name that is taken is refused without --replace."],
            examples: ["saved add walks '東京 夜景' --scope videos --order date"]
        ),
        CommandSpec(
            action: .savedList,
            path: ["saved", "list"],
            summary: "Show the saved searches",
            options: OptionSpec.output(of: SavedCommand.listFieldNames),
            examples: ["saved list"]
        ),
        CommandSpec(
            action: .savedRemove,
            path: ["saved", "remove"],
            summary: "Forget a saved search",
            arguments: [savedName],
            examples: ["saved remove walks"]
        ),
    ]

    private static let name = ArgumentSpec(placeholder: "NAME", meaning: "what the search is called")

    /// The same of one that there is.
    private static let savedName = ArgumentSpec(
        placeholder: name.placeholder,
        meaning: name.meaning,
        lister: "saved list --template '{{.name}}'"
    )
}
