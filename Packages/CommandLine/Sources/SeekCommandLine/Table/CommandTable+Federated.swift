extension CommandTable {
    /// The commands that ask both services.
    static let federatedCommands: [CommandSpec] = [
        CommandSpec(
            action: .search,
            path: ["search"],
            summary: "Search YouTube and GitHub at once",
            arguments: [
                ArgumentSpec(placeholder: "TEXT", meaning: "what to look for, at most 256 characters", count: .words)
            ],
            options: [
                .limit,
                OptionSpec(
                    name: .kinds,
                    value: .required("KINDS"),
                    check: .fields(FederatedCommand.kinds.map(\.name)),
                    meaning: "only these, of"
                ),
                OptionSpec(
                    name: .weight,
                    value: .required("SOURCE=NUMBER"),
                    isIdempotent: true,
                    meaning: "let a source count so much when orders are joined (default 1)"
                ),
                .text(.timeout, "TIME", "wait so long for each source: 5s (default 10s)"),
                OptionSpec(
                    name: .offline,
                    conflicts: [.weight, .timeout, .why, .refresh, .dryRun, .budget, .record, .replay],
                    meaning: "search what was seen before and the cache still holds, and ask nobody"
                ),
                OptionSpec(name: .why, meaning: "tell which source put a result where it stands"),
            ] + OptionSpec.output(of: ResultKind.hits().fieldNames)
                + [.refresh, .dryRun, .budget, .record, .replay, .verbose],
            details: [
                "Videos and repositories are asked for at the same time, and their orders joined by reciprocal rank fusion. A "
                    + "source that fails or is slow is a warning; what the others found is shown. --kinds asks for others.",
                "With --offline everything is searched that any command or program of yours has shown, details, tags and labels too; "
                    + "--kinds narrows it.",
            ],
            examples: [
                "search swift concurrency", "search 東京 --offline", "search crash --offline --kinds issues,code",
                "search tetris --kinds videos,repositories --weight github=2 --why",
            ]
        )
    ]
}
