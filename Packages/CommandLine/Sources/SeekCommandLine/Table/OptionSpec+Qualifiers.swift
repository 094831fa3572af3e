import Seek

/// Flags that add qualifiers to a GitHub search.
extension OptionSpec {
    /// Returns a flag for one qualifier.
    ///
    /// - Parameter qualifier: Returns the qualifier for a value; by default one with the flag's name and the value.
    static func qualifier(
        _ name: Name,
        _ placeholder: String,
        _ meaning: String,
        short: Character? = nil,
        qualifier: (@Sendable (String) -> GitHubQualifier)? = nil
    ) -> OptionSpec {
        var option = text(name, placeholder, meaning)
        option.short = short
        option.qualifiers = { [qualifier?($0) ?? GitHubQualifier(name.rawValue, $0)] }
        return option
    }

    /// Returns a flag for a qualifier with one of these values.
    ///
    /// - Parameter qualifier: Returns the qualifier for a value; by default one with the flag's name and the value.
    static func qualifier(
        _ name: Name,
        _ choices: [String],
        _ meaning: String,
        qualifier: (@Sendable (String) -> GitHubQualifier)? = nil
    ) -> OptionSpec {
        var option = choice(name, choices, meaning)
        option.qualifiers = { [qualifier?($0) ?? GitHubQualifier(name.rawValue, $0)] }
        return option
    }

    /// Returns a flag for a comma-separated list. Each element becomes a qualifier. The flag may be repeated.
    ///
    /// - Parameter choices: The valid elements; empty if any is valid.
    static func qualifiers(
        _ name: Name,
        _ placeholder: String,
        _ meaning: String,
        short: Character? = nil,
        of choices: [String] = [],
        qualifier: @escaping @Sendable (String) -> GitHubQualifier
    ) -> OptionSpec {
        var option = text(name, placeholder, meaning)
        option.short = short
        option.isRepeatable = true
        if !choices.isEmpty { option.check = .list(choices) }
        option.qualifiers = { Check.values(inList: $0).map(qualifier) }
        return option
    }

    /// Returns a flag for a number or a range of numbers.
    ///
    /// - Parameter qualifier: The name of the qualifier; by default that of the flag.
    static func numbers(_ name: Name, _ meaning: String, qualifier: String? = nil) -> OptionSpec {
        range(name, "NUMBER", .numbers, meaning, qualifier) { QualifierRange(numbers: $0) }
    }

    /// Returns a flag for a date or a range of dates.
    ///
    /// - Parameter qualifier: The name of the qualifier; by default that of the flag.
    static func dates(_ name: Name, _ meaning: String, qualifier: String? = nil) -> OptionSpec {
        range(name, "DATE", .dates, meaning, qualifier) { QualifierRange(dates: $0) }
    }

    private static func range(
        _ name: Name,
        _ placeholder: String,
        _ check: Check,
        _ meaning: String,
        _ qualifier: String?,
        _ parse: @escaping @Sendable (String) -> QualifierRange?
    ) -> OptionSpec {
        var option = text(name, placeholder, meaning)
        option.check = check
        option.qualifiers = { [GitHubQualifier(qualifier ?? name.rawValue, parse($0)?.value ?? $0)] }
        return option
    }

    /// Returns a flag that may be followed by `=false`.
    ///
    /// - Parameters:
    ///   - on: The qualifier of the flag; by default one with the name of the flag and the value `true`.
    ///   - off: The qualifier of the flag with `=false`; by default one with the name of the flag and the value
    ///     `false`.
    static func toggle(
        _ name: Name,
        _ meaning: String,
        on: GitHubQualifier? = nil,
        off: GitHubQualifier? = nil
    ) -> OptionSpec {
        OptionSpec(
            name: name,
            value: .boolean,
            check: .choice(["true", "false"]),
            meaning: meaning,
            listsValues: false,
            qualifiers: { [($0 == "false" ? off : on) ?? GitHubQualifier(name.rawValue, $0)] }
        )
    }

    /// Returns a flag without a value that adds this qualifier.
    static func qualifier(_ name: Name, _ meaning: String, qualifier: GitHubQualifier) -> OptionSpec {
        OptionSpec(name: name, meaning: meaning, qualifiers: { _ in [qualifier] })
    }

    /// Returns a copy with these other names, without dashes.
    func with(aliases: String...) -> OptionSpec {
        var option = self
        option.aliases = aliases
        return option
    }

    /// Returns a copy with a rule for valid values.
    func with(check: Check) -> OptionSpec {
        var option = self
        option.check = check
        return option
    }

    /// Returns a copy that cannot be combined with `--web`, because the URL of the web page cannot express it.
    var withoutWeb: OptionSpec {
        var option = self
        option.conflicts.append(.web)
        return option
    }
}
