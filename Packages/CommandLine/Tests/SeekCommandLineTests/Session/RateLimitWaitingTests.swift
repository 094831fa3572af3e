import Foundation
import Seek
import SeekBasics
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("--wait")
struct RateLimitWaitingTests {
    /// Returns a transport whose first response for each URL reports that the rate limit is used up.
    private static func transport(limit fields: HTTPFields) -> StubTransport {
        let rejection = StubResponse.response(HTTPResponse(status: .init(code: 429), headerFields: fields))
        let responses = [
            repositorySearch: StubResponse.json(file: "github/search_repositories"),
            "https://api.github.com/users/octocat": .json(["login": "octocat"]),
        ]
        return StubTransport(responses.map { stub(.get, $0, returning: .sequence([rejection, $1])) })
    }

    /// Runs a command with a rate limit that is used up, by default for 30 s. A wait advances the clock immediately.
    private func run(
        _ arguments: [String],
        limit fields: HTTPFields = [.retryAfter: "30"],
        isTerminal: Bool = false
    ) async -> (outcome: Outcome, waited: Duration) {
        let clock = ImmediateClock()
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let outcome = await runCommand(arguments, environment: ["GH_TOKEN": "t"], messagesGoToTerminal: isTerminal) {
            $0.client.transport = Self.transport(limit: fields)
            // Retries requests as over the network: by default, requests to a stub are not retried. Without --wait, a
            // limit that resets after more than 5 s is not waited for.
            $0.client.retryPolicy = RetryPolicy(maximumRetryAfter: .seconds(5))
            $0.client.now = { start.addingTimeInterval(clock.elapsed / .seconds(1)) }
            $0.client.clock = clock
        }
        return (outcome, clock.elapsed)
    }

    @Test(
        "waits until the limit resets, and sends the request again",
        arguments: [["repos", "x"], ["search", "x", "--kinds", "repositories"], ["api", "users/octocat"]],
        [
            [.retryAfter: "30"],
            [
                "X-RateLimit-Remaining": "0",
                "X-RateLimit-Reset": "1800000030",
            ],
        ] as [HTTPFields]
    )
    func waitsForReset(arguments: [String], fields: HTTPFields) async {
        let (outcome, waited) = await run(arguments + ["--wait"], limit: fields)
        #expect(outcome.status == .success, "\(outcome)")
        #expect(!outcome.output.isEmpty)
        #expect(outcome.messages == "seek: GitHub: the rate limit is used up; continuing in 30 s\n")
        #expect(waited == .seconds(30))
    }

    @Test(
        "waits by the server's clock, even if the local clock is an hour behind or ahead",
        arguments: [
            "Fri, 15 Jan 2027 09:00:00 GMT", "Fri, 15 Jan 2027 07:00:00 GMT",
        ]
    )
    func serverClock(date: String) async {
        let reset = date.contains("09:00") ? "1800003630" : "1799996430"
        let (outcome, waited) = await run(
            ["repos", "x", "--wait", "--timeout", "1m"],
            limit: [
                .date: date, "X-RateLimit-Remaining": "0",
                "X-RateLimit-Reset": reset,
            ]
        )
        #expect(outcome.status == .success, "\(outcome)")
        #expect(waited == .seconds(30))
    }

    @Test("shows a countdown on a terminal")
    func countdown() async {
        let messages = await run(["repos", "x", "--wait"], isTerminal: true).outcome.messages
        for seconds in [30, 29, 1] {
            #expect(messages.contains("GitHub: the rate limit is used up; waiting \(seconds) s"))
        }
        #expect(!messages.contains("\n"))
        #expect(messages.hasSuffix("\r\u{1B}[K"))
    }

    @Test("fails without waiting if --wait is not given, or if the limit resets after --timeout")
    func failsWithoutWaiting() async {
        for flags in [["--wait", "--timeout", "29s"], ["--refresh", "--timeout", "1m"]] {
            let (outcome, waited) = await run(["repos", "x"] + flags)
            #expect(outcome.status == .failure)
            #expect(outcome.messages.hasPrefix("seek: GitHub: too many requests at once; try again in 30 s"))
            #expect(outcome.messages.contains("or add --wait") == (flags[0] != "--wait"))
            #expect(outcome.messages.contains("or wait longer with --timeout") == (flags[0] == "--wait"))
            #expect(waited == .zero)
        }
    }
}
