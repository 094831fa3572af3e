import SeekBasics

/// A format of the function `printf`, as in Go: `%-20s %5d %.1f %v %q %%`. Widths are columns of the terminal.
struct TemplateFormat: Sendable {
    private enum Piece: Sendable {
        case text(String)
        case value(Verb)
    }

    private struct Verb: Sendable {
        var name: Character
        var isLeft = false
        var isZeroPadded = false
        var width = 0
        /// The number of digits after the decimal point, or the maximum number of characters of a text.
        var precision: Int?
    }

    private var pieces: [Piece] = []

    /// The number of values that the format needs.
    var valueCount: Int { pieces.count { if case .value = $0 { true } else { false } } }

    /// Returns nil if the format has an unknown verb.
    init?(_ text: String) {
        var remaining = text[...]
        while let start = remaining.firstIndex(of: "%") {
            pieces.append(.text(String(remaining[..<start])))
            remaining = remaining[start...].dropFirst()
            var verb = Verb(name: "%")
            while let flag = remaining.first, "-0".contains(flag) {
                if flag == "-" { verb.isLeft = true } else { verb.isZeroPadded = true }
                remaining.removeFirst()
            }
            verb.width = Self.number(&remaining) ?? 0
            if remaining.first == "." {
                remaining.removeFirst()
                verb.precision = Self.number(&remaining) ?? 0
            }
            guard let name = remaining.popFirst(), "sdfvq%".contains(name) else { return nil }
            verb.name = name
            pieces.append(name == "%" ? .text("%") : .value(verb))
        }
        pieces.append(.text(String(remaining)))
    }

    /// Parses a number of at most 3 digits.
    private static func number(_ text: inout Substring) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }.prefix(3)
        text = text.dropFirst(digits.count)
        return Int(digits)
    }

    /// Returns the text with the values, each as a text and, if it is a number, as that number.
    func formatted(_ values: [(text: String, number: Double?)], _ measure: DisplayWidth) -> String {
        var remaining = values[...]
        return pieces.map { piece in
            switch piece {
            case .text(let text): return text
            case .value(let verb): return remaining.popFirst().map { Self.formatted($0, verb, measure) } ?? ""
            }
        }.joined()
    }

    private static func formatted(
        _ value: (text: String, number: Double?),
        _ verb: Verb,
        _ measure: DisplayWidth
    ) -> String {
        var text = value.text
        switch (verb.name, value.number) {
        case ("f", let number?): text = decimal(number, digits: verb.precision ?? 6)
        case ("q", _): text = String(JSONValue.string(text).json(isPretty: false).dropLast())
        case ("s", _), ("v", _): if let precision = verb.precision { text = String(text.prefix(precision)) }
        default: break
        }
        let padding = max(0, verb.width - measure.columns(of: text))
        if verb.isLeft { return text + String(repeating: " ", count: padding) }
        guard verb.isZeroPadded, value.number != nil else { return String(repeating: " ", count: padding) + text }
        let sign = text.hasPrefix("-") ? "-" : ""
        return sign + String(repeating: "0", count: padding) + text.dropFirst(sign.count)
    }

    /// Returns a number with a fixed number of digits after the decimal point, at most 15.
    private static func decimal(_ number: Double, digits: Int) -> String {
        let digits = min(digits, 15)
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        guard let scaled = Int64(exactly: (abs(number) * scale).rounded()) else { return "\(number)" }
        let text = "\(scaled)"
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        let sign = number < 0 && scaled != 0 ? "-" : ""
        return digits == 0 ? sign + padded : "\(sign)\(padded.dropLast(digits)).\(padded.suffix(digits))"
    }
}
