import Seek
import SeekBasics
import SeekNetworking

/// The quotas of YouTube and the rate limits of GitHub.
struct QuotaReport: Sendable, Hashable {
    struct Usage: Sendable, Hashable {
        /// The service: `YouTube`, `GitHub`.
        var service: String
        /// The name: `youtube.search`, `core`.
        var name: String
        /// The calls or units allowed until the reset; ``remaining`` of them are left.
        var limit: Int64
        var remaining: Int64
        /// When ``remaining`` becomes ``limit`` again. In the past if no response has been received since that time.
        var resetsAt: Date
        /// Whether YouTube has reported the quota as exhausted.
        var isExhausted = false
    }

    /// The quotas and limits, YouTube's first.
    var usages: [Usage] = []
    /// What is unknown and why, as user-facing messages.
    var messages: [String] = []
}

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
                isExhausted: status.isExhausted
            )
        }
        if configuration.youTubeAPIKey?.isEmpty != false {
            report.messages.append(SearchError.missingCredential(.youTube).text())
        } else if report.usages.isEmpty {
            report.messages.append("YouTube's quota is not counted; check the state folder.")
        }
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
