import SeekBasics

/// A flag.
struct OptionSpec: Sendable {
    enum Name: String, Sendable, Hashable, CaseIterable {
        case limit, json, template, web, verbose, refresh, budget, from, record, replay, all, help, version
        case dryRun = "dry-run"
        case exitCode = "exit-code"
        case scope, why, offline, kinds, weight, timeout
        case order, sort, language, channel, region, after, before, duration, definition, state, repo
        case safeSearch = "safe-search"
        case type, advanced
        case searchType = "search-type"
        case method, header, field, include, paginate, cache, batch, keep
        case maxSize = "max-size"
        case yes, replace
        case rawField = "raw-field"
    }

    /// Whether it takes a value. An optional one may follow `=`, or be the next word where that is no flag and leaves the
    /// command what it works on.
    enum Value: Sendable, Hashable {
        case none
        case required(String)
        case optional(String)
    }

    /// What its value has to be. The parser checks what stands here; what only the command can know, it checks.
    enum Check: Sendable, Hashable {
        case none
        case number(ClosedRange<Int>)
        case choice([String])
        /// A list of these, with commas between them.
        case fields([String])
        /// The path of a file.
        case file
    }

    var name: Name
    var short: Character?
    var value: Value = .none
    var check = Check.none
    /// Whether it may be given several times, and each counts.
    var isIdempotent = false
    /// Flags it cannot be given with.
    var conflicts: [Name] = []
    /// A flag it means nothing without.
    var needs: Name?
    var meaning: String

    /// `--limit`
    var long: String { "--\(name.rawValue)" }

    /// `-L, --limit N`
    var usage: String {
        let flag = (short.map { "-\($0), " } ?? "    ") + long
        return switch value {
        case .none: flag
        case .required(let placeholder): "\(flag) \(placeholder)"
        case .optional(let placeholder): "\(flag) [\(placeholder)]"
        }
    }

    /// Its meaning, the values there are, and what it does not go with.
    var explanation: String {
        var text = meaning
        switch check {
        case .choice(let choices): text += ": \(choices.joined(separator: ", "))"
        case .fields(let fields): text += ": \(fields.joined(separator: ","))"
        case .none, .number, .file: break
        }
        if !conflicts.isEmpty {
            text += " (not with \(conflicts.map { "--\($0.rawValue)" }.joined(separator: ", ")))"
        }
        return text
    }

    /// Whether two flags cannot be given together; it is enough that one of them says so.
    static func areInConflict(_ one: OptionSpec, _ other: OptionSpec) -> Bool {
        one.conflicts.contains(other.name) || other.conflicts.contains(one.name)
    }
}

extension OptionSpec.Check {
    /// Checks the value of a flag.
    func validate(_ text: String, of option: OptionSpec) throws(UsageError) {
        switch self {
        case .none, .file: return
        case .number(let range):
            guard let number = Int(text), range.contains(number) else {
                throw UsageError(
                    "\(option.long) must be a whole number from \(range.lowerBound) to \(range.upperBound), "
                        + "not '\(SafeText.line(text))'"
                )
            }
        case .choice(let choices):
            guard choices.contains(text) else {
                let nearest = Spelling.nearest(to: text, among: choices).map { "; did you mean '\($0)'?" } ?? ""
                throw UsageError(
                    "\(option.long) must be one of \(choices.joined(separator: ", ")), not '\(SafeText.line(text))'"
                        + nearest
                )
            }
        case .fields(let known):
            for name in Self.list(text) where !known.contains(name) {
                let what = option.name == .kinds ? "kind" : "field"
                let nearest = Spelling.nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
                throw UsageError(
                    "unknown \(what) '\(SafeText.line(name))' in \(option.long); "
                        + "there are: \(known.joined(separator: ", "))\(nearest)"
                )
            }
        }
    }

    /// The names in a list with commas, and maybe spaces, between them.
    static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmed { $0 == " " } }.filter { !$0.isEmpty }
    }
}
