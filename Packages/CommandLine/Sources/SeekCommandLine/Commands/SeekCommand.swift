import Seek

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The command line `seek`.
public enum SeekCommand {
    /// Runs a command line and returns its exit status.
    ///
    /// Data is written to the context's output, messages to its message stream, one per line. Cancelling the task stops
    /// a search; results received before are still written.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's name.
    ///   - context: The environment variables, streams and terminal.
    public static func run(_ arguments: [String], context: CommandContext) async -> CommandStatus {
        let console = Console(context)
        do {
            let help = HelpText(for: context.terminal)
            var arguments = arguments
            switch try console.aliasedCommand(of: arguments) {
            case .seek(let words): arguments = words
            case .shell(let command, let arguments): return console.runInShell(command, arguments)
            case nil: break
            }
            switch try ArgumentParser.parse(arguments) {
            case .help(let command):
                return console.write(command.map { help.of($0) } ?? help.overview)
            case .groupHelp(let path):
                return console.write(help.of(group: path))
            case .topic(let topic):
                return console.write(help.of(topic))
            case .version:
                return console.write("seek \(SeekVersion.description)\n")
            case .run(let invocation):
                guard let mode = invocation.values[.color].flatMap(ColorMode.init) else {
                    return try await run(invocation, console)
                }
                var context = context
                context.environment = mode.applied(to: context.environment)
                return try await run(invocation, Console(context))
            }
        } catch {
            console.report(error.description)
            return .usage
        }
    }

    private static func run(_ invocation: Invocation, _ console: Console) async throws(UsageError) -> CommandStatus {
        switch invocation.command.action {
        case .search: try await FederatedCommand(invocation, console).run()
        case .savedRun: try await SavedRunCommand(invocation, console).run()
        case .savedAdd: try await SavedCommand(invocation: invocation, console: console).add()
        case .savedList: try await SavedCommand(invocation: invocation, console: console).list()
        case .savedShow: try await SavedCommand(invocation: invocation, console: console).show()
        case .savedEdit: try await SavedCommand(invocation: invocation, console: console).edit()
        case .savedFeed: try await SavedCommand(invocation: invocation, console: console).feed()
        case .savedRemove: try await SavedCommand(invocation: invocation, console: console).remove()
        case .videos, .channels, .playlists:
            try await searchYouTube(invocation, console)
        case .repos:
            try await search(.repositories, GitHubSearches.repositories(invocation), invocation, console)
        case .issues, .prs:
            try await search(
                .foundIssues(GitHubSearches.scope(invocation)),
                GitHubSearches.issues(invocation),
                invocation,
                console
            )
        case .users:
            try await search(.users, GitHubSearches.users(invocation), invocation, console)
        case .code:
            try await search(.code, GitHubSearches.code(invocation), invocation, console)
        case .commits:
            try await search(.commits, GitHubSearches.commits(invocation), invocation, console)
        case .topics:
            try await search(.topics, GitHubSearches.topics(invocation), invocation, console)
        case .labels:
            try await search(
                .labels(of: GitHubSearches.repository(invocation)),
                GitHubSearches.labels(invocation),
                invocation,
                console
            )
        case .user:
            try await search(.repositories, GitHubSearches.user(invocation), invocation, console)
        case .video: try await VideoCommand(invocation, console).run()
        case .open: try await OpenCommand(console: console).run(invocation)
        case .web: try WebCommand(invocation: invocation, console: console).run()
        case .quota: try await QuotaCommand(invocation, console).run()
        case .api where invocation.has(.batch): try await BatchCommand(invocation: invocation, console: console).run()
        case .api: try await APICommand(invocation, console).run()
        case .cacheStats: try await CacheCommand(invocation: invocation, console: console).stats()
        case .cacheClean: try await CacheCommand(invocation: invocation, console: console).clean()
        case .authLogin: try await AuthCommand(invocation: invocation, console: console).login()
        case .authStatus: try await AuthCommand(invocation: invocation, console: console).status()
        case .authLogout: try AuthCommand(invocation: invocation, console: console).logout()
        case .aliasSet: try AliasCommand(invocation: invocation, console: console).set()
        case .aliasList: try AliasCommand(invocation: invocation, console: console).list()
        case .aliasDelete: try AliasCommand(invocation: invocation, console: console).delete()
        case .configList: try ConfigCommand(invocation: invocation, console: console).list()
        case .configGet: try ConfigCommand(invocation: invocation, console: console).get()
        case .configSet: try await ConfigCommand(invocation: invocation, console: console).set()
        case .configUnset: try ConfigCommand(invocation: invocation, console: console).unset()
        case .configPath: try ConfigCommand(invocation: invocation, console: console).path()
        case .completion: console.write(Shell(rawValue: invocation.argument)?.script ?? "")
        case .reference: console.write(Reference(rawValue: invocation.argument)?.content ?? "")
        }
    }

    private static func search<Item: Sendable>(
        _ kind: ResultKind<Item>,
        _ plan: SearchPlan<Item>,
        _ invocation: Invocation,
        _ console: Console
    ) async throws(UsageError) -> CommandStatus {
        try await SearchCommand(kind, plan, invocation, console).run()
    }

    private static func searchYouTube(
        _ invocation: Invocation,
        _ console: Console
    ) async throws(UsageError) -> CommandStatus {
        let (item, kind): (YouTubeSearchItem.Kind, ResultKind<YouTubeSearchItem>) =
            switch invocation.command.action {
            case .channels: (.channel, .channels)
            case .playlists: (.playlist, .playlists)
            default: (.video, invocation.has(.details) ? .videos(with: [:]) : .videos)
            }
        let now = try console.configuration().client.now()
        let plan = try YouTubeSearches.plan(item, invocation, now: now)
        return try await search(kind, plan, invocation, console)
    }
}
