import SeekBasics
import SeekNetworking

enum ParsedCommandLine: Sendable {
    /// Show the help of a command, or of `seek`.
    case help(Command?)
    /// Show the help of a group of commands: `["cache"]`.
    case groupHelp([String])
    case topic(HelpTopic)
    case version
    case run(Invocation)
}

/// A command with its arguments and flags.
struct Invocation: Sendable {
    var command: Command
    var arguments: [String] = []
    /// The last value of each given flag; for a list (``OptionSpec/Check/list(_:)``), all given elements; for a
    /// flag without a value, an empty string.
    var values: [OptionSpec.Name: String] = [:]
    /// The repeatable flags and their values, in command-line order.
    var repeated: [(name: OptionSpec.Name, value: String)] = []
    /// The other names by which flags were given, without dashes.
    var aliases: [OptionSpec.Name: String] = [:]
    /// Returns the time to which dates such as `7d` are relative.
    var now: @Sendable () -> Date = { Date() }
    /// The maximum number of calls that the command sends; `nil` if it is unknown.
    private(set) var maximumCalls: Int?

    var argument: String { arguments.first ?? "" }

    func has(_ name: OptionSpec.Name) -> Bool { values[name] != nil }

    /// Returns a flag with the name by which it was given, for messages.
    func asGiven(_ option: OptionSpec) -> OptionSpec {
        var option = option
        option.givenAlias = aliases[option.name]
        return option
    }

    /// Returns a flag in the form in which it was given: `--since` for `--after`.
    func flag(_ name: OptionSpec.Name) -> String { "--\(aliases[name] ?? name.word)" }

    func integer(_ name: OptionSpec.Name) -> Int? { values[name].flatMap { Int($0) } }

    func duration(_ name: OptionSpec.Name) -> Duration? { values[name].flatMap(TimeSpan.parse) }

    /// Describes that the budget is used up and, if the command needs more calls than the budget, how many it needs;
    /// `nil` without `--budget`.
    var usedUpBudgetText: String? {
        guard let budget = integer(.budget) else { return nil }
        // Retries can use up a budget that is large enough otherwise.
        let needed = maximumCalls.flatMap { $0 > budget ? $0.grouped : nil }
        return "the budget of \(counted(budget, "call")) is used up"
            + (needed.map { ", and the command needs up to \($0)" } ?? "")
    }

    func with(maximumCalls: Int?) -> Invocation {
        var invocation = self
        invocation.maximumCalls = maximumCalls
        return invocation
    }

    /// Returns the origin and cost of results as part of a message: ` from network, cost 1 call`.
    func origin(_ provenance: Provenance?, cost: String) -> String {
        guard !has(.replay) else { return " from the recording; no request was sent" }
        return (provenance.map { " from \($0)" } ?? "") + ", cost \(cost)"
    }

    /// Returns all values of a repeatable flag, or the last value of another flag.
    func allValues(of option: OptionSpec) -> [String] {
        option.isRepeatable
            ? repeated.filter { $0.name == option.name }.map(\.value) : values[option.name].map { [$0] } ?? []
    }
}

/// An invalid command line or configuration. The description states the problem and how to correct it.
struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String
    /// The exit status: ``CommandStatus/failure`` if the configuration file cannot be read, written or trusted,
    /// otherwise ``CommandStatus/usage``.
    let status: CommandStatus

    init(_ description: String, status: CommandStatus = .usage) {
        self.description = description
        self.status = status
    }

    /// Creates an error for an unknown value. It suggests the most similar valid value; if none is similar, it lists
    /// all valid values.
    init(unknown noun: String, _ value: String, among validValues: [String]) {
        let nearest = Spelling.nearest(to: value, among: validValues).map { "did you mean '\($0)'?" }
        let advice = nearest ?? "valid: \(validValues.joined(separator: ", "))"
        self.init("unknown \(noun) '\(SafeText.line(value))'; \(advice)")
    }

    /// Creates an error for an unknown name. It suggests the most similar valid name; if none is similar, it refers to
    /// `help`, a command line.
    init(unknown noun: String, _ name: String, among validNames: [String], help: String) {
        func withoutDashes(_ text: String) -> String { String(text.drop { $0 == "-" }) }
        // Dashes alone can make two short flags similar.
        func isSimilarWithoutDashes(_ validName: String) -> Bool {
            Spelling.nearest(to: withoutDashes(name), among: [withoutDashes(validName)]) != nil
        }
        let nearest = Spelling.nearestOrPlural(of: name, among: validNames)
            .flatMap { $0.hasPrefix(name) || isSimilarWithoutDashes($0) ? $0 : nil }
            .map { "did you mean '\($0)'?" }
        self.init("unknown \(noun) '\(SafeText.line(name))'; \(nearest ?? "see \(help)")")
    }
}

extension Spelling {
    /// Returns the valid name that is most similar to a name, otherwise the valid name that is its plural: `prs` for
    /// `pr`, the name in `gh`.
    static func nearestOrPlural(of name: String, among validNames: [String]) -> String? {
        nearest(to: name, among: validNames) ?? validNames.first { $0 == "\(name)s" }
    }
}
