import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

@Suite("StubTransport")
struct StubTransportTests {
    private let sampleURL = "https://example.com/api/some"

    @Test("fixtures, JSON values, text, statuses and complete responses are returned as stubbed")
    func responses() async throws {
        let transport = StubTransport([
            stub(.get, "\(sampleURL)/file", returning: .json(file: "youtube/search")),
            stub(.get, "\(sampleURL)/value", returning: .json(["items": []])),
            stub(.get, "\(sampleURL)/text", returning: .text("{", contentType: "application/json")),
            stub(.get, "\(sampleURL)/status", returning: .status(404)),
            stub(.get, "\(sampleURL)/response", returning: .response(HTTPResponse(status: 204))),
        ])
        let file = try await send(transport, "\(sampleURL)/file").get()
        #expect(file.headerFields[.contentType] == "application/json; charset=utf-8")
        #expect(try file.body == load(.bytes("youtube/search.json")))
        #expect(await send(transport, "\(sampleURL)/value").text == #"{"items":[]}"#)
        #expect(await send(transport, "\(sampleURL)/text").text == "{")
        #expect(try await send(transport, "\(sampleURL)/status").get().status.code == 404)
        #expect(try await send(transport, "\(sampleURL)/response").get().status.code == 204)
        #expect(transport.received.map(\.url.lastPathComponent) == ["file", "value", "text", "status", "response"])
        #expect(transport.problems.isEmpty)
    }

    @Test(
        "a status has an empty JSON object as its body, except for statuses without content",
        arguments: [204, 205, 304, 200, 404]
    )
    func statuses(code: Int) async throws {
        let transport = StubTransport([stub(.get, sampleURL, returning: .status(HTTPResponse.Status(code: code)))])
        #expect(await send(transport, sampleURL).text == ([200, 404].contains(code) ? "{}" : ""))
    }

    @Test("a stub can fail with a transport error or compute its response in a closure")
    func failures() async {
        let transport = StubTransport([
            stub(.get, "\(sampleURL)/lost", returning: .failure(.connectionLost)),
            stub(.get, "\(sampleURL)/late", returning: .failure { .timedOut(.init(request: $0)) }),
            stub(
                .post,
                "\(sampleURL)/echo",
                returning: .closure { HTTPResponse(body: Data("\($0.method)".utf8)) }
            ),
        ])
        guard case .transport(.connectionLost, let context)? = await send(transport, "\(sampleURL)/lost").failure else {
            Issue.record("the connection was not lost")
            return
        }
        #expect(context.url?.absoluteString == "\(sampleURL)/lost")
        #expect(await send(transport, "\(sampleURL)/late").failure?.stage == .transport)
        #expect(await send(transport, "\(sampleURL)/echo", method: .post).text == "POST")
    }

    @Test("a sequence returns its responses in order")
    func sequences() async {
        let transport = StubTransport([stub(.get, sampleURL, returning: .sequence([.text("1"), .text("2")]))])
        #expect(await send(transport, sampleURL).text == "1")
        #expect(await send(transport, sampleURL).text == "2")
        #expect(transport.problems.isEmpty)
    }

    @Test("an incomplete sequence is reported with the number of its uses")
    func incompleteSequence() async {
        let transport = StubTransport([stub(.get, sampleURL, returning: .sequence([.text("1"), .text("2")]))])
        #expect(await send(transport, sampleURL).text == "1")
        #expect(transport.problems.first?.description.contains("was used 1 time, not 2") == true)
    }

    @Test("a sequence whose responses have all been used matches no further request")
    func completeSequence() async {
        // Without a call site, the unmatched request does not fail this test.
        let transport = StubTransport(
            [stub(.get, sampleURL, returning: .sequence([.text("1"), .text("2")]))],
            callSite: nil
        )
        for _ in 0..<2 { _ = await send(transport, sampleURL) }
        let third = await send(transport, sampleURL)
        #expect(third.failure?.description.contains("its sequence is complete") == true)
        #expect(transport.problems.map(\.kind) == [.unmatchedRequest])
    }

    @Test("the most recently added stub that matches is used")
    func precedence() async {
        let transport = StubTransport([
            stub(.get, sampleURL, returning: .text("any")),
            stub(.get, "\(sampleURL)?page=2", returning: .text("second")),
        ])
        #expect(await send(transport, "\(sampleURL)?page=2").text == "second")
        #expect(await send(transport, "\(sampleURL)?page=3").text == "any")
        transport.stub(.get, sampleURL, returning: .text("other"))
        #expect(await send(transport, "\(sampleURL)?page=3").text == "other")
        #expect(await send(transport, "\(sampleURL)?page=2").text == "other")
    }

    @Test("a replaced stub is not reported as unused")
    func replaced() async {
        let transport = StubTransport([stub(.get, sampleURL, returning: .text("suite"))])
        transport.stub(.get, sampleURL, returning: .text("test"))
        #expect(await send(transport, sampleURL).text == "test")
        #expect(transport.problems.isEmpty)
    }

    @Test("the maximum body size, the deadline and cancellation apply to stubbed requests")
    func limits() async {
        let transport = StubTransport([stub(.get, sampleURL, returning: .text("12345"))])
        guard case .bodyTooLarge(limit: 4, _)? = await send(transport, sampleURL, maximumBodySize: 4).failure else {
            Issue.record("the body was not limited")
            return
        }
        guard case .timedOut? = await send(transport, sampleURL, deadline: .now - .seconds(1)).failure else {
            Issue.record("the request did not time out")
            return
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await send(transport, sampleURL)
        }
        guard case .cancelled? = await task.value.failure else {
            Issue.record("the request was not cancelled")
            return
        }
    }

    @Test("a held response is returned when its gate opens, unless the request is cancelled or times out first")
    func held() async {
        let gate = Gate()
        let transport = StubTransport([stub(.get, sampleURL, returning: .held(at: gate, .text("late")))])
        let cancelled = Task { await send(transport, sampleURL) }
        await gate.waitForArrivals(1)
        cancelled.cancel()
        guard case .cancelled? = await cancelled.value.failure else {
            Issue.record("the request was not cancelled")
            return
        }
        let waiting = Task { await send(transport, sampleURL) }
        await gate.waitForArrivals(2)
        gate.open()
        #expect(await waiting.value.text == "late")
        await transport.waitUntilReceived(2)
        let closed = StubTransport([stub(.get, sampleURL, returning: .held(at: Gate(), .text("never")))])
        let outcome = await send(closed, sampleURL, deadline: .now + .milliseconds(20))
        guard case .timedOut? = outcome.failure else {
            Issue.record("the request did not time out at the gate")
            return
        }
    }

    @Test("concurrent scopes each have their own current transport")
    func scopes() async {
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<50 {
                group.addTask {
                    let transport = StubTransport([stub(.get, sampleURL, returning: .text("\(index)"))])
                    return await transport.scope { await send(StubTransport.current, sampleURL).text == "\(index)" }
                }
            }
            for await hasOwnTransport in group { #expect(hasOwnTransport) }
        }
    }
}
