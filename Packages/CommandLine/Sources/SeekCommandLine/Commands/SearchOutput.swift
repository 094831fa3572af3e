import Seek
import SeekBasics

/// Writes the results of a search: page by page in TSV, CSV and NDJSON; at the end in other formats, and with `--pick`.
struct SearchOutput<Item: Sendable> {
    let kind: ResultKind<Item>
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
        guard !page.isEmpty else { return }
        let isContinued = !items.isEmpty
        let page = await detailed(page)
        items += page
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

    /// Returns the results of a page with their details if these are requested. Details that cannot be fetched are
    /// omitted.
    private mutating func detailed(_ page: [Item]) async -> [Item] {
        guard !details.isEmpty, detailsFailure == nil else { return page }
        var page = page
        let subject = "details of \(counted(page.count, kind.singular))"
        console.progress.start("fetching \(subject)")
        do throws(SearchError) {
            for details in details {
                let (items, cost) = try await details.fetch(session.seek, page)
                page = items
                guard invocation.has(.verbose) else { continue }
                console.report("\(subject)\(invocation.origin(nil, cost: counted(cost, "call")))")
            }
        } catch {
            detailsFailure = error
        }
        return page
    }
}
