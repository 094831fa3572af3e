/// A number of bytes as people write it: `1500`, `500kB`, `10MB`, `1GB`. Units are decimal (SI).
enum ByteSize {
    private static let units: [(name: String, bytes: Int)] = [
        ("gb", 1_000_000_000), ("mb", 1_000_000), ("kb", 1_000), ("b", 1),
    ]

    /// Reads a size. The `B` of a unit may be left out.
    static func parse(_ text: String) throws(UsageError) -> Int {
        let text = text.lowercased()
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        var unit = text.dropFirst(digits.count).filter { $0 != " " }
        if !unit.hasSuffix("b") { unit += "b" }
        if let number = Int(digits), let factor = units.first(where: { $0.name == unit })?.bytes {
            let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
            if !overflow { return bytes }
        }
        throw UsageError("--max-size must be bytes or a size such as 500kB, 10MB, 1GB, not '\(SafeText.line(text))'")
    }

    /// For people: `345.6 kB`.
    static func text(_ bytes: Int) -> String {
        guard let unit = units.first(where: { bytes >= $0.bytes }), unit.bytes > 1 else { return "\(bytes) B" }
        let tenths = (Double(bytes) / Double(unit.bytes) * 10).rounded() / 10
        let name = unit.name == "kb" ? "kB" : unit.name.uppercased()
        return "\(tenths) \(name)"
    }
}
