import SeekNetworking

/// The parameters of the search page in its URL: the search, and what the page shows besides the results.
struct PageState: Sendable, Hashable {
    var search = SearchState()
    /// The ID of the result whose details are shown.
    var details: String?
    /// Whether the details are loaded from the service, which has a cost. Otherwise the page shows what the search
    /// returned.
    var loadsDetails = false
    /// Whether the page shows stored results only, because the text is still being typed or a parameter is invalid.
    var isPreview = false
    /// Whether the script uses only the details, so that the rest of the page may be incomplete.
    var isPart = false
    /// Whether the page waits for all sources, because the browser runs no scripts.
    var waitsForSources = false
    /// Invalid values, which the form shows so that they can be corrected.
    var invalidValues: [SearchState.Parameter: String] = [:]

    /// The parameters of the search and of the shown details, without default values.
    var parameters: QueryParameters {
        var parameters = search.parameters
        if let details { parameters.items.append(.init(name: "details", value: details)) }
        if details != nil, loadsDetails { parameters.items.append(.init(name: "load", value: "1")) }
        return parameters
    }

    /// The URL of the page.
    var address: String {
        let query = parameters.encoded
        return query.isEmpty ? "/" : "/?\(query)"
    }

    /// The URL of the page that waits for all sources.
    var completeAddress: String { "/?\(parameters.encoded)&complete=1" }

    /// Returns the state of a changed search, without details.
    func with(_ change: (inout SearchState) -> Void) -> PageState {
        var state = PageState(search: search)
        change(&state.search)
        return state
    }

    /// The state that shows the page after this one as well.
    var extended: PageState {
        var state = self
        state.search = search.extended
        return state
    }

    /// Returns the state with the details of a result; nil closes them. For a preview, it is the state of an offline
    /// search, because the requested search has not been run.
    func showing(_ id: String?, loads: Bool = false) -> PageState {
        var state = PageState(search: search, details: id, loadsDetails: loads)
        if isPreview { state.search.isOffline = true }
        return state
    }
}

extension PageState {
    /// Parses the parameters of a request. If some are invalid, returns a message that describes them, and a state
    /// with their default values. That state is a preview, because its search is not the requested one.
    static func parsed(_ query: QueryParameters) -> (state: PageState, problem: String?) {
        var state = PageState(details: query["details"], loadsDetails: query["load"] == "1")
        state.isPreview = query["preview"] == "1"
        state.isPart = query["part"] == "details"
        state.waitsForSources = query["complete"] == "1"
        do throws(SearchStateError) {
            state.search = try SearchState(query)
            return (state, nil)
        } catch {
            state.search = error.state
            state.isPreview = true
            state.loadsDetails = false
            for parameter in error.problems.flatMap({ [$0.parameter, $0.other] }).compactMap({ $0 }) {
                state.invalidValues[parameter] = query[parameter.rawValue]
            }
            return (state, error.problems.map { $0.text(naming: \.title) }.joined(separator: " "))
        }
    }
}

extension SearchState.Parameter {
    /// The parameter as the form calls it.
    fileprivate var title: String {
        switch self {
        case .text: "The search text"
        case .since: "“From”"
        case .until: "“To”"
        default: "The parameter “\(rawValue)”"
        }
    }
}
