import Seek
import SeekBasics
import SeekNetworking

extension ResultDetails {
    /// The details as `/api/v1/details` returns them.
    var json: JSONValue {
        [
            "result": hit.json, "topics": .array(topics.map(JSONValue.string)),
            "statistics": .array(statistics.map { ["name": .string($0.name), "value": .integer($0.value)] }),
            "facts": .array(facts.map { ["name": .string($0.name), "value": .string($0.value)] }),
            "quotaCost": .integer(quotaCost),
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
        .members([
            "service": .string(service), "quota": .string(quota), "cost": .integer(cost),
            "remaining": remaining.map { .integer($0) },
        ])
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
            "service": .string(service), "name": .string(name), "limit": .integer(limit),
            "remaining": .integer(remaining), "resetsAt": resetsAt.json, "isExhausted": .bool(isExhausted),
        ]
    }
}

extension SavedEntry {
    var json: JSONValue {
        .members([
            "name": .string(search.name), "query": .string(parameters.query.encoded),
            "lastRunAt": search.lastRunAt?.json, "resultCount": .integer(search.lastHits.count),
            "changes": changes.map { changes in
                [
                    "new": .integer(changes.new.count), "changed": .integer(changes.changed.count),
                    "removed": .integer(changes.removed.count), "dropped": .integer(changes.dropped.count),
                ]
            },
        ])
    }
}

extension SavedRun {
    var json: JSONValue {
        let hits = { (hits: [SearchHit]) -> JSONValue in .array(hits.map(\.json)) }
        return [
            "name": .string(search.name), "isStored": .bool(isStored), "new": hits(comparison.new),
            "changed": .array(comparison.changed.map { ["before": $0.before.json, "after": $0.after.json] }),
            "removed": hits(comparison.removed), "dropped": hits(comparison.dropped),
            "unchangedCount": .integer(comparison.unchanged.count),
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
                    .members([
                        "name": .string(check.name), "state": .string(check.state.rawValue),
                        "message": check.message.map(JSONValue.string),
                    ])
                }
            ),
        ]
    }
}
