/// Parses and formats numbers of bytes: `1500`, `500kB`, `10MB`, `1GB`. Units are decimal (SI).
enum ByteSize {
    private static let units: [(name: String, bytes: Int)] = [
        ("gb", 1_000_000_000), ("mb", 1_000_000), ("kb", 1_000), ("b", 1),
    ]

    /// Parses the value of `--max-size`. The `B` of a unit may be omitted.
    static func parse(_ text: String) throws(UsageError) -> Int {
        let text = text.lowercased()
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        var unit = text.dropFirst(digits.count).filter { $0 != " " }
        if !unit.hasSuffix("b") { unit += "b" }
        if let number = Int(digits), let factor = units.first(where: { $0.name == unit })?.bytes {
            let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
            if !overflow { return bytes }
        }
        throw UsageError("--max-size must be a size such as 1500, 500kB, 10MB or 1GB, not '\(SafeText.line(text))'")
    }

    /// Returns a size with one decimal place and a unit: `345.6 kB`.
    static func text(_ bytes: Int) -> String {
        guard let unit = units.first(where: { bytes >= $0.bytes }), unit.bytes > 1 else { return "\(bytes) B" }
        let tenths = (Double(bytes) / Double(unit.bytes) * 10).rounded() / 10
        let name = unit.name == "kb" ? "kB" : unit.name.uppercased()
        return "\(tenths) \(name)"
    }
}
