import SeekBasics
package import SeekNetworking
package import SeekTestHelpers

/// The behavior of a ``SampleAPI``. The default limits are those of the real APIs.
public struct SampleAPIConfiguration: Sendable, Hashable {
    /// YouTube's response when the quota is exceeded.
    public enum QuotaResponse: Sendable, Hashable {
        /// 429 with reason `rateLimitExceeded` and a message with the limit *per day*, as sent by current back ends.
        case tooManyRequests
        /// 403 with reason `quotaExceeded`, as sent by older back ends and documented in YouTube's reference.
        case quotaExceeded
    }

    /// The number of requests that GitHub permits.
    public struct GitHubLimits: Sendable, Hashable {
        /// Requests per hour, except searches.
        public var core: Int
        /// Searches per minute, except code searches and semantic searches.
        public var search: Int
        /// Code searches per minute.
        public var codeSearch: Int
        /// Semantic and hybrid searches of issues per minute.
        public var semanticSearch: Int

        /// Creates limits.
        public init(core: Int, search: Int, codeSearch: Int = 10, semanticSearch: Int = 10) {
            self.core = core
            self.search = search
            self.codeSearch = codeSearch
            self.semanticSearch = semanticSearch
        }
    }

    /// The valid API key of YouTube.
    public var apiKey: String
    /// The valid token of GitHub. Requests without a token have lower limits.
    public var token: String
    /// The number of search.list calls per day. The day ends at midnight Pacific time.
    public var searchQuota: Int
    /// The number of units per day for YouTube's methods without a limit of their own.
    public var unitQuota: Int
    /// The number of videos.batchGetStats calls per day.
    public var statisticsQuota: Int
    /// The ids of the videos for which videos.batchGetStats reports a failure instead of statistics.
    public var failingStatistics: Set<String> = []
    /// The response when the quota is exceeded.
    public var quotaResponse: QuotaResponse
    /// GitHub's limits without a token.
    public var anonymousLimits: GitHubLimits
    /// GitHub's limits with the token.
    public var tokenLimits: GitHubLimits
    /// The fault of every response; nil if there is none.
    public var fault: SampleAPIFault?

    /// Creates a configuration.
    public init(
        apiKey: String = "demo-key",
        token: String = "demo-token",
        searchQuota: Int = 100,
        unitQuota: Int = 10_000,
        statisticsQuota: Int = 10_000,
        quotaResponse: QuotaResponse = .tooManyRequests,
        anonymousLimits: GitHubLimits = GitHubLimits(core: 60, search: 10),
        tokenLimits: GitHubLimits = GitHubLimits(core: 5000, search: 30),
        fault: SampleAPIFault? = nil
    ) {
        self.apiKey = apiKey
        self.token = token
        self.searchQuota = searchQuota
        self.unitQuota = unitQuota
        self.statisticsQuota = statisticsQuota
        self.quotaResponse = quotaResponse
        self.anonymousLimits = anonymousLimits
        self.tokenLimits = tokenLimits
        self.fault = fault
    }
}

/// A fault that affects every response.
public enum SampleAPIFault: String, Sendable, Hashable, CaseIterable {
    /// 200 with a web page, like the login page of a captive portal.
    case html
    /// A complete HTTP message with only the first half of the body, so that its JSON is malformed. The status is
    /// unchanged.
    case malformed
    /// The connection is closed after half of the body.
    case truncated
    /// 500 with an error envelope.
    case serverError = "500"
    /// No response; the connection remains open.
    case stall
    /// The connection is reset before a response.
    case reset
    /// The connection is closed without a response.
    case empty
    /// Bytes that are not HTTP.
    case garbage
    /// The correct response, sent byte by byte over about ten seconds; one of more than 10 KB takes 1 ms per byte.
    case slow

    /// Returns the reply that results from applying the fault to a response.
    package func reply(_ response: HTTPResponse) -> LoopbackServer.Reply {
        switch self {
        case .html: .response(Self.page)
        case .malformed: .response(Self.half(response))
        case .truncated: .fault(.truncatedBody(response))
        case .serverError: .response(Self.failure)
        case .stall: .fault(.stall)
        case .reset: .fault(.resetBeforeResponse)
        case .empty: .fault(.emptyResponse)
        case .garbage: .fault(.garbage)
        case .slow:
            // The header fields have about 500 bytes.
            .fault(.slow(response, byteInterval: max(.seconds(10) / (response.body.count + 500), .milliseconds(1))))
        }
    }

    private static let page = HTTPResponse(
        headerFields: [.contentType: "text/html; charset=utf-8"],
        body: Data("<!DOCTYPE html>\n<title>Welcome</title>\n<p>Please accept the terms of this network.\n".utf8)
    )

    private static let failure = HTTPResponse(
        .internalServerError,
        [
            "error": ["code": 500, "message": "Internal error encountered.", "status": "INTERNAL"],
            "message": "Server Error",
        ]
    )

    private static func half(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        response.body = Data(response.body.prefix(response.body.count / 2))
        return response
    }
}
