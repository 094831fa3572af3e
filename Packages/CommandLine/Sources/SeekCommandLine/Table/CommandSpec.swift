/// A command as the table describes it. Parsing, help and suggestions are made from this value and nothing else.
struct CommandSpec: Sendable {
    /// What the command does; each has one function behind it.
    enum Action: Sendable, Hashable, CaseIterable {
        case videos, repos, user, api, cacheStats, cacheClean
    }

    var action: Action
    /// The words that name it: `["cache", "clean"]`.
    var path: [String]
    /// One line, beginning with a verb.
    var summary: String
    /// What it works on; nil where it takes nothing.
    var argument: ArgumentSpec?
    var options: [OptionSpec] = []
    /// Further paragraphs of its help.
    var details: [String] = []
    /// Command lines to try, without the program's name.
    var examples: [String] = []

    /// `cache clean`
    var name: String { path.joined(separator: " ") }

    /// `seek videos TEXT... [flags]`
    var usage: String {
        (["seek", name] + [argument?.usage, "[flags]"].compactMap { $0 }).joined(separator: " ")
    }
}

/// What a command works on.
struct ArgumentSpec: Sendable {
    /// What stands in its place in the help: `TEXT`.
    var placeholder: String
    var meaning: String
    /// Whether several words are one text: `seek videos swift concurrency`.
    var takesWords = false
    /// A flag that takes its place.
    var replacedBy: OptionSpec.Name?

    var usage: String {
        if let replacedBy { return "\(placeholder)|--\(replacedBy.rawValue)" }
        return takesWords ? "\(placeholder)..." : placeholder
    }
}

/// A flag.
struct OptionSpec: Sendable {
    enum Name: String, Sendable, Hashable {
        case limit, json, verbose, refresh, all, help, version
        case method, header, field, include, paginate, cache, batch, keep
        case maxSize = "max-size"
        case rawField = "raw-field"
    }

    /// Whether it takes a value. An optional one follows `=`, or it would swallow the next word.
    enum Value: Sendable, Hashable {
        case none
        case required(String)
        case optional(String)
    }

    var name: Name
    var short: Character?
    var value: Value = .none
    /// Whether it may be given several times, and each counts.
    var isRepeatable = false
    var meaning: String

    /// `--limit`
    var long: String { "--\(name.rawValue)" }

    /// `-L, --limit N`
    var usage: String {
        let flag = (short.map { "-\($0), " } ?? "    ") + long
        return switch value {
        case .none: flag
        case .required(let placeholder): "\(flag) \(placeholder)"
        case .optional(let placeholder): "\(flag)[=\(placeholder)]"
        }
    }
}
