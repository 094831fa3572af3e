@_spi(Seek) import Seek
import SeekBasics
import SeekNetworking

/// A search as the URLs of the search page and of `/api/v1/search` describe it: what is searched, how the results are
/// presented, and which pages are shown. The members of the ``searchQuery`` are members of the search.
///
/// ```swift
/// let search = try SearchParameters(request.query)      // q=swift&kinds=video,issue&sort=date
/// let link = "/?" + search.extended.query.encoded
/// ```
@dynamicMemberLookup
struct SearchParameters: Sendable, Hashable {
    enum View: String, Sendable, Hashable, CaseIterable {
        /// One list, by rank.
        case merged
        /// One list for each source.
        case grouped
    }

    /// What is searched. The text has no surrounding whitespace, and is empty before the first search. The kinds are
    /// empty if the user has deselected all: then nothing is searched. The limit is that of a saved search; the pages determine the
    /// number of results (``pagedQuery``).
    var searchQuery = FederatedQuery("", limit: 2 * Self.pageSize)

    subscript<Value>(dynamicMember path: WritableKeyPath<FederatedQuery, Value>) -> Value {
        get { searchQuery[keyPath: path] }
        set { searchQuery[keyPath: path] = newValue }
    }

    /// What is searched, with the number of results up to the end of the pages.
    var pagedQuery: FederatedQuery {
        var query = searchQuery
        query.limit = pages.upperBound * Self.pageSize
        return query
    }

    var view = View.merged
    /// Whether only stored results are searched.
    var isOffline = false
    /// The pages that are shown: all from the first one (``Parameter/pages``), or a single one (``Parameter/cursor``).
    var pages = 1...1

    static let allKinds = SearchHit.Kind.searchable
    static let defaultKinds = FederatedQuery().kinds
    static let pageSize = 25
    /// The maximum number of pages: GitHub returns 1,000 results of a search at most.
    static let maximumPages = 40
    /// The maximum length of the text in characters. YouTube and GitHub have lower limits.
    static let maximumTextLength = 1_000

    var orderedKinds: [SearchHit.Kind] { Self.allKinds.filter(self.kinds.contains) }

    /// The default kinds of the search: with a channel, videos.
    private var usualKinds: [SearchHit.Kind] {
        var query = FederatedQuery()
        query.channel = self.channel
        return query.kinds
    }

    /// Whether there is nothing to search for: neither a text nor a channel.
    var isEmpty: Bool { self.text.isEmpty && self.channel == nil }

    /// The same search, with only the next page.
    var next: SearchParameters { with(pages: pages.upperBound + 1...pages.upperBound + 1) }
    /// The same search, with the next page as well.
    var extended: SearchParameters { with(pages: pages.lowerBound...pages.upperBound + 1) }
    /// The same search, with only the first page.
    var first: SearchParameters { with(pages: 1...1) }

    private func with(pages: ClosedRange<Int>) -> SearchParameters {
        var search = self
        search.pages = pages
        return search
    }

    enum Parameter: String, Sendable, Hashable, CaseIterable {
        case text = "q"
        case kinds, sort, since, until, language, channel, region, duration, definition, caption
        case eventType = "event-type"
        case videoOrder = "video-order"
        case repositorySort = "repository-sort"
        case view, offline, pages, cursor

        /// The filter or order of the query that the parameter sets; nil for other parameters.
        var field: FederatedQuery.Field? {
            switch self {
            case .videoOrder: .videoOrder
            case .repositorySort: .repositorySort
            default: FederatedQuery.Field(rawValue: rawValue)
            }
        }
    }

    /// The query of a URL, without the parameters that have their default values.
    var query: QueryParameters {
        let pageQuery: QueryParameters = [
            "cursor": pages.lowerBound > 1 ? cursor : nil,
            "pages": pages.lowerBound == 1 && pages.upperBound > 1 ? pages.upperBound : nil,
        ]
        return QueryParameters(queryWithoutPages.items + pageQuery.items)
    }

    private var queryWithoutPages: QueryParameters {
        let leading: QueryParameters = [
            "q": self.text.isEmpty ? nil : self.text,
            "kinds": orderedKinds == usualKinds ? nil : orderedKinds.map(\.rawValue).joined(separator: ","),
            "sort": self.sort == .relevance ? nil : self.sort.rawValue,
        ]
        let trailing: QueryParameters = [
            "view": view == .merged ? nil : view.rawValue, "offline": isOffline ? "1" : nil,
        ]
        return QueryParameters(
            leading.items + filters.map { .init(name: $0.parameter.rawValue, value: $0.value) } + trailing.items
        )
    }

    /// The filters and orders of the query that are set, in the order of ``Parameter``.
    var filters: [(parameter: Parameter, value: String)] {
        Parameter.allCases.compactMap { parameter in
            parameter.field.flatMap { searchQuery[$0] }.map { (parameter, $0) }
        }
    }

    /// The cursor of the last page: its number, and a checksum of the number and the search.
    ///
    /// The checksum detects a cursor that was changed or belongs to another search. It protects no secret: every page
    /// of a search may be requested.
    var cursor: String {
        let content = "1 \(pages.upperBound) \(queryWithoutPages.encoded)"
        return "\(pages.upperBound)-\(String(FNV1a.hash(content.utf8), radix: 36))"
    }
}

extension SearchParameters {
    /// Parses the query of a request. Unknown parameters are ignored, and so are empty values, which a form sends for
    /// empty fields; only `kinds` without a value selects no kind. If a parameter is repeated, its first value is used. Only the values of `kinds`, which are
    /// lists separated by commas, are joined.
    ///
    /// - Throws: ``SearchParametersError`` with all invalid parameters. A cursor is checked only if all other
    ///   parameters are valid.
    init(_ query: QueryParameters) throws(SearchParametersError) {
        self.init()
        var reader = ParameterReader(query: query)
        self.text = reader.value(.text, default: "", Self.textRule) { Self.text(from: $0) }
        let kinds: [SearchHit.Kind] = reader.value(.kinds, default: [], "must be a list of \(Self.allKindNames)") {
            let kinds = $0.split(separator: ",").map { SearchHit.Kind(rawValue: String($0)) }
            return kinds.allSatisfy(Self.allKinds.contains) && !kinds.isEmpty ? kinds : nil
        }
        let kindValues = query.items.filter { $0.name == Parameter.kinds.rawValue }.map(\.value)
        let selectsNoKind = !kindValues.isEmpty && kindValues.allSatisfy(\.isEmpty)
        self.sort = reader.value(.sort, default: .relevance, Self.rule(for: SearchSort.allCases), SearchSort.init)
        for parameter in Parameter.allCases {
            guard let field = parameter.field else { continue }
            let text: String = reader.value(parameter, default: "", Self.rule(for: field)) { text in
                var query = FederatedQuery()
                let isValid = query.set(field, to: text)
                return isValid && Self.text(from: text) == text ? text : nil
            }
            if !text.isEmpty { searchQuery.set(field, to: text) }
        }
        // The default depends on the channel.
        let orderedKinds = Self.allKinds.filter(kinds.contains)
        if selectsNoKind || !kinds.isEmpty, orderedKinds != usualKinds { self.kinds = orderedKinds }
        // The order of a relative and a fixed date depends on the time.
        if let since = self.since, let until = self.until, since.isRelative == until.isRelative,
            since.start(at: Self.anyDate) > until.end(at: Self.anyDate)
        {
            reader.reject(.until, "must not be before", .since)
            (self.since, self.until) = (nil, nil)
        }
        view = reader.value(.view, default: view, Self.rule(for: View.allCases), View.init)
        isOffline = reader.value(.offline, default: false, "must be 1 or 0") {
            ["1": true, "true": true, "on": true, "0": false, "false": false][$0]
        }
        let last = reader.value(.pages, default: 1, "must be a number from 1 to \(Self.maximumPages)") {
            Int($0).flatMap { (1...Self.maximumPages).contains($0) ? $0 : nil }
        }
        pages = 1...last
        if reader.problems.isEmpty {
            let rule = "is not the cursor of a page of this search; start at the first page"
            pages = reader.value(.cursor, default: pages, rule) { page(at: $0) }
        }
        guard reader.problems.isEmpty else { throw SearchParametersError(problems: reader.problems, search: self) }
    }

    private static let anyDate = Date(timeIntervalSince1970: 1_800_000_000)

    private static func rule(for field: FederatedQuery.Field) -> String {
        switch field {
        case .since, .until: "must be a date such as 2026-01-31 or 7d"
        case .channel: "must be the @handle or the ID of a channel"
        case .language: "must be a language such as ja or swift"
        case .region: "must be a country such as JP"
        case .duration: rule(for: YouTubeVideoLength.allCases)
        case .definition: rule(for: YouTubeDefinition.allCases)
        case .caption: rule(for: YouTubeCaption.allCases)
        case .eventType: rule(for: YouTubeEventType.allCases)
        case .videoOrder: rule(for: YouTubeOrder.allCases)
        case .repositorySort: rule(for: GitHubRepositorySort.allCases)
        }
    }

    private static let textRule =
        "must have at most \(maximumTextLength.grouped) characters, none of which is a control character"

    private static func text(from value: String) -> String? {
        // Bytes are counted first, because counting the characters of a very long text takes time.
        guard value.utf8.count <= 32 * maximumTextLength, value.count <= maximumTextLength else { return nil }
        let words = value.split(whereSeparator: \.isWhitespace)
        guard let first = words.first, let last = words.last else { return "" }
        let text = value[first.startIndex..<last.endIndex]
        return text.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : String(text)
    }

    private static func rule(for choices: [some RawRepresentable<String>]) -> String {
        let names = choices.map(\.rawValue)
        return "must be \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
    }

    private static let allKindNames = allKinds.map(\.rawValue).joined(separator: ", ")

    /// Returns the page of a cursor; nil if the cursor is not one of this search.
    private func page(at cursor: String) -> ClosedRange<Int>? {
        let digits = cursor.prefix { $0 != "-" }
        guard let page = Int(digits), (1...Self.maximumPages).contains(page) else { return nil }
        return with(pages: page...page).cursor == cursor ? page...page : nil
    }
}

private struct ParameterReader {
    let query: QueryParameters
    private(set) var problems: [SearchParametersError.Problem] = []

    mutating func reject(
        _ parameter: SearchParameters.Parameter,
        _ rule: String,
        _ other: SearchParameters.Parameter? = nil
    ) {
        problems.append(SearchParametersError.Problem(parameter: parameter, rule: rule, other: other))
    }

    /// Returns the parsed value of a parameter; the default if it is missing, empty or invalid.
    mutating func value<Value>(
        _ parameter: SearchParameters.Parameter,
        default defaultValue: Value,
        _ rule: String,
        _ parse: (String) -> Value?
    ) -> Value {
        let values = query.items.filter { $0.name == parameter.rawValue && !$0.value.isEmpty }.map(\.value)
        guard let first = values.first else { return defaultValue }
        if let value = parse(parameter == .kinds ? values.joined(separator: ",") : first) { return value }
        reject(parameter, rule)
        return defaultValue
    }
}

struct SearchParametersError: Error, Sendable, Hashable, CustomStringConvertible {
    struct Problem: Sendable, Hashable {
        var parameter: SearchParameters.Parameter
        /// The rule that it breaks: `must be merged or grouped`.
        var rule: String
        /// The parameter at the end of the rule: `must not be before “since”`.
        var other: SearchParameters.Parameter?

        /// Returns a user-facing sentence, without the value.
        func text(naming name: (SearchParameters.Parameter) -> String) -> String {
            "\(name(parameter)) \(rule)\(other.map { " \(name($0))" } ?? "")."
        }
    }

    /// The problems in the order of ``SearchParameters/Parameter``; at least one.
    var problems: [Problem]
    /// The search with default values in place of the invalid ones, to fill the form.
    var search: SearchParameters

    /// One user-facing sentence for each problem, without the values.
    var description: String {
        problems.map { "The parameter " + $0.text { "“\($0.rawValue)”" } }.joined(separator: " ")
    }
}
