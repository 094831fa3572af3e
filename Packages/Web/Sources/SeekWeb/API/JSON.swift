import Seek
import SeekBasics
import SeekNetworking

extension SearchResults {
    /// The results as `/api/v1/search` returns them.
    var json: JSONValue {
        ([
            "query": .string(search.first.query.encoded), "pages": search.pagesJSON, "search": search.json,
            "results": .array(results.map(\.json)), "sources": .array(sources.map(\.json)),
            "next": hasMore ? search.nextJSON : nil, "totalCount": .optional(totalCount),
            "quotaCost": .number(quotaCost), "detailsCost": .number(lookupCost),
            "detailsMessage": .optional(lookupMessage),
            "notices": notices.isEmpty ? nil : .array(notices.map(JSONValue.string)), "isFinal": .bool(isFinal),
        ] as JSONValue).withoutNulls
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
                totalCount: source.totalCount,
                message: source.message
            )
        }
        var content = SearchResults(search: search, results: results, sources: sources, hasMore: hasMore)
        (content.totalCount, content.lookupMessage, content.notices) = (totalCount, lookupMessage, notices)
        return content.json
    }
}

extension SearchParameters {
    /// The search without its pages.
    fileprivate var json: JSONValue {
        let what: [(String, JSONValue)] = [
            ("text", .string(self.text)), ("kinds", .array(orderedKinds.map { .string($0.rawValue) })),
            ("sort", .string(self.sort.rawValue)),
        ]
        let presentation: [(String, JSONValue)] = [("view", .string(view.rawValue)), ("offline", .bool(isOffline))]
        return .object(
            JSONObject(what + filters.map { ($0.parameter.rawValue, .string($0.value)) } + presentation)
        )
    }

    fileprivate var pagesJSON: JSONValue {
        ["first": .number(pages.lowerBound), "last": .number(pages.upperBound), "size": .number(Self.pageSize)]
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
        ([
            "id": .string(id), "kind": .string(kind.rawValue), "service": .string(source), "title": .string(title),
            "subtitle": .optional(subtitle), "text": text.isEmpty ? nil : .string(text),
            "url": url?.json ?? .null, "date": date?.json ?? .null, "thumbnail": thumbnail?.json ?? .null,
            "author": author?.json ?? .null,
            "count": count.map { ["value": .number($0.value), "unit": .string($0.unit.rawValue)] } ?? .null,
            "durationSeconds": .optional(duration?.components.seconds),
            "state": .optional(state), "labels": labels.isEmpty ? nil : .array(labels.map(JSONValue.string)),
            "score": reasons.isEmpty ? nil : .number(score),
            "reasons": reasons.isEmpty ? nil : .array(reasons.map(\.json)),
        ] as JSONValue).withoutNulls
    }
}

extension SearchHit.Author {
    fileprivate var json: JSONValue {
        (["name": .string(name), "id": .optional(id), "url": url?.json ?? .null, "image": image?.json ?? .null]
            as JSONValue).withoutNulls
    }
}

extension SearchHit.Reason {
    fileprivate var json: JSONValue {
        [
            "provider": .string(source), "rank": .number(rank), "weight": .number(weight),
            "contribution": .number(contribution),
        ]
    }
}

extension SourceStatus {
    var json: JSONValue {
        ([
            "name": .string(name), "state": .string(state.rawValue), "resultCount": .number(resultCount),
            "totalCount": .optional(totalCount), "message": .optional(message),
            "problem": .optional(error.map { Problem.Kind($0).path }),
            "quotaCost": .number(quotaCost), "provenance": provenance?.json ?? .null,
            "elapsedSeconds": elapsed.map { .number(($0 / .milliseconds(1)).rounded() / 1_000) } ?? .null,
        ] as JSONValue).withoutNulls
    }
}

extension Provenance {
    fileprivate var json: JSONValue {
        [
            "source": .string(source.rawValue), "ageSeconds": .number(age.components.seconds),
            "isStale": .bool(isStale), "isRevalidated": .bool(isRevalidated),
        ]
    }
}

extension ResultDetails {
    /// The details as `/api/v1/details` returns them.
    var json: JSONValue {
        [
            "result": hit.json, "topics": .array(topics.map(JSONValue.string)),
            "statistics": .array(statistics.map { ["name": .string($0.name), "value": .number($0.value)] }),
            "facts": .array(facts.map { ["name": .string($0.name), "value": .string($0.value)] }),
            "quotaCost": .number(quotaCost),
        ]
    }

    /// ``json`` with a cost of 0, so that it is the same until the details change.
    var contentJSON: JSONValue {
        var content = self
        content.quotaCost = 0
        return content.json
    }
}

extension DetailsCost {
    var json: JSONValue {
        ([
            "service": .string(service), "quota": .string(quota), "cost": .number(cost),
            "remaining": .optional(remaining),
        ] as JSONValue).withoutNulls
    }
}

extension QuotaReport {
    var json: JSONValue {
        ["quotas": .array(usages.map(\.json)), "messages": .array(messages.map(JSONValue.string))]
    }
}

extension QuotaReport.Usage {
    fileprivate var json: JSONValue {
        [
            "service": .string(service), "name": .string(name), "limit": .number(limit),
            "remaining": .number(remaining), "resetsAt": resetsAt.json, "isExhausted": .bool(isExhausted),
        ]
    }
}

extension SavedEntry {
    var json: JSONValue {
        ([
            "name": .string(search.name), "query": .string(parameters.query.encoded),
            "lastRunAt": search.lastRunAt?.json ?? .null, "resultCount": .number(search.lastHits.count),
            "changes": changes.map { changes in
                [
                    "new": .number(changes.new.count), "changed": .number(changes.changed.count),
                    "removed": .number(changes.removed.count), "dropped": .number(changes.dropped.count),
                ]
            } ?? .null,
        ] as JSONValue).withoutNulls
    }
}

extension SavedRun {
    var json: JSONValue {
        let hits = { (hits: [SearchHit]) -> JSONValue in .array(hits.map(\.json)) }
        return [
            "name": .string(search.name), "isStored": .bool(isStored), "new": hits(comparison.new),
            "changed": .array(comparison.changed.map { ["before": $0.before.json, "after": $0.after.json] }),
            "removed": hits(comparison.removed), "dropped": hits(comparison.dropped),
            "unchangedCount": .number(comparison.unchanged.count),
            "sources": .array(result.sources.map { SourceStatus($0).json }),
        ]
    }
}

extension HistoryEntry {
    var json: JSONValue { ["query": .string(search.query.encoded), "date": date.json] }
}

extension HealthReport {
    var json: JSONValue {
        [
            "status": .string(isHealthy ? "ok" : "degraded"), "version": .string(SeekVersion.current),
            "checks": .array(
                checks.map { check in
                    ([
                        "name": .string(check.name), "state": .string(check.state.rawValue),
                        "message": .optional(check.message),
                    ] as JSONValue).withoutNulls
                }
            ),
        ]
    }
}

extension Date {
    /// The date as a string in the format of RFC 3339, in whole seconds.
    var json: JSONValue { .string(RFC3339.string(from: self)) }
}

extension URL {
    var json: JSONValue { .string(absoluteString) }
}
