extension CommandTable {
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
