import SeekBasics

/// Rejects requests to a host that fails repeatedly, without waiting for it.
///
/// A transport error and a status of 500 or more are failures. A cancellation or a timeout is not a failure: callers
/// choose their deadlines, and a short one proves nothing about the host. A connection that cannot be opened
/// (``NetworkError/couldNotConnect``) is not a failure either: this device may be offline. Each origin has its own
/// circuit. After the cool-down, one request is sent as a probe: its success closes the circuit, its failure opens it
/// again.
public final class CircuitBreakerMiddleware: HTTPMiddleware {
    private let closed: CircuitState
    private let states = Mutex<[Origin?: CircuitState]>([:])
    private let elapsed: @Sendable () -> Duration

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - threshold: The number of consecutive failures that opens the circuit. 5 by default.
    ///   - coolDown: How long the circuit stays open. 30 s by default.
    ///   - clock: Measures the cool-down.
    public init(
        threshold: Int = 5,
        coolDown: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        closed = CircuitState(threshold: threshold, coolDown: coolDown)
        elapsed = clock.stopwatch()
    }

    /// False: stubs do not change the circuit.
    public var interceptsStubs: Bool { false }

    /// Sends the request, or rejects it if the circuit of its host is open.
    public func intercept(
        _ request: HTTPRequest,
        options: RequestOptions,
        next: @escaping HTTPHandler
    ) async throws(NetworkError) -> HTTPResponse {
        let isProbe = try admit(request)
        do throws(NetworkError) {
            let response = try await next(request, options)
            if response.status.code >= 500 {
                change(request) { $0.recordFailure(at: elapsed(), isProbe: isProbe) }
            } else {
                change(request) { $0.recordSuccess(isProbe: isProbe) }
            }
            return response
        } catch {
            change(request) { state in
                switch error {
                // The server has responded.
                case .transport(.unsupportedContentCoding, _): state.recordSuccess(isProbe: isProbe)
                case .transport where !error.couldNotConnect: state.recordFailure(at: elapsed(), isProbe: isProbe)
                default: state.recordInconclusive(isProbe: isProbe)
                }
            }
            throw error
        }
    }

    /// Throws if the circuit is open; otherwise returns whether the request is a probe.
    private func admit(_ request: HTTPRequest) throws(NetworkError) -> Bool {
        switch change(request, { $0.admit(at: elapsed()) }) {
        case .pass: return false
        case .probe: return true
        case .reject(let duration):
            let context = NetworkError.Context(request: request, attempts: 0)
            throw .rejected(.circuitOpen(host: request.origin?.host ?? "", for: duration), context)
        }
    }

    @discardableResult
    private func change<Result>(_ request: HTTPRequest, _ body: (inout CircuitState) -> Result) -> Result {
        states.withLock { states in
            let origin = request.origin
            let old = states[origin]
            var new = old ?? closed
            defer { if old != nil || !new.isInitial { states[origin] = new.isInitial ? nil : new } }
            return body(&new)
        }
    }
}

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
