import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("Cancellation and concurrent requests of every transport", .timeLimit(.minutes(2)))
struct CancellationContractTests {
    @Test("a request cancelled before it is sent is not sent", arguments: TransportKind.allCases)
    func before(kind: TransportKind) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse()))
        let request = try server.get()
        let transport = kind.make()
        let task = Task {
            // Waits until the task is cancelled.
            _ = await Gate().pass()
            return await transport.outcome(of: request)
        }
        task.cancel()
        #expect(await task.value.kind == .cancelled)
        #expect(await task.value.error?.context.attempts == 0)
        #expect(server.acceptedConnectionCount == 0)
    }

    @Test(
        "cancelling a request in progress ends it and closes its connection",
        arguments: TransportKind.allCases,
        LimitContractTests.incompleteResponses
    )
    func during(kind: TransportKind, fault: LoopbackServer.Fault) async throws {
        let server = try LoopbackServer(always: .fault(fault))
        let request = try server.get()
        let transport = kind.make()
        let task = Task { await transport.outcome(of: request) }
        await server.waitUntilReceived(1)
        task.cancel()
        #expect(await task.value.kind == .cancelled)
        await eventually { server.openConnectionCount == 0 }
    }

    @Test(
        "500 requests cancelled at random times each end once, and a later request succeeds",
        arguments: TransportKind.allCases
    )
    func randomTimes(kind: TransportKind) async throws {
        let server = try LoopbackServer { request in
            switch request.url.path {
            case "/redirect": .response(HTTPResponse(302, "moved", [.location: "/"]))
            case "/challenge": .response(HTTPResponse(401, "", [.wwwAuthenticate: "Basic realm=\"x\""]))
            case "/long": .response(HTTPResponse(200, String(repeating: "long ", count: 100_000)))
            case "/stall": .fault(.stall)
            default: .response(HTTPResponse(200, "here"))
            }
        }
        let transport = kind.make()
        var random = SeededGenerator(seed: 20_240_229)
        var outcomes: [OutcomeKind: Int] = [:]
        for batch in 0..<20 {
            let tasks = try (0..<25).map { index in
                let path = ["/", "/redirect", "/challenge", "/long", "/stall"][(batch + index) % 5]
                let request = try server.get(path)
                return Task { await transport.outcome(of: request) }
            }
            for task in tasks.shuffled(using: &random) {
                for _ in 0..<random.next() % 20 { await Task.yield() }
                task.cancel()
            }
            for task in tasks { outcomes[await task.value.kind, default: 0] += 1 }
        }
        #expect(outcomes.values.reduce(0, +) == 500)
        #expect(Set(outcomes.keys).isSubset(of: [.cancelled, .response(200), .response(302), .response(401)]))
        #expect(outcomes[.cancelled, default: 0] > 0)
        #expect(await transport.outcome(of: try server.get()).response?.text == "here")
    }

    @Test("200 concurrent requests each receive their own response", arguments: TransportKind.allCases)
    func concurrent(kind: TransportKind) async throws {
        let server = try LoopbackServer { .response(HTTPResponse(200, $0.url.path)) }
        let transport = kind.make()
        let succeeded = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                let request = try server.get("/\(number)")
                group.addTask { await transport.outcome(of: request).response?.text == "/\(number)" }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(succeeded == 200)
    }
}
