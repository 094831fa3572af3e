import Seek
import SeekNetworking

/// `seek config`: shows and changes settings. Secrets are never printed, except the address
/// in a Redis URL, and never accepted on the command line.
struct ConfigCommand {
    let invocation: Invocation
    let console: Console

    /// Prints the path of the configuration file.
    func path() throws(UsageError) -> CommandStatus {
        console.write("\(SafeText.line(try console.configurationFile().path))\n")
    }

    /// Prints the effective value of a setting. For a secret, fails and reports only where the secret is set.
    func get() throws(UsageError) -> CommandStatus {
        let setting = try setting()
        let text = try console.configurationText()
        console.warnOfErrors(in: text)
        let (value, source) = Settings(environment: console.context.environment, text: text).value(of: setting)
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
        let text = try console.configurationText()
        let written = writeList(Settings(environment: console.context.environment, text: text))
        console.warnOfErrors(in: text)
        let isInvalid = text?.errors.contains { $0.setting != nil } == true
        return written == .success && isInvalid ? .usage : written
    }

    private func writeList(_ settings: Settings) -> CommandStatus {
        let rows = Setting.all.map { setting in
            let (value, source) = settings.value(of: setting)
            let printed = value.flatMap { Self.printable($0, of: setting) }
            return Row(setting: setting, value: printed, source: source, sourceVariable: settings.variable(of: setting))
        }
        if invocation.has(.json) {
            let objects = rows.map { row in
                FieldValue.object([
                    "key": .text(row.setting.key), "value": .optional(row.value),
                    "isSet": .bool(row.source != .none), "source": .text(row.source.rawValue),
                ])
            }
            return console.write(.list(objects))
        }
        guard let terminal = console.context.terminal else {
            return console.write(bytes: TableRenderer(columns: Self.columns, style: console.style()).tsv(rows))
        }
        // Without a limit, a long path is not truncated, but wrapped by the terminal. A narrow terminal gets a list.
        return console.write(
            TableRenderer(columns: Self.terminalColumns, style: console.style()).formatted(
                rows,
                width: terminal.columns < TableRenderer<Row>.minimumTableWidth ? terminal.columns : .max
            )
        )
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
        var source: Settings.Source
        /// The environment variable that contains the value; `nil` if none does.
        var sourceVariable: String?

        var text: String { value ?? (setting.isSecret && source != .none ? "(set)" : "") }
    }

    private static let terminalColumns: [Column<Row>] = [
        Column("key", .green) { .text($0.setting.key) },
        Column("value") { .text($0.text) },
        Column("source", .cyan) { .text($0.sourceVariable ?? $0.source.rawValue) },
    ]

    private static let columns: [Column<Row>] = [
        Column("key", .green) { .text($0.setting.key) },
        Column("value", isFlexible: true) { .text($0.text) },
        Column("source", .cyan) { .text($0.source.rawValue) },
        Column("variable", .faint) { .text($0.setting.variables.joined(separator: ", ")) },
        Column("meaning", isFlexible: true) { .text($0.setting.meaning) },
    ]

    /// Stores a setting in the file. A secret is read from standard input, because other users of the machine can see
    /// command lines.
    func set() async throws(UsageError) -> CommandStatus {
        let setting = try setting()
        let file = try console.configurationFile()
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
        console.warnOfErrors(in: try await file.update { $0[setting.key] = value })
        if case (_?, .environment) = Settings(environment: console.context.environment, text: nil).value(of: setting) {
            console.warn("\(setting.variables.joined(separator: " or ")) is set and overrides the file")
        }
        return .success
    }

    /// Removes a setting or an alias from the file. The setting may be unknown to this version.
    func unset() async throws(UsageError) -> CommandStatus {
        let key = invocation.argument
        let file = try console.configurationFile()
        guard try file.read().contains(key) else {
            console.report("\(try setting().key) is not set in the file")
            return .success
        }
        console.warnOfErrors(in: try await file.update { $0[key] = nil })
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

extension Console {
    /// Returns the configuration file, which need not exist.
    func configurationFile() throws(UsageError) -> ConfigurationFile {
        guard let file = ConfigurationFile(environment: context.environment) else {
            throw UsageError("there is no configuration file, because HOME is not set; set SEEK_CONFIG")
        }
        return file
    }

    /// Warns about the invalid lines of the configuration file.
    func warnOfErrors(in text: ConfigurationText?) {
        guard let text, let file = ConfigurationFile(environment: context.environment) else { return }
        for error in text.errors { warn(file.usageError(error).description) }
    }

    /// Returns the contents of the configuration file, or `nil` if the environment determines no path for the file.
    func configurationText() throws(UsageError) -> ConfigurationText? {
        try ConfigurationFile(environment: context.environment)?.read()
    }
}
