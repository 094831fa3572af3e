import Seek
import SeekBasics

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
        var option = value(name, "DATE", meaning, check: .dates)
        option.qualifiers = { value, now in
            [GitHubQualifier(qualifier ?? name.word, DateRange(value)?.qualifierValue(at: now()) ?? value)]
        }
        return option
    }

    /// Returns a copy that adds the qualifiers for its value.
    func adding(_ qualifiers: @escaping @Sendable (_ value: String) -> [GitHubQualifier]) -> OptionSpec {
        var option = self
        option.qualifiers = { value, _ in qualifiers(value) }
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
            qualifiers: { value, _ in [(value == "false" ? off : on) ?? GitHubQualifier(name.word, value)] }
        )
    }

    /// Returns a flag without a value that adds this qualifier.
    static func qualifier(_ name: Name, _ meaning: String, qualifier: GitHubQualifier) -> OptionSpec {
        OptionSpec(name: name, meaning: meaning, qualifiers: { _, _ in [qualifier] })
    }
}

/// A value or a range in the syntax of GitHub's qualifiers: `100`, `>=100`, `<100`, `10..20`, `10..*`.
struct QualifierRange: Sendable, Hashable {
    let value: String

    init?(numbers text: String) {
        self.init(text) { bound in bound.allSatisfy { $0.isASCII && $0.isNumber } ? Int64(bound) : nil }
    }

    private init?<Bound: Comparable>(_ text: String, bound: (Substring) -> Bound?) {
        let bounds = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
        switch (bounds.first, bounds.last) {
        case ("*", let last?) where bounds.count == 2: self.init("<=", last, bound)
        case (let first?, "*") where bounds.count == 2: self.init(">=", first, bound)
        case (let first?, let last?) where bounds.count == 2:
            guard let lower = bound(first), let upper = bound(last), lower <= upper else { return nil }
            self.init(value: text)
        default:
            let comparison = [">=", "<=", ">", "<"].first(where: text.hasPrefix) ?? ""
            self.init(comparison, text.dropFirst(comparison.count), bound)
        }
    }

    private init?<Bound>(_ comparison: String, _ text: Substring, _ bound: (Substring) -> Bound?) {
        guard bound(text) != nil else { return nil }
        self.init(value: comparison + text)
    }

    private init(value: String) { self.value = value }
}

/// Flags that set parameters of a YouTube search. The URL of YouTube's search page has no documented filters, so these
/// flags cannot be combined with `--web`.
extension OptionSpec {
    static func parameter<Choice: CommandLineChoice>(
        _ name: Name,
        _ path: any WritableKeyPath<YouTubeSearchQuery, Choice?> & Sendable,
        _ meaning: String
    ) -> OptionSpec {
        choice(name, Choice.self, meaning).parameter { query, value, _ in query[keyPath: path] = Choice(word: value) }
    }

    static func parameter(
        _ name: Name,
        _ placeholder: String,
        _ path: any WritableKeyPath<YouTubeSearchQuery, String?> & Sendable,
        _ meaning: String
    ) -> OptionSpec {
        value(name, placeholder, meaning).parameter { query, value, _ in query[keyPath: path] = value }
    }

    /// - Parameter bound: Returns the bound of the period that a date begins or ends.
    static func parameter(
        _ name: Name,
        _ path: any WritableKeyPath<YouTubeSearchQuery, Date?> & Sendable,
        _ bound: @escaping @Sendable (SearchDate) -> (_ now: Date) -> Date,
        _ meaning: String
    ) -> OptionSpec {
        value(name, "TIME", meaning, check: .time).parameter { query, value, now in
            query[keyPath: path] = SearchDate(value).map { bound($0)(now) }
        }
    }

    /// Returns a flag without a value.
    static func parameter(
        _ name: Name,
        _ path: any WritableKeyPath<YouTubeSearchQuery, Bool> & Sendable,
        _ meaning: String
    ) -> OptionSpec {
        OptionSpec(name: name, meaning: meaning).parameter { query, _, _ in query[keyPath: path] = true }
    }

    /// The flags of a place, which require each other.
    static let place: [OptionSpec] = [
        value(
            .location,
            "LATITUDE,LONGITUDE",
            "Only videos recorded near these coordinates: 35.68,139.77",
            requires: .locationRadius
        )
        .parameter { query, value, _ throws(UsageError) in query.location = try YouTubePlace.location(value) },
        value(
            .locationRadius,
            "DISTANCE",
            "Distance from --location, at most 1000km: 500m, 5km, 3mi, 900ft",
            requires: .location
        )
        .parameter { query, value, _ throws(UsageError) in query.locationRadius = try YouTubePlace.distance(value) },
    ]

    private func parameter(_ setParameter: @escaping SetParameter) -> OptionSpec {
        var option = withoutWeb
        option.setParameter = setParameter
        return option
    }
}

/// Parses the values of `--location` and `--location-radius`.
enum YouTubePlace {
    static func location(_ text: String) throws(UsageError) -> YouTubeLocation {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(part.trimmed { $0 == " " })
        }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else {
            throw UsageError(
                "--location must be a latitude (-90 to 90) and a longitude (-180 to 180) such as 35.68,139.77, "
                    + "not '\(SafeText.line(text))'"
            )
        }
        return YouTubeLocation(latitude: latitude, longitude: longitude)
    }

    static func distance(_ text: String) throws(UsageError) -> YouTubeDistance {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = YouTubeDistance.Unit(rawValue: text.dropFirst(digits.count).trimmed { $0 == " " })
        guard let value = Double(digits), let unit else {
            throw UsageError(
                "--location-radius must be a distance of at most 1000km such as 500m, 5km, 3mi or 900ft, "
                    + "not '\(SafeText.line(text))'"
            )
        }
        return YouTubeDistance(value, unit)
    }
}
