import SeekBasics

/// The quotas of YouTube and the rate limits of GitHub.
struct QuotaReport: Sendable, Hashable {
    /// A quota or rate limit.
    struct Usage: Sendable, Hashable {
        /// The service: `YouTube`, `GitHub`.
        var service: String
        /// The name: `youtube.search`, `core`.
        var name: String
        /// The calls or units allowed until the reset.
        var limit: Int64
        /// The calls or units left until the reset.
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
