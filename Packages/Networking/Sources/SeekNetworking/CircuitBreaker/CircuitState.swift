/// The state of a circuit breaker for one host. Reads no clock: times are durations since any fixed instant.
///
/// While the circuit is *closed*, requests pass and consecutive failures are counted. At the threshold it *opens*:
/// requests are rejected until the cool-down has passed. Then one request probes the host; its success closes the
/// circuit, its failure opens it again.
public struct CircuitState: Sendable, Hashable {
    /// The decision about a request.
    public enum Admission: Sendable, Hashable {
        /// The request is sent.
        case pass
        /// The request is rejected. Further requests are rejected for at least this long.
        case reject(for: Duration)
    }

    /// The number of consecutive failures that opens the circuit; at least 1.
    public let threshold: Int
    /// How long the circuit stays open.
    public let coolDown: Duration
    private var failures = 0
    private var openUntil: Duration?
    private var isProbing = false

    /// Creates a closed circuit.
    public init(threshold: Int, coolDown: Duration) {
        self.threshold = max(1, threshold)
        self.coolDown = max(.zero, coolDown)
    }

    /// Whether the state is the initial one and need not be stored.
    public var isIdle: Bool { failures == 0 && openUntil == nil && !isProbing }

    /// Decides whether a request is sent.
    public mutating func admit(at now: Duration) -> Admission {
        guard let openUntil else { return .pass }
        guard now >= openUntil, !isProbing else { return .reject(for: max(openUntil - now, .milliseconds(1))) }
        isProbing = true
        return .pass
    }

    /// Records a success, which closes the circuit.
    public mutating func recordSuccess() {
        self = CircuitState(threshold: threshold, coolDown: coolDown)
    }

    /// Records a failure.
    public mutating func recordFailure(at now: Duration) {
        failures += 1
        if isProbing || failures >= threshold { openUntil = now + coolDown }
        isProbing = false
    }

    /// Records a request without evidence about the host, such as one that was cancelled or timed out.
    public mutating func recordInconclusive() {
        isProbing = false
    }
}
