import SeekModels

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cursor of a search of issues *and* pull requests: the place in each of the two searches.
///
/// An opaque `PageCursor` to the caller; JSON within.
struct IssueMergeCursor: Sendable, Hashable, Codable {
    /// The place in one search.
    struct Place: Sendable, Hashable, Codable {
        var target: GitHubIssueTarget
        /// The URL of the page; nil for the first.
        var url: String?
        /// The number of results of the page that were returned before.
        var skip = 0
        /// Whether the page was requested before.
        var isRepeated = false
    }

    /// The searches that have more results.
    var places: [Place]
    /// The number of results of both, as the first page reported it.
    var total: Int?
    /// How many more issues than pull requests were returned; needed where results alternate.
    var lead = 0

    /// The cursor of the first page.
    init(_ targets: [GitHubIssueTarget]) {
        places = targets.map { Place(target: $0) }
    }

    init(places: [Place], total: Int?, lead: Int) {
        self.places = places
        self.total = total
        self.lead = lead
    }

    /// Reads a cursor that was returned before; nil for another search's.
    init?(_ cursor: PageCursor) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(cursor.rawValue.utf8)),
            (1...2).contains(read.places.count), Set(read.places.map(\.target)).count == read.places.count,
            read.places.allSatisfy({ $0.skip >= 0 }),
            // The searches alternate: none is ahead of the other by more than the results that can be paged.
            abs(Double(read.lead)) <= Double(GitHubClient.maximumResults)
        else { return nil }
        self = read
    }

    /// The cursor as callers keep it.
    var pageCursor: PageCursor? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return nil }
        return PageCursor(rawValue: String(decoding: data, as: UTF8.self))
    }
}

/// Merges pages of issues and of pull requests into one page.
///
/// With a sort, results are in its order; of equal ones issues come first. The best match has no figures that could be compared, so the
/// two rankings alternate: the first issue, the first pull request, the second issue, and so on.
///
/// A pure value. It returns only what is certain: where one page ends and its search has more, results of the other are held back for the
/// next page unless they precede all that can follow.
struct IssueMerge {
    /// What is known of one search.
    struct Input {
        var target: GitHubIssueTarget
        /// The page's results that were not returned before.
        var items: [GitHubIssue]
        /// Whether the search has a page after this one.
        var hasMore: Bool
    }

    let sort: GitHubIssueSort?
    let order: GitHubOrder?
    /// How many more issues than pull requests were returned before.
    private(set) var lead: Int

    init(sort: GitHubIssueSort?, order: GitHubOrder?, lead: Int = 0) {
        self.sort = sort
        self.order = order
        self.lead = lead
    }

    /// The results in order, and how many of each input are among them.
    mutating func merge(_ inputs: [Input]) -> (items: [GitHubIssue], taken: [Int]) {
        var items: [GitHubIssue] = []
        var taken = inputs.map { _ in 0 }
        while true {
            let candidates = inputs.indices.compactMap { index in
                candidate(inputs[index], taken[index]).map { (index: index, candidate: $0) }
            }
            // `min` returns the first of equal ones; issues are the first input.
            guard let next = candidates.min(by: { $0.candidate.precedes($1.candidate) }), let item = next.candidate.item
            else { break }
            items.append(item)
            taken[next.index] += 1
            if sort == nil { lead += inputs[next.index].target == .issues ? 1 : -1 }
        }
        if inputs.count < 2 { lead = 0 }
        return (items, taken)
    }

    /// What an input could yield next.
    private struct Candidate {
        var key: Double
        /// Nil where the next result is on a page that is not here: the key is then the smallest it can have.
        var item: GitHubIssue?

        func precedes(_ other: Candidate) -> Bool {
            key != other.key ? key < other.key : item != nil && other.item == nil
        }
    }

    private func candidate(_ input: Input, _ taken: Int) -> Candidate? {
        if taken < input.items.count {
            let item = input.items[taken]
            return Candidate(key: key(of: item, input.target), item: item)
        }
        guard input.hasMore else { return nil }
        guard sort != nil else { return Candidate(key: rank(input.target)) }
        // What follows is sorted behind the page's last result.
        return Candidate(key: input.items.last.map { key(of: $0, input.target) } ?? -.infinity)
    }

    /// The place of a result: the smaller, the earlier.
    private func key(of issue: GitHubIssue, _ target: GitHubIssueTarget) -> Double {
        guard let sort else { return rank(target) }
        let value = sort.value(of: issue)
        return order == .ascending ? value : -value
    }

    /// The rank of the target's next result, relative to the other's: issues are in front when none of them is ahead.
    private func rank(_ target: GitHubIssueTarget) -> Double {
        target == .issues ? 2 * Double(lead) : 1
    }
}

extension GitHubIssueSort {
    /// The figure that is compared; 0 where GitHub does not send it.
    func value(of issue: GitHubIssue) -> Double {
        func count(_ kind: KeyPath<GitHubReactions, Int>) -> Double { Double(issue.reactions?[keyPath: kind] ?? 0) }
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
