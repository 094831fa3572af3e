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
    /// Whether the page waits for all sources, because the browser runs no scripts.
    var waitsForSources = false
    /// Invalid values, which the form shows so that they can be corrected.
    var invalidValues: [SearchParameters.Parameter: String] = [:]

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
    /// - Parameter isLinked: Whether another site has opened the page, which is then a preview.
    static func parsed(_ query: QueryParameters, isLinked: Bool = false) -> (state: PageState, problem: String?) {
        var (state, problem) = parsedWithoutPreview(query)
        state.isPreview = problem != nil || isLinked || query["preview"] == "1"
        if state.isPreview { (state.search, state.loadsDetails) = (state.search.first, false) }
        return (state, problem)
    }

    private static func parsedWithoutPreview(_ query: QueryParameters) -> (state: PageState, problem: String?) {
        var state = PageState(details: query["details"], loadsDetails: query["load"] == "1")
        state.needsDetailsOnly = query["part"] == "details"
        state.waitsForSources = query["complete"] == "1"
        do throws(SearchParametersError) {
            state.search = try SearchParameters(query)
            return (state, nil)
        } catch {
            state.search = error.search
            for parameter in error.problems.flatMap({ [$0.parameter, $0.other] }).compactMap({ $0 }) {
                state.invalidValues[parameter] = query[parameter.rawValue]
            }
            return (state, error.problems.map { $0.text(naming: \.title) }.joined(separator: " "))
        }
    }
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
