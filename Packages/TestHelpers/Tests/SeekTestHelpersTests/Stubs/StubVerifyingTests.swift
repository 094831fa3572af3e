import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Verification of the requests that a StubTransport received")
struct StubVerifyingTests {
    private func transport(receiving targets: String...) async -> StubTransport {
        let transport = StubTransport([stub(.get, "/{+any}", times: .any, returning: .text(""))])
        for target in targets { _ = await send(transport, "https://h.example\(target)") }
        return transport
    }

    @Test(
        "verify(_:times:) compares the number of matching requests and redacts secrets in the failure",
        arguments: [
            (CallCount.atLeastOnce, true), (2, true), (1, false), (.any, true), (CallCount(1...3), true),
            (CallCount(3...), false), (0, false),
        ]
    )
    func counts(times: CallCount, isExpected: Bool) async {
        let transport = await transport(receiving: "/a/1", "/b", "/a/2?key=s3cret")
        #expect(transport.verify(RequestMatcher(.get, "/a/{id}"), times: times) == isExpected)
        #expect(transport.problems.map(\.kind) == (isExpected ? [] : [.verification]))
        #expect(transport.received(RequestMatcher(.get, "/a/{id}")).map { $0.values["id"] } == ["1", "2"])
        guard let problem = transport.problems.first else { return }
        #expect(problem.description.hasPrefix("GET /a/{id} was received 2 times, not \(times); received: GET https://"))
        #expect(problem.callSite?.fileID.hasSuffix("StubVerifyingTests.swift") == true)
        #expect(!problem.description.contains("s3cret"))
    }

    @Test("the description of a failed verification states that nothing was received")
    func nothingReceived() {
        let unused = StubTransport()
        unused.verify(RequestMatcher(.get, "/login"))
        #expect(unused.problems.first?.description.hasSuffix("not at least 1; nothing was received") == true)
    }

    @Test("a stub that is used more or less often than its times: allows is reported")
    func times() async {
        let sampleURL = "https://h.example/a"
        for (times, uses, ending) in [
            (CallCount(integerLiteral: 1), 2, "was used 2 times, not 1"), (2, 1, "was used 1 time, not 2"),
            (CallCount(2...3), 4, "was used 4 times, not 2 to 3"), (1, 0, "was not used"),
        ] {
            let transport = StubTransport([stub(.get, sampleURL, times: times, returning: .text("yes"))])
            for _ in 0..<uses { #expect(await send(transport, sampleURL).text == "yes") }
            #expect(transport.problems.first?.description.hasSuffix(ending) == true, "\(transport.problems)")
        }
        let optional = StubTransport([
            stub(.get, sampleURL, times: .any, returning: .text("")), stub(.get, "/b", times: 0, returning: .text("")),
        ])
        #expect(optional.problems.isEmpty)
    }

    @Test("strictness selects the reported problems; an unmatched request fails regardless of it")
    func strictness() async {
        let expected: [(StubStrictness, [StubFailure.Kind])] = [
            (.strict, [.unmatchedRequest, .wrongUseCount]), (.unmatchedRequests, [.unmatchedRequest]),
            (.wrongUseCounts, [.wrongUseCount]), (.lenient, []),
        ]
        for (strictness, kinds) in expected {
            // Without a call site, an unmatched request does not fail this test.
            let transport = StubTransport(
                [stub(.get, "/a", returning: .text(""))],
                strictness: strictness,
                callSite: nil
            )
            #expect(await send(transport, "https://h.example/b").failure?.stage == .request)
            #expect(transport.problems.map(\.kind) == kinds)
        }
    }

    @Test("reset() removes stubs, requests and problems")
    func reset() async {
        // Without a call site, an unmatched request does not fail this test.
        let transport = StubTransport([stub(.get, "/a", returning: .text(""))], callSite: nil)
        _ = await send(transport, "https://h.example/b")
        #expect(transport.stubs.count == 1)
        transport.reset()
        #expect(transport.problems.isEmpty)
        #expect(transport.received.isEmpty)
        #expect(transport.stubs.isEmpty)
    }

    @Test("after reset(), waitUntilReceived waits for new requests")
    func waitingAfterReset() async {
        // Without a call site, an unmatched request does not fail this test.
        let transport = StubTransport([stub(.get, "/a", returning: .text(""))], callSite: nil)
        _ = await send(transport, "https://h.example/a")
        transport.reset()
        let gate = Gate()
        let waiting = Task {
            gate.open()
            await transport.waitUntilReceived(1)
            return transport.received.count
        }
        _ = await gate.pass()
        _ = await send(transport, "https://h.example/b")
        #expect(await waiting.value == 1)
    }
}
