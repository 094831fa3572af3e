import Seek
import SeekBasics

/// Writes the results of a search: page by page in TSV, CSV and NDJSON; at the end in other formats, and with `--pick`.
struct SearchOutput<Item: Sendable> {
    /// The columns and fields of the output. Each fetch of details returns a new kind, whose columns and fields contain
    /// the details fetched so far.
    private(set) var kind: ResultKind<Item>
    let options: OutputOptions
    let details: [SearchPlan<Item>.Details]
    let invocation: Invocation
    let session: Session
    private(set) var items: [Item] = []
    private(set) var status = CommandStatus.success
    private(set) var detailsFailure: SearchError?

    private var console: Console { session.console }

    private var isWrittenByPage: Bool { options.isWrittenByPage(onTerminal: console.context.terminal != nil) }

    /// Whether more results can be written: the output is not closed, and no write has failed.
    var isOpen: Bool { status == .success && !console.isOutputClosed }

    /// Adds the results of a page. Their details are fetched before the next page, so that the output of a search that
    /// is stopped is complete up to this page.
    mutating func add(_ page: [Item]) async {
        let isContinued = !items.isEmpty
        items += page
        guard !page.isEmpty else { return }
        await fetchDetails(of: page)
        guard isWrittenByPage else { return }
        status = session.writer(of: kind, options).write(page, emptyMessage: nil, isContinued: isContinued)
    }

    /// Writes the results that are not yet written, saves requested thumbnails, and returns the exit status.
    mutating func end(totalCount: Int64?, emptyMessage: String?) async -> CommandStatus {
        if isWrittenByPage, !items.isEmpty {
            let saved = await session.saveThumbnails(of: items, as: kind, options)
            if status == .success { status = saved }
        } else {
            console.progress.end()
            status = await session.write(items, as: kind, options, totalCount: totalCount, emptyMessage: emptyMessage)
        }
        return detailsFailure.map { session.settings.report($0, of: invocation, prefix: "no details: ") } ?? status
    }

    /// Fetches details if they are requested. If they cannot be fetched, results are written without them.
    private mutating func fetchDetails(of items: [Item]) async {
        guard !details.isEmpty, detailsFailure == nil else { return }
        let subject = "details of \(counted(items.count, kind.singular))"
        console.progress.start("fetching \(subject)")
        do throws(SearchError) {
            for details in details {
                let (kind, cost) = try await details.fetch(session.seek, items)
                self.kind = kind
                guard invocation.has(.verbose) else { continue }
                console.report("\(subject)\(invocation.origin(nil, cost: counted(cost, "call")))")
            }
        } catch {
            detailsFailure = error
        }
    }
}
