import SeekBasics

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

extension [SearchHit] {
    /// Returns ranked hits merged by date: repeatedly takes the latest of all sources' next hits.
    ///
    /// The hits of one source remain in order, whatever their dates, so that a list with a higher limit begins with
    /// the same hits. A hit belongs to the source with the greatest contribution to its score. Among the next hits,
    /// those without a date come last, and those with equal dates remain in ranked order.
    func mergedByDate() -> [SearchHit] {
        // The indices of each source's hits in reverse order: the next hit is the last element.
        var queues = Dictionary(grouping: indices.reversed()) { self[$0].reasons.first?.source ?? self[$0].source }
        func key(_ queue: [Int]) -> (Date, Int) {
            queue.last.map { (self[$0].date ?? .distantPast, -$0) } ?? (.distantPast, .min)
        }
        var merged: [SearchHit] = []
        while let (source, queue) = queues.max(by: { key($0.value) < key($1.value) }), let next = queue.last {
            merged.append(self[next])
            queues[source] = queue.count > 1 ? queue.dropLast() : nil
        }
        return merged
    }
}
