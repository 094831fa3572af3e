import Foundation
import SeekNetworking
import SeekTestHelpers
import SeekTestingSupport
import Testing

private let sampleURL = "https://h.example/api/some"

private func send(_ transport: StubTransport, _ path: String = "api/some") async -> String? {
    try? await fetchSample(path, from: transport)
}

@Suite("The .stubbed trait and withStubs")
struct StubbedTests {
    @Test("the trait provides a transport to each test", .stubbed(stub(.get, sampleURL, returning: .text("stubbed"))))
    func trait() async {
        #expect(await send(.current) == "stubbed")
    }

    @Test(
        "each argument of a test has its own transport",
        .stubbed(stub(.get, sampleURL, returning: .sequence([.text("once")]))),
        arguments: 0..<8
    )
    func arguments(_: Int) async {
        #expect(await send(.current) == "once")
    }

    @Test("a test can override a stub of its trait", .stubbed(stub(.get, sampleURL, returning: .text("trait"))))
    func overridden() async {
        StubTransport.current.stub(.get, sampleURL, returning: .text("test"))
        #expect(await send(.current) == "test")
    }

    @Test("a request after the end of the test fails with the reason, and is not recorded")
    func afterItsTest() async throws {
        let transport = await withStubs(stub(.get, sampleURL, times: .any, returning: .text("late"))) { $0 }
        let request = HTTPRequest(url: try #require(URL(string: sampleURL)))
        let error = await #expect(throws: NetworkError.self) {
            try await transport.send(request, deadline: .now + .seconds(60), maximumBodySize: 1)
        }
        #expect(error?.description.contains("the test of the stubs has ended") == true)
        #expect(transport.received.isEmpty)
        #expect(transport.problems.isEmpty)
    }

    @Test(
        "a detached task that was given the transport uses the stubs",
        .stubbed(stub(.get, sampleURL, returning: .text("a")))
    )
    func detached() async {
        let transport = StubTransport.current
        #expect(await Task.detached { await send(transport) }.value == "a")
    }

    @Test("adding a stub or sending a request outside of a scope fails the test")
    func outsideScope() async {
        withKnownIssue {
            StubTransport.current.stub(.get, sampleURL, returning: .text("lost"))
        } matching: { issue in
            "\(issue)".contains("give the test the trait .stubbed")
        }
        await withKnownIssue {
            #expect(await send(.current) == nil)
        } matching: { issue in
            "\(issue)".contains("outside of a scope")
        }
    }

    @Test("verification outside of a scope fails the test, and the error of a request contains the reason")
    func outsideScopeVerified() async throws {
        withKnownIssue { #expect(StubTransport.current.received.isEmpty) }
        withKnownIssue { StubTransport.current.verify(RequestMatcher(.get, sampleURL), times: 0) }
        let request = HTTPRequest(url: try #require(URL(string: sampleURL)))
        await withKnownIssue {
            let error = await #expect(throws: NetworkError.self) {
                try await StubTransport.current.send(request, deadline: .now + .seconds(60), maximumBodySize: 1)
            }
            #expect(
                error?.description.contains("there are no stubs; StubTransport.current is used outside of a scope")
                    == true
            )
        } matching: { issue in
            "\(issue)".contains("a detached task leaves its scope")
        }
    }

    @Test("reading the current transport outside of a scope without using it records no issue")
    func unusedOutsideScope() {
        _ = StubTransport.current
    }

    @Test("withStubs returns the result of its body and makes its transport current")
    func result() async {
        let text = await withStubs(stub(.get, sampleURL, returning: .text("body"))) { transport in
            #expect(transport === StubTransport.current)
            return await send(transport)
        }
        #expect(text == "body")
    }

    @Test("an unused stub fails the test at the line of the stub")
    func unused() async {
        let line = #line + 3
        await withKnownIssue {
            await withStubs(
                stub(.get, sampleURL, returning: .text("unused"))
            ) { _ in }
        } matching: { issue in
            issue.sourceLocation?.line == line && "\(issue)".contains("was not used")
        }
    }

    @Test("an unmatched request fails the test at the line of withStubs, with the difference from the nearest stub")
    func unmatched() async {
        let line = #line + 2
        await withKnownIssue {
            await withStubs(stub(.get, sampleURL, returning: .text(""))) { transport in
                _ = await send(transport)
                _ = await send(transport, "api/some/else")
            }
        } matching: { issue in
            issue.sourceLocation?.line == line
                && "\(issue)".contains("path is /api/some/else, not /api/some")
        }
    }

    @Test("problems are reported even if the body throws")
    func throwing() async {
        struct Stop: Error {}
        await withKnownIssue {
            await #expect(throws: Stop.self) {
                try await withStubs(stub(.get, sampleURL, returning: .text(""))) { _ in throw Stop() }
            }
        } matching: { issue in
            "\(issue)".contains("was not used")
        }
    }
}
