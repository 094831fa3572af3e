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

/// The goal of a row: a limit for its value, or for its ratio to the baseline.
package enum Goal: Sendable, Hashable {
    case ratioAtMost(Double)
    case ratioAtLeast(Double)
    case ratioAbove(Double)
    case valueAtMost(Double)
    case valueAtLeast(Double)

    /// Returns whether the goal is met. A goal for the ratio is not met if the ratio is nil or NaN; a goal for the
    /// value is not met if the value is NaN.
    package func isMet(value: Double, ratio: Double?) -> Bool {
        switch self {
        case .ratioAtMost(let limit): ratio.map { $0 <= limit } ?? false
        case .ratioAtLeast(let limit): ratio.map { $0 >= limit } ?? false
        case .ratioAbove(let limit): ratio.map { $0 > limit } ?? false
        case .valueAtMost(let limit): value <= limit
        case .valueAtLeast(let limit): value >= limit
        }
    }

    /// Returns the goal as text: `ratio ≤ 1.15`, `≤ 10 µs`.
    package func description(unit: String) -> String {
        switch self {
        case .ratioAtMost(let limit): "ratio ≤ \(Figure.text(limit))"
        case .ratioAtLeast(let limit): "ratio ≥ \(Figure.text(limit))"
        case .ratioAbove(let limit): "ratio > \(Figure.text(limit))"
        case .valueAtMost(let limit): "≤ \(Figure.text(limit)) \(unit)"
        case .valueAtLeast(let limit): "≥ \(Figure.text(limit)) \(unit)"
        }
    }
}

/// Formats measured numbers: below 10 with three decimals, below 1,000 with one, otherwise with none, and without
/// trailing zeros. More digits would suggest a precision that a bench on a shared machine does not have. A number that
/// is not finite becomes `null`.
private enum Figure {
    static func text(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        let size = abs(value)
        let decimals = size < 10 ? 3 : size < 1000 ? 1 : 0
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let rounded = (value * scale).rounded() / scale
        if rounded == rounded.rounded(), abs(rounded) < 1e15 { return String(Int64(rounded)) }
        return "\(rounded)"
    }
}

/// Formats rows as a table. Column widths are fixed, so each row can be printed as soon as it is available.
package enum ResultTable {
    private static let widths = [30, 12, 12, 18, 8, 16]

    package static var heading: String { line(["name", "value", "unit", "baseline", "ratio", "goal", "holds"]) }

    package static func line(_ row: BenchResult) -> String {
        line([
            row.name, Figure.text(row.value), row.unit, row.baseline ?? "–", row.ratio.map(Figure.text) ?? "–",
            row.goal.description(unit: row.unit), row.isGoalMet ? "yes" : "NO",
        ])
    }

    private static func line(_ cells: [String]) -> String {
        var text = ""
        for (cell, width) in zip(cells, widths) {
            text += cell + String(repeating: " ", count: max(width - cell.count, 1))
        }
        return text + cells[widths.count...].joined(separator: " ")
    }
}

/// An error that invalidates a measurement, for example a wrong response.
package struct BenchFailure: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}
