extension CommandTable {
    static let toolCommands: [CommandSpec] = [
        CommandSpec(
            action: .open,
            summary: "Open results in their apps or in the browser",
            arguments: [
                ArgumentSpec(
                    placeholder: "RESULT",
                    meaning:
                        "The number of a result in the last table (several: 1,3-5), OWNER/REPOSITORY, "
                        + "OWNER/REPOSITORY#NUMBER, a GitHub login, the ID of a video, channel or playlist, @HANDLE, "
                        + "or a URL, such as youtu.be/ID",
                    count: .several
                )
            ],
            options: [
                OptionSpec(name: .web, short: "w", meaning: "Open in the browser even if an app is installed"),
                OptionSpec(name: .dryRun, meaning: "Print the URL without opening it"),
            ],
            details: ["On a terminal, tables number their results; the last table is stored in the state folder."],
            examples: [
                "open 3", "open 1,4-6", "open swiftlang/swift", "open octocat/Hello-World#18", "open gQ_1zX-F_No --web",
            ]
        ),
        CommandSpec(
            action: .web,
            summary: "Serve the web app on this machine, or for a team",
            options: [
                OptionSpec(
                    name: .port,
                    value: .required("N"),
                    check: .number(0...65_535),
                    meaning: "Port to listen on (default 8750; 0: any free port)"
                ), OptionSpec(name: .open, meaning: "Open the page in the browser"),
                OptionSpec(name: .log, meaning: "Log requests to standard error, one line of JSON each"),
                OptionSpec(
                    name: .listen,
                    value: .required("ADDRESS"),
                    check: .address,
                    requires: .tokenFile,
                    meaning: "Numeric address to listen on (default 127.0.0.1), such as 0.0.0.0"
                ),
                OptionSpec(
                    name: .tokenFile,
                    value: .required("FILE"),
                    check: .file,
                    meaning: "File that contains the access token, which programs send as Authorization: Bearer "
                        + "(default: a new token at each start)"
                ),
                OptionSpec(
                    name: .noToken,
                    meaning: "Require no token: every user of this machine can then read the history, change saved "
                        + "searches and use up the quotas"
                ),
                OptionSpec(
                    name: .publicURL,
                    value: .required("URL"),
                    check: .site,
                    requires: .tokenFile,
                    meaning: "Public URL of the app, such as https://seek.example.com"
                ),
                OptionSpec(
                    name: .publicOnly,
                    meaning: "Find public results only: GitHub is searched without the token"
                ),
                OptionSpec(
                    name: .rateLimit,
                    value: .required("N"),
                    check: .number(0...1_000_000),
                    meaning: "Requests per minute and client (default 600 with --token-file; 0: no limit)"
                ), OptionSpec(name: .dryRun, meaning: "Print the command without running it"),
            ],
            details: [
                "seek is replaced by the program seek-web, which is beside seek or in PATH. It receives the "
                    + "environment and the values of the configuration file. Ctrl-C ends it.",
                "Without --token-file, the printed address logs a browser in, once; --open opens it. The token for other "
                    + "browsers and for programs is in the printed file, which only you can read.",
                "With a GitHub token that has access to private repositories, every user of the app can find their "
                    + "content. Use a token for public repositories only, or --public-only, which has GitHub's lower "
                    + "limits, no search of code, and a cache and saved searches of its own.",
            ],
            examples: [
                "web --open", "web --listen 0.0.0.0 --token-file ~/.config/seek/web-token",
                "web --token-file ~/.config/seek/web-token --public-url https://seek.example.com",
            ]
        ),
        CommandSpec(
            action: .quota,
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
                OptionSpec(name: .yes, meaning: "Reset without confirmation"), .timeout(), .wait, .record,
                .replay,
                .verbose,
            ],
            details: [
                "Costs nothing. YouTube's calls are counted on this machine, or with SEEK_REDIS_URL in Redis for all "
                    + "machines; GitHub reports its limits without charge. While Redis cannot be used, YouTube's "
                    + "counts are those of this machine (local in JSON).",
                "If YouTube granted your project more than the defaults, set youtube-search-quota, youtube-unit-quota "
                    + "and youtube-stats-quota (see seek config). When YouTube reports a quota as exceeded, it counts "
                    + "as exhausted regardless of these settings.",
                "seek quota reset makes a quota available that was marked exhausted by mistake; if the quota is in "
                    + "fact exhausted, YouTube rejects the next call. A count that has reached the limit restarts at "
                    + "0. Confirmation is required on a terminal; scripts need --yes.",
            ],
            examples: ["quota", "quota --json quota,remaining", "quota reset --yes"]
        ),
    ]

    static let shellCommands: [CommandSpec] = [
        CommandSpec(
            action: .completion,
            summary: "Generate a shell completion script",
            arguments: [
                ArgumentSpec(placeholder: "SHELL", meaning: "The shell", choices: Shell.allCases.map(\.rawValue))
            ],
            details: [
                "bash: add 'source <(seek completion bash)' to ~/.bashrc. zsh: run 'seek completion zsh > _seek' in a "
                    + "folder of $fpath. fish: run 'seek completion fish > ~/.config/fish/completions/seek.fish'."
            ],
            examples: ["completion bash"],
            flagHints: ["--shell": "run: seek completion SHELL", "-s": "run: seek completion SHELL"]
        ),
        CommandSpec(
            action: .reference,
            summary: "Generate the manual page or the DocC page",
            arguments: [
                ArgumentSpec(placeholder: "FORMAT", meaning: "The format", choices: Reference.allCases.map(\.rawValue))
            ],
            examples: ["reference man"],
            isHidden: true
        ),
    ]
}
