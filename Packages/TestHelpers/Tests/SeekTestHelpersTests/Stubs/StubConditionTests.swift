import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

/// With `callSite: nil`, a transport does not report unmatched requests as failures of the test.
@Suite("Stub conditions")
struct StubConditionTests {
    private func post(_ transport: StubTransport, _ body: String, _ headers: HTTPFields = [:]) async
        -> Result<HTTPResponse, NetworkError>
    {
        await send(transport, "https://h.example/a?q=swift+6&key=s3cret", method: .post, headers: headers, body: body)
    }

    static let agent = HTTPField.Name("X-Agent")

    @Test(
        "a stub responds when its condition is met",
        arguments: [
            StubCondition.query("q", matches: "swift *"), .query("q", matches: "*i*t*"), .header(agent, matches: "*/1"),
            .json(["user": ["name": "o", "tags": ["a", ["b": 1]]], "n": 1.5]), .json([:]),
            .where("it is a POST") { $0.method == .post },
        ]
    )
    func fulfilled(condition: StubCondition) async {
        let transport = StubTransport([stub(.post, "/a", where: condition, returning: .text("yes"))])
        let body = #"{"user": {"name": "o", "id": 7, "tags": ["a", {"b": 1, "c": 2}]}, "n": 1.5, "more": null}"#
        #expect(await post(transport, body, [Self.agent: "seek/1"]).text == "yes", "\(transport.problems)")
        #expect(transport.received(RequestMatcher(.post, "/a", where: condition)).count == 1)
    }

    @Test(
        "an unmet condition is described without secrets",
        arguments: [
            (
                StubCondition.query("q", matches: "swift"),
                "query parameter q is 'swift 6', which 'swift' does not match"
            ),
            (.query("none", matches: "*"), "query parameter none is missing"),
            (.query("key", matches: "x"), "query parameter key is 'REDACTED', which 'x' does not match"),
            (.header(agent, matches: "curl*"), "header field X-Agent is 'seek/1', which 'curl*' does not match"),
            (.query("q", matches: "swift*swift"), "which 'swift*swift' does not match"),
            (.query("q", matches: "*f*f*"), "which '*f*f*' does not match"),
            (.header(.accept, matches: "*"), "header field Accept is missing"),
            (.header(.authorization, matches: "Bearer"), "header field Authorization is 'REDACTED'"),
            (.json(["user": ["name": "p"]]), #"body.user.name is "o", not "p""#),
            (.json(["user": ["email": "p"]]), "body.user.email is missing"),
            (.json(["user": "o"]), #"body.user is an object, not "o""#),
            (.json(["tags": [1]]), "body.tags has 2 elements, not 1"),
            (.json(["tags": [1, 3]]), "body.tags[1] is 2, not 3"),
            (.json(["tags": 1]), "body.tags is an array of 2, not 1"),
            (.json(["password": "x"]), "body.password has another value"),
            (.where("it is short") { ($0.body?.count ?? 0) < 3 }, "condition not met: it is short"),
        ]
    )
    func different(condition: StubCondition, difference: String) async {
        let transport = StubTransport([stub(.post, "/a", where: condition, returning: .text("no"))], callSite: nil)
        let body = #"{"user": {"name": "o"}, "tags": [1, 2], "password": "s3cret"}"#
        let headers: HTTPFields = [Self.agent: "seek/1", .authorization: "s3cret"]
        let reason = await post(transport, body, headers).failure?.description ?? ""
        #expect(reason.contains(difference), "\(reason)")
        #expect(!reason.contains("s3cret"))
    }

    @Test("a body that is not JSON does not match and is reported")
    func invalidBody() async {
        let transport = StubTransport([stub(.post, "/a", where: .json([:]), returning: .text("no"))], callSite: nil)
        #expect(await post(transport, "{").failure?.description.contains("the body is not JSON") == true)
    }

    @Test("a pattern with many asterisks is matched in a short time", .timeLimit(.minutes(1)))
    func longPattern() async {
        let pattern = String(repeating: "*a", count: 1_000) + "*b"
        let value = String(repeating: "a", count: 5_000)
        let transport = StubTransport([stub(.get, "/a", where: .query("q", matches: pattern), returning: .text("yes"))])
        #expect(await send(transport, "https://h.example/a?q=\(value)b").text == "yes")
        #expect(StubCondition.query("q", matches: "[a-z]*") != .query("q", matches: "[a-z]"))
    }

    @Test("a stub replaces an earlier one with the same URL and condition unless the condition is a closure")
    func equality() async {
        let conditions: [StubCondition] = [
            .query("q", matches: "s*"), .header(Self.agent, matches: "s*"), .json([:]),
        ]
        for condition in conditions {
            let transport = StubTransport([
                stub(.post, "/a", where: condition, returning: .text("first")),
                stub(.post, "/a", where: condition, returning: .text("test")),
            ])
            #expect(await post(transport, "{}", [Self.agent: "s"]).text == "test")
            #expect(transport.problems.isEmpty)
        }
        let twice = StubTransport([
            stub(.post, "/a", where: .where("a") { _ in true }, returning: .text("")),
            stub(.post, "/a", where: .where("a") { _ in true }, returning: .text("")),
        ])
        // Both stubs remain, and are unused.
        #expect(twice.problems.count == 2)
    }
}
