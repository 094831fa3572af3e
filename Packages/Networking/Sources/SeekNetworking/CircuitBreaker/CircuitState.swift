/// Whether a host is asked, and when again after it has failed. A pure value; the moments come from the caller.
///
/// *Closed*, requests pass and failures in a row are counted. At the threshold the circuit *opens*: nothing passes until the
/// cool-down is over. Then one request probes; its success closes the circuit, its failure opens it again.
public struct CircuitState: Sendable, Hashable {
    /// What becomes of a request.
    public enum Admission: Sendable, Hashable {
        /// It passes.
        case pass
        /// It is held back, for at least so long.
        case refuse(for: Duration)
    }

    /// The failures in a row at which the circuit opens; at least 1.
    public let threshold: Int
    /// How long it stays open.
    public let coolDown: Duration
    private var failures = 0
    private var openUntil: ContinuousClock.Instant?
    private var isProbing = false

    /// Makes a closed circuit.
    public init(threshold: Int, coolDown: Duration) {
        self.threshold = max(1, threshold)
        self.coolDown = max(.zero, coolDown)
    }

    /// Whether nothing has failed: a state that need not be kept.
    public var isIdle: Bool { failures == 0 && openUntil == nil && !isProbing }

    /// Asks for a request to pass.
    public mutating func admit(at now: ContinuousClock.Instant) -> Admission {
        guard let openUntil else { return .pass }
        guard now >= openUntil, !isProbing else { return .refuse(for: max(openUntil - now, .milliseconds(1))) }
        isProbing = true
        return .pass
    }

    /// Takes note of a request that passed and went well.
    public mutating func recordSuccess() {
        self = CircuitState(threshold: threshold, coolDown: coolDown)
    }

    /// Takes note of a request that passed and failed.
    public mutating func recordFailure(at now: ContinuousClock.Instant) {
        failures += 1
        if isProbing || failures >= threshold { openUntil = now + coolDown }
        isProbing = false
    }

    /// Takes note of a request that passed and says nothing of the host: it was cancelled, or ran out of its caller's time.
    public mutating func recordNothing() {
        isProbing = false
    }
}
