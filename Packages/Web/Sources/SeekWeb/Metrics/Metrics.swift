import SeekBasics
import SeekNetworking

/// Counts of the requests to the web app and of the sources of its searches, since the process started.
final class Metrics: Sendable {
    private struct RequestKey: Hashable {
        var method: String
        var status: String
    }

    private struct SourceKey: Hashable {
        var source: String
        var state: String
    }

    private struct Counts {
        var requests: [RequestKey: Int] = [:]
        var requestSeconds = 0.0
        var sources: [SourceKey: Int] = [:]
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
            $0.requests[RequestKey(method: name, status: "\(status.code)"), default: 0] += 1
            $0.requestSeconds += elapsed / .seconds(1)
        }
    }

    /// Counts the sources of a finished online search by their state, and adds the cost of durations and avatars.
    func record(_ results: SearchResults) {
        counts.withLock { counts in
            for source in results.sources {
                counts.sources[SourceKey(source: source.name, state: source.state.rawValue), default: 0] += 1
            }
            counts.lookupUnits += results.lookupCost
        }
    }

    /// Returns the counts and quotas in Prometheus' text format
    /// (https://prometheus.io/docs/instrumenting/exposition_formats/).
    func text(quota: QuotaReport) -> String {
        let counts = counts.withLock { $0 }
        var text = PrometheusText()
        text.add("seek_http_requests_total", .counter, "Requests by method and status.") {
            counts.requests.map { .init(labels: ["method": $0.method, "status": $0.status], value: Double($1)) }
        }
        text.add("seek_http_request_seconds_total", .counter, "Total seconds until responses began.") {
            [.init(value: counts.requestSeconds)]
        }
        text.add("seek_search_sources_total", .counter, "Sources of finished searches by state.") {
            counts.sources.map { .init(labels: ["source": $0.source, "state": $0.state], value: Double($1)) }
        }
        text.add("seek_details_units_total", .counter, "Units of YouTube's quota used for durations and avatars.") {
            [.init(value: Double(counts.lookupUnits))]
        }
        text.add("seek_quota_limit", .gauge, "Calls or units allowed until the reset.") {
            quota.usages.map { .init(labels: $0.labels, value: Double($0.limit)) }
        }
        text.add("seek_quota_remaining", .gauge, "Calls or units left until the reset.") {
            quota.usages.map { .init(labels: $0.labels, value: Double($0.remaining)) }
        }
        return text.text
    }
}

extension QuotaReport.Usage {
    fileprivate var labels: KeyValuePairs<String, String> { ["service": service, "quota": name] }
}

/// A writer of Prometheus' text format, version 0.0.4.
struct PrometheusText {
    enum MetricType: String {
        case counter, gauge
    }

    struct Sample {
        var labels: KeyValuePairs<String, String> = [:]
        var value: Double
    }

    private(set) var text = ""

    /// Adds a metric. Its samples are sorted, so that the text does not depend on the order of a dictionary; a metric
    /// without samples is omitted.
    mutating func add(_ name: String, _ type: MetricType, _ help: String, _ samples: () -> [Sample]) {
        let lines = samples().map { sample in
            let labels = sample.labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
            return "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.formatted(sample.value))\n"
        }
        guard !lines.isEmpty else { return }
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type.rawValue)\n" + lines.sorted().joined()
    }

    private static func formatted(_ value: Double) -> String {
        Int(exactly: value).map(String.init) ?? String(value)
    }

    /// Returns the value of a label with `\`, `"` and line feeds escaped.
    private static func escaped(_ value: String) -> String {
        value.unicodeScalars.map { character in
            switch character {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: String(character)
            }
        }.joined()
    }
}
