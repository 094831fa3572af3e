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
        do {
            let help = HelpText(for: context.terminal)
            var arguments = arguments
            if let alias = try console.aliasToExplain(in: arguments) {
                let separator = alias.help.isEmpty ? "" : "\n"
                let status = console.write("Alias of: \(SafeText.line(alias.expansion))\n\(separator)")
                guard status == .success, !alias.help.isEmpty else { return status }
                arguments = alias.help
            }
            switch try console.aliasedCommand(of: arguments) {
            case .seek(let expandedArguments): arguments = expandedArguments
            case .shell(let command, let arguments): return console.runInShell(command, arguments)
            case nil: break
            }
            switch try ArgumentParser.parse(arguments, aliases: { console.aliasNames }) {
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
                    return try await run(invocation, console)
                }
                var context = context
                context.environment = mode.applied(to: context.environment)
                return try await run(invocation, Console(context))
            }
        } catch {
            console.report(error.description)
            return error.status
        }
    }

    private static func run(_ invocation: Invocation, _ console: Console) async throws(UsageError) -> CommandStatus {
        func search<Item: Sendable>(
            _ kind: ResultKind<Item>,
            _ plan: SearchPlan<Item>
        ) async throws(UsageError) -> CommandStatus {
            try await SearchCommand(kind, plan, invocation, console).run()
        }
        let saved = SavedCommand(invocation: invocation, console: console)
        let cache = CacheCommand(invocation: invocation, console: console)
        let auth = AuthCommand(invocation: invocation, console: console)
        let alias = AliasCommand(invocation: invocation, console: console)
        let config = ConfigCommand(invocation: invocation, console: console)
        return switch invocation.command.action {
        case .search: try await FederatedCommand(invocation, console).run()
        case .savedRun: try await SavedRunCommand(invocation, console).run()
        case .savedAdd: try await saved.add()
        case .savedList: try await saved.list()
        case .savedShow: try await saved.show()
        case .savedEdit: try await saved.edit()
        case .savedFeed: try await saved.feed()
        case .savedRemove: try await saved.remove()
        case .videos:
            try await search(
                // Without details at first: the plan fetches those of each page.
                invocation.has(.details) ? .videos(with: [:]) : .videos,
                YouTubeSearches.plan(.video, invocation, console)
            )
        case .channels: try await search(.channels, YouTubeSearches.plan(.channel, invocation, console))
        case .playlists: try await search(.playlists, YouTubeSearches.plan(.playlist, invocation, console))
        case .repos: try await search(.repositories, GitHubSearches.repositories(invocation))
        case .issues, .prs:
            try await search(.foundIssues(GitHubSearches.scope(invocation)), GitHubSearches.issues(invocation))
        case .users: try await search(.users, GitHubSearches.users(invocation))
        case .code: try await search(.code, GitHubSearches.code(invocation))
        case .commits: try await search(.commits, GitHubSearches.commits(invocation))
        case .topics: try await search(.topics, GitHubSearches.topics(invocation))
        case .labels:
            try await search(
                .labels(of: GitHubSearches.repository(invocation), at: console.gitHubSite),
                GitHubSearches.labels(invocation)
            )
        case .user: try await search(.repositories, GitHubSearches.user(invocation))
        case .video: try await VideoCommand(invocation, console).run()
        case .open: try await OpenCommand(console: console).run(invocation)
        case .web: try WebCommand(invocation: invocation, console: console).run()
        case .quota: try await QuotaCommand(invocation, console).run()
        case .api: try await APICommand(invocation, console).run()
        case .cacheStats: try await cache.stats()
        case .cacheClean: try await cache.clean()
        case .authLogin: try await auth.login()
        case .authStatus: try await auth.status()
        case .authLogout: try await auth.logout()
        case .aliasSet: try await alias.set()
        case .aliasList: try alias.list()
        case .aliasDelete: try await alias.delete()
        case .configList: try config.list()
        case .configGet: try config.get()
        case .configSet: try await config.set()
        case .configUnset: try await config.unset()
        case .configPath: try config.path()
        case .completion: console.write(Shell(rawValue: invocation.argument)?.script ?? "")
        case .reference: console.write(Reference(rawValue: invocation.argument)?.content ?? "")
        }
    }
}
