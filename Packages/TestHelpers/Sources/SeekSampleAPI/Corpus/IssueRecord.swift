/// An issue or a pull request of the sample data. The other fields of GitHub's response are derived from these.
struct IssueRecord: Decodable, Sendable {
    var id: Int
    /// The owner and name of the repository.
    var repository: String
    var number: Int
    var isPullRequest: Bool
    var title: String
    var body: String?
    var state: String
    var stateReason: String?
    /// The login of the author; nil for a deleted account.
    var author: String?
    var labels: [String]
    var assignees: [String]
    var milestone: String?
    var commentCount: Int
    /// The number of reactions of each kind, by GitHub's names: `+1`, `heart`.
    var reactions: [String: Int]
    var isDraft: Bool
    var isLocked: Bool
    var createdAt: String
    var updatedAt: String
    var closedAt: String?
    var mergedAt: String?

    private enum CodingKeys: String, CodingKey {
        case id, repository, number, title, body, state, labels, assignees, milestone, reactions
        case isPullRequest = "pull_request"
        case stateReason = "state_reason"
        case author = "user"
        case isDraft = "draft"
        case isLocked = "locked"
        case commentCount = "comments"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case closedAt = "closed_at"
        case mergedAt = "merged_at"
    }
}
