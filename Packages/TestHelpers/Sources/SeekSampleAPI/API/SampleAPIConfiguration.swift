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
