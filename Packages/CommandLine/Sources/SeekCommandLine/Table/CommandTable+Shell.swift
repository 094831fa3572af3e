extension CommandTable {
    /// The commands around searching.
    static let toolCommands: [CommandSpec] = [
        CommandSpec(
            action: .open,
            path: ["open"],
            summary: "Open a result in its app, or in the browser",
            arguments: [
                ArgumentSpec(
                    placeholder: "RESULT",
                    meaning: "OWNER/REPOSITORY, the id of a video, channel or playlist, @HANDLE, or an address"
                )
            ],
            options: [
                OptionSpec(
                    name: .web,
                    short: "w",
                    conflicts: [.dryRun],
                    meaning: "in the browser, also where an app takes it"
                ),
                OptionSpec(name: .dryRun, meaning: "write the address, and open nothing"),
            ],
            examples: ["open swiftlang/swift", "open gQ_1zX-F_No --web"]
        ),
        CommandSpec(
            action: .quota,
            path: ["quota"],
            summary: "Show what is left of YouTube's day and of GitHub's limits",
            arguments: [
                ArgumentSpec(
                    placeholder: "ACTION",
                    meaning: "reset: reopen those of YouTube's budgets that are used up",
                    count: .optional,
                    choices: ["reset"]
                )
            ],
            options: OptionSpec.output(of: QuotaCommand.fieldNames) + [
                OptionSpec(name: .yes, meaning: "with reset: do not ask for a confirmation"), .record, .replay,
            ],
            details: [
                "Costs nothing: YouTube's calls are counted on this machine, and GitHub tells its limits for free.",
                "A project that was granted more than YouTube's defaults sets youtube-search-quota, youtube-unit-quota and "
                    + "youtube-stats-quota (seek config). YouTube's own refusal closes a day whatever is set.",
                "seek quota reset reopens a day that was closed wrongly; YouTube closes it again where it is right. It asks for a "
                    + "confirmation on a terminal; scripts give --yes.",
            ],
            examples: ["quota", "quota --json name,remaining", "quota reset --yes"]
        ),
    ]

    /// The commands that tell of the command line itself.
    static let shellCommands: [CommandSpec] = [
        CommandSpec(
            action: .completion,
            path: ["completion"],
            summary: "Write a script that completes seek's commands and flags",
            arguments: [
                ArgumentSpec(
                    placeholder: "SHELL",
                    meaning: "the shell the script is for",
                    choices: Shell.allCases.map(\.rawValue)
                )
            ],
            details: [
                "bash: source <(seek completion bash), in ~/.bashrc. zsh: seek completion zsh > _seek, in a folder of $fpath. "
                    + "fish: seek completion fish > ~/.config/fish/completions/seek.fish."
            ],
            examples: ["completion bash"]
        ),
        CommandSpec(
            action: .reference,
            path: ["reference"],
            summary: "Write the manual page or the DocC page, as they are committed",
            arguments: [
                ArgumentSpec(
                    placeholder: "FORM",
                    meaning: "which of them",
                    choices: Reference.allCases.map(\.rawValue)
                )
            ],
            examples: ["reference man"],
            isHidden: true
        ),
    ]
}
