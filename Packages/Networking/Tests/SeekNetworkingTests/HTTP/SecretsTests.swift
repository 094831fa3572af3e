import Foundation
import Testing

@_spi(Seek) @testable import SeekNetworking

@Suite("A description")
struct SecretsTests {
    private static let canary = "C4NARY"

    private func request() -> HTTPRequest {
        let url = SeekNetworkingTests.url("https://a.example/x?q=swift&access_token=\(Self.canary)&KEY=\(Self.canary)")
        return HTTPRequest(
            method: .post,
            url: url,
            headerFields: [
                .authorization: "Bearer \(Self.canary)", "X-Goog-Api-Key": Self.canary, .accept: "text/html",
            ],
            body: Data("password=\(Self.canary)".utf8)
        )
    }

    @Test("of a request, a response or a credential contains no secret")
    func values() {
        let request = request()
        let response = HTTPResponse(
            headerFields: ["Set-Cookie": Self.canary, .contentType: "text/html"],
            body: Data("x".utf8)
        )
        let values: [Any] = [
            request, request.headerFields, request.headerFields[0], response, response.headerFields,
            Credential.bearer(Self.canary),
            NetworkError.Context(request: request, response: HTTPResponse(headerFields: ["Set-Cookie": Self.canary])),
        ]
        for value in values { for text in descriptions(of: value) { #expect(!text.contains(Self.canary), "\(text)") } }
        #expect("\(request)".contains("https://a.example/x?q=swift&access_token=REDACTED&KEY=REDACTED"))
        #expect("\(request)".contains("Accept: text/html"))
        #expect("\(request)".hasSuffix(", 15 bytes"))
        #expect("\(response)" == "200 OK [Set-Cookie: REDACTED, Content-Type: text/html], 1 bytes, network")
    }

    @Test("of an error is a single line without a secret; a changed context does not change the stage of the error")
    func errors() {
        let request = request()
        let context = NetworkError.Context(request: request, response: HTTPResponse(status: 500))
        let errors: [NetworkError] = [
            .invalidRequest(reason: "r", context), .transport(.connectionLost, context), .timedOut(context),
            .cancelled(context),
            .bodyTooLarge(limit: 1, context), .unacceptableStatus(500, context), .unacceptableMediaType("x", context),
            .undecodable("u", context), .redirectRefused("r", context),
            .other(URLError(.badURL), context),
            .rejected(.rateLimit(resource: "search", until: Date(timeIntervalSince1970: 0)), context),
            .rejected(.circuitOpen(host: "a.example", for: .seconds(1)), context),
        ]
        for error in errors {
            for text in descriptions(of: error) { #expect(!text.contains(Self.canary), "\(text)") }
            #expect(!error.description.contains("\n"))
            var changed = error
            changed.context.attempts = 2
            #expect(changed.context.attempts == 2)
            #expect(changed.stage == error.stage)
        }
    }
}
