import SeekBasics
public import SeekModels
import SeekNetworking

extension GitHubClient {
    /// Returns a page of matching issues, pull requests, or both.
    ///
    /// GitHub searches either issues or pull requests: `is:issue` or `is:pull-request` is added if the query has
    /// neither (as `is:` or `type:`), and a search of both is two searches. Their pages are merged in the order of the
    /// sort; without a sort, their results alternate. ``SearchPage/requests`` describes the request of each search, and
    /// ``SearchPage/next`` continues both. If one search may still have results that precede a fetched result of the
    /// other, that result is held back: the next merged page requests its page again, which costs nothing if the page
    /// is in the cache. The cap of 1,000 results applies to each search.
    ///
    /// A semantic or hybrid search is limited to 10 requests a minute, requires a token, covers issues only, has a
    /// single page, and is not available on GitHub Enterprise Server. GitHub may fall back to a lexical search: see
    /// ``SearchPage/searchType`` and ``SearchPage/lexicalFallbackReasons``.
    ///
    /// - Parameters:
    ///   - query: The query, or its text.
    ///   - scope: Issues, pull requests, or both.
    ///   - sort: The sort field; nil sorts by best match.
    ///   - order: The sort direction; nil sorts in descending order.
    ///   - searchType: How the text is matched; nil is lexical.
    ///   - usesAdvancedSyntax: Whether `AND`, `OR` and parentheses in the text are operators (`advanced_search`), with
    ///     which qualifiers can be combined as well. The filters of the query apply to all alternatives of its text.
    ///   - pageSize: The number of results per request: 1...100. A merged page may have up to twice as many.
    ///   - textMatches: Whether results include the matching fragments.
    ///   - cursor: The page; nil is the first.
    /// - Throws: Without sending a request, ``SearchError/invalidQuery(_:)`` if the query is invalid, or contradicts
    ///   the scope, the search type or the cursor, and ``SearchError/missingCredential(_:)`` for a semantic or hybrid search
    ///   without a token.
    public func searchIssues(
        _ query: some GitHubQueryConvertible,
        scope: GitHubIssueScope = .all,
        sort: GitHubIssueSort? = nil,
        order: GitHubOrder? = nil,
        searchType: GitHubSearchType? = nil,
        usesAdvancedSyntax: Bool = false,
        pageSize: Int = 30,
        textMatches: Bool = false,
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubIssue> {
        let query = query.gitHubQuery
        let semanticType = searchType == .lexical ? nil : searchType
        // The text of a semantic search has no operators, so that the syntaxes are the same, except for the parentheses
        // around alternatives, with which GitHub rejects a semantic search.
        let isAdvanced = usesAdvancedSyntax && semanticType == nil
        let diagnostics = query.diagnostics(
            for: .issues,
            scope: scope,
            searchType: searchType,
            usesAdvancedSyntax: isAdvanced
        )
        if let error = SearchError(diagnostics) { throw error }
        var parameters = Self.parameters(sort, order)
        if isAdvanced { parameters.items.append(.init(name: "advanced_search", value: "true")) }
        if let semanticType {
            try checkSemanticSearch(at: cursor)
            parameters.items.append(.init(name: "search_type", value: semanticType.rawValue))
        }
        let filter = IssueKindFilter(in: query)
        let kinds = filter.kinds(in: scope)
        let fetch: IssuePageFetch = { [parameters] kind, cursor throws(SearchError) in
            let text = filter.text(of: query, for: kind, usesAdvancedSyntax: isAdvanced)
            return try await search(.issues, text: text, parameters, pageSize, textMatches, at: cursor)
        }
        guard kinds.count == 1 else {
            return try await mergedPage(of: kinds, sort, order, at: cursor, fetch: fetch)
        }
        var page = try await fetch(kinds[0], cursor)
        // Only the first page is ranked semantically.
        if semanticType != nil { page.next = nil }
        return page
    }

    private func checkSemanticSearch(at cursor: PageCursor?) throws(SearchError) {
        guard !isEnterpriseServer else {
            throw .invalidQuery("semantic search is not available on GitHub Enterprise Server; use lexical search")
        }
        guard hasToken else { throw .missingCredential(.gitHub) }
        guard cursor == nil else { throw .invalidQuery("a semantic search has a single page; remove the cursor") }
    }

    private typealias IssuePageFetch =
        @Sendable (IssueKind, PageCursor?) async throws(SearchError) -> SearchPage<GitHubIssue>

    private func mergedPage(
        of kinds: [IssueKind],
        _ sort: GitHubIssueSort?,
        _ order: GitHubOrder?,
        at cursor: PageCursor?,
        fetch: @escaping IssuePageFetch
    ) async throws(SearchError) -> SearchPage<GitHubIssue> {
        var mergeCursor = IssueMergeCursor(kinds)
        if let cursor {
            guard let decoded = IssueMergeCursor(cursor) else { throw .cursorOfAnotherSearch }
            mergeCursor = decoded
        }
        @Sendable func page(
            at position: IssueMergeCursor.Position
        ) async -> Result<SearchPage<GitHubIssue>, SearchError> {
            do throws(SearchError) {
                return .success(try await fetch(position.kind, position.url.map { PageCursor(rawValue: $0) }))
            } catch {
                return .failure(error)
            }
        }
        let positions = mergeCursor.positions
        async let first = page(at: positions[0])
        async let second = positions.count > 1 ? page(at: positions[1]) : nil
        let pages = [try await first.get(), try await second?.get()].compactMap { $0 }
        return mergeCursor.page(of: pages, by: IssueMerge(sort: sort, order: order, lead: mergeCursor.lead))
    }
}

extension IssueMergeCursor {
    /// Returns the merged page at this cursor, given the pages at ``positions`` in their order.
    fileprivate func page(of pages: [SearchPage<GitHubIssue>], by merge: IssueMerge) -> SearchPage<GitHubIssue> {
        var merge = merge
        let inputs = zip(positions, pages).map { position, page in
            IssueMerge.Input(
                kind: position.kind,
                items: Array(page.items.dropFirst(position.skip)),
                hasMore: page.next != nil
            )
        }
        let (items, counts) = merge.merge(inputs)
        let totals = pages.compactMap(\.totalCount)
        let total = total ?? (totals.isEmpty ? nil : totals.reduce(0) { $0.addingClamped($1) })
        let next = positions.indices.compactMap { index -> Position? in
            var position = positions[index]
            if counts[index] < inputs[index].items.count {
                position.skip += counts[index]
                position.isRepeated = true
                return position
            }
            return pages[index].next.map { Position(kind: position.kind, url: $0.rawValue) }
        }
        let nextCursor = IssueMergeCursor(positions: next, total: total, lead: next.count < 2 ? 0 : merge.lead)
        var page = SearchPage(
            items: items,
            // The invalid items of a page that is fetched again were reported before.
            skipped: zip(positions, pages).flatMap { position, page in position.isRepeated ? [] : page.skipped },
            totalCount: total,
            incompleteReasons: pages.reduce(into: []) { $0.formUnion($1.incompleteReasons) },
            next: next.isEmpty ? nil : PageCursor(nextCursor),
            provenance: Provenance(merging: pages.map(\.provenance))
        )
        page.requests = zip(positions, pages).map { position, page in
            SearchPageRequest(
                name: position.kind.rawValue,
                totalCount: page.totalCount,
                incompleteReasons: page.incompleteReasons,
                provenance: page.provenance
            )
        }
        page.searchType = pages.first?.searchType
        page.lexicalFallbackReasons = pages.flatMap(\.lexicalFallbackReasons)
        page.deprecation = pages.lazy.compactMap(\.deprecation).first
        return page
    }
}
