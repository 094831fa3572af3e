/// Formats measured numbers with three decimals below 10, one below 1000 and none above, without trailing zeros.
/// More digits would suggest a precision that a bench on a shared machine does not have. The text of a number that is
/// not finite is `null`.
enum Figure {
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
