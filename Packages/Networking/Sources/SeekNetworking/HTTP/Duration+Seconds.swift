extension Duration {
    /// The duration in seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }

    /// Creates a duration of a number of seconds that may come from outside, rounded up to milliseconds: at most 1,000 years either
    /// way, and zero for what is not a number. Converting any larger `Double` ends the process.
    init(clampingSeconds seconds: Double) {
        let limit = 1_000 * 31_556_952.0
        let clamped = seconds.isNaN ? 0 : min(max(seconds, -limit), limit)
        self = .milliseconds(Int64((clamped * 1_000).rounded(.up)))
    }
}
