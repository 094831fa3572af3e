import Seek
import SeekBasics
import SeekNetworking

extension Command {
    static let configList = Command(
        path: ["config", "list"],
        aliases: ["ls"],
        summary: "Show the effective values of all settings and their sources",
        options: [.plainJSON],
        details: [
            "Flags override environment variables, which override the file, which overrides the defaults. Secrets "
                + "are never shown."
        ],
        examples: ["config list"]
    ) { invocation, settings throws(UsageError) in
        try ConfigCommand(invocation: invocation, settings: settings).list()
    }

    static let configGet = Command(
        path: ["config", "get"],
        summary: "Show one setting",
        arguments: [.key],
        examples: ["config get limit"]
    ) { invocation, settings throws(UsageError) in
        try ConfigCommand(invocation: invocation, settings: settings).get()
    }

    static let configSet = Command(
        path: ["config", "set"],
        summary: "Store a setting in the configuration file",
        arguments: [
            .key,
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
    ) { invocation, settings throws(UsageError) in
        try await ConfigCommand(invocation: invocation, settings: settings).set()
    }

    static let configUnset = Command(
        path: ["config", "unset"],
        aliases: ["rm", "delete"],
        summary: "Remove a setting from the configuration file",
        arguments: [.key],
        examples: ["config unset limit"]
    ) { invocation, settings throws(UsageError) in
        try await ConfigCommand(invocation: invocation, settings: settings).unset()
    }

    static let configPath = Command(
        path: ["config", "path"],
        summary: "Print the path of the configuration file",
        details: [
            "The path is SEEK_CONFIG if set, otherwise $XDG_CONFIG_HOME/seek/config or ~/.config/seek/config; on "
                + "macOS ~/Library/Application Support/seek/config. Each line is KEY = VALUE; lines that begin "
                + "with # are comments."
        ],
        examples: ["config path"]
    ) { invocation, settings throws(UsageError) in
        try ConfigCommand(invocation: invocation, settings: settings).path()
    }
}

extension ArgumentSpec {
    fileprivate static let key = ArgumentSpec(
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

/// `seek config`: shows and changes settings. Secrets are never printed, except for the address in a Redis URL, and
/// never accepted on the command line.
struct ConfigCommand {
    let invocation: Invocation
    let settings: CommandSettings

    func path() throws(UsageError) -> CommandStatus {
        console.write("\(SafeText.line(try settings.configurationFile().path))\n")
    }

    private var console: Console { settings.console }

    /// Prints the effective value of a setting. For a secret, fails and reports only where the secret is set.
    func get() throws(UsageError) -> CommandStatus {
        let setting = try setting()
        let text = try settings.configurationText()
        settings.warnOfErrors(in: text)
        let (value, source) = SettingValues(environment: console.context.environment, text: text).value(of: setting)
        guard let value else {
            console.report("\(setting.key) is not set")
            return .failure
        }
        guard !setting.isSecret else {
            console.report("\(setting.key) is set in the \(source.rawValue); secrets are not shown")
            return .failure
        }
        return console.write("\(SafeText.line(Redaction.redacted(text: value)))\n")
    }

    /// Prints all settings with their values and sources. Fails after printing them if the file has an invalid line of
    /// a known setting, such as an invalid value or one set twice.
    func list() throws(UsageError) -> CommandStatus {
        let output = try OutputOptions(invocation, fieldNames: Self.kind.fieldNames, settings.console)
        let text = try settings.configurationText()
        let values = SettingValues(environment: console.context.environment, text: text)
        let rows = Setting.all.map { setting in
            let (value, source) = values.value(of: setting)
            let printed = value.flatMap { Self.printable($0, of: setting) }
            return Row(setting: setting, value: printed, source: source, sourceVariable: values.variable(of: setting))
        }
        let written = ResultWriter(kind: Self.kind, options: output, settings: settings, style: console.style())
            .write(rows, emptyMessage: nil)
        settings.warnOfErrors(in: text)
        let isInvalid = text?.errors.contains { $0.setting != nil } == true
        return written == .success && isInvalid ? .usage : written
    }

    /// Returns the part of a value that can be printed: of a Redis URL the host or the socket, of another secret
    /// nothing (`nil`).
    private static func printable(_ value: String, of setting: Setting) -> String? {
        if setting.check == .redisURL { return Setting.address(ofRedisURL: value) }
        // An invalid base URL may contain a password.
        return setting.isSecret ? nil : Redaction.redacted(text: value)
    }

    private struct Row: Sendable {
        var setting: Setting
        /// The part of the value that can be printed; `nil` if no part can, or if the setting has no value.
        var value: String?
        var source: SettingValues.Source
        var sourceVariable: String?

        var text: String { value ?? (setting.isSecret && source != .none ? "(set)" : "") }
    }

    private static let kind = ResultKind<Row>(
        singular: "setting",
        plural: "settings",
        fields: [
            .column("key", .green) { .string($0.setting.key) },
            .column("value", isFlexible: true, cell: { .string($0.text) }) { .optional($0.value) },
            .column("source", .cyan, isSelectable: false, in: .table) {
                .string($0.sourceVariable ?? $0.source.rawValue)
            },
            .column("source", .cyan, in: .delimited) { .string($0.source.rawValue) },
            .column("variable", .faint, isSelectable: false, in: .delimited) {
                .string($0.setting.variables.joined(separator: ", "))
            },
            .column("meaning", isSelectable: false, in: .delimited) { .string($0.setting.meaning) },
            .init("isSet") { .bool($0.source != .none) },
        ],
        isWrapped: true
    )

    /// Stores a setting in the file. A secret is read from standard input, because other users of the machine can see
    /// command lines.
    func set() async throws(UsageError) -> CommandStatus {
        let setting = try setting()
        let file = try settings.configurationFile()
        var value = invocation.arguments.dropFirst().first
        if setting.isSecret {
            guard value == nil else {
                throw UsageError(
                    "\(setting.key) is a secret, and command lines are visible to other users; pass it on standard "
                        + "input: seek config set \(setting.key) < FILE"
                )
            }
            let input = console.context.input
            if input.isTerminal { console.report("enter the \(setting.key) (it is not shown), then press Return") }
            value = try await input.nextSecret(of: setting)
        }
        guard let value, !value.isEmpty else {
            if setting.isSecret { throw UsageError("no \(setting.key) was entered; nothing was stored") }
            throw UsageError(
                value == nil
                    ? "missing VALUE; usage: seek config set KEY VALUE"
                    : "the value is empty; to remove the setting, run: seek config unset \(setting.key)"
            )
        }
        if let problem = setting.problem(with: value) { throw UsageError("\(setting.key) \(problem)") }
        settings.warnOfErrors(in: try await file.update { $0[setting.key] = value })
        if case (_?, .environment) = SettingValues(environment: console.context.environment, text: nil).value(
            of: setting
        ) {
            console.warn("\(setting.variables.joined(separator: " or ")) is set and overrides the file")
        }
        return .success
    }

    /// The setting may be unknown to this version.
    func unset() async throws(UsageError) -> CommandStatus {
        let key = invocation.argument
        let file = try settings.configurationFile()
        guard try file.read().contains(key) else {
            console.report("\(try setting().key) is not set in the file")
            return .success
        }
        settings.warnOfErrors(in: try await file.update { $0[key] = nil })
        return .success
    }

    private func setting() throws(UsageError) -> Setting {
        let key = invocation.argument
        if let setting = Setting.named(key) { return setting }
        guard !key.hasPrefix(Alias.prefix) else {
            throw UsageError("'\(SafeText.line(key))' is the key of an alias; see seek alias --help")
        }
        throw UsageError(unknown: "key", key, among: Setting.all.map(\.key))
    }
}
