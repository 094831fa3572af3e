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
