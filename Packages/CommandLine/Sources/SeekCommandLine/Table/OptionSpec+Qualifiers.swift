import Seek

extension OptionSpec {
    /// Returns a flag for one qualifier, which is by default named like the flag.
    static func qualifier(
        _ name: Name,
        _ placeholder: String,
        _ meaning: String,
        short: Character? = nil,
        check: Check = .none,
        qualifier: String? = nil
    ) -> OptionSpec {
        value(name, placeholder, meaning, short: short, check: check).adding {
            [GitHubQualifier(qualifier ?? name.word, $0)]
        }
    }

    /// Returns a flag for a qualifier with one of these values; it is by default named like the flag.
    static func qualifier(
        _ name: Name,
        _ choices: [String],
        _ meaning: String,
        qualifier: String? = nil
    ) -> OptionSpec {
        self.qualifier(name, name.word.uppercased(), meaning, check: .choice(choices), qualifier: qualifier)
    }

    /// Returns a flag for a comma-separated list, each element of which becomes a qualifier. The flag may be repeated.
    static func qualifiers(
        _ name: Name,
        _ placeholder: String,
        _ meaning: String,
        short: Character? = nil,
        check: Check = .none,
        qualifier: String? = nil
    ) -> OptionSpec {
        value(name, placeholder, meaning, short: short, check: check, isRepeatable: true).adding { list in
            Check.values(inList: list).map { GitHubQualifier(qualifier ?? name.word, $0) }
        }
    }

    /// Returns a flag for a number or a range of numbers; the qualifier is by default named like the flag.
    static func numbers(_ name: Name, _ meaning: String, qualifier: String? = nil) -> OptionSpec {
        value(name, "NUMBER", meaning, check: .numbers).adding {
            [GitHubQualifier(qualifier ?? name.word, QualifierRange(numbers: $0)?.value ?? $0)]
        }
    }

    /// Returns a flag for a date or a range of dates; the qualifier is by default named like the flag.
    static func dates(_ name: Name, _ meaning: String, qualifier: String? = nil) -> OptionSpec {
        value(name, "DATE", meaning, check: .dates).adding {
            [GitHubQualifier(qualifier ?? name.word, QualifierRange(dates: $0)?.value ?? $0)]
        }
    }

    /// Returns a copy that adds the qualifiers for its value.
    func adding(_ qualifiers: @escaping @Sendable (_ value: String) -> [GitHubQualifier]) -> OptionSpec {
        var option = self
        option.qualifiers = qualifiers
        return option
    }

    /// Returns a flag that may be followed by `=false`. By default, its qualifiers have the flag's name and the values
    /// `true` and `false`.
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
            qualifiers: { [($0 == "false" ? off : on) ?? GitHubQualifier(name.word, $0)] }
        )
    }

    /// Returns a flag without a value that adds this qualifier.
    static func qualifier(_ name: Name, _ meaning: String, qualifier: GitHubQualifier) -> OptionSpec {
        OptionSpec(name: name, meaning: meaning, qualifiers: { _ in [qualifier] })
    }
}
