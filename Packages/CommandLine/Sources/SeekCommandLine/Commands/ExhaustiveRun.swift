@_spi(Seek) import Seek
import SeekBasics
import SeekNetworking

/// A search that returns more results than the API's maximum, by searching one time window after another.
struct ExhaustiveSearch<Item: Sendable>: Sendable {
    /// A function that fetches a page; the first one without a cursor.
    typealias Fetch = @Sendable (PageCursor?) async throws(SearchError) -> SearchPage<Item>

    /// The date of the service's first results.
    var earliest: Date
    /// Prepares a search in a span of time, for example by looking up the ID of a channel's handle.
    var prepare: @Sendable (Session, Range<Date>) async throws(SearchError) -> Fetch
}

/// A run of an exhaustive search (`--all`), which can be resumed.
final class ExhaustiveRun<Item: Sendable>: Sendable {
    private struct State {
        /// The cursor after the latest page; before the first page, the cursor to resume, or `nil` in a new search.
        var cursor: PageCursor?
        /// The plan after the latest page; `nil` before the first page.
        var plan: WindowPlan?
        /// The estimated cost of the whole search; `nil` before the first page, and for a resumed search.
        var cost: WindowCost?
    }

    private let search: ExhaustiveSearch<Item>
    private let callsForPages: @Sendable (_ pages: Int) -> Int
    private let span: Range<Date>
    private let planFile: PlanFile
    private let state: Mutex<State>

    /// Creates a run over the span of `--since` and `--until`, which continues the stored plan with the ID of `--from`.
    /// `callsForPages` returns the number of calls that a number of pages costs.
    init(
        _ search: ExhaustiveSearch<Item>,
        callsForPages: @escaping @Sendable (_ pages: Int) -> Int,
        _ invocation: Invocation,
        _ session: Session
    ) throws(UsageError) {
        let values = invocation.values
        // YouTube searches have flags of their own for the time of publication.
        let flagNames: (since: OptionSpec.Name, until: OptionSpec.Name) =
            invocation.command.has(.since) ? (.since, .until) : (.after, .before)
        let (sinceFlag, untilFlag) = (invocation.flag(flagNames.since), invocation.flag(flagNames.until))
        let start = max(
            values[flagNames.since].flatMap { SearchDate($0)?.start(at: session.now) } ?? search.earliest,
            search.earliest
        )
        let end = values[flagNames.until].flatMap { SearchDate($0)?.end(at: session.now) }
        guard start < end ?? session.now else {
            switch end {
            case nil: throw UsageError("\(sinceFlag) is in the future, so nothing can match; use an earlier date")
            case _? where start == search.earliest:
                let day = RFC3339.string(from: search.earliest).prefix(10)
                throw UsageError(
                    "\(untilFlag) must be later than \(day), before which there are no results; use a later time"
                )
            default: throw UsageError("\(sinceFlag) must be earlier than \(untilFlag); change one of them")
            }
        }
        self.search = search
        self.callsForPages = callsForPages
        // The given second of `--until` is included, but the end of a span is not. Without `--until`, the span ends at
        // the next midnight (UTC) rather than now, so that a search that is repeated on the same day sends the same
        // requests, whose responses may be in the cache.
        let midnight = (session.now.timeIntervalSince1970 / 86_400).rounded(.up) * 86_400
        let spanEnd = end.map { $0 + 1 } ?? Date(timeIntervalSince1970: midnight)
        span = start..<max(start, spanEnd)
        planFile = PlanFile(of: invocation, in: session.configuration.stateFolder)
        state = Mutex(State(cursor: try values[.from].map(planFile.load)))
    }

    /// Returns the pages, without results that an earlier page contained.
    func pages(_ session: Session) async throws(SearchError) -> SearchPlan<Item>.Pages {
        let fetch = try await search.prepare(session, span)
        let first = state.withLock { $0.cursor }
        return PageSequence(from: first) { [self] cursor throws(SearchError) in
            var page = try await fetch(cursor)
            state.withLock { state in
                if cursor == nil { state.cost = page.windowPlan?.estimate }
                state.cursor = page.next
                state.plan = page.windowPlan
            }
            // The total of a resumed search includes the results before.
            if first != nil { page.totalCount = nil }
            return (page, page.next)
        }
    }

    private var cost: WindowCost? { state.withLock { $0.cost } }

    /// For the whole search; `nil` before its first page, and for a resumed search.
    var estimatedPages: Int? {
        // Clamped, because `callsForPages` may multiply it, which must not overflow.
        cost.map { Int(clamping: min($0.pages, 1 << 40)) }
    }

    /// For the whole search; `nil` before its first page, and for a resumed search.
    var estimatedCalls: Int? { estimatedPages.map(callsForPages) }

    /// The number of calls that the search needs at least: one for each time window that is left.
    var minimumCalls: Int { pendingCount ?? 1 }

    /// The number of time windows that are left; `nil` before the first page of a new search.
    private var pendingCount: Int? {
        state.withLock { state in state.plan?.pendingCount ?? state.cursor.flatMap(WindowPlan.pendingCount) }
    }

    /// Describes the estimated cost of a new search; `nil` before its first page, and for a resumed search.
    func description(remainingCalls: Int?) -> String? {
        guard let cost, let calls = estimatedCalls else { return nil }
        let days = [span.lowerBound, span.upperBound - 1].map { RFC3339.string(from: $0).prefix(10) }
        let windows = counted(Int(clamping: cost.windows), "time window")
        let quota = remainingCalls.map { ", \($0.grouped) left today" } ?? ""
        return "about \(counted(Int(clamping: cost.total), "result")) from \(days[0]) to \(days[1]): "
            + "\(windows), about \(counted(calls, "call"))\(quota)"
    }

    /// Describes how to learn the cost of a new search before its first page, or how many time windows a resumed search
    /// has left.
    func unknownCostDescription(firstPageCalls: Int) -> String {
        guard let pendingCount else {
            return "the cost is unknown until the first page is fetched; to fetch it alone, replace --dry-run with "
                + "--budget \(firstPageCalls)"
        }
        return "\(counted(pendingCount, "time window")) left, each at least one call"
    }

    /// The number of time windows that contain more results than the API returns, so that some are missing.
    var saturatedCount: Int { state.withLock { $0.plan?.saturatedCount ?? 0 } }

    /// Stores the cursor of a stopped search, and returns the value of `--from` that resumes it; `nil` if a new search
    /// has received no page, or if there is no state folder.
    func store() throws(PrivateFileError) -> String? {
        guard let cursor = state.withLock({ $0.cursor }) else { return nil }
        return try planFile.store(cursor)
    }

    func removePlan() { planFile.remove() }
}

/// The file with the cursor of a stopped search, which is located in the state folder and readable by its owner only.
struct PlanFile: Sendable {
    /// A hash of the command, the search text and the flags that select results, so that the cursor cannot be used for
    /// another search.
    let id: String
    private let path: String?

    private struct Content: Codable {
        var cursor: String
    }

    init(of invocation: Invocation, in folder: URL?) {
        let flags = invocation.command.options.filter(\.selectsResults).flatMap { option in
            invocation.allValues(of: option).map { "\(option.name.word)=\($0)" }
        }
        let components = [invocation.command.name, invocation.argument] + flags
        id = String(FNV1a.hash(components.joined(separator: "\n").utf8), radix: 16)
        path = folder?.appending(path: "search-\(id).json").path
    }

    /// Throws if the ID, the value of `--from`, belongs to another search, or if there is no cursor that can be read.
    func load(_ id: String) throws(UsageError) -> PageCursor {
        guard id == self.id else {
            throw UsageError(
                "--from \(SafeText.line(id)) is not the ID of this search; repeat its text and all its flags, or "
                    + "omit --from"
            )
        }
        do {
            let content = try path.flatMap { try PrivateFile($0).read() }
            guard let content else {
                throw UsageError("no search with the ID \(id) can be resumed; omit --from to start it again")
            }
            let stored = try JSONDecoder().decodeBounded(Content.self, from: Data(content.bytes))
            let cursor = PageCursor(rawValue: stored.cursor)
            guard WindowPlan.pendingCount(in: cursor) != nil else { throw CocoaError(.fileReadCorruptFile) }
            return cursor
        } catch let error as UsageError {
            throw error
        } catch {
            throw UsageError(
                "the state of the search \(id) cannot be read from '\(SafeText.line(path ?? ""))'; omit --from to start it again"
            )
        }
    }

    /// Returns the ID that resumes the search, or `nil` if there is no folder.
    func store(_ cursor: PageCursor) throws(PrivateFileError) -> String? {
        guard let path, let data = try? JSONEncoder().encode(Content(cursor: cursor.rawValue)) else { return nil }
        try PrivateFile(path).replace(with: Array(data))
        return id
    }

    func remove() {
        // A file that remains is replaced when this search is stopped again.
        if let path { try? FileManager.default.removeItem(atPath: path) }
    }
}

extension OptionSpec {
    fileprivate var selectsResults: Bool {
        let otherNames: Set<Name> = [.channel, .type, .includePRs, .advanced, .since, .until]
        return qualifiers != nil || setParameter != nil || otherNames.contains(name)
    }
}
