import Seek

/// The command line `seek`: arguments in, output and an exit status out.
public enum SeekCommand {
    /// Runs a command line.
    ///
    /// Data goes to the world's output, messages to its messages, a line each. Cancelling the task stops a search; what was
    /// found until then is still written.
    ///
    /// - Parameter arguments: what follows the program's name.
    public static func run(_ arguments: [String], world: CommandLineWorld) async -> CommandStatus {
        let console = Console(world)
        do {
            switch try ArgumentParser.parse(arguments) {
            case .help(let command):
                return console.write(command.map(HelpText.of) ?? HelpText.overview)
            case .version:
                return console.write("seek \(SeekVersion.current)\n")
            case .run(let invocation):
                return try await run(invocation, console)
            }
        } catch {
            console.say(error.description)
            return .usage
        }
    }

    private static func run(_ invocation: Invocation, _ console: Console) async throws(UsageError) -> CommandStatus {
        switch invocation.command.action {
        case .videos:
            try await SearchCommand(.videos, invocation, console).run { $0.youTube.source(pageSize: $1) }
        case .repos:
            try await SearchCommand(.repositories, invocation, console).run { $0.gitHub.repositorySearch(pageSize: $1) }
        case .user:
            try await SearchCommand(.repositories, invocation, console).run { $0.gitHub.userRepositories(pageSize: $1) }
        case .api where invocation.has(.batch):
            try await BatchCommand(invocation, console).run()
        case .api:
            try await APICommand(invocation, console).run()
        case .cacheStats:
            try await CacheCommand(invocation, console).stats()
        case .cacheClean:
            try await CacheCommand(invocation, console).clean()
        case .completion:
            console.write(Shell(rawValue: invocation.argument)?.script ?? "")
        case .reference:
            console.write(Reference(rawValue: invocation.argument)?.text ?? "")
        }
    }
}
