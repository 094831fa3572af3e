extension Duration {
    /// The duration in seconds.
    public var seconds: Double { self / .seconds(1) }

    /// Creates a duration from an untrusted number of seconds, rounded up to a whole millisecond and limited to 1,000
    /// years in both directions; zero for NaN.
    ///
    /// `Duration.seconds(_:)` traps if the number is too large.
    public init(clampingSeconds seconds: Double) {
        let limit = 1_000 * 31_556_952.0
        let clamped = seconds.isNaN ? 0 : min(max(seconds, -limit), limit)
        self = .milliseconds(Int64((clamped * 1_000).rounded(.up)))
    }
}
