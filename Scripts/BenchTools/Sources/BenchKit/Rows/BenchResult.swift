/// A result of a bench: a row of the printed table.
public struct BenchResult: Sendable, Hashable {
    /// The name of the measurement. Names do not change, so that figures remain comparable over years.
    public let name: String
    /// The measured value, usually the median over the rounds; NaN if it was not measured.
    public let value: Double
    /// The unit of the value.
    public let unit: String
    /// The name of the baseline, or nil if the value is not compared.
    public let baseline: String?
    /// The ratio to the baseline, or nil if there is no baseline or the ratio was not measured.
    public let ratio: Double?
    /// The goal for the value or for the ratio.
    public let goal: Goal

    /// Creates a row.
    ///
    /// - Parameter value: The value; nil if it was not measured, which is reported as `null`.
    public init(
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

    /// Whether the goal is met.
    public var isGoalMet: Bool { goal.isMet(value: value, ratio: ratio) }

    /// A JSON object on one line with members in a fixed order.
    public var json: String {
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
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
