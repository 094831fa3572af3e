import Seek

/// The command line `seek`.
public enum SeekCommand {
    /// Runs a command line and returns its exit status.
    ///
    /// Data is written to the context's output, messages to its message stream, one per line. Cancelling the task stops
    /// a search; results received before that are still written.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's name.
    ///   - context: The environment variables, streams and terminal.
    public static func run(_ arguments: [String], context: CommandContext) async -> CommandStatus {
        let console = Console(context)
        let settings = CommandSettings(console)
        do {
            let help = HelpText(for: context.terminal)
            var arguments = arguments
            if let alias = try settings.aliasToExplain(in: arguments) {
                let separator = alias.help.isEmpty ? "" : "\n"
                let status = console.write("Alias of: \(SafeText.line(alias.expansion))\n\(separator)")
                guard status == .success, !alias.help.isEmpty else { return status }
                arguments = alias.help
            }
            switch try settings.aliasedCommand(of: arguments) {
            case .seek(let expandedArguments): arguments = expandedArguments
            case .shell(let command, let arguments): return settings.runInShell(command, arguments)
            case nil: break
            }
            switch try ArgumentParser.parse(arguments, aliases: { settings.aliasNames }) {
            case .help(let command):
                return console.write(command.map { help.text(of: $0) } ?? help.overview)
            case .groupHelp(let path):
                return console.write(help.text(ofGroup: path))
            case .topic(let topic):
                return console.write(help.text(of: topic))
            case .version:
                return console.write("seek \(SeekVersion.description)\n")
            case .run(let invocation):
                guard let mode = invocation.values[.color].flatMap(ColorMode.init) else {
                    return try await invocation.command.run(invocation, settings)
                }
                var context = context
                context.environment = mode.applied(to: context.environment)
                return try await invocation.command.run(invocation, CommandSettings(Console(context)))
            }
        } catch {
            console.report(error.description)
            return error.status
        }
    }
}
