/// How ``SampleAPI`` behaves. The defaults are the providers' own limits.
public struct SampleAPIConfiguration: Sendable, Hashable {
    /// What YouTube answers once the day's calls are spent.
    public enum QuotaResponse: Sendable, Hashable {
        /// 429 with reason `rateLimitExceeded` and a message that names the limit *per day*: today's back ends.
        case tooManyRequests
        /// 403 with reason `quotaExceeded`: the older ones, as YouTube's reference still has it.
        case quotaExceeded
    }

    /// How many requests GitHub allows.
    public struct GitHubLimits: Sendable, Hashable {
        /// Requests an hour, searches aside.
        public var core: Int
        /// Searches a minute, those of code and by meaning aside.
        public var search: Int
        /// Searches of code a minute.
        public var codeSearch: Int
        /// Semantic and hybrid searches of issues a minute.
        public var semanticSearch: Int

        /// Makes limits.
        public init(core: Int, search: Int, codeSearch: Int = 10, semanticSearch: Int = 10) {
            self.core = core
            self.search = search
            self.codeSearch = codeSearch
            self.semanticSearch = semanticSearch
        }
    }

    /// The key that opens YouTube.
    public var apiKey: String
    /// The token GitHub knows. A request without one is served too, within lower limits.
    public var token: String
    /// How many calls of search.list a day has; it ends at midnight Pacific time.
    public var searchQuota: Int
    /// How many units a day has for YouTube's other methods.
    public var unitQuota: Int
    /// How many calls of videos.batchGetStats a day has.
    public var statisticsQuota: Int
    /// What YouTube answers once they are spent.
    public var quotaResponse: QuotaResponse
    /// GitHub's limits without a token.
    public var anonymousLimits: GitHubLimits
    /// GitHub's limits with the token.
    public var tokenLimits: GitHubLimits
    /// Breaks every answer, where it is set.
    public var fault: SampleAPIFault?

    /// Makes a configuration.
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
