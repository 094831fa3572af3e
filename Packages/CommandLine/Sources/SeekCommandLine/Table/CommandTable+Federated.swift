extension CommandTable {
    static let federatedCommands: [CommandSpec] = [
        CommandSpec(
            action: .search,
            summary: "Search YouTube and GitHub at once",
            arguments: [
                ArgumentSpec(placeholder: "TEXT", meaning: "The search text, at most 256 characters", count: .words)
            ],
            options: [
                .limit,
                OptionSpec(
                    name: .kinds,
                    value: .required("KINDS"),
                    check: .list(FederatedCommand.kinds.map(\.name)),
                    synonyms: ["repos": "repositories", "pulls": "prs", "pull-requests": "prs"],
                    meaning: "Kinds of results to search for"
                ),
                OptionSpec(
                    name: .weight,
                    value: .required("SOURCE=NUMBER"),
                    check: .weight(of: FederatedCommand.kinds.map(\.source)),
                    isRepeatable: true,
                    meaning: "Weight of a source in the merged ranking (default 1)"
                ),
                .timeout("each source with all its requests (default 10s)"), .wait,
                OptionSpec(
                    name: .offline,
                    conflicts: [.weight, .timeout, .wait, .why, .web, .refresh, .dryRun, .budget, .record, .replay],
                    meaning: "Search the results of earlier commands without sending a request"
                ),
                OptionSpec(name: .why, meaning: "Show how each source contributed to a result's rank"),
            ] + OptionSpec.output(of: ResultKind.hits().fieldNames)
                + [.pick, .web, .refresh, .dryRun, .budget, .record, .replay, .verbose],
            details: [
                "Searches for videos and repositories unless --kinds is given, and merges the results by reciprocal "
                    + "rank fusion. If a source fails or times out, a warning is printed and the results of the other "
                    + "sources are shown. --json prints an object with the results and the failures, each with source, "
                    + "kind and message. If all sources fail, so does the command. --web opens one page for each kind.",
                "--offline searches all results of earlier commands that are still in the cache, including details, "
                    + "tags and labels, but not the results of seek labels; --kinds narrows the search. The only "
                    + "operators are quotation marks.",
            ],
            examples: [
                "search swift concurrency", "search 東京 --offline", "search crash --offline --kinds issues,code",
                "search tetris --kinds videos,repositories --weight github=2 --why",
            ]
        )
    ]
}
