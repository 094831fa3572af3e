/// The order of a federated search, in terms that both APIs support.
///
/// Each source sorts its own results. They are merged by date if sorted by date, and by their ranks otherwise, because
/// relevance and popularity of different sources cannot be compared. A source that does not support the order returns
/// its results by relevance.
public enum SearchSort: String, Sendable, Hashable, CaseIterable {
    /// By relevance.
    case relevance
    /// The latest first: on YouTube by publication; on GitHub by the last push to repositories, the last update of
    /// issues, the date on which users joined, and the commit date of commits.
    case date
    /// The most popular first: on YouTube by views; on GitHub by the stars of repositories, the comments on issues and
    /// the followers of users.
    case popularity
}
