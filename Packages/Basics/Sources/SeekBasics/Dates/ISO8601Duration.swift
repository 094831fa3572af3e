/// Durations in ISO 8601 form, as sent by YouTube: `PT4M13S`, `P1DT2H`, `P0D` for a broadcast that has not ended.
public enum ISO8601Duration {
    /// Returns the duration; nil if the string is invalid. Years and months, which have no fixed length, and fractions
    /// are not supported. Neither the order nor the uniqueness of the units is checked.
    public static func parse(_ text: String) -> Duration? {
        var unparsed = text.utf8[...]
        guard unparsed.popFirst() == UInt8(ascii: "P"), !unparsed.isEmpty else { return nil }
        var (totalSeconds, isInTimePart) = (Int64(0), false)
        while let first = unparsed.first {
            if first == UInt8(ascii: "T") {
                guard !isInTimePart, unparsed.count > 1 else { return nil }
                isInTimePart = true
                unparsed.removeFirst()
                continue
            }
            let digits = unparsed.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            unparsed.removeFirst(digits.count)
            guard let value = Int64(String(Substring(digits))), let unit = unparsed.popFirst(),
                let seconds = seconds(of: unit, isInTimePart: isInTimePart)
            else { return nil }
            let (product, multiplicationOverflows) = value.multipliedReportingOverflow(by: seconds)
            let (sum, additionOverflows) = totalSeconds.addingReportingOverflow(product)
            guard !multiplicationOverflows, !additionOverflows else { return nil }
            totalSeconds = sum
        }
        return .seconds(totalSeconds)
    }

    /// Returns the length of a unit; nil if the unit is not supported in this part. `T` begins the time part.
    private static func seconds(of unit: UInt8, isInTimePart: Bool) -> Int64? {
        switch (Unicode.Scalar(unit), isInTimePart) {
        case ("W", false): 604_800
        case ("D", false): 86_400
        case ("H", true): 3_600
        case ("M", true): 60
        case ("S", true): 1
        default: nil
        }
    }
}
