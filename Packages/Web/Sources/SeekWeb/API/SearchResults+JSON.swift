import Seek
import SeekBasics
import SeekNetworking

extension SearchResults {
    /// The results as `/api/v1/search` returns them.
    var json: JSONValue {
        .members([
            "query": .string(search.first.query.encoded), "pages": search.pagesJSON, "search": search.json,
            "results": .array(results.map(\.json)), "sources": .array(sources.map(\.json)),
            "next": hasMore ? search.nextJSON : nil, "totalCount": totalCount.map { .integer($0) },
            "quotaCost": .integer(quotaCost), "detailsCost": .integer(lookupCost),
            "detailsMessage": lookupMessage.map(JSONValue.string), "isFinal": .bool(isFinal),
        ])
    }

    /// ``json`` without what can differ between two searches with the same results: the costs are 0, and each source
    /// has no error, no provenance and no duration.
    var contentJSON: JSONValue {
        let sources = sources.map { source in
            SourceStatus(
                name: source.name,
                title: source.title,
                state: source.state,
                resultCount: source.resultCount,
                message: source.message
            )
        }
        var content = SearchResults(search: search, results: results, sources: sources, hasMore: hasMore)
        (content.totalCount, content.lookupMessage) = (totalCount, lookupMessage)
        return content.json
    }
}

extension SearchParameters {
    /// The search without its pages.
    fileprivate var json: JSONValue {
        .members([
            "text": .string(text), "kinds": .array(orderedKinds.map { .string($0.rawValue) }),
            "sort": .string(sort.rawValue), "since": since.map { .string($0.description) },
            "until": until.map { .string($0.description) }, "view": .string(view.rawValue), "offline": .bool(isOffline),
        ])
    }

    fileprivate var pagesJSON: JSONValue {
        ["first": .integer(pages.lowerBound), "last": .integer(pages.upperBound), "size": .integer(Self.pageSize)]
    }

    fileprivate var nextJSON: JSONValue { ["cursor": .string(next.cursor), "url": .string(next.apiTarget)] }

    var apiTarget: String { "/api/v1/search?\(query.encoded)" }
}

extension SearchResult {
    /// The result with its highlighted matches, if there are any.
    fileprivate var json: JSONValue {
        var json = hit.json
        json["provider"] = .string(source)
        if !title.ranges.isEmpty || !snippet.ranges.isEmpty {
            json["highlights"] = ["title": title.json, "text": snippet.json]
        }
        return json
    }
}

extension HighlightedText {
    fileprivate var json: JSONValue {
        .array(segments.map { ["text": .string(String($0.text)), "isMatch": .bool($0.isMatch)] })
    }
}

extension SearchHit {
    var json: JSONValue {
        .members([
            "id": .string(id), "kind": .string(kind.rawValue), "service": .string(source), "title": .string(title),
            "subtitle": subtitle.map(JSONValue.string), "text": text.isEmpty ? nil : .string(text),
            "url": url?.json, "date": date?.json, "thumbnail": thumbnail?.json, "author": author?.json,
            "count": count.map { ["value": .integer($0.value), "unit": .string($0.unit.rawValue)] },
            "durationSeconds": duration.map { .integer($0.components.seconds) },
            "score": reasons.isEmpty ? nil : .number(score),
            "reasons": reasons.isEmpty ? nil : .array(reasons.map(\.json)),
        ])
    }
}

extension SearchHit.Author {
    fileprivate var json: JSONValue {
        .members(["name": .string(name), "id": id.map(JSONValue.string), "url": url?.json, "image": image?.json])
    }
}

extension SearchHit.Reason {
    fileprivate var json: JSONValue {
        [
            "provider": .string(source), "rank": .integer(rank), "weight": .number(weight),
            "contribution": .number(contribution),
        ]
    }
}

extension SourceStatus {
    var json: JSONValue {
        .members([
            "name": .string(name), "state": .string(state.rawValue), "resultCount": .integer(resultCount),
            "message": message.map(JSONValue.string),
            "problem": error.map { .string(Problem.Kind($0).path) },
            "quotaCost": .integer(quotaCost), "provenance": provenance?.json,
            "elapsedSeconds": elapsed.map { .number(($0 / .milliseconds(1)).rounded() / 1_000) },
        ])
    }
}

extension Provenance {
    fileprivate var json: JSONValue {
        [
            "source": .string(source.rawValue), "ageSeconds": .integer(age.components.seconds),
            "isStale": .bool(isStale), "isRevalidated": .bool(isRevalidated),
        ]
    }
}
