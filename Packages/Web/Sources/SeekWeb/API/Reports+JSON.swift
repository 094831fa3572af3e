import Seek
import SeekBasics
import SeekNetworking

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
