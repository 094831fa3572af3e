import SeekBasics
import SeekNetworking

/// Counts of the requests to the web app and of the sources of its searches, since the process started.
final class Metrics: Sendable {
    /// The values of a metric by their labels, as ``labels(_:)`` writes them.
    typealias Samples = [String: Double]

    private struct Counts {
        var requests: Samples = [:]
        var requestSeconds = 0.0
        var sources: Samples = [:]
        /// The units of YouTube's quota that durations, views and avatars cost.
        var lookupUnits = 0
    }

    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "DELETE"]

    private let counts = Mutex(Counts())

    /// Counts a request and adds the time until its response began.
    func record(_ method: HTTPRequest.Method, _ status: HTTPResponse.Status, after elapsed: Duration) {
        // A client can send any method: unknown ones share a name, which limits the number of time series.
        let name = Self.methods.contains(method.rawValue) ? method.rawValue : "other"
        counts.withLock {
            $0.requests[Self.labels(["method": name, "status": "\(status.code)"]), default: 0] += 1
            $0.requestSeconds += elapsed / .seconds(1)
        }
    }

    /// Counts the sources of a finished online search by their state, and adds the cost of durations and avatars.
    func record(_ results: SearchResults) {
        counts.withLock { counts in
            for source in results.sources {
                counts.sources[Self.labels(["source": source.name, "state": source.state.rawValue]), default: 0] += 1
            }
            counts.lookupUnits += results.lookupCost
        }
    }

    /// Returns the counts and quotas in Prometheus' text format, version 0.0.4
    /// (https://prometheus.io/docs/instrumenting/exposition_formats/).
    func text(quota: QuotaReport) -> String {
        let counts = counts.withLock { $0 }
        func samples(_ value: (QuotaReport.Usage) -> Int64) -> Samples {
            quota.usages.reduce(into: [:]) { samples, usage in
                samples[Self.labels(["service": usage.service, "quota": usage.name])] = Double(value(usage))
            }
        }
        return [
            Self.metric("seek_http_requests_total", "counter", "Requests by method and status.", counts.requests),
            Self.metric(
                "seek_http_request_seconds_total",
                "counter",
                "Total seconds until responses began.",
                ["": counts.requestSeconds]
            ),
            Self.metric(
                "seek_search_sources_total",
                "counter",
                "Sources of finished searches by state.",
                counts.sources
            ),
            Self.metric(
                "seek_details_units_total",
                "counter",
                "Units of YouTube's quota used for durations and avatars.",
                ["": Double(counts.lookupUnits)]
            ),
            Self.metric("seek_quota_limit", "gauge", "Calls or units allowed until the reset.", samples(\.limit)),
            Self.metric("seek_quota_remaining", "gauge", "Calls or units left until the reset.", samples(\.remaining)),
        ].joined()
    }

    /// Returns a metric. Its samples are sorted, so that the text does not depend on the order of a dictionary; a metric
    /// without samples is empty.
    static func metric(_ name: String, _ type: String, _ help: String, _ samples: Samples) -> String {
        guard !samples.isEmpty else { return "" }
        let lines = samples.map { labels, value in
            "\(name)\(labels) \(Int(exactly: value).map(String.init) ?? String(value))\n"
        }
        return "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n" + lines.sorted().joined()
    }

    /// Returns labels with `\`, `"` and line feeds in their values escaped: `{method="GET"}`.
    static func labels(_ labels: KeyValuePairs<String, String>) -> String {
        let escapes: [Unicode.Scalar: String] = ["\\": "\\\\", "\"": "\\\"", "\n": "\\n"]
        let pairs = labels.map { name, value in
            "\(name)=\"\(value.unicodeScalars.map { escapes[$0] ?? String($0) }.joined())\""
        }
        return "{\(pairs.joined(separator: ","))}"
    }
}
