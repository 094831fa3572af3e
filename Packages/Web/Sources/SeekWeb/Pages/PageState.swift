import Seek
import SeekBasics
@_spi(Seek) import SeekCache
import SeekNetworking

/// The parameters in the URL of the search page: the search, and what the page shows besides the results.
struct PageState: Sendable, Hashable {
    var search = SearchParameters()
    /// The ID of the result whose details are shown.
    var details: String?
    /// Whether the details are loaded from the service, which has a cost. Otherwise the page shows what the search
    /// returned.
    var loadsDetails = false
    /// Whether the page shows stored results only, because the text is still being typed, a parameter is invalid, or
    /// another site has opened the page.
    var isPreview = false
    /// Whether only the details are needed, so that the rest of the page may be incomplete.
    var needsDetailsOnly = false
    /// How results are shown; nil if the user has not chosen, so that it depends on their kinds. The browser stores it
    /// in a cookie, because it is the same for all searches.
    var layout: Layout?
    /// Whether the page waits for all sources, because the browser runs no scripts.
    var waitsForSources = false
    /// Invalid values, which the form shows so that they can be corrected.
    var invalidValues: [SearchParameters.Parameter: String] = [:]

    /// Returns how results of these kinds are shown: files and commits in a list, because their text matters more than
    /// a picture.
    func layout(of kinds: some Collection<SearchHit.Kind>) -> Layout {
        layout ?? (!kinds.isEmpty && kinds.allSatisfy { $0 == .code || $0 == .commit } ? .list : .cards)
    }

    /// The address of the preview of the page, which starts no search.
    var previewAddress: String { "\(address)\(address == "/" ? "?" : "&")preview=1" }

    /// The query that shows the search and the details, without default values.
    private var query: QueryParameters {
        let detailsQuery: QueryParameters = ["details": details, "load": details != nil && loadsDetails ? "1" : nil]
        return QueryParameters(search.query.items + detailsQuery.items)
    }

    /// The address of the page in this state.
    var address: String {
        let query = query.encoded
        return query.isEmpty ? "/" : "/?\(query)"
    }

    /// The address of the page with the results of all sources, for browsers that run no scripts.
    var completeAddress: String { "/?\(query.encoded)&complete=1" }

    /// Returns the state that shows a changed search, without details.
    func with(_ change: (inout SearchParameters) -> Void) -> PageState {
        var state = PageState(search: search)
        change(&state.search)
        return state
    }

    /// The state that shows the next page as well.
    var extended: PageState {
        var state = self
        state.search = search.extended
        return state
    }

    /// Returns the state that shows the details of a result, or no details if `id` is nil. If this state is a preview,
    /// the returned one is an offline search, because the requested search has not been run.
    func showing(_ id: String?, loads: Bool = false) -> PageState {
        var state = PageState(search: search, details: id, loadsDetails: loads)
        if isPreview { state.search.isOffline = true }
        return state
    }
}

extension PageState {
    /// Parses the query of a request. If parameters are invalid, the state has their default values and is a preview,
    /// because its search is not the requested one; `problem` describes the invalid parameters. A preview shows the
    /// first page and loads no details.
    ///
    /// If another site has opened the page, the state is a preview as well.
    static func parsed(_ request: WebRequest) -> (state: PageState, problem: String?) {
        var (state, problem) = parsed(request.query)
        state.layout = request.cookies(named: Layout.cookie).last.flatMap { Layout(rawValue: String($0)) }
        if request.initiator == .otherSite { state.isPreview = true }
        if state.isPreview { (state.search, state.loadsDetails) = (state.search.first, false) }
        return (state, problem)
    }

    /// Parses the parameters alone.
    static func parsed(_ query: QueryParameters) -> (state: PageState, problem: String?) {
        var state = PageState(details: query["details"], loadsDetails: query["load"] == "1")
        state.isPreview = query["preview"] == "1"
        state.needsDetailsOnly = query["part"] == "details"
        state.waitsForSources = query["complete"] == "1"
        do throws(SearchParametersError) {
            state.search = try SearchParameters(query)
            return (state, nil)
        } catch {
            (state.search, state.isPreview) = (error.search, true)
            for parameter in error.problems.flatMap({ [$0.parameter, $0.other] }).compactMap({ $0 }) {
                state.invalidValues[parameter] = query[parameter.rawValue]
            }
            return (state, error.problems.map { $0.text(naming: \.title) }.joined(separator: " "))
        }
    }
}

/// How results are shown.
enum Layout: String, Sendable, Hashable, CaseIterable {
    /// As cards with pictures.
    case cards
    /// As rows of a dense list.
    case list

    /// The name of the cookie that stores the choice of the user. Scripts may read it.
    static let cookie = "seek_layout"

    /// The value of `Set-Cookie`, which stores the choice for a year.
    var setCookie: String { "\(Self.cookie)=\(rawValue); Path=/; SameSite=Strict; Max-Age=31536000" }
}

extension SearchParameters.Parameter {
    /// The name of the parameter in error messages: for a date, the label of its field.
    fileprivate var title: String {
        switch self {
        case .text: "The search text"
        case .since: "“From”"
        case .until: "“To”"
        default: "The parameter “\(rawValue)”"
        }
    }
}

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
