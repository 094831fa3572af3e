extension BinaryInteger {
    /// The number with thousands separators: `1,234,567`.
    public var grouped: String {
        let digits = String(magnitude)
        let groups = stride(from: digits.count, to: 0, by: -3).map { end in
            String(digits.dropLast(digits.count - end).suffix(3))
        }
        return (self < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
    }
}

/// Returns a count with a noun: `1 call`, `2,000 calls`, `3 searches`. The plural ends in `es` after `ch`, otherwise in
/// `s`.
public func counted(_ count: some BinaryInteger, _ noun: String) -> String {
    "\(count.grouped) \(noun)\(count == 1 ? "" : noun.hasSuffix("ch") ? "es" : "s")"
}

extension Date {
    /// Returns the date relative to another: `3 days ago`, `in 5 hours`; within a minute, `just now` or `in a moment`.
    /// An age is rounded down to a whole unit, and the time until a future date is rounded up: `in 1 hour` for a date
    /// 59.5 minutes later.
    public func relativeText(to now: Date) -> String {
        let seconds = now.timeIntervalSince(self)
        let units: [(name: String, seconds: Double)] = [
            ("year", 31_557_600), ("month", 2_629_800), ("day", 86_400), ("hour", 3_600), ("minute", 60),
        ]
        guard var index = units.firstIndex(where: { abs(seconds) >= $0.seconds }) else {
            return seconds >= 0 ? "just now" : "in a moment"
        }
        func count() -> Double { (abs(seconds) / units[index].seconds).rounded(seconds > 0 ? .down : .up) }
        // A count that is rounded up can reach the next larger unit: 59.5 minutes become 1 hour.
        if index > 0, count() * units[index].seconds >= units[index - 1].seconds { index -= 1 }
        // A date from an API may be so distant that the count would not fit into an integer.
        let text = counted(Int64(min(count(), 1e9)), units[index].name)
        return seconds > 0 ? "\(text) ago" : "in \(text)"
    }
}

extension Duration {
    /// The time to wait, rounded up to whole seconds: `2 s` for 1.1 seconds; at least `1 s`.
    public var waitText: String {
        let (seconds, attoseconds) = components
        return "\(max(1, attoseconds > 0 ? seconds + 1 : seconds)) s"
    }

    /// The duration as an age in one whole unit, rounded down: `40 s`, `12 min`, `3 h`, `4 days`. Minutes,
    /// hours and days are used only for two or more of them: one minute is `60 s`.
    public var ageText: String {
        let seconds = components.seconds
        return switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7_200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3_600) h"
        default: "\((seconds / 86_400).grouped) days"
        }
    }

    /// The duration as on a clock, with hours only if there are any: `4:05`, `1:02:03`. A negative duration is `0:00`.
    public var clockText: String {
        func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let seconds = max(0, components.seconds)
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):\(twoDigits(minutes))" : "\(minutes)") + ":\(twoDigits(seconds % 60))"
    }
}

/// Suggestions for misspelt names.
public enum Spelling {
    /// Returns the similar candidate with the smallest edit distance from a word (the first, if several are equally
    /// near); nil if none is similar. The distance ignores case.
    ///
    /// A candidate is similar if the distance is less than half the length of the shorter string, or if the word has at
    /// least four characters and the candidate contains it in the same case.
    public static func nearest(to word: String, among candidates: [String]) -> String? {
        candidates
            .map { (candidate: $0, distance: distance(word, $0)) }
            .filter { candidate, distance in
                distance * 2 < min(candidate.count, word.count) || word.count > 3 && candidate.contains(word)
            }
            .min { $0.distance < $1.distance }?.candidate
    }

    /// Returns the minimum number of insertions, removals, replacements and swaps of adjacent letters that turn one
    /// word into the other, ignoring case (optimal string alignment).
    private static func distance(_ word: String, _ candidate: String) -> Int {
        let (word, candidate) = (Array(word.lowercased()), Array(candidate.lowercased()))
        var rows = [Array(0...candidate.count)]
        for (index, letter) in word.enumerated() {
            var row = [index + 1]
            for (column, candidateLetter) in candidate.enumerated() {
                let replacement = rows[index][column] + (letter == candidateLetter ? 0 : 1)
                var distance = min(replacement, rows[index][column + 1] + 1, row[column] + 1)
                if index > 0, column > 0, letter == candidate[column - 1], word[index - 1] == candidateLetter {
                    distance = min(distance, rows[index - 1][column - 1] + 1)
                }
                row.append(distance)
            }
            rows.append(row)
        }
        return rows[word.count][candidate.count]
    }
}
