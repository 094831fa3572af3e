extension CommandTable {
    static let configCommands: [CommandSpec] = [
        CommandSpec(
            action: .configList,
            aliases: ["ls"],
            summary: "Show the effective values of all settings and their sources",
            options: [.plainJSON],
            details: [
                "Flags override environment variables, which override the file, which overrides the defaults. Secrets "
                    + "are never shown."
            ],
            examples: ["config list"]
        ),
        CommandSpec(
            action: .configGet,
            summary: "Show one setting",
            arguments: [key],
            examples: ["config get limit"]
        ),
        CommandSpec(
            action: .configSet,
            summary: "Store a setting in the configuration file",
            arguments: [
                key,
                ArgumentSpec(
                    placeholder: "VALUE",
                    meaning: "The value; secrets are read from standard input",
                    count: .optional,
                    checks: Setting.all.map { ($0.key, $0.check.completion) }
                ),
            ],
            details: [
                "Secrets are not accepted on the command line, which other users of the machine can see. A file that "
                    + "contains a secret must be readable by its owner only; seek config set ensures this."
            ],
            examples: ["config set limit 50", "config set youtube-api-key < key.txt"]
        ),
        CommandSpec(
            action: .configUnset,
            aliases: ["rm", "delete"],
            summary: "Remove a setting from the configuration file",
            arguments: [key],
            examples: ["config unset limit"]
        ),
        CommandSpec(
            action: .configPath,
            summary: "Print the path of the configuration file",
            details: [
                "The path is SEEK_CONFIG if set, otherwise $XDG_CONFIG_HOME/seek/config or ~/.config/seek/config; on "
                    + "macOS ~/Library/Application Support/seek/config. Each line is KEY = VALUE; lines that begin "
                    + "with # are comments."
            ],
            examples: ["config path"]
        ),
    ]

    private static let key = ArgumentSpec(
        placeholder: "KEY",
        meaning: "The setting: " + Setting.all.map(\.key).joined(separator: ", "),
        choices: Setting.all.map(\.key),
        // The key of an alias, or of a setting of another version.
        acceptsOtherValues: true
    )
}

extension Setting.Check {
    /// The rule for completions.
    fileprivate var completion: OptionSpec.Check {
        switch self {
        case .choice(let choices): .choice(choices)
        case .folder: .folder
        case .number(let range): .number(range)
        case .text, .secret, .url, .gitHubVersion, .redisURL, .redisPrefix: .none
        }
    }
}
