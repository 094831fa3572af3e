/// The order of a federated search, in terms that both APIs have.
///
/// Each source sorts its own results. They are merged by date if sorted by date, and by their ranks otherwise, because
/// relevance and popularity of different sources cannot be compared. A source without the order returns its results by
/// relevance.
public enum SearchSort: String, Sendable, Hashable, CaseIterable {
    /// By relevance.
    case relevance
    /// The latest first: by publication on YouTube; by the last update of repositories and issues, the time of joining
    /// of users, and the time of committing of commits on GitHub.
    case date
    /// The most popular first: by views on YouTube; by stars of repositories, comments on issues and followers of users
    /// on GitHub.
    case popularity
}
