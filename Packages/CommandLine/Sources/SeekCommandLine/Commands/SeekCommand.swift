import Seek
import SeekBasics

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
            let now = { @Sendable in (try? settings.configuration())?.client.now() ?? Date() }
            switch try ArgumentParser.parse(arguments, now: now, aliases: { settings.aliasNames }) {
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

/// The commands of `seek`. Each is declared in the file of its implementation.
extension Command {
    /// All commands, in the order of the help.
    static let all =
        ([
            .search,
            .savedRun, .savedAdd, .savedEdit, .savedList, .savedShow, .savedFeed, .savedRemove,
            .videos, .channels, .playlists, .video, .playlist,
            .repos, .issues, .prs, .commits, .users, .code, .topics, .labels, .user, .repo, .issue,
            .open, .web, .mcp, .quota,
            .authLogin, .authStatus, .authLogout,
            .api,
            .cacheStats, .cacheClean,
            .configList, .configGet, .configSet, .configUnset, .configPath,
            .aliasSet, .aliasList, .aliasDelete,
            .completion, .reference,
        ] as [Command]).map(\.withRelevantConflicts)

    static let groupSummaries = [
        "cache": "Show and clean the cache on disk", "saved": "Save searches and show what has changed",
        "alias": "Create shortcuts for commands", "auth": "Store, check and remove credentials",
        "config": "Show and change the configuration",
    ]

    static var visible: [Command] { all.filter { !$0.isHidden } }

    /// Returns whether a word is `help`, `version`, the first word of a command, or another name of a one-word command.
    static func isCommand(_ word: String) -> Bool {
        ["help", "version"].contains(word)
            || all.contains { $0.path.first == word || $0.path.count == 1 && $0.aliases.contains(word) }
    }

    /// The words that several commands begin with, such as `cache`, and the words that can follow.
    typealias Group = (path: [String], next: [(word: String, summary: String)])

    /// The groups of commands. The first one has an empty path.
    static var groups: [Group] {
        var groups: [Group] = []
        for command in visible {
            for depth in 0..<command.path.count {
                let path = Array(command.path[..<depth])
                let isLeaf = depth + 1 == command.path.count
                let word = command.path[depth]
                let summary = isLeaf ? command.summary : groupSummaries[word] ?? ""
                guard let index = groups.firstIndex(where: { $0.path == path }) else {
                    groups.append((path, [(word, summary)]))
                    continue
                }
                if !groups[index].next.contains(where: { $0.word == word }) {
                    groups[index].next.append((word, summary))
                }
            }
        }
        return groups
    }

    /// Returns the command that searches one service and has this name or alias; `nil` if there is none.
    static func searchCommand(named name: String) -> Command? {
        all.first { command in
            (command.path == [name] || command.path.count == 1 && command.aliases.contains(name))
                && !command.searchesAllServices && command.takesText
        }
    }
}

/// The exit status of a command. The values are those of GitHub's `gh`, with two differences: ``changed`` and ``incomplete`` are added, and
/// ``usage``, which means "cancelled" in `gh`, also means that the command line is invalid. An alias that
/// runs a shell command has that command's status.
public struct CommandStatus: RawRepresentable, Sendable, Hashable {
    /// The exit status of the process.
    public let rawValue: Int32

    /// Creates a status from a value of 0 to 255.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The command succeeded, with or without results.
    public static let success = CommandStatus(rawValue: 0)
    /// The command failed.
    public static let failure = CommandStatus(rawValue: 1)
    /// The command line or a setting is invalid, the command was cancelled, or nothing was picked or confirmed. After
    /// Ctrl-C the program ends by SIGINT instead.
    public static let usage = CommandStatus(rawValue: 2)
    static let cancelled = usage
    /// With `--exit-code`, the results of a saved search have changed.
    public static let changed = CommandStatus(rawValue: 3)
    /// A credential is missing or was rejected.
    public static let unauthorized = CommandStatus(rawValue: 4)
    /// With `--exit-code`, results of a saved search were not compared, because a source could not be searched, and
    /// nothing else has changed.
    public static let incomplete = CommandStatus(rawValue: 5)

    /// The statuses in the order of the help, with their descriptions.
    static let meanings: [(status: CommandStatus, meaning: String)] = [
        (.success, "Success, with or without results"),
        (.failure, "Failure"),
        (.usage, "Invalid usage, or nothing was picked or confirmed"),
        (.changed, "With --exit-code, the results of a saved search have changed"),
        (.unauthorized, "A credential is missing or was rejected"),
        (.incomplete, "With --exit-code, results of a saved search were not compared"),
    ]

    init(_ error: SearchError) {
        self =
            switch error {
            case .invalidQuery: .usage
            case .missingCredential, .unauthorized: .unauthorized
            case .network(.cancelled): .cancelled
            default: .failure
            }
    }
}

extension SearchError {
    /// The kind of the error in JSON, such as `rate-limited`.
    var kindName: String {
        switch self {
        case .invalidQuery: "invalid-query"
        case .emptyResult: "empty-result"
        case .unreadableResults: "unreadable-results"
        case .missingCredential: "missing-credential"
        case .unauthorized: "unauthorized"
        case .forbidden: "forbidden"
        case .authorizationRequired: "authorization-required"
        case .notFound: "not-found"
        case .limitReached(_, let limit):
            switch limit.kind {
            case .daily: "quota-exceeded"
            case .rate, .secondary: "rate-limited"
            case .budget: "budget-exceeded"
            case .outageShare: "outage-share-exceeded"
            }
        case .rejected: "rejected"
        case .unavailable: "unavailable"
        case .network(.timedOut): "timed-out"
        case .network(.cancelled): "cancelled"
        case .network: "network"
        }
    }
}
