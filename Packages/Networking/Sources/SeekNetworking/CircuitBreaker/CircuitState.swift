/// The state of a circuit breaker for one host. Reads no clock: times are durations since an arbitrary fixed instant.
///
/// While the circuit is *closed*, requests pass and consecutive failures are counted. At the threshold it *opens*:
/// requests are rejected until the cool-down has passed. Then one request probes the host; its success closes the
/// circuit, its failure opens it again. Outcomes of other requests, which were sent before the circuit opened, are
/// ignored while it is open.
struct CircuitState: Sendable, Hashable {
    enum Admission: Sendable, Hashable {
        case pass
        /// The request is sent, and its outcome decides whether the circuit closes.
        case probe
        /// The request is rejected. The duration is the rest of the cool-down, or 1 ms while a probe is in flight.
        case reject(for: Duration)
    }

    /// The number of consecutive failures that opens the circuit; at least 1.
    let threshold: Int
    /// How long the circuit stays open.
    let coolDown: Duration
    private var failureCount = 0
    /// The end of the cool-down; nil if the circuit is closed.
    private var openUntil: Duration?
    private var isProbing = false

    init(threshold: Int, coolDown: Duration) {
        self.threshold = max(1, threshold)
        self.coolDown = max(.zero, coolDown)
    }

    /// Whether the state is the initial one and need not be stored.
    var isInitial: Bool { failureCount == 0 && openUntil == nil }

    mutating func admit(at now: Duration) -> Admission {
        guard let openUntil else { return .pass }
        guard now >= openUntil, !isProbing else { return .reject(for: max(openUntil - now, .milliseconds(1))) }
        isProbing = true
        return .probe
    }

    /// Records a success of a request or a probe, which closes the circuit.
    mutating func recordSuccess(isProbe: Bool) {
        guard openUntil == nil || isProbe else { return }
        self = CircuitState(threshold: threshold, coolDown: coolDown)
    }

    /// Records a failure, which opens the circuit at the threshold, or again after a probe.
    mutating func recordFailure(at now: Duration, isProbe: Bool) {
        guard openUntil == nil || isProbe else { return }
        failureCount += 1
        if failureCount >= threshold { openUntil = now + coolDown }
        isProbing = false
    }

    /// Records a request without evidence about the host, such as one that was cancelled or timed out. If it was a
    /// probe, the next request is a probe as well.
    mutating func recordInconclusive(isProbe: Bool) {
        if isProbe { isProbing = false }
    }
}
