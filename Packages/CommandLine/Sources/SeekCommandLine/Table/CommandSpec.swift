/// A command as the table describes it. Parsing, help, suggestions, completions, the manual page and the DocC page are made from
/// this value and nothing else.
struct CommandSpec: Sendable {
    /// What the command does; each has one function behind it.
    enum Action: Sendable, Hashable, CaseIterable {
        case search, savedRun, savedAdd, savedList, savedRemove
        case videos, channels, playlists, video, repos, issues, prs, users, code, user, open, quota
        case api, cacheStats, cacheClean, configList, configGet, configSet, configUnset, configPath, completion,
            reference
    }

    var action: Action
    /// The words that name it: `["cache", "clean"]`.
    var path: [String]
    /// One line, beginning with a verb.
    var summary: String
    /// What it works on, in order; only the last one may take several words.
    var arguments: [ArgumentSpec] = []
    var options: [OptionSpec] = []
    /// Further paragraphs of its help.
    var details: [String] = []
    /// Command lines to try, without the program's name.
    var examples: [String] = []
    /// Whether it is a tool of those who build Seek, and no help lists it.
    var isHidden = false

    /// `cache clean`
    var name: String { path.joined(separator: " ") }

    /// `seek videos TEXT... [flags]`
    var usage: String {
        (["seek", name] + arguments.map(\.usage) + ["[flags]"]).joined(separator: " ")
    }

    /// The command whose flags tell of conflicts with each other only: a shared flag knows of more than each command has.
    var withOwnConflicts: CommandSpec {
        var command = self
        let names = Set(options.map(\.name))
        for index in command.options.indices { command.options[index].conflicts.removeAll { !names.contains($0) } }
        return command
    }

    /// All flags it takes, those of every command last.
    var allOptions: [OptionSpec] { options + CommandTable.common }
}

/// What a command works on.
struct ArgumentSpec: Sendable {
    /// How many words of the command line it is.
    enum Count: Sendable, Hashable {
        case one
        /// One, or none.
        case optional
        /// Several, which are one text: `seek videos swift concurrency`.
        case words
        /// Several, and each is one of them: `seek video ID ID`.
        case several
    }

    /// What stands in its place in the help: `TEXT`.
    var placeholder: String
    var meaning: String
    var count = Count.one
    /// The words there are to choose from; none where any text will do.
    var choices: [String] = []
    /// The command line of seek that writes the words there are to choose from, a line each, for completions; it asks no server.
    var lister: String?
    /// A flag with which it may be left out.
    var needlessWith: OptionSpec.Name?
    /// A flag that takes its place.
    var replacedBy: OptionSpec.Name?

    /// Whether it may be left out.
    func isNeedless(in invocation: Invocation) -> Bool {
        count == .optional || needlessWith.map(invocation.has) == true
    }

    var usage: String {
        // A long list of choices is for the meaning.
        let name = choices.isEmpty || choices.count > 4 ? placeholder : choices.joined(separator: "|")
        if let replacedBy { return "\(name)|--\(replacedBy.rawValue)" }
        return switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .words, .several: "\(name)..."
        }
    }
}
