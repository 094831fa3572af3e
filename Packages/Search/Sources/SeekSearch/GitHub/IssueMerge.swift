import SeekBasics
import SeekModels

/// The cursor of a search of issues *and* pull requests: the position in each of the two searches.
///
/// Callers receive it as an opaque ``PageCursor``, whose value is JSON.
struct IssueMergeCursor: Sendable, Hashable, Codable {
    /// The position in one search.
    struct Position: Sendable, Hashable, Codable {
        var kind: IssueKind
        /// The URL of the page; nil for the first.
        var url: String?
        /// The number of results of the page that were already returned.
        var skip = 0
        /// Whether the page was fetched before, and thus its invalid items were already reported.
        var isRepeated = false
    }

    /// The position in each search that has more results.
    var positions: [Position]
    /// The total number of results of both searches, as reported with the first page; nil if unknown.
    var total: Int64?
    /// The number of issues minus the number of pull requests returned so far. Without a sort, it determines whether
    /// an issue or a pull request is next. It is 0 with a sort, and if only one search has more results.
    var lead = 0
}

extension IssueMergeCursor {
    init(_ kinds: [IssueKind]) {
        positions = kinds.map { Position(kind: $0) }
    }

    /// Decodes a cursor; nil if it is not the cursor of a search of issues and pull requests.
    init?(_ cursor: PageCursor) {
        guard let decoded = cursor.position(as: Self.self),
            (1...2).contains(decoded.positions.count),
            Set(decoded.positions.map(\.kind)).count == decoded.positions.count,
            decoded.positions.allSatisfy({ $0.skip >= 0 }),
            // Each search returns at most this number of results.
            decoded.lead.magnitude <= GitHubClient.maximumResults
        else { return nil }
        self = decoded
    }
}

/// Merges a page of issues and a page of pull requests.
///
/// With a sort, results are in its order; of equal results, issues on the fetched page come first. Best-match rankings
/// cannot be compared, so without a sort the results alternate: the first issue, the first pull request, the second
/// issue, and so on.
///
/// A result is returned only if its position is certain, except among equal results. When all results of one page have
/// been merged and its search has a further page, results on that further page may precede the remaining results of the
/// other search. The remaining results are therefore left for the next merged page.
struct IssueMerge {
    /// A page of one of the searches.
    struct Input {
        var kind: IssueKind
        /// The results of the page that were not returned yet.
        var items: [GitHubIssue]
        /// Whether there is a page after this one.
        var hasMore: Bool
    }

    let sort: GitHubIssueSort?
    let order: GitHubOrder?
    /// The number of issues minus the number of pull requests returned so far; not counted with a sort.
    private(set) var lead = 0

    /// Returns the merged results, and how many of them are from each input.
    mutating func merge(_ inputs: [Input]) -> (items: [GitHubIssue], counts: [Int]) {
        var items: [GitHubIssue] = []
        var counts = inputs.map { _ in 0 }
        while true {
            let candidates = inputs.indices.compactMap { index in
                candidate(inputs[index], after: counts[index]).map { (index: index, candidate: $0) }
            }
            // `min` returns the first of equal elements; issues are the first input.
            guard let next = candidates.min(by: { $0.candidate.precedes($1.candidate) }), let item = next.candidate.item
            else { break }
            items.append(item)
            counts[next.index] += 1
            if sort == nil { lead += inputs[next.index].kind == .issues ? 1 : -1 }
        }
        return (items, counts)
    }

    private struct Candidate {
        var key: Double
        /// Nil if the next result is on the next page; `key` is then a lower bound of its key.
        var item: GitHubIssue?

        func precedes(_ other: Candidate) -> Bool {
            key != other.key ? key < other.key : item != nil && other.item == nil
        }
    }

    /// Returns the result that follows the first `count` results of an input; nil if there is none.
    private func candidate(_ input: Input, after count: Int) -> Candidate? {
        if count < input.items.count {
            let item = input.items[count]
            return Candidate(key: key(of: item, input.kind), item: item)
        }
        guard input.hasMore else { return nil }
        guard sort != nil else { return Candidate(key: rank(input.kind)) }
        // The next page continues after the last result.
        return Candidate(key: input.items.last.map { key(of: $0, input.kind) } ?? -.infinity)
    }

    /// Returns the sort key of a result; the smallest key comes first.
    private func key(of issue: GitHubIssue, _ kind: IssueKind) -> Double {
        guard let sort else { return rank(kind) }
        let value = sort.value(of: issue)
        return order == .ascending ? value : -value
    }

    /// Returns the key of the next result of a kind if there is no sort. An issue is next unless more issues than pull
    /// requests have been returned.
    private func rank(_ kind: IssueKind) -> Double {
        kind == .issues ? 2 * Double(lead) : 1
    }
}

extension GitHubIssueSort {
    /// Returns the value by which results are sorted; 0 if GitHub does not send it.
    func value(of issue: GitHubIssue) -> Double {
        func count(_ reaction: KeyPath<GitHubReactions, Int64>) -> Double {
            Double(issue.reactions?[keyPath: reaction] ?? 0)
        }
        return switch self {
        case .comments: Double(issue.commentCount ?? 0)
        case .reactions: count(\.total)
        case .thumbsUp: count(\.thumbsUp)
        case .thumbsDown: count(\.thumbsDown)
        case .smile: count(\.laugh)
        case .thinkingFace: count(\.confused)
        case .heart: count(\.heart)
        case .tada: count(\.hooray)
        case .interactions: count(\.total) + Double(issue.commentCount ?? 0)
        case .created: issue.createdAt?.timeIntervalSince1970 ?? 0
        case .updated: issue.updatedAt?.timeIntervalSince1970 ?? 0
        }
    }
}
