import Seek
import SeekBasics
import SeekNetworking

extension WebSearchService {
    /// Returns the quotas and rate limits, as far as they are known, without sending a request.
    ///
    /// The app counts the use of YouTube's quotas itself. GitHub's limits are those in its latest responses.
    func quota() async -> QuotaReport {
        var report = QuotaReport()
        report.usages = await client.youTube.quota().map { status in
            QuotaReport.Usage(
                service: "YouTube",
                name: status.bucket.name,
                limit: Int64(status.bucket.limit),
                remaining: Int64(status.remaining),
                resetsAt: status.resetsAt,
                isExhausted: status.isClosed
            )
        }
        if configuration.youTubeAPIKey?.isEmpty != false {
            report.messages.append(SearchError.missingCredential(.youTube).serverMessage)
        } else if report.usages.isEmpty {
            report.messages.append("YouTube's quota is not counted; check the state folder.")
        }
        let now = configuration.client.now()
        let limits = client.gitHub.rateLimits.limits.values.sorted { $0.resource < $1.resource }
        report.usages += limits.map { limit in
            QuotaReport.Usage(
                service: "GitHub",
                name: limit.resource,
                limit: limit.limit,
                remaining: limit.remaining(at: now),
                resetsAt: limit.resetAt
            )
        }
        if limits.isEmpty { report.messages.append("GitHub's limits are known after the first search of GitHub.") }
        return report
    }
}

extension RateLimit {
    /// Returns the calls left. After the reset, this is the whole limit, until a response reports the new number.
    func remaining(at now: Date) -> Int64 { now < resetAt ? remaining : limit }
}
