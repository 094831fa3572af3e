import Seek
import SeekBasics

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

    static func parameter(
        _ name: Name,
        _ path: any WritableKeyPath<YouTubeSearchQuery, Date?> & Sendable,
        rounding: FloatingPointRoundingRule,
        _ meaning: String
    ) -> OptionSpec {
        value(name, "TIME", meaning, check: .time).parameter { query, value, now in
            query[keyPath: path] = TimePoint.parse(value, now: now, rounding: rounding)
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
