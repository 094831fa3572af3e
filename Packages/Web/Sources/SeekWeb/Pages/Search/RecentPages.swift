import Seek
import SeekBasics
@_spi(Seek) import SeekCache

/// The search pages of the last second. If many clients load a page, its search runs and its markup is rendered only
/// about once a second.
///
/// A page is returned only while the history and the number of changes that it shows are those of the service, so that
/// a new search or a cleared history appears immediately. The ages and quotas that it shows may be outdated by a
/// second. A page can be shared because it depends on its URL only, and not on the client.
final class RecentPages: Sendable {
    /// The time for which a page is returned, in seconds.
    static let lifetime = 1.0
    /// The maximum number of pages.
    static let limit = 16
    /// The maximum size of a page in bytes. A page of 25 results has about 50,000.
    static let maximumSize = 100_000

    private struct Entry {
        var response: WebResponse
        var header: HeaderContent
    }

    private let entries = BoundedCache<PageState, Entry>(costLimit: limit)

    var count: Int { entries.count }

    /// Returns the stored response with a page; nil if there is none, or if the page is too old or shows another
    /// history or another number of changes.
    func response(for state: PageState, history: [HistoryEntry], changeCount: Int, at now: Date) -> WebResponse? {
        guard let entry = entries.value(for: state) else { return nil }
        // The age is negative if the clock has been set back.
        let age = now.timeIntervalSince(entry.header.now)
        guard (0..<Self.lifetime).contains(age), entry.header.history == history,
            entry.header.changeCount == changeCount
        else { return nil }
        return entry.response
    }

    /// Stores the response with a page unless the page is too large.
    func store(_ response: WebResponse, of page: Page) {
        guard case .data(let body) = response.body, body.count <= Self.maximumSize else { return }
        entries.insert(Entry(response: response, header: page.header), for: page.state, cost: 1)
    }
}
