import Foundation

/// A result of a bench: a row of the printed table.
package struct BenchResult: Sendable, Hashable {
    /// The name of the measurement. Names do not change, so that figures remain comparable over years.
    package let name: String
    /// The measured value, usually the median over the rounds; NaN if it was not measured.
    package let value: Double
    package let unit: String
    /// The name of the baseline, or nil if the value is not compared.
    package let baseline: String?
    /// The ratio to the baseline, or nil if there is no baseline or the ratio was not measured.
    package let ratio: Double?
    package let goal: Goal

    /// - Parameter value: The value; nil if it was not measured, which is reported as `null`.
    package init(
        _ name: String,
        _ value: Double?,
        _ unit: String,
        baseline: String? = nil,
        ratio: Double? = nil,
        goal: Goal
    ) {
        self.name = name
        self.value = value ?? .nan
        self.unit = unit
        self.baseline = baseline
        self.ratio = ratio
        self.goal = goal
    }

    package var isGoalMet: Bool { goal.isMet(value: value, ratio: ratio) }

    /// A JSON object on one line with members in a fixed order.
    package var json: String {
        let members: [(String, String)] = [
            ("name", Self.quoted(name)),
            ("value", Figure.text(value)),
            ("unit", Self.quoted(unit)),
            ("baseline", baseline.map(Self.quoted) ?? "null"),
            ("ratio", ratio.map(Figure.text) ?? "null"),
            ("goal", Self.quoted(goal.description(unit: unit))),
            ("holds", isGoalMet ? "true" : "false"),
        ]
        return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    private static func quoted(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}
