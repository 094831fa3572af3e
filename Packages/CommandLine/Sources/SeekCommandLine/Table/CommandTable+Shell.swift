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
            options: OptionSpec.output(of: QuotaCommand.fieldNames) + [.record, .replay],
            details: [
                "Costs nothing: YouTube's calls are counted on this machine, and GitHub tells its limits for free."
            ],
            examples: ["quota", "quota --json name,remaining"]
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
