import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Statuses of every transport", .timeLimit(.minutes(3)))
struct StatusContractTests {
    @Test(
        "an error status is a response with its body, like a success",
        arguments: TransportKind.allCases,
        [200, 201, 203, 299, 300, 400, 403, 404, 407, 410, 418, 422, 429, 500, 502, 503, 504, 599]
    )
    func status(kind: TransportKind, code: Int) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(code, "body of \(code)")))
        let outcome = await kind.make().outcome(of: try server.get())
        #expect(outcome.kind == .response(code))
        #expect(outcome.response?.text == "body of \(code)")
        #expect(server.received.count == 1)
    }

    @Test("204 and 304 have no body", arguments: TransportKind.allCases, [204, 304])
    func withoutBody(kind: TransportKind, code: Int) async throws {
        let server = try LoopbackServer(always: .response(HTTPResponse(code, "ignored", [.eTag: "\"1\""])))
        let outcome = await kind.make().outcome(of: try server.get())
        #expect(outcome.kind == .response(code))
        #expect(outcome.response?.body.isEmpty == true)
        #expect(outcome.response?.headerFields[.eTag] == "\"1\"")
    }

    @Test("redirects are not followed", arguments: TransportKind.allCases, [301, 302, 303, 307, 308])
    func redirect(kind: TransportKind, code: Int) async throws {
        let server = try LoopbackServer { request in
            request.url.path == "/elsewhere"
                ? .response(HTTPResponse(200, "followed"))
                : .response(HTTPResponse(code, "moved", [.location: "/elsewhere"]))
        }
        let outcome = await kind.make().outcome(of: try server.get())
        #expect(outcome.kind == .response(code))
        #expect(outcome.response?.headerFields[.location] == "/elsewhere")
        #expect(server.received.map(\.url.path) == ["/"])
        #expect(outcome.response?.text == "moved")
    }

    @Test(
        "an authentication challenge is a response",
        arguments: TransportKind.allCases,
        ["Basic realm=\"api\"", "Digest realm=\"api\", nonce=\"abc\", qop=\"auth\"", "Bearer", "Negotiate", ""]
    )
    func challenge(kind: TransportKind, challenge: String) async throws {
        let fields: HTTPFields = challenge.isEmpty ? [:] : [.wwwAuthenticate: challenge]
        let server = try LoopbackServer(always: .response(HTTPResponse(401, "who are you?", fields)))
        let outcome = await kind.make().outcome(of: try server.get())
        #expect(outcome.kind == .response(401))
        #expect(outcome.response?.text == "who are you?")
        #expect(outcome.response?.headerFields[.wwwAuthenticate] == fields[.wwwAuthenticate])
        #expect(server.received.count == 1)
    }

    @Test("cookies are not stored", arguments: TransportKind.allCases)
    func cookies(kind: TransportKind) async throws {
        let name = try HTTPField.Name.named("Set-Cookie")
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "", [name: "id=1; Path=/"])))
        let transport = kind.make()
        for _ in 1...2 { _ = await transport.outcome(of: try server.get()) }
        #expect(server.received.count == 2)
        #expect(server.received.last?.headerFields[try .named("Cookie")] == nil)
    }

    @Test("responses are not cached", arguments: TransportKind.allCases)
    func noCache(kind: TransportKind) async throws {
        let fresh: HTTPFields = [.cacheControl: "max-age=3600", .eTag: "\"1\""]
        let server = try LoopbackServer(always: .response(HTTPResponse(200, "fresh", fresh)))
        let transport = kind.make()
        for _ in 1...2 { #expect(await transport.outcome(of: try server.get()).response?.text == "fresh") }
        #expect(server.received.count == 2)
        #expect(server.received.last?.headerFields[.ifNoneMatch] == nil)
    }
}
