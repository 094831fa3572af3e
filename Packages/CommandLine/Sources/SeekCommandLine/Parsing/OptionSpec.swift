import Seek
import SeekBasics
import SeekNetworking

/// A flag of a command in ``Command/all``.
struct OptionSpec: Sendable {
    /// The long name in camel case. On the command line, it is in kebab case (``word``), after two dashes.
    enum Name: String, Sendable, Hashable, CaseIterable {
        case limit, json, template, format, columns, jq, pick, details, thumbnails, web, verbose, refresh, budget, from
        case record, replay, all, help, version, dryRun, exitCode, why, offline, kinds, weight, timeout, wait
        case order, sort, language, channel, region, after, before, since, until, duration, definition, state, repo
        case safeSearch, type, advanced, searchType, maxSize, yes, replace, clobber, color, url, watch, unchanged, name
        case shared, purge, strict, remove
        // Requests of `seek api`.
        case method, header, field, rawField, input, include, silent, paginate, slurp, cache
        // Options of the web app.
        case port, open, log, listen, tokenFile, noToken, publicURL, publicOnly, rateLimit
        // Parameters of YouTube searches.
        case caption, category, channelType, dimension, embeddable, eventType, license, location, locationRadius
        case paidProductPlacement, syndicated, topic, videoType
        // Qualifiers of GitHub searches, named as in `gh search`.
        case app, archived, assignee, author, authorDate, authorEmail, authorName, base, checks, closed, commenter
        case comments, committer, committerDate, committerEmail, committerName, created, curated, draft, `extension`
        case featured, filename, followers, forks, goodFirstIssues, hash, head, helpWantedIssues, includeForks
        case includePRs, interactions, involves, label, locked, match, mentions, merge, merged, mergedAt, milestone
        case noAssignee, noLabel, noMilestone, noProject, numberTopics, owner, parent, project, reactions, repos
        case repositories, review, reviewRequested, reviewedBy, size, stars, teamMentions, tree, updated, visibility
    }

    /// Whether the flag takes a value, with the placeholder of the value in the help. An optional value follows `=`, or
    /// is the next word if that is not a flag and not needed as an argument of the command.
    enum Value: Sendable, Hashable {
        case none
        /// `true` without a value; `=true` or `=false` may follow.
        case boolean
        case required(String)
        case optional(String)
    }

    /// The rule for valid values that the parser applies. The command itself may apply further rules.
    enum Check: Sendable, Hashable {
        case none
        case number(ClosedRange<Int>)
        case choice([String])
        /// A comma-separated list of these values.
        case list([String])
        /// A number, or a range of numbers in GitHub's syntax.
        case numbers
        /// A date or a range of dates; see ``DateRange``.
        case dates
        /// A name that cannot contain a comma, such as that of a user, so that a list is recognized.
        case oneName
        /// A name with an owner: `octocat/Hello-World`; a comma-separated list if the flag is repeatable.
        case repository
        case file
        case folder
        /// A duration above 0; see ``TimeSpan``.
        case duration
        /// A date or a time, the start or the end of a period; see ``SearchDate``.
        case time
        /// One of these sources and a number: `github=2`.
        case weight(of: [String])
        /// A numeric IP address.
        case address
        /// An http or https URL without a path, a query or a fragment.
        case site
    }

    var name: Name
    /// The letter of the short flag, without a dash; `nil` if there is none.
    var short: Character?
    var value: Value = .none
    var check = Check.none
    /// Whether the flag may be repeated, with all values used.
    var isRepeatable = false
    /// Whether the flag accepts a single value, so that giving it again with another value is an error, as for any filter
    /// that is not repeatable.
    var acceptsOneValue = false
    var conflicts: [Name] = []
    var requires: Name?
    /// Other names that are accepted, without dashes.
    var aliases: [String] = []
    /// Other names of values in a list, with the names that replace them.
    var synonyms: [String: String] = [:]
    var meaning: String
    /// Whether the help lists the valid values.
    var listsValues = true
    /// Returns the qualifiers that a valid value adds to a GitHub search; `nil` if the flag is not a qualifier.
    var qualifiers: (@Sendable (_ value: String, _ now: () -> Date) -> [GitHubQualifier])?
    /// Sets the parameter of a YouTube search to a value; `nil` if the flag is not a parameter.
    var setParameter: SetParameter?

    typealias SetParameter =
        @Sendable (inout YouTubeSearchQuery, _ value: String, _ now: Date) throws(UsageError) -> Void

    /// Whether the value is a comma-separated list.
    var isList: Bool {
        if case .list = check { true } else { qualifiers != nil && isRepeatable }
    }

    /// The other name by which the flag was given, without dashes; `nil` if it was given by its own name.
    var givenAlias: String?

    /// The long flag, as it was given: `--limit`.
    var long: String { "--\(givenAlias ?? name.word)" }

    /// Whether the flag reduces the results of a search. `--channel` does so without ``setParameter``, because a handle
    /// must be looked up first.
    var isFilter: Bool { qualifiers != nil || setParameter != nil && name != .order || name == .channel }

    /// Returns whether a word such as `--limit` is the long flag or one of the flag's other names.
    func isNamed(_ flag: String) -> Bool { flag == long || aliases.contains { flag == "--\($0)" } }

    /// Returns the value of a flag that is given with `value` after `previous`. A list (``Check/list(_:)``) is
    /// appended to the previous list, with synonyms replaced; any other value replaces the previous value.
    func joined(_ previous: String?, _ value: String) -> String {
        guard case .list = check else { return value }
        var value = value
        if !synonyms.isEmpty { value = Check.elements(value).map { synonyms[$0] ?? $0 }.joined(separator: ",") }
        guard let previous, !previous.isEmpty else { return value }
        return value.isEmpty ? previous : "\(previous),\(value)"
    }

    /// The flag with its value in the help: `-L, --limit N`.
    var usage: String {
        let flag = (short.map { "-\($0), " } ?? "    ") + long
        return switch value {
        case .none: flag
        case .boolean: "\(flag)[=false]"
        case .required(let placeholder): "\(flag) \(placeholder)"
        case .optional(let placeholder): "\(flag) [\(placeholder)]"
        }
    }

    /// The description in the help: the meaning, the valid values, the other names, the required flag and the
    /// conflicting flags.
    var explanation: String {
        var text = meaning
        switch check {
        case _ where !listsValues: break
        case .choice(let choices): text += ": \(choices.joined(separator: ", "))"
        case .list(let fields): text += ": \(fields.joined(separator: ","))"
        case .none, .number, .numbers, .dates, .oneName, .repository, .file, .folder, .duration, .time, .address, .site:
            break
        case .weight(let sources): text += ": \(sources.joined(separator: ", "))"
        }
        func flags(_ names: [String]) -> String? {
            names.isEmpty ? nil : names.map { "--\($0)" }.joined(separator: ", ")
        }
        let notes = [
            flags(aliases).map { "also \($0)" }, requires.map { "requires --\($0.word)" },
            flags(conflicts.map(\.word)).map { "not with \($0)" },
        ].compactMap { $0 }
        return notes.isEmpty ? text : "\(text) (\(notes.joined(separator: "; ")))"
    }

    static func areInConflict(_ first: OptionSpec, _ second: OptionSpec) -> Bool {
        first.conflicts.contains(second.name) || second.conflicts.contains(first.name)
    }
}

extension OptionSpec {
    /// Returns whether a word is a list of several fields, and therefore a value of the flag rather than a search text.
    func isListOfFields(_ word: String) -> Bool {
        guard case .list(let fields) = check else { return false }
        let names = Check.values(inList: word)
        return names.count > 1 && names.allSatisfy((fields + FormerFieldName.names(of: fields)).contains)
    }
}

extension OptionSpec.Check {
    func validate(_ text: String, of option: OptionSpec, _ invocation: Invocation) throws(UsageError) {
        func require(_ isValid: Bool, _ rule: String, for value: String? = nil, hint: String = "") throws(UsageError) {
            guard !isValid else { return }
            throw UsageError("\(option.long) must be \(rule), not '\(SafeText.line(value ?? text))'\(hint)")
        }
        func suggestion(for name: String, among validNames: [String], other: String? = nil) -> String {
            (Spelling.nearest(to: name, among: validNames) ?? other).map { "; did you mean '\($0)'?" } ?? ""
        }
        // A shell splits `--json title, url` after the comma, so that the value is `title,`.
        guard !option.isList || text.isEmpty || !Self.elements(text).contains(where: \.isEmpty) else {
            throw UsageError(
                "\(option.long) has a comma without a value after or before it, in '\(SafeText.line(text))'; write the "
                    + "list without spaces: a,b"
            )
        }
        if option.qualifiers?(text, invocation.now).contains(where: { $0.value.contains("\"") }) == true {
            throw UsageError(
                "\(option.long) cannot contain a quotation mark, which GitHub cannot search for; remove it from "
                    + "'\(SafeText.line(text))'"
            )
        }
        func rejectReversed(_ isReversed: Bool) throws(UsageError) {
            guard isReversed else { return }
            throw UsageError(
                "\(option.long): the range '\(SafeText.line(text))' ends before it begins; swap its bounds"
            )
        }
        switch self {
        case .none, .file, .folder: return
        case .oneName:
            guard text.contains(",") else { return }
            throw UsageError(
                "\(option.long) takes one value, not the list '\(SafeText.line(text))'; run the search once for each value"
            )
        case .number(let range):
            let rule = "an integer from \(range.lowerBound) to \(range.upperBound)"
            try require(Int(text).map(range.contains) == true, rule)
        case .duration:
            try require(
                TimeSpan.parse(text).map { $0 > .zero } == true,
                "a duration above 0 with a unit, such as 500ms, 90s, 15m, 1h, 2d or 1w (numbers up to 1,000,000)"
            )
        case .time:
            if SearchDate(text) == nil, DateRange(text) != nil {
                let flags = invocation.command.options.filter { $0.check == .time }.map { "--\($0.name.word)" }
                throw UsageError(
                    "\(option.long) takes one date, not the range '\(SafeText.line(text))'; use "
                        + flags.joined(separator: " and ")
                )
            }
            try require(
                SearchDate(text) != nil,
                "a date such as 2026-01-31, 2026-01 or 2026, a time such as 2026-01-31T12:00:00Z, or a duration before "
                    + "now such as 12h, 7d or 2w (units: s, m, h, d, w)"
            )
        case .choice(let choices):
            let rule = "one of \(choices.joined(separator: ", "))"
            // Suggests `--merged` for `--state merged`.
            let flag = invocation.command.options.first { $0.name.word == text }?.long
            try require(choices.contains(text), rule, hint: suggestion(for: text, among: choices, other: flag))
        case .list(let fields):
            let formerNames = FormerFieldName.names(of: fields)
            for name in Self.values(inList: text) where !(fields + formerNames).contains(name) {
                let noun = [.json: "field", .columns: "field", .kinds: "kind"][option.name] ?? "value"
                throw UsageError(
                    "unknown \(noun) '\(SafeText.line(name))' in \(option.long); "
                        + "valid: \(fields.joined(separator: ", "))"
                        + suggestion(for: name == "textMatches" ? "matches" : name, among: fields)
                )
            }
        case .repository:
            guard case .required(let placeholder) = option.value else { return }
            let example = option.name == .teamMentions ? "github/docs" : "octocat/Hello-World"
            for name in option.isRepeatable ? Self.values(inList: text) : [text] {
                let parts = name.split(separator: "/", omittingEmptySubsequences: false)
                let isValid = parts.count == 2 && parts.allSatisfy(OpenTarget.isName)
                try require(isValid, "\(placeholder) such as \(example)", for: name)
            }
        case .weight(let sources):
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            let weight = parts.count == 2 ? Double(parts[1]) : nil
            try require(weight.map { $0 >= 0 && $0.isFinite } == true, "SOURCE=NUMBER such as github=2")
            guard sources.contains(parts[0]) else {
                throw UsageError(
                    "\(option.long): unknown source '\(SafeText.line(parts[0]))'; "
                        + "valid: \(sources.joined(separator: ", "))\(suggestion(for: parts[0], among: sources))"
                )
            }
        case .address:
            try require(IPAddress(text) != nil, "a numeric address such as 0.0.0.0 or ::1")
        case .site:
            let url = try WebURL.parse(text, of: option.long, example: "https://seek.example.com")
            guard ["", "/"].contains(url.path()), url.query() == nil, url.fragment() == nil else {
                throw UsageError(
                    "\(option.long) cannot have a path, a query or a fragment; use a URL such as "
                        + "https://seek.example.com"
                )
            }
        case .numbers:
            let bounds = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
            let swapped = bounds.reversed().joined(separator: "..")
            try rejectReversed(QualifierRange(numbers: text) == nil && QualifierRange(numbers: swapped) != nil)
            let rule = "a number or a range such as 100, '>=100' or 10..50"
            try require(QualifierRange(numbers: text) != nil, rule)
        case .dates:
            let range = DateRange(text)
            let rule = "a date or a range such as 2026-01-31, 2026-01, 2026, 7d, '>=2026-01-31' or 2026-01..2026-03"
            try require(range != nil, rule)
            try rejectReversed(range?.isReversed(at: invocation.now()) == true)
        }
    }

    /// Returns the values in a comma-separated list, without surrounding spaces and empty values.
    static func values(inList text: String) -> [String] { elements(text).filter { !$0.isEmpty } }

    /// Returns the elements of a comma-separated list, without surrounding spaces. As in CSV, quotes may surround an
    /// element with commas.
    fileprivate static func elements(_ text: String) -> [String] {
        var isQuoted = false
        return text.split(omittingEmptySubsequences: false) { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }.map { $0.trimmed { $0 == " " } }
    }
}
