import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Delayed and faulty stub responses")
struct StubResponseTests {
    private let sampleURL = "https://example.com/api/some"

    @Test("a delayed response is returned when the transport's clock reaches the delay")
    func delayed() async {
        let clock = ManualClock()
        let transport = StubTransport(
            [stub(.get, sampleURL, returning: .delayed(by: .seconds(60), .text("late")))],
            clock: clock
        )
        let request = Task { await send(transport, sampleURL) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(59))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        #expect(await request.value.text == "late")
    }

    @Test("a delay ends when the request times out or is cancelled")
    func delayedTooLong() async {
        let transport = StubTransport([stub(.get, sampleURL, returning: .delayed(by: .seconds(600), .text("late")))])
        guard case .timedOut? = await send(transport, sampleURL, deadline: .now + .milliseconds(20)).failure else {
            Issue.record("the request did not time out")
            return
        }
        let request = Task { await send(transport, sampleURL) }
        await transport.waitUntilReceived(2)
        request.cancel()
        guard case .cancelled? = await request.value.failure else {
            Issue.record("the request was not cancelled")
            return
        }
        // A delay of zero does not use the clock.
        let quick = StubTransport([stub(.get, sampleURL, returning: .delayed(by: .zero, .text("at once")))])
        #expect(await send(quick, sampleURL).text == "at once")
    }

    static let hello = HTTPResponse(body: Data("hello".utf8))
    static let broken: [(LoopbackServer.Fault, String)] = [
        (.resetBeforeResponse, "lost"), (.resetAfterHeaders, "lost"), (.emptyResponse, "lost"),
        (.truncatedBody(hello), "lost"), (.truncatedChunked(hello), "lost"),
        (.wrongContentLength(hello, declared: 9), "lost"), (.badChunk, "not valid HTTP"), (.garbage, "not valid HTTP"),
        (.bytes(Data()), "not valid HTTP"), (.endlessHeaders, "not valid HTTP"), (.endlessBody, "larger than"),
        (.stall, "no response in time"), (.stallInBody(hello), "no response in time"),
    ]

    @Test("a fault throws the error that a client of a faulty server receives", arguments: broken)
    func faults(row: (fault: LoopbackServer.Fault, description: String)) async {
        let transport = StubTransport([stub(.get, sampleURL, returning: .fault(row.fault))])
        let isStalled = row.description == "no response in time"
        let outcome = await send(transport, sampleURL, deadline: .now + (isStalled ? .milliseconds(20) : .seconds(60)))
        #expect(outcome.failure?.description.contains(row.description) == true)
    }

    @Test("slow responses and responses with a short Content-Length succeed")
    func slowAndShort() async {
        let transport = StubTransport([
            stub(.get, "/slow", returning: .fault(.slow(Self.hello, byteInterval: .microseconds(1)))),
            stub(.get, "/short", returning: .fault(.wrongContentLength(Self.hello, declared: 2))),
        ])
        #expect(await send(transport, "https://example.com/slow").text == "hello")
        #expect(await send(transport, "https://example.com/short").text == "he")
    }

    @Test("setting: changes a value of a response's fixture")
    func changed() async {
        let transport = StubTransport([
            stub(.get, "/title", returning: .json(file: "youtube/search", setting: ["items[0].snippet.title": ""]))
        ])
        let body = await send(transport, "https://example.com/title").text ?? ""
        let page = try? JSONDecoder().decode(JSONValue.self, from: Data(body.utf8))
        #expect(page?["items"][0]["snippet"]["title"] == "")
    }

    @Test("a change at a path that does not exist is reported")
    func invalidChange() async {
        let transport = StubTransport([
            stub(.get, "/wrong", returning: .json(file: "youtube/search", setting: ["itmes[0]": ""]))
        ])
        let reason = await send(transport, "https://example.com/wrong").failure?.description ?? ""
        #expect(reason.contains("cannot be changed at 'itmes': it does not exist; did you mean 'items'?"))
        // A fixture that cannot be changed is reported like one that is missing.
        #expect(transport.problems.map(\.kind) == [.missingFixture])
    }
}
