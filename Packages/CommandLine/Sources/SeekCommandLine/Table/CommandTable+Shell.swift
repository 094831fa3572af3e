extension CommandTable {
    /// The commands that open results and show quotas.
    static let toolCommands: [CommandSpec] = [
        CommandSpec(
            action: .open,
            path: ["open"],
            summary: "Open a result in its app or in the browser",
            arguments: [
                ArgumentSpec(
                    placeholder: "RESULT",
                    meaning:
                        "The number of a result in the last table, OWNER/REPOSITORY, OWNER/REPOSITORY#NUMBER, a "
                        + "GitHub login, the ID of a video, channel or playlist, @HANDLE, or a URL, such as youtu.be/ID"
                )
            ],
            options: [
                OptionSpec(
                    name: .web,
                    short: "w",
                    conflicts: [.dryRun],
                    meaning: "Open in the browser even if an app is installed"
                ),
                OptionSpec(name: .dryRun, meaning: "Print the URL without opening it"),
            ],
            details: [
                "On a terminal, tables number their results; the last table is stored in the state folder."
            ],
            examples: ["open 3", "open swiftlang/swift", "open octocat/Hello-World#18", "open gQ_1zX-F_No --web"]
        ),
        CommandSpec(
            action: .quota,
            path: ["quota"],
            summary: "Show the remaining YouTube quota and GitHub rate limits",
            arguments: [
                ArgumentSpec(
                    placeholder: "ACTION",
                    meaning: "reset: mark exhausted YouTube quotas as available again",
                    count: .optional,
                    choices: ["reset"]
                )
            ],
            options: OptionSpec.output(of: QuotaCommand.fieldNames) + [
                OptionSpec(name: .yes, meaning: "With reset, skip the confirmation"), .timeout(), .wait, .record,
                .replay,
                .verbose,
            ],
            details: [
                "Costs nothing: YouTube calls are counted on this machine, and GitHub reports its limits without "
                    + "charge.",
                "If YouTube granted your project more than the defaults, set youtube-search-quota, youtube-unit-quota "
                    + "and youtube-stats-quota (see seek config). When YouTube reports a quota as exceeded, it counts "
                    + "as exhausted regardless of these settings.",
                "seek quota reset makes a quota available that was marked exhausted by mistake; YouTube rejects the "
                    + "next call if it was not. A count that has reached the limit restarts at 0. Confirmation is "
                    + "required on a terminal; scripts need --yes.",
            ],
            examples: ["quota", "quota --json name,remaining", "quota reset --yes"]
        ),
    ]

    /// The commands about the command line itself.
    static let shellCommands: [CommandSpec] = [
        CommandSpec(
            action: .completion,
            path: ["completion"],
            summary: "Generate a shell completion script",
            arguments: [
                ArgumentSpec(
                    placeholder: "SHELL",
                    meaning: "The shell",
                    choices: Shell.allCases.map(\.rawValue)
                )
            ],
            details: [
                "bash: add 'source <(seek completion bash)' to ~/.bashrc. zsh: run 'seek completion zsh > _seek' in a "
                    + "folder of $fpath. fish: run 'seek completion fish > ~/.config/fish/completions/seek.fish'."
            ],
            examples: ["completion bash"]
        ),
        CommandSpec(
            action: .reference,
            path: ["reference"],
            summary: "Generate the manual page or the DocC page",
            arguments: [
                ArgumentSpec(
                    placeholder: "FORM",
                    meaning: "The format",
                    choices: Reference.allCases.map(\.rawValue)
                )
            ],
            examples: ["reference man"],
            isHidden: true
        ),
    ]
}
