import FoundationEssentials
import SeekTestingSupport
import Synchronization
import Testing

@testable import SeekNetworking

/// Holds each request until the test answers it, and sees who is cancelled.
private final class HeldTransport: HTTPTransport {
    private struct State {
        var waiting: [(number: Int, continuation: CheckedContinuation<Result<HTTPResponse, NetworkError>, Never>)] = []
        var requests: [HTTPRequest] = []
        var cancelled = 0
    }

    private let state = Mutex(State())
    private let arrivals = AsyncStream<Void>.makeStream()

    var requests: [HTTPRequest] { state.withLock { $0.requests } }
    var cancelled: Int { state.withLock { $0.cancelled } }

    func send(
        _ request: HTTPRequest,
        deadline: ContinuousClock.Instant,
        bodyLimit: Int
    ) async throws(NetworkError) -> HTTPResponse {
        let number = state.withLock { state in
            state.requests.append(request)
            return state.requests.count
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { $0.waiting.append((number, continuation)) }
                arrivals.continuation.yield()
                // A cancellation from before found nobody waiting.
                if Task.isCancelled { cancel(number, request) }
            }
        } onCancel: {
            state.withLock { $0.cancelled += 1 }
            cancel(number, request)
        }
        return try outcome.get()
    }

    /// Ends this request, and no other one.
    private func cancel(_ number: Int, _ request: HTTPRequest) {
        let waiter = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: .failure(.cancelled(.init(request: request))))
    }

    func arrival() async {
        var iterator = arrivals.stream.makeAsyncIterator()
        _ = await iterator.next()
    }

    func answer(_ outcome: Result<HTTPResponse, NetworkError>) {
        state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }?.continuation.resume(returning: outcome)
    }
}

@Suite("Identical reads", .timeLimit(.minutes(1)))
struct CoalescingTests {
    private func start(
        _ handler: @escaping HTTPHandler,
        _ request: HTTPRequest,
        _ options: RequestOptions = .within()
    ) -> Task<Outcome, Never> {
        Task { await Outcome { () async throws(NetworkError) in try await handler(request, options) } }
    }

    @Test("share one exchange, and later ones ask anew")
    func share() async throws {
        let transport = HeldTransport()
        let handler = chain([Coalescing()], to: transport)
        let first = start(handler, request("https://a.example"))
        await transport.arrival()
        let others = (0..<20).map { _ in start(handler, request("https://a.example")) }
        let different = [
            request("https://a.example/other"), request("https://a.example", .get, [.accept: "text/html"]),
            request("https://a.example", .head),
        ].map { start(handler, $0) }
        for _ in different { await transport.arrival() }
        for _ in 0..<4 { transport.answer(.success(json("1"))) }
        #expect(await first.value.response?.status.code == 200)
        for task in different { #expect(await task.value.response != nil) }
        // Whoever had not boarded in time has started an exchange of its own.
        let answering = Task {
            while !Task.isCancelled {
                transport.answer(.success(json("2")))
                await Task.yield()
            }
        }
        for task in others { #expect(await task.value.response != nil) }
        answering.cancel()
        #expect(transport.requests.count < 24)
    }

    @Test("one caller that leaves does not end it for the others; the last one does")
    func leaving() async {
        let transport = HeldTransport()
        let coalescing = Coalescing()
        let handler = chain([coalescing], to: transport)
        let first = start(handler, request("https://a.example"))
        await transport.arrival()
        let second = start(handler, request("https://a.example"))
        await eventually { coalescing.passengers(of: request("https://a.example")) == 2 }
        first.cancel()
        guard case .cancelled? = await first.value.error else {
            Issue.record("the caller could not leave")
            return
        }
        #expect(transport.cancelled == 0)
        second.cancel()
        #expect(await second.value.error != nil)
        await eventually { transport.cancelled > 0 }
        #expect(transport.requests.count == 1)
    }

    @Test("an exchange that was left by all is not boarded any more")
    func abandoned() async {
        let transport = HeldTransport()
        let handler = chain([Coalescing()], to: transport)
        let first = start(handler, request("https://a.example"))
        await transport.arrival()
        first.cancel()
        _ = await first.value
        let second = start(handler, request("https://a.example"))
        await transport.arrival()
        transport.answer(.success(json("2")))
        transport.answer(.success(json("2")))
        #expect(await second.value.response?.status.code == 200)
        #expect(transport.requests.count == 2)
    }

    @Test("each caller has its own deadline: who has less time leaves, who has more asks again")
    func deadlines() async {
        let transport = HeldTransport()
        let coalescing = Coalescing()
        let handler = chain([coalescing], to: transport)
        let patient = start(handler, request("https://a.example"), .within(.seconds(50)))
        await transport.arrival()
        let hasty = start(handler, request("https://a.example"), .within(.milliseconds(20)))
        guard case .timedOut? = await hasty.value.error else {
            Issue.record("the shorter deadline was not kept")
            return
        }
        let longer = start(handler, request("https://a.example"), .within(.seconds(60)))
        await eventually { coalescing.passengers(of: request("https://a.example")) == 2 }
        transport.answer(.failure(.timedOut(.init(request: nil))))
        guard case .timedOut? = await patient.value.error else {
            Issue.record("the exchange's own deadline was not told")
            return
        }
        await transport.arrival()
        transport.answer(.success(json("3")))
        #expect(await longer.value.response?.status.code == 200)
    }

    @Test("what changes something is never shared")
    func writes() async {
        let transport = HeldTransport()
        let handler = chain([Coalescing()], to: transport)
        let posts = (0..<2).map { _ in start(handler, request("https://a.example", .post)) }
        for _ in posts { await transport.arrival() }
        for _ in posts { transport.answer(.success(json("1"))) }
        for post in posts { #expect(await post.value.response != nil) }
    }

    @Test("hundreds of callers that come, leave and are cancelled all get an outcome")
    func torment() async {
        let transport = HeldTransport()
        let handler = chain([Coalescing()], to: transport)
        let answering = Task {
            while !Task.isCancelled {
                transport.answer(.success(json("1")))
                await Task.yield()
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<500 {
                group.addTask {
                    let task = Task {
                        await Outcome { () async throws(NetworkError) in
                            try await handler(request("https://a.example/\(index % 3)"), .within(.seconds(30)))
                        }
                    }
                    if index % 4 == 0 { task.cancel() }
                    let outcome = await task.value
                    #expect(outcome.response != nil || outcome.error != nil)
                    if index % 4 != 0 { #expect(outcome.response != nil) }
                }
            }
        }
        answering.cancel()
    }
}
