public import SeekModels
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension GitHubClient {
    /// One page of the issues, the pull requests, or both that match.
    ///
    /// GitHub searches one or the other: the qualifier `is:issue` or `is:pull-request` is added where the query names neither (by `is:` or
    /// `type:`), and both are two requests. Their pages are merged by the sort, and by alternating where there is none; a merged page has
    /// at least one request's page of results and at most two. ``SearchPage/requests`` reports each request, ``SearchPage/totalCount`` and
    /// ``SearchPage/isIncomplete`` combine them, and ``SearchPage/next`` resumes both. Results that do not fit are requested again with
    /// the next page, which is free where the configuration has a store. The limit of 1,000 results holds for each request.
    ///
    /// A semantic or hybrid search is limited to 10 requests a minute, needs a token, finds issues only, has a single page and is not
    /// available on GitHub Enterprise Server. GitHub may match it by words all the same: see ``SearchPage/searchType`` and
    /// ``SearchPage/lexicalFallbackReasons``.
    ///
    /// - Parameters:
    ///   - query: the words and qualifiers.
    ///   - scope: issues, pull requests, or both.
    ///   - sort: the order; nil is the best match.
    ///   - order: the direction of the sort.
    ///   - searchType: how the text is matched; nil is by words.
    ///   - usesAdvancedSyntax: whether `AND`, `OR` and parentheses are operators (`advanced_search`).
    ///   - options: the size of the page and whether results have the matching fragments.
    ///   - cursor: the page; nil is the first.
    /// - Throws: ``SearchError/invalidQuery(_:)`` for a query that contradicts itself or the scope, before a request is sent.
    public func searchIssues(
        _ query: GitHubQuery,
        scope: GitHubIssueScope = .all,
        sort: GitHubIssueSort? = nil,
        order: GitHubOrder? = nil,
        searchType: GitHubSearchType? = nil,
        usesAdvancedSyntax: Bool = false,
        options: GitHubPageOptions = GitHubPageOptions(),
        at cursor: PageCursor? = nil
    ) async throws(SearchError) -> SearchPage<GitHubIssue> {
        if let error = SearchError(query.diagnostics(for: .issues, scope: scope, searchType: searchType)) {
            throw error
        }
        var parameters = Self.parameters(sort, order)
        if usesAdvancedSyntax { parameters.items.append(.init(name: "advanced_search", value: "true")) }
        let isSemantic = searchType.map { $0 != .lexical } ?? false
        if isSemantic, let searchType {
            try checkSemanticSearch(at: cursor)
            parameters.items.append(.init(name: "search_type", value: searchType.rawValue))
        }
        let types = GitHubIssueTargets(in: query)
        guard !usesAdvancedSyntax || types.hasBalancedParentheses else {
            // An unbalanced one would take the qualifier that is added out of the search.
            throw .invalidQuery(
                "the parentheses of the search text do not match; close each one, or put it in quotation marks"
            )
        }
        let targets = types.targets(of: scope)
        let search = IssueSearch(
            query: query,
            types: types,
            usesAdvancedSyntax: usesAdvancedSyntax,
            parameters: parameters,
            options: options
        )
        guard targets.count == 1 else {
            let merge = IssueMerge(sort: sort, order: order)
            return try await mergedPage(search, targets, merge, at: cursor)
        }
        var page = try await self.page(search, targets[0], at: cursor)
        // GitHub ranks one page by meaning; what it links to is not the rest of the ranking.
        if isSemantic { page.next = nil }
        return page
    }

    private func checkSemanticSearch(at cursor: PageCursor?) throws(SearchError) {
        guard !isEnterpriseServer else {
            throw .invalidQuery("semantic search is not available on GitHub Enterprise Server; search by words")
        }
        guard hasToken else { throw .unauthorized(.gitHub, "semantic search needs a token") }
        guard cursor == nil else { throw .invalidQuery("a semantic search has a single page; leave out the cursor") }
    }

    /// A search of issues, checked.
    private struct IssueSearch {
        var query: GitHubQuery
        var types: GitHubIssueTargets
        var usesAdvancedSyntax: Bool
        var parameters: QueryParameters
        var options: GitHubPageOptions

        /// The text that searches a target.
        func text(for target: GitHubIssueTarget) -> String {
            guard types.named.isEmpty else { return query.description }
            let qualifier = target.qualifier.description
            // Without parentheses the qualifier would belong to the last alternative only.
            guard usesAdvancedSyntax, types.hasAlternatives else { return "\(query) \(qualifier)" }
            return "(\(query)) \(qualifier)"
        }
    }

    private func page(
        _ search: IssueSearch,
        _ target: GitHubIssueTarget,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<GitHubIssue> {
        try await self.search(
            .issues,
            of: GitHubIssue.self,
            text: search.text(for: target),
            search.parameters,
            search.options,
            at: cursor
        )
    }

    private func mergedPage(
        _ search: IssueSearch,
        _ targets: [GitHubIssueTarget],
        _ merge: IssueMerge,
        at cursor: PageCursor?
    ) async throws(SearchError) -> SearchPage<GitHubIssue> {
        var places = IssueMergeCursor(targets)
        if let cursor {
            guard let read = IssueMergeCursor(cursor) else {
                throw .invalidQuery("the page cursor is not one of a search of both; start at the first page")
            }
            places = read
        }
        let pages = try await fetch(places.places, of: search)
        return places.page(of: pages, by: IssueMerge(sort: merge.sort, order: merge.order, lead: places.lead))
    }

    /// The pages of both places, requested at the same time.
    private func fetch(
        _ places: [IssueMergeCursor.Place],
        of search: IssueSearch
    ) async throws(SearchError) -> [SearchPage<GitHubIssue>] {
        @Sendable func fetch(_ place: IssueMergeCursor.Place) async -> Result<SearchPage<GitHubIssue>, SearchError> {
            do throws(SearchError) {
                return .success(try await page(search, place.target, at: place.url.map { PageCursor(rawValue: $0) }))
            } catch {
                return .failure(error)
            }
        }
        guard places.count > 1 else { return [try await fetch(places[0]).get()] }
        async let first = fetch(places[0])
        async let second = fetch(places[1])
        return [try await first.get(), try await second.get()]
    }
}

extension IssueMergeCursor {
    /// The page that starts here.
    ///
    /// - Parameters:
    ///   - pages: the responses for ``places``, in their order.
    ///   - merge: the order.
    fileprivate func page(of pages: [SearchPage<GitHubIssue>], by merge: IssueMerge) -> SearchPage<GitHubIssue> {
        var merge = merge
        let rest = zip(places, pages).map { place, page in
            IssueMerge.Input(
                target: place.target,
                items: Array(page.items.dropFirst(place.skip)),
                hasMore: page.next != nil
            )
        }
        let (items, taken) = merge.merge(rest)
        let totals = pages.compactMap(\.totalCount)
        let total = total ?? (totals.isEmpty ? nil : totals.reduce(0) { $0.addingClamped($1) })
        let next = places.indices.compactMap { index -> Place? in
            var place = places[index]
            if taken[index] < rest[index].items.count {
                place.skip += taken[index]
                place.isRepeated = true
                return place
            }
            return pages[index].next.map { Place(target: place.target, url: $0.rawValue) }
        }
        var page = SearchPage(
            items: items,
            // A page that is requested again reported what it left out before.
            skipped: zip(places, pages).filter { !$0.0.isRepeated }.flatMap(\.1.skipped),
            totalCount: total,
            isIncomplete: pages.contains(where: \.isIncomplete),
            next: next.isEmpty
                ? nil : IssueMergeCursor(places: next, total: total, lead: next.count < 2 ? 0 : merge.lead).pageCursor,
            provenance: Provenance(merging: pages.map(\.provenance))
        )
        page.requests = zip(places, pages).map { place, page in
            SearchPageRequest(
                name: place.target.rawValue,
                totalCount: page.totalCount,
                isIncomplete: page.isIncomplete,
                provenance: page.provenance
            )
        }
        page.searchType = pages.first?.searchType
        page.lexicalFallbackReasons = pages.flatMap(\.lexicalFallbackReasons)
        return page
    }
}
