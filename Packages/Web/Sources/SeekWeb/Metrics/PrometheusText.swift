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
