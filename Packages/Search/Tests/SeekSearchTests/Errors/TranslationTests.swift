import Foundation
import SeekNetworking
import SeekSearch
import SeekTestHelpers
import Testing

@Suite("Translation of API errors")
struct TranslationTests {
    let listingURL = "https://api.github.com/users/nobody/repos"

    /// Returns a transport with an error response, whose content type is JSON whatever its body.
    func errorTransport(_ url: String, _ status: Int, _ fields: HTTPFields, _ body: String) -> StubTransport {
        var fields = fields
        fields[.contentType] = "application/json; charset=utf-8"
        let response = HTTPResponse(status: .init(code: status), headerFields: fields, body: Data(body.utf8))
        return StubTransport([stub(.get, url, returning: .response(response))])
    }

    func description(youTube transport: StubTransport) async -> String {
        let client = YouTubeClient(apiKey: "k", configuration: configuration(transport))
        do { _ = try await client.search("a") } catch { return error.description }
        return ""
    }

    func description(gitHub transport: StubTransport) async -> String {
        var settings = configuration(transport)
        settings.now = { Date(timeIntervalSince1970: 1_800_000_000) }
        do {
            _ = try await GitHubClient(configuration: settings).userRepositories().page(for: "nobody", at: nil)
        } catch {
            return error.description
        }
        return ""
    }

    @Test("converts the errors of custom sources, and recognizes search errors, network errors and cancellation")
    func customErrors() {
        let network = NetworkError.timedOut(NetworkError.Context(request: nil, attempts: 0))
        #expect(SearchError.other(SearchError.invalidQuery("q")) == .invalidQuery("q"))
        #expect(SearchError.other(network) == .network(network))
        #expect(SearchError.other(CancellationError()).isCancellation)
        #expect(!SearchError.other(CocoaError(.fileNoSuchFile)).isCancellation)
    }

    @Test("a blank key or token is a missing credential, and nothing is sent")
    func blankCredential() async {
        let transport = StubTransport([])
        let settings = configuration(transport)
        await #expect(throws: SearchError.missingCredential(.youTube)) {
            try await YouTubeClient(apiKey: " \n", configuration: settings).search("swift")
        }
        await #expect(throws: SearchError.missingCredential(.gitHub)) {
            try await GitHubClient(token: " ", configuration: settings).searchRepositories("swift")
        }
        #expect(transport.received.isEmpty)
    }

    @Test(
        "describes YouTube's error responses",
        arguments: [
            (
                400, #"{"error":{"message":"no","details":[{"reason":"API_KEY_INVALID"}]}}"#,
                "rejected the credential: no"
            ),
            (403, #"{"error":{"message":"calls from unregistered callers"}}"#, "rejected the credential"),
            (403, #"{"error":{"message":"m","errors":[{"reason":"quotaExceeded"}]}}"#, "midnight Pacific"),
            (403, #"{"error":{"message":"m","errors":[{"reason":"rateLimitExceeded"}]}}"#, "wait a minute"),
            (429, #"{"error":"busy"}"#, "wait a minute"), (429, "<html>per day</html>", "wait a minute"),
            (
                429,
                #"{"error":{"message":"limit 'Search Queries per day'","errors":[{"reason":"rateLimitExceeded"}]}}"#,
                "midnight Pacific"
            ),
            (403, #"{"error":{"message":"enable it at https://e.com"}}"#, "enable it at https://e.com"),
            (400, #"{"error":{"message":"bad order"}}"#, "rejected the request: bad order"),
            (404, "{}", "has no such method at this base URL"), (407, "", "the proxy requires"),
            (500, "{}", "try again later"),
            (502, "<html>", "try again later"),
            (302, "", "status 302"),
        ]
    )
    func youTube(status: Int, body: String, expected: String) async {
        #expect(await description(youTube: errorTransport(youTubeSearch, status, [:], body)).contains(expected))
    }

    @Test(
        "reports when to try again if YouTube's Retry-After has seconds or a date, otherwise advises to wait a minute",
        arguments: [
            ("30", "2027-01-15T08:00:30Z"), ("Fri, 15 Jan 2027 09:00:00 GMT", "2027-01-15T09:00:00Z"),
            ("4294967295", "2163-02-21T14:28:15Z"),
            // Clamped to 1,000 years.
            ("9223372036854775807", "try again after 3027-01-"), ("99999999999999999999", "try again after 3027-01-"),
            ("-1", "wait a minute"), ("soon", "wait a minute"),
        ]
    )
    func retryAfter(value: String, expected: String) async {
        var settings = configuration(errorTransport(youTubeSearch, 429, [.retryAfter: value], "{}"))
        settings.now = { Date(timeIntervalSince1970: 1_800_000_000) }
        settings.retryPolicy.maximumAttempts = 1
        let client = YouTubeClient(apiKey: "k", configuration: settings)
        await #expect { try await client.search("a") } throws: { "\($0)".contains(expected) }
    }

    @Test("a missing and a rejected credential are different errors", arguments: [nil, "", "S3CRET"] as [String?])
    func credential(token: String?) async {
        let transport = errorTransport(listingURL, 401, [:], #"{"message":"Requires authentication"}"#)
        let expected: SearchError =
            token == "S3CRET" ? .unauthorized(.gitHub, "Requires authentication") : .missingCredential(.gitHub)
        await #expect(throws: expected) {
            try await GitHubClient(token: token, configuration: configuration(transport)).userRepositories()
                .page(for: "nobody", at: nil)
        }
    }

    @Test(
        "describes GitHub's error responses",
        arguments: [
            (401, [:], #"{"message":"Bad credentials"}"#, "GitHub needs a token"),
            (404, [:], #"{"message":"Not Found"}"#, "GitHub has no user 'nobody'"),
            (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1800000060"], "{}", "2027-01-15T08:01:00Z"),
            (
                403,
                // The server's clock is an hour ahead.
                [
                    "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1800003660",
                    "Date": "Fri, 15 Jan 2027 09:00:00 GMT",
                ], "{}", "2027-01-15T08:01:00Z"
            ),
            (403, [:], #"{"message":"You have exceeded a secondary rate limit"}"#, "too many requests at once"),
            (429, ["Retry-After": "30"], "{}", "2027-01-15T08:00:30Z"), (429, [:], "{}", "rate limit is used up"),
            (403, [:], #"{"message":"blocked"}"#, "denied access: blocked"),
            (
                403, ["X-GitHub-SSO": "required; url=https://github.com/orgs/a/sso?authorization_request=A"],
                #"{"message":"protected by SAML"}"#,
                "protected by SAML; authorize the token for the organization's single sign-on: https://github.com/orgs/a/sso?authorization_request=A"
            ),
            (451, [:], #"{"message":"law"}"#, "rejected the request: law"),
            (
                422, [:],
                #"{"message":"Validation Failed","errors":[{"resource":"Search","field":"q","code":"missing"}]}"#,
                "Search q missing"
            ),
            (503, [:], "{}", "try again later"),
        ] as [(Int, [String: String], String, String)]
    )
    func gitHub(status: Int, fields: [String: String], body: String, expected: String) async throws {
        var headerFields = HTTPFields()
        for (name, value) in fields { headerFields[try #require(HTTPField.Name(name))] = value }
        #expect(await description(gitHub: errorTransport(listingURL, status, headerFields, body)).contains(expected))
    }
}
