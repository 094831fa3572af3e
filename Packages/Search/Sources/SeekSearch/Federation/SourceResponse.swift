import SeekModels
public import SeekNetworking

/// The results of one source of a federated search, and their cost.
public struct SourceResponse: Sendable {
    /// The results, best first.
    public internal(set) var hits: [SearchHit]
    /// The cost in the API's quota.
    public internal(set) var quotaCost = 0
    /// The number of items that were skipped because they are invalid.
    public internal(set) var skipped = 0
    /// Why results are missing from the API's responses; empty if none are.
    public internal(set) var incompleteReasons: Set<IncompleteReason> = []
    /// Whether results are missing from the API's responses.
    public var isIncomplete: Bool { !incompleteReasons.isEmpty }
    /// The provenance of the pages together: the costliest source, the greatest age, and why one is stale; nil if
    /// unknown.
    public internal(set) var provenance: Provenance?
    /// The number of existing results according to the API; nil if unknown. YouTube's number is an estimate.
    public internal(set) var totalCount: Int64?
    /// Whether ``hits`` and ``beyondLimit`` together contain all existing results.
    public internal(set) var isComplete = false
    /// The hits on the last fetched page that exceed the limit, best first. They are not shown; a saved search uses
    /// them to distinguish removed results from lower-ranked ones.
    public internal(set) var beyondLimit: [SearchHit] = []
    /// The qualifiers in the text that the source does not have, and without which it was searched.
    public internal(set) var ignoredQualifiers: [String] = []
    /// Whether no request was sent, because the text has nothing but ``ignoredQualifiers``.
    public internal(set) var isSkipped = false
    /// The error that ended the search early, after pages with results.
    public internal(set) var error: SearchError?
}

extension SourceResponse {
    /// What was left out of the text; nil if nothing was.
    var notice: String? {
        guard !ignoredQualifiers.isEmpty else { return nil }
        let qualifiers = ignoredQualifiers.joined(separator: " ")
        return isSkipped
            ? "not searched, because nothing remains of the text without \(qualifiers)"
            : "searched without \(qualifiers)"
    }
}

extension FederatedSearch.Source {
    /// Returns the results for a text, from as many pages as the limit requires. After the first hit, an error other
    /// than a cancellation ends the list and is reported in the response instead of being thrown.
    ///
    /// - Throws: ``SearchError``; ``SearchError/unreadableResults(_:)`` if there were results and none could be decoded.
    @_spi(Seek) public func response(for text: String, limit: Int) async throws(SearchError) -> SourceResponse {
        let part = source.part(of: text)
        var response = SourceResponse(hits: [])
        if part.isSkipped {
            response.isSkipped = true
        } else {
            response = try await Self.response(of: source, for: part.text, limit: limit)
        }
        response.ignoredQualifiers = part.ignoredQualifiers
        return response
    }

    private static func response(
        of source: some SearchSource,
        for text: String,
        limit: Int
    ) async throws(SearchError) -> SourceResponse {
        var response = SourceResponse(hits: [])
        var skipped: [SkippedItem] = []
        var received = 0
        guard limit > 0 else { return response }
        do throws(SearchError) {
            for try await page in source.pages(for: text) {
                response.hits += page.items.compactMap(\.searchHit)
                response.quotaCost += page.quotaCost
                skipped += page.skipped
                received += page.items.count + page.skipped.count
                // The last page is not the end of the results if more exist than the API returns for a search.
                response.isComplete = page.next == nil && received >= page.totalCount ?? 0
                response.totalCount = page.totalCount ?? response.totalCount
                response.incompleteReasons.formUnion(page.incompleteReasons)
                response.provenance = Provenance(merging: [response.provenance, page.provenance].compactMap(\.self))
                if response.hits.count >= limit { break }
            }
        } catch {
            guard !response.hits.isEmpty, !error.isCancellation else { throw error }
            response.error = error
        }
        if !skipped.isEmpty, skipped.count == received { throw .unreadableResults(skipped) }
        response.skipped = skipped.count
        response.isComplete = response.isComplete && skipped.isEmpty && !response.isIncomplete && response.error == nil
        response.beyondLimit = Array(response.hits.dropFirst(limit))
        response.hits.removeLast(response.beyondLimit.count)
        return response
    }
}

/// The part of a search text that a source of a federated search understands.
///
/// GitHub's qualifiers, such as `language:swift`, mean nothing to YouTube, and not all of them mean something to each of
/// GitHub's searches. A source that does not have a qualifier is searched without it; ``SourceResponse/ignoredQualifiers``
/// contains what was left out, as well as the filters of a ``FederatedQuery`` that the source does not have.
public struct SourceText: Sendable, Hashable {
    /// The text for the source; empty if it has nothing but qualifiers that the source does not have.
    public var text: String
    /// The qualifiers that were left out, as they were entered.
    public var ignoredQualifiers: [String] = []
    /// Whether the source can be searched without a text, such as for all videos of a channel.
    var allowsEmptyText = false
    /// Whether the source is not searched, because nothing remains of the text.
    var isSkipped: Bool { text.isEmpty && !ignoredQualifiers.isEmpty && !allowsEmptyText }

    /// Creates the part that is the whole text.
    public init(_ text: String) { self.text = text }
}

extension SourceText {
    /// Creates the part of a text without those qualifiers of GitHub that a source does not have, and without the
    /// operators and parentheses that lose their operands.
    init(_ text: String, keepingQualifiers isKept: (_ name: String) -> Bool) {
        let tokens = GitHubQueryToken.tokens(of: text)
        var kept: [GitHubQueryToken] = []
        self.init(text)
        for token in tokens {
            if case .qualifier(let name, _) = token.kind, !isKept(name),
                !GitHubSearchKind.kinds(withQualifier: name).isEmpty
            {
                ignoredQualifiers.append(token.text)
            } else {
                kept.append(token)
            }
        }
        guard !ignoredQualifiers.isEmpty else { return }
        while let index = kept.indices.first(where: { !Self.hasOperand(kept, at: $0) }) { kept.remove(at: index) }
        let isWorded = kept.contains { token in
            if case .qualifier = token.kind { true } else if case .text = token.kind { true } else { false }
        }
        self.text = isWorded ? kept.map(\.text).joined(separator: " ") : ""
    }

    /// Returns whether an operator or an opening parenthesis precedes an operand, and whether `AND`, `OR` and a closing
    /// parenthesis follow one. True for other tokens.
    private static func hasOperand(_ tokens: [GitHubQueryToken], at index: Int) -> Bool {
        let previous = index > 0 ? tokens[index - 1].text : "("
        let next = index + 1 < tokens.count ? tokens[index + 1].text : ")"
        return switch tokens[index].kind {
        case .text, .qualifier: true
        case .parenthesis where tokens[index].text == "(": next != ")"
        case .parenthesis:
            previous != "(" && tokens[..<index].count { $0.text == "(" } > tokens[..<index].count { $0.text == ")" }
        case .logicalOperator:
            ![")", "AND", "OR"].contains(next)
                && (tokens[index].text == "NOT" || !["(", "AND", "OR", "NOT"].contains(previous))
        }
    }
}

extension GitHubQuery {
    /// Creates a query from typed text without its qualifiers with these names.
    @_spi(Seek) public init(removingQualifiers names: Set<String>, from text: String) {
        self.init(SourceText(text) { !names.contains($0) }.text)
    }
}
