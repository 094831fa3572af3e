import Seek
import SeekBasics
import SeekNetworking

/// The parameters of a search in the URLs of the search page and of `/api/v1/search`: the search, its presentation and
/// the pages.
///
/// ```swift
/// let state = try SearchState(request.query)      // q=swift&kinds=video,issue&sort=date
/// let link = "/?" + state.extended.parameters.encoded
/// ```
/// Parameters with the default value are omitted, unknown ones are ignored.
struct SearchState: Sendable, Hashable {
    /// The presentation of the results.
    enum View: String, Sendable, Hashable, CaseIterable {
        /// One list, by rank.
        case merged
        /// One list for each source.
        case grouped
    }

    /// The search text without surrounding whitespace; empty before the first search.
    var text = ""
    /// The kinds of results; never empty.
    var kinds = Self.defaultKinds
    /// The order of the results of each source.
    var sort = SearchSort.relevance
    /// The first day of the results, in UTC.
    var since: CalendarDate?
    /// The last day of the results, in UTC.
    var until: CalendarDate?
    /// The presentation.
    var view = View.merged
    /// Whether only stored results are searched.
    var isOffline = false
    /// The pages that are shown: all from the first one (``Parameter/pages``), or a single one (``Parameter/cursor``).
    var pages = 1...1

    /// All kinds, in the order in which parameters and pages list them.
    static let allKinds: [SearchHit.Kind] = [
        .video, .channel, .playlist, .repository, .issue, .pullRequest, .user, .code, .commit, .topic,
    ]
    /// Videos and repositories.
    static let defaultKinds: Set<SearchHit.Kind> = [.video, .repository]
    /// The number of results on a page.
    static let pageSize = 25
    /// The maximum number of pages: GitHub returns 1,000 results of a search at most.
    static let maximumPages = 40
    /// The maximum length of the text in characters. Both APIs reject longer texts.
    static let maximumTextLength = 1_000

    /// The kinds in the order of ``allKinds``.
    var orderedKinds: [SearchHit.Kind] { Self.allKinds.filter(kinds.contains) }

    /// The state that shows only the page after this one.
    var next: SearchState { with(pages: pages.upperBound + 1...pages.upperBound + 1) }
    /// The state that shows the page after this one as well.
    var extended: SearchState { with(pages: pages.lowerBound...pages.upperBound + 1) }
    /// The state at its first page.
    var first: SearchState { with(pages: 1...1) }

    private func with(pages: ClosedRange<Int>) -> SearchState {
        var state = self
        state.pages = pages
        return state
    }
}

extension SearchState {
    /// The names of the parameters.
    enum Parameter: String, Sendable, Hashable, CaseIterable {
        case text = "q"
        case kinds, sort, since, until, view, offline, pages, cursor
    }
}

extension SearchState {
    /// The parameters of the state, without those that have the default value.
    var parameters: QueryParameters {
        var parameters = searchParameters
        func add(_ name: Parameter, _ value: String) {
            parameters.items.append(.init(name: name.rawValue, value: value))
        }
        if pages.lowerBound > 1 {
            add(.cursor, cursor)
        } else if pages.upperBound > 1 {
            add(.pages, String(pages.upperBound))
        }
        return parameters
    }

    /// The parameters other than the pages.
    private var searchParameters: QueryParameters {
        var parameters: QueryParameters = [:]
        func add(_ name: Parameter, _ value: String?) {
            if let value { parameters.items.append(.init(name: name.rawValue, value: value)) }
        }
        add(.text, text.isEmpty ? nil : text)
        add(.kinds, kinds == Self.defaultKinds ? nil : orderedKinds.map(\.rawValue).joined(separator: ","))
        add(.sort, sort == .relevance ? nil : sort.rawValue)
        add(.since, since?.description)
        add(.until, until?.description)
        add(.view, view == .merged ? nil : view.rawValue)
        add(.offline, isOffline ? "1" : nil)
        return parameters
    }

    /// The cursor of the last page: its number, and a checksum of the number and the search.
    ///
    /// The checksum detects a cursor that was changed or belongs to another search. It protects no secret: every page
    /// of a search may be requested.
    var cursor: String {
        let content = "1 \(pages.upperBound) \(searchParameters.encoded)"
        return "\(pages.upperBound)-\(String(FNV1a.hash(content.utf8), radix: 36))"
    }
}

extension SearchState {
    /// Parses the parameters of a request. Empty values, which a form sends for empty fields, are ignored. Of several
    /// values of a parameter, the first one is used; `kinds` is a list, repeated or separated by commas.
    ///
    /// - Throws: ``SearchStateError`` with all invalid parameters. A cursor is checked only if all other parameters are
    ///   valid.
    init(_ query: QueryParameters) throws(SearchStateError) {
        self.init()
        var reader = ParameterReader(query)
        text = reader.value(.text, default: text, Self.textRule) { Self.text(from: $0) }
        kinds = reader.value(.kinds, default: kinds, "must be a list of \(Self.allKindNames)") {
            let kinds = $0.split(separator: ",").map { SearchHit.Kind(rawValue: String($0)) }
            return kinds.allSatisfy(Self.allKinds.contains) && !kinds.isEmpty ? Set(kinds) : nil
        }
        sort = reader.value(.sort, default: sort, Self.rule(for: SearchSort.allCases), SearchSort.init)
        let dateRule = "must be a date such as 2026-01-31"
        since = reader.value(.since, default: nil, dateRule) { CalendarDate($0) }
        until = reader.value(.until, default: nil, dateRule) { CalendarDate($0) }
        if let since, let until, since.daysSince1970 > until.daysSince1970 {
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
        guard reader.problems.isEmpty else { throw SearchStateError(problems: reader.problems, state: self) }
    }

    private static let textRule =
        "must have at most \(maximumTextLength.grouped) characters, none of which is a control character"

    private static func text(from value: String) -> String? {
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

/// Reads parameters, and collects their problems.
private struct ParameterReader {
    private let query: QueryParameters
    private(set) var problems: [SearchStateError.Problem] = []

    init(_ query: QueryParameters) { self.query = query }

    mutating func reject(_ parameter: SearchState.Parameter, _ rule: String, _ other: SearchState.Parameter? = nil) {
        problems.append(SearchStateError.Problem(parameter: parameter, rule: rule, other: other))
    }

    /// Returns the parsed value of a parameter; the default if it is missing, empty or invalid.
    mutating func value<Value>(
        _ parameter: SearchState.Parameter,
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

/// An error that describes the invalid parameters of a request.
struct SearchStateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with a parameter.
    struct Problem: Sendable, Hashable {
        /// The invalid parameter.
        var parameter: SearchState.Parameter
        /// The rule that it breaks: `must be merged or grouped`.
        var rule: String
        /// The parameter at the end of the rule: `must not be before “since”`.
        var other: SearchState.Parameter?

        /// Returns a user-facing sentence, without the value.
        func text(naming name: (SearchState.Parameter) -> String) -> String {
            "\(name(parameter)) \(rule)\(other.map { " \(name($0))" } ?? "")."
        }
    }

    /// The problems in the order of ``SearchState/Parameter``; at least one.
    var problems: [Problem]
    /// The state with defaults in place of the invalid parameters, to fill the form.
    var state: SearchState

    /// One user-facing sentence for each problem, without the values.
    var description: String {
        problems.map { "The parameter " + $0.text { "“\($0.rawValue)”" } }.joined(separator: " ")
    }
}
