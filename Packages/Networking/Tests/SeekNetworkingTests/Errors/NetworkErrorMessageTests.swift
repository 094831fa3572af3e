import Foundation
import SeekNetworking
import Testing

@Suite("User-facing error messages")
struct NetworkErrorMessageTests {
    static let request = HTTPRequest(url: url("https://h/S3CRET"))
    static let response = HTTPResponse(status: 500, body: Data("<p>BODY</p>".utf8))
    static let context = NetworkError.Context(request: request, response: response)

    static let rows: [(NetworkError, String)] = [
        (
            .transport(.cannotConnect, context),
            "The service cannot be reached. Check the network connection, and try again."
        ),
        (.transport(.connectionLost, context), "The connection was lost. Check the network connection, and try again."),
        (
            .transport(.publicKeyNotPinned(host: "h"), context),
            "A secure connection could not be established. Try another network. If the problem persists, update the app."
        ),
        (
            .transport(.proxy("status 502"), context),
            "The proxy did not connect to the service. Check the proxy."
        ),
        (
            .transport(.proxyAuthenticationRequired, context),
            "The proxy did not connect to the service. Check the user name and the password of the proxy."
        ),
        (
            .transport(.invalidConfiguration("S3CRET"), context),
            "The connection settings are not valid. Correct the proxy or the certificates in the settings."
        ),
        (
            .invalidRequest(reason: "the path has an empty value", context),
            "The request is not valid. Check your input and the settings. If the problem persists, update the app."
        ),
        (
            .redirectRefused("http://h/ would not be secure", context),
            "A redirect by the service was not followed. Check the network and the address of the service, and try again."
        ),
        (.timedOut(context), "The service did not respond in time. Check the network connection, and try again."),
        (.cancelled(context), "The request was cancelled."),
        (.bodyTooLarge(limit: 1, context), "The response is too large. Request fewer results."),
        (.other(context), "The request failed. Try again later. If the problem persists, update the app."),
        (
            .unacceptableStatus(401, context),
            "The service did not accept the credential. Check the credential and its permissions."
        ),
        (
            .unacceptableStatus(404, context),
            "The service has nothing at this address. Check the name or ID, and the permissions of the credential."
        ),
        (
            .unacceptableMediaType("text/html", context),
            "A web page came in place of the response of the service. Check the network and the address of the service, "
                + "and try again."
        ),
        (
            .unacceptableMediaType("image/png", context),
            "The response of the service has an unexpected media type. Check the network and the address of the service, "
                + "and try again."
        ),
        (.unacceptableStatus(429, context), "There were too many requests. Wait a minute and try again."),
        (
            .unacceptableStatus(422, context),
            "The service did not accept the request. Check your input and the settings. If the problem persists, update "
                + "the app."
        ),
        (.unacceptableStatus(408, context), "The service did not accept the request. Try again later."),
        (.unacceptableStatus(503, context), "The service is not available. Try again later."),
        (
            .transport(.other("libcurl could not be loaded"), context),
            "The request failed. Try again later. If the problem persists, update the app."
        ),
        (
            .undecodable("items[0]: is missing", context),
            "The response of the service cannot be read. Try again later. If the problem persists, update the app."
        ),
        (
            .rejected(.quota("search.list", until: Date(timeIntervalSinceNow: 9_000)), context),
            "Today's quota is used up. It resets in 3 hours."
        ),
        (
            .rejected(.rateLimit(resource: "search", until: Date(timeIntervalSinceNow: -1)), context),
            "The request limit is used up. Try again."
        ),
        (.rejected(.budget(limit: 1), context), "The budget of 1 call is used up. Allow more calls."),
        (
            .rejected(.circuitOpen(host: "h", for: .seconds(9)), context),
            "The service has failed too often. Try again in 9 s."
        ),
        (
            .rejected(.credentialUnavailable("https://h/S3CRET"), context),
            "You are not signed in to the service. Sign in again, or check the credential."
        ),
    ]

    @Test("describe what happened and what to do", arguments: rows)
    func message(error: NetworkError, expected: String) {
        #expect(error.message == expected)
    }

    @Test("belong to errors with a description of a single line, whose context can be changed", arguments: rows)
    func descriptions(error: NetworkError, message: String) {
        #expect(!error.description.contains("\n"))
        var changed = error
        changed.context.attempts = 2
        #expect(changed.context.attempts == 2)
        #expect(changed.stage == error.stage)
        #expect(changed.message == message)
    }

    @Test(
        "contain neither the URL nor the response",
        arguments: [
            .invalidRequest(reason: "https://h/S3CRET BODY", context), .transport(.other("BODY"), context),
            .transport(.insecure("BODY"), context), .bodyTooLarge(limit: 1, context),
            .unacceptableMediaType("BODY", context), .redirectRefused("https://h/S3CRET", context),
            .unacceptableStatus(302, context), .undecodable("BODY", context), .rejected(.notCached, context),
        ] as [NetworkError]
    )
    func noSecrets(error: NetworkError) {
        for secret in ["S3CRET", "BODY", "://", "https"] { #expect(!error.message.contains(secret)) }
        #expect(!error.message.isEmpty)
    }

    @Test("have the parts of a localized error: what happened and what to do; the reason is a part of its own")
    func localizedError() {
        let error: any Error = NetworkError.undecodable("items[0]: is missing", Self.context)
        let localized = error as? any LocalizedError
        #expect(error.localizedDescription == "The response of the service cannot be read.")
        #expect(localized?.failureReason == "items[0]: is missing")
        #expect(localized?.recoverySuggestion == "Try again later. If the problem persists, update the app.")
    }

    @Test(
        "couldNotConnect is true only if no connection could be made",
        arguments: [
            (.transport(.hostNotFound, context), true), (.transport(.cannotConnect, context), true),
            (.transport(.connectionLost, context), false), (.timedOut(context), false),
            (.unacceptableStatus(503, context), false), (.cancelled(context), false),
        ] as [(NetworkError, Bool)]
    )
    func couldNotConnect(error: NetworkError, expected: Bool) {
        #expect(error.couldNotConnect == expected)
    }
}
