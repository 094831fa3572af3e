/// The goal of a row.
public enum Goal: Sendable, Hashable {
    /// The ratio is at most this.
    case ratioAtMost(Double)
    /// The ratio is at least this.
    case ratioAtLeast(Double)
    /// The ratio is above this.
    case ratioAbove(Double)
    /// The value, in the row's unit, is at most this.
    case valueAtMost(Double)
    /// The value, in the row's unit, is at least this.
    case valueAtLeast(Double)

    /// Returns whether the goal is met. A goal for the ratio is not met if the ratio is nil or NaN; a goal for the
    /// value is not met if the value is NaN.
    public func isMet(value: Double, ratio: Double?) -> Bool {
        switch self {
        case .ratioAtMost(let limit): ratio.map { $0 <= limit } ?? false
        case .ratioAtLeast(let limit): ratio.map { $0 >= limit } ?? false
        case .ratioAbove(let limit): ratio.map { $0 > limit } ?? false
        case .valueAtMost(let limit): value <= limit
        case .valueAtLeast(let limit): value >= limit
        }
    }

    /// Returns the goal as text: `ratio ≤ 1.15`, `≤ 10 µs`.
    public func description(unit: String) -> String {
        switch self {
        case .ratioAtMost(let limit): "ratio ≤ \(Figure.text(limit))"
        case .ratioAtLeast(let limit): "ratio ≥ \(Figure.text(limit))"
        case .ratioAbove(let limit): "ratio > \(Figure.text(limit))"
        case .valueAtMost(let limit): "≤ \(Figure.text(limit)) \(unit)"
        case .valueAtLeast(let limit): "≥ \(Figure.text(limit)) \(unit)"
        }
    }
}
