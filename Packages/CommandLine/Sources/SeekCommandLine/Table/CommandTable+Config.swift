extension CommandTable {
    /// `seek config`
    static let configCommands: [CommandSpec] = [
        CommandSpec(
            action: .configList,
            path: ["config", "list"],
            summary: "Show all settings, and where each comes from",
            options: [.plainJSON],
            details: [
                "Flags win over environment variables, and these over the file. Secrets are never shown."
            ],
            examples: ["config list"]
        ),
        CommandSpec(
            action: .configGet,
            path: ["config", "get"],
            summary: "Show one setting",
            arguments: [key],
            examples: ["config get limit"]
        ),
        CommandSpec(
            action: .configSet,
            path: ["config", "set"],
            summary: "Keep a setting in the configuration file",
            arguments: [
                key,
                ArgumentSpec(
                    placeholder: "VALUE",
                    meaning: "its value; a secret is read from standard input",
                    count: .optional
                ),
            ],
            details: [
                "A secret is never taken from the command line, which everybody on the machine can see, and the file that holds "
                    + "one must be readable by its owner alone; seek config set makes it so."
            ],
            examples: ["config set limit 50", "config set youtube-api-key < key.txt"]
        ),
        CommandSpec(
            action: .configUnset,
            path: ["config", "unset"],
            summary: "Take a setting out of the configuration file",
            arguments: [key],
            examples: ["config unset limit"]
        ),
        CommandSpec(
            action: .configPath,
            path: ["config", "path"],
            summary: "Show where the configuration file is",
            details: [
                "SEEK_CONFIG names another; else it is $XDG_CONFIG_HOME/seek/config or ~/.config/seek/config, on a Mac "
                    + "~/Library/Application Support/seek/config. It holds a setting a line, KEY = VALUE; lines that begin with # say nothing."
            ],
            examples: ["config path"]
        ),
    ]

    private static let key = ArgumentSpec(
        placeholder: "KEY",
        meaning: "the setting: " + Setting.all.map(\.key).joined(separator: ", "),
        choices: Setting.all.map(\.key)
    )
}
