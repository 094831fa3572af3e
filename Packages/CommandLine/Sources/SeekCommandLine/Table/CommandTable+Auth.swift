extension CommandTable {
    static let authCommands: [CommandSpec] = [
        CommandSpec(
            action: .authLogin,
            summary: "Check a credential and store it",
            arguments: [service],
            options: [.timeout(), .wait, .verbose],
            details: [
                "Reads a YouTube API key or a GitHub token from standard input. On a terminal, the input is hidden, "
                    + "and the token of gh is offered if gh is signed in to GitHub. If the API accepts the credential, "
                    + "it is stored in the configuration file, which only its owner can read. seek config set stores a "
                    + "credential without a check.",
                "Checking a GitHub token is free; checking a YouTube key costs one of the 10,000 daily requests for "
                    + "statistics.",
            ],
            examples: ["auth login youtube", "auth login github < token.txt"],
            flagHints: ["--with-token": "omit it, because the credential is read from standard input"]
        ),
        CommandSpec(
            action: .authStatus,
            summary: "Show which credentials are set, and whether the APIs accept them",
            options: OptionSpec.output(of: AuthCommand.fieldNames) + [.timeout(), .wait, .verbose],
            details: [
                "Exits with status 4 if a credential is rejected or none is set, and with 1 if one cannot be checked. "
                    + "Each check of a YouTube key costs one of the 10,000 daily requests for statistics."
            ],
            examples: ["auth status", "auth status --json service,state"]
        ),
        CommandSpec(
            action: .authLogout,
            summary: "Remove a credential from the configuration file",
            arguments: [service],
            options: [
                OptionSpec(
                    name: .purge,
                    meaning: "Also remove all cached responses, the index of --offline and the last table"
                )
            ],
            details: [
                "Results that were found with the credential remain in the cache and the index, and --offline finds "
                    + "them, also private ones; --purge removes them. Saved searches retain the results of their last "
                    + "run until they are removed or run again."
            ],
            examples: ["auth logout github", "auth logout github --purge"]
        ),
    ]

    private static let service = ArgumentSpec(
        placeholder: "SERVICE",
        meaning: "youtube or github",
        choices: AuthCommand.accounts.map(\.name)
    )
}
