import Foundation
import SeekBasics
import SeekTestHelpers
import Testing

@_spi(Seek) @testable import SeekNetworking

@Suite("Circuit breaker")
struct CircuitBreakerMiddlewareTests {
    @Test("opens after consecutive failures, probes once after the cool-down, and closes after a success")
    func states() {
        var state = CircuitState(threshold: 2, coolDown: .seconds(10))
        var admissions: [CircuitState.Admission] = []
        func admit(_ seconds: Int) { admissions.append(state.admit(at: .seconds(seconds))) }
        admit(0)
        state.recordFailure(at: .zero, isProbe: false)
        admit(0)
        state.recordFailure(at: .zero, isProbe: false)
        admit(4)
        admit(10)
        admit(10)
        #expect(admissions == [.pass, .pass, .reject(for: .seconds(6)), .probe, .reject(for: .milliseconds(1))])
        state.recordFailure(at: .seconds(11), isProbe: true)
        admissions = []
        admit(20)
        admit(21)
        state.recordSuccess(isProbe: true)
        admit(21)
        admit(21)
        #expect(admissions == [.reject(for: .seconds(1)), .probe, .pass, .pass])
        #expect(state.isInitial)
    }

    @Test("a success resets the count of failures")
    func reset() {
        var state = CircuitState(threshold: 2, coolDown: .seconds(10))
        state.recordFailure(at: .zero, isProbe: false)
        state.recordSuccess(isProbe: false)
        state.recordFailure(at: .zero, isProbe: false)
        let admission = state.admit(at: .zero)
        #expect(admission == .pass)
    }

    @Test("after a probe that was cancelled or timed out, the next request is a probe")
    func inconclusiveProbe() {
        var state = CircuitState(threshold: 1, coolDown: .seconds(10))
        state.recordFailure(at: .zero, isProbe: false)
        let probe = state.admit(at: .seconds(10))
        state.recordInconclusive(isProbe: true)
        let next = state.admit(at: .seconds(10))
        #expect([probe, next] == [.probe, .probe])
    }

    @Test(
        "the outcome of a request sent before the circuit opened changes neither the cool-down nor the probe",
        arguments: [
            { $0.recordSuccess(isProbe: false) },
            { $0.recordFailure(at: .seconds(11), isProbe: false) },
            { $0.recordInconclusive(isProbe: false) },
        ] as [@Sendable (inout CircuitState) -> Void]
    )
    func lateOutcome(record: @Sendable (inout CircuitState) -> Void) {
        var state = CircuitState(threshold: 1, coolDown: .seconds(10))
        state.recordFailure(at: .zero, isProbe: false)
        record(&state)
        let probe = state.admit(at: .seconds(10))
        record(&state)
        let next = state.admit(at: .seconds(12))
        #expect([probe, next] == [.probe, .reject(for: .milliseconds(1))])
    }

    @Test("timeouts and cancellations do not open the circuit")
    func inconclusiveOutcomes() async {
        let outcomes = StubResponse.sequence(
            (0..<10).flatMap { _ -> [StubResponse] in
                [.failure { .timedOut(.init(request: $0)) }, .failure { .cancelled(.init(request: $0)) }]
            }
        )
        // The last stub that matches is used; a complete sequence matches no further request.
        let transport = StubTransport([
            stub(.any, "/{+path}", times: .any, returning: .response(json("1"))),
            stub(.any, "/{+path}", returning: outcomes),
        ])
        let handler = chain([CircuitBreakerMiddleware(threshold: 2)], to: transport)
        func send() async -> Outcome {
            await Outcome(of: "https://a.example", through: handler, within: .milliseconds(50))
        }
        for _ in 0..<20 { #expect(await send().error?.stage == .transport) }
        #expect(await send().response?.status.code == 200)
    }

    @Test("rejects requests to the failing host only, and the error contains the name of the host")
    func middleware() async {
        let clock = ManualClock()
        let breaker = CircuitBreakerMiddleware(threshold: 2, coolDown: .seconds(10), clock: clock)
        let transport = scripted(
            json("", status: 500),
            json("", status: 503),
            json("other"),
            json("", status: 404),
            json("1")
        )
        let handler = chain([breaker], to: transport)
        func send(_ url: String) async -> Outcome {
            await Outcome(of: url, through: handler)
        }
        #expect(await send("https://a.example/1").response?.status.code == 500)
        #expect(await send("https://a.example/2").response?.status.code == 503)
        let rejected = await send("https://a.example/3").error
        #expect(rejected?.description == "a.example has failed too often (GET https://a.example/3); try again in 10 s")
        #expect(rejected?.stage == .request)
        #expect(rejected?.context.attempts == 0)
        #expect(await send("https://b.example/").response?.status.code == 200)
        clock.advance(by: .seconds(10))
        #expect(await send("https://a.example/4").response?.status.code == 404)
        #expect(await send("https://a.example/5").response?.status.code == 200)
        #expect(transport.received.count == 5)
    }

    @Test("if a retry is rejected, the response of the previous attempt is returned")
    func rejectedRetry() async {
        let transport = StubTransport([stub(.any, "/{+path}", times: .any, returning: .status(500))])
        let retries = RetryMiddleware(clock: ImmediateClock())
        let handler = chain([retries, CircuitBreakerMiddleware(threshold: 2)], to: transport)
        let response = await Outcome(of: "https://a.example", through: handler).response
        #expect(response?.status.code == 500)
        #expect(response?.provenance.attempts == 2)
        #expect(transport.received.count == 2)
    }

    @Test(
        "lost connections open the circuit; failures to connect do not, because this device may be offline",
        arguments: [(.connectionLost, true), (.cannotConnect, false), (.hostNotFound, false)]
            as [(TransportFailure, Bool)]
    )
    func connections(failure: TransportFailure, isOpened: Bool) async {
        let transport = StubTransport([stub(.any, "/{+path}", times: .any, returning: .failure(failure))])
        let handler = chain([CircuitBreakerMiddleware(threshold: 2)], to: transport)
        for _ in 0..<2 { _ = await Outcome(of: "https://a.example", through: handler) }
        let error = await Outcome(of: "https://a.example", through: handler).error
        #expect(error?.couldNotConnect == !isOpened)
        #expect(transport.received.count == (isOpened ? 2 : 3))
    }
}
