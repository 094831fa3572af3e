/// Formats measured numbers: below 10 with three decimals, below 1,000 with one, otherwise with none, and without
/// trailing zeros. More digits would suggest a precision that a bench on a shared machine does not have. A number that
/// is not finite becomes `null`.
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
