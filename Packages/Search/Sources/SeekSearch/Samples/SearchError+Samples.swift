public import SeekBasics
import SeekModels
import SeekNetworking

extension SearchError {
    /// Returns an error of each kind, with a name, for previews and tests of how a program presents failures.
    ///
    /// - Parameter now: The date to which the resets of limits are relative: each is 2.5 hours later.
    public static func samples(at now: Date = Date()) -> [(name: String, error: SearchError)] {
        let request = HTTPRequest(url: GitHubClient.defaultBaseURL.appending(path: "search/repositories"))
        let context = NetworkError.Context(request: request)
        let later = now + 9_000
        func limit(_ kind: SearchLimit.Kind, _ date: Date?) -> SearchLimit {
            let messages: [SearchLimit.Kind: String] = [
                .budget: "the budget of 2 calls is used up",
                .outageShare: "the shared count is unavailable, and this machine has used its share of the quota (100)",
            ]
            return SearchLimit(kind: kind, retryAt: date, message: messages[kind] ?? "")
        }
        func status(_ code: Int) -> NetworkError {
            let body = Data(#"{"message":"Problems parsing JSON."}"#.utf8)
            let response = HTTPResponse(status: .init(code: code), body: body)
            return .unacceptableStatus(code, NetworkError.Context(request: request, response: response))
        }
        let page = URL(constant: "https://github.com/orgs/kumquat/sso")
        let item = SkippedItem(index: 0, error: ModelError(path: "items[0].id", reason: "is missing"))
        let searches: [(String, SearchError)] = [
            ("query", .invalidQuery("\(.location) requires \(.locationRadius); set a radius such as 5 km")),
            ("no results", .emptyResult(keyword: "xyzzy")),
            ("unreadable results", .unreadableResults([item])),
            ("no credential", .missingCredential(.youTube)),
            ("rejected credential", .unauthorized(.gitHub, "Bad credentials.")),
            ("denied", .forbidden(.youTube, "Access Not Configured.")),
            ("single sign-on", .authorizationRequired(.gitHub, "Protected by SAML.", page)),
            ("not found", .notFound(.gitHub, "user 'nobody'")),
            ("daily quota", .limitReached(.youTube, limit(.daily, later))),
            ("rate limit", .limitReached(.gitHub, limit(.rate, later))),
            ("rate limit without a time", .limitReached(.gitHub, limit(.rate, nil))),
            ("secondary limit", .limitReached(.gitHub, limit(.secondary, later))),
            ("budget", .limitReached(.youTube, limit(.budget, nil))),
            ("share of a quota", .limitReached(.youTube, limit(.outageShare, later))),
            ("rejected", .rejected(.gitHub, "Validation Failed.", status(422))),
            ("unavailable", .unavailable(.gitHub, status(503))),
        ]
        let requests: [(String, NetworkError)] = [
            ("invalid request", .invalidRequest(reason: "the path has an empty value", context)),
            ("host not found", .transport(.hostNotFound, context)),
            ("no connection", .transport(.cannotConnect, context)),
            ("lost connection", .transport(.connectionLost, context)),
            ("untrusted certificate", .transport(.insecure("h: self-signed certificate"), context)),
            ("expired certificate", .transport(.insecure("h: certificate has expired"), context)),
            ("other public key", .transport(.publicKeyNotPinned(host: "h"), context)),
            ("proxy", .transport(.proxy("status 502"), context)),
            ("proxy password", .transport(.proxyAuthenticationRequired, context)),
            ("connection settings", .transport(.invalidConfiguration("no certificates"), context)),
            ("malformed response", .transport(.malformedResponse("a chunk has no size"), context)),
            ("content coding", .transport(.unsupportedContentCoding("br"), context)),
            ("time-out", .timedOut(context)), ("cancellation", .cancelled(context)),
            ("large response", .bodyTooLarge(limit: 1_000, context)), ("status", status(410)),
            ("web page", .unacceptableMediaType("text/html", context)),
            ("media type", .unacceptableMediaType("image/png", context)),
            ("undecodable", .undecodable("items[0]: is missing", context)),
            ("redirect", .redirectRefused("http://h/ would not be secure", context)),
            ("no stored response", .rejected(.notCached, context)),
            ("open circuit", .rejected(.circuitOpen(host: "h", for: .seconds(9)), context)),
            ("no token", .rejected(.credentialUnavailable("the provider failed"), context)),
        ]
        return searches + requests.map { ($0, .network($1)) }
    }
}
