import Foundation
import SeekModels
import SeekNetworking
import SeekSearch
import Testing

@Suite("User-facing messages of search errors")
struct SearchErrorMessageTests {
    static let context = NetworkError.Context(
        request: HTTPRequest(url: GitHubClient.defaultBaseURL),
        response: HTTPResponse(status: 500, body: Data("<p>BODY</p>".utf8))
    )
    static let network = NetworkError.unacceptableStatus(500, context)
    /// Two and a half hours from now, which messages round up to three.
    static let date = Date() + 9_000
    static let skipped = SkippedItem(index: 0, error: ModelError(path: "items[0].id", reason: "is missing"))

    static let rows: [(SearchError, String)] = [
        (.invalidQuery("the search text is empty; enter one"), "The search text is empty; enter one."),
        (.emptyResult(keyword: "x"), "There are no results for “x”. Try other words."),
        (
            .unreadableResults([skipped]),
            "The results cannot be read. Try again later. If the problem persists, update the app."
        ),
        (.missingCredential(.youTube), "YouTube needs an API key. Set an API key, and try again."),
        (.missingCredential(.gitHub), "GitHub needs a token. Set a token, and try again."),
        (
            .unauthorized(.gitHub, "BODY"),
            "GitHub did not accept the credential. Set a token that is valid, or sign in again."
        ),
        (.forbidden(.youTube, "BODY"), "YouTube denied access. Check the credential and its permissions."),
        (
            .notFound(.gitHub, "user 'nobody'"),
            "GitHub has no user 'nobody', or you have no access to it. "
                + "Check the name or ID, and the permissions of the credential."
        ),
        (.notFound(.gitHub, "rate limits"), "GitHub has no rate limits, or you have no access to it."),
        (
            .limitReached(.youTube, SearchLimit(kind: .daily, retryAt: date, message: "BODY")),
            "YouTube: today's quota is used up. It resets in 3 hours."
        ),
        (
            .limitReached(.youTube, SearchLimit(kind: .daily, retryAt: date - 18_000, message: "BODY")),
            "YouTube: today's quota is used up. Try again."
        ),
        (
            .limitReached(.youTube, SearchLimit(kind: .daily, message: "BODY")),
            "YouTube: today's quota is used up. It resets at midnight Pacific time."
        ),
        (
            .limitReached(.gitHub, SearchLimit(kind: .rate, retryAt: date, message: "BODY")),
            "GitHub: the rate limit is used up. Try again in 3 hours."
        ),
        (
            .limitReached(.gitHub, SearchLimit(kind: .secondary, message: "BODY")),
            "GitHub: too many requests at once. Wait a minute and try again."
        ),
        (
            .limitReached(.youTube, SearchLimit(kind: .outageShare, message: "the shared count is unavailable")),
            "YouTube: the shared count is unavailable. Try again later."
        ),
        (
            .limitReached(.gitHub, SearchLimit(kind: .budget, message: "the budget of 1 call is used up")),
            "GitHub: the budget of 1 call is used up. Allow more calls."
        ),
        (.rejected(.gitHub, "BODY", network), "GitHub did not accept the search. Change the search, and try again."),
        (.unavailable(.gitHub, network), "GitHub is not available. Try again later."),
        (.network(network), "The service is not available. Try again later."),
        (
            .network(.transport(.cannotConnect, context)),
            "The service cannot be reached. Check the network connection, and try again."
        ),
        (.network(.cancelled(context)), "The request was cancelled."),
    ]

    @Test(
        "describe what happened and, if possible, what to do, but contain neither the URL nor the response",
        arguments: rows
    )
    func message(error: SearchError, expected: String) {
        #expect(error.message == expected)
    }

    @Test("are the title and the advice of an alert", arguments: rows)
    func alert(error: SearchError, expected: String) {
        #expect((error as any Error).localizedDescription == error.errorDescription)
        #expect(
            [error.errorDescription, error.recoverySuggestion].compactMap { $0 }.joined(separator: " ") == expected
        )
    }

    @Test(
        "the failure reason is the API's message or the reason of the decoder; nil for an unavailable service",
        arguments: [
            (.unauthorized(.youTube, "API key not valid."), "API key not valid."),
            (.forbidden(.youTube, "Not enabled."), "Not enabled."),
            (.unreadableResults([skipped]), "items[0].id: is missing"),
            (.network(.undecodable("items: is missing", context)), "items: is missing"),
            (.unavailable(.gitHub, network), nil),
        ] as [(SearchError, String?)]
    )
    func failureReason(error: SearchError, expected: String?) {
        #expect(error.failureReason == expected)
    }

    @Test("couldNotConnect is true only if no connection could be made")
    func couldNotConnect() {
        #expect(SearchError.network(.transport(.hostNotFound, Self.context)).couldNotConnect)
        #expect(!SearchError.network(.timedOut(Self.context)).couldNotConnect)
        #expect(!SearchError.unavailable(.gitHub, Self.network).couldNotConnect)
    }
}
