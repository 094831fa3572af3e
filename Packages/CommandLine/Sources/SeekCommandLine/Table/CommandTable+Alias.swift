extension CommandTable {
    static let aliasCommands: [CommandSpec] = [
        CommandSpec(
            action: .aliasSet,
            summary: "Create a shortcut for a command",
            arguments: [
                ArgumentSpec(placeholder: "NAME", meaning: "The name of the alias"),
                ArgumentSpec(
                    placeholder: "EXPANSION",
                    meaning:
                        "A seek command without the word seek, or a shell command after !, or - to read standard input"
                ),
            ],
            options: [OptionSpec(name: .clobber, meaning: "Replace an existing alias")],
            details: [
                "$1, $2 and so on in the expansion are replaced with the arguments; other arguments are appended. An "
                    + "expansion that begins with ! is run by sh with the arguments as $1, $2 and so on. Aliases are "
                    + "stored in the configuration file as alias.NAME = EXPANSION, and cannot replace a command.",
                "Shell commands receive all environment variables, including keys and tokens. PAGER, BROWSER, fzf, jq "
                    + "and gh receive none of these secrets.",
            ],
            examples: [
                "alias set walks 'videos night walk --order date'",
                "alias set mine 'issues --author octocat --repo $1'",
                "alias set titles '!seek videos $1 --columns title | sort'",
            ],
            flagHints: ["--shell": "begin the expansion with !", "-s": "begin the expansion with !"]
        ),
        CommandSpec(
            action: .aliasList,
            aliases: ["ls"],
            summary: "List aliases",
            options: OptionSpec.output(of: AliasCommand.fieldNames),
            examples: ["alias list"]
        ),
        CommandSpec(
            action: .aliasDelete,
            aliases: ["rm"],
            summary: "Delete an alias",
            arguments: [
                ArgumentSpec(placeholder: "NAME", meaning: "The name of the alias", listCommand: aliasListCommand)
            ],
            examples: ["alias delete walks"],
            flagHints: ["--all": "aliases are deleted one at a time; list them with: seek alias list"]
        ),
    ]
}
