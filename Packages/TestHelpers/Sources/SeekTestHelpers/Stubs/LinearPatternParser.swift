/// A part of a ``LinearPattern``.
indirect enum LinearPatternNode: Sendable {
    /// One scalar of a class.
    case scalar(ScalarClass)
    /// The start of the text: `^`.
    case start
    /// The end of the text: `$`.
    case end
    case sequence([LinearPatternNode])
    case choice(LinearPatternNode, LinearPatternNode)
    /// A nil maximum means that there is no limit.
    case repeated(LinearPatternNode, minimum: Int, maximum: Int?)
}

/// Parses the text of a ``LinearPattern``.
struct LinearPatternParser {
    private var rest: Substring.UnicodeScalarView
    private var depth = 0

    private static let depthLimit = 50
    /// The maximum number in `{2,3}`.
    private static let repetitionLimit = 1_000

    init(_ text: String) { rest = text[...].unicodeScalars }

    mutating func parse() throws(LinearPattern.Invalid) -> LinearPatternNode {
        let node = try parseChoice()
        guard rest.isEmpty else { throw invalid("a ')' has no '('") }
        return node
    }

    private mutating func parseChoice() throws(LinearPattern.Invalid) -> LinearPatternNode {
        var node = try parseSequence()
        while take("|") { node = .choice(node, try parseSequence()) }
        return node
    }

    private mutating func parseSequence() throws(LinearPattern.Invalid) -> LinearPatternNode {
        var nodes: [LinearPatternNode] = []
        while let next = rest.first, next != "|", next != ")" { nodes.append(try parseRepetition(of: try parseAtom())) }
        return .sequence(nodes)
    }

    private mutating func parseRepetition(
        of atom: LinearPatternNode
    ) throws(LinearPattern.Invalid) -> LinearPatternNode {
        var node = atom
        if take("*") {
            node = .repeated(node, minimum: 0, maximum: nil)
        } else if take("+") {
            node = .repeated(node, minimum: 1, maximum: nil)
        } else if take("?") {
            node = .repeated(node, minimum: 0, maximum: 1)
        } else if take("{") {
            let counts = try parseCounts()
            node = .repeated(node, minimum: counts.minimum, maximum: counts.maximum)
        } else {
            return node
        }
        // A lazy quantifier does not change whether the whole text matches.
        _ = take("?")
        if let next = rest.first, "*+?{".unicodeScalars.contains(next) {
            throw invalid("'\(next)' follows a repetition")
        }
        return node
    }

    /// Parses `{2}`, `{2,}` or `{2,3}` after the opening brace.
    private mutating func parseCounts() throws(LinearPattern.Invalid) -> (minimum: Int, maximum: Int?) {
        let minimum = parseNumber()
        let hasComma = take(",")
        let maximum = hasComma ? parseNumber() : minimum
        guard take("}"), let minimum, maximum.map({ $0 >= minimum && $0 <= Self.repetitionLimit }) ?? hasComma,
            minimum <= Self.repetitionLimit
        else { throw invalid("a repetition is not {2}, {2,} or {2,3}, ascending, up to \(Self.repetitionLimit)") }
        return (minimum, maximum)
    }

    private mutating func parseNumber() -> Int? {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        rest = rest[digits.endIndex...]
        return Int(String(Substring(digits)))
    }

    private mutating func parseAtom() throws(LinearPattern.Invalid) -> LinearPatternNode {
        guard let next = rest.popFirst() else { throw invalid("it ends too early") }
        switch next {
        case "(": return try parseGroup()
        case "[": return .scalar(try parseClass())
        case "\\": return .scalar(ScalarClass(parts: [try parseEscape()]))
        case ".": return .scalar(ScalarClass(parts: [.range("\n"..."\n"), .range("\r"..."\r")], isNegated: true))
        case "^": return .start
        case "$": return .end
        case "*", "+", "?", "{": throw invalid("'\(next)' has nothing before it")
        default: return .scalar(ScalarClass(parts: [.range(next...next)]))
        }
    }

    private mutating func parseGroup() throws(LinearPattern.Invalid) -> LinearPatternNode {
        if take("?"), !take(":") { throw invalid("'(?' is supported only as '(?:'") }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else { throw invalid("its groups are nested too deeply") }
        let node = try parseChoice()
        guard take(")") else { throw invalid("a '(' has no ')'") }
        return node
    }

    private mutating func parseClass() throws(LinearPattern.Invalid) -> ScalarClass {
        var scalars = ScalarClass(parts: [], isNegated: take("^"))
        while let next = rest.popFirst() {
            // At the start of a class, `]` is a literal.
            if next == "]", !scalars.parts.isEmpty { return scalars }
            guard next != "[" else { throw invalid("a '[' inside of a class is written '\\['") }
            let part = next == "\\" ? try parseEscape() : .range(next...next)
            guard case .range(let first) = part, rest.first == "-", rest.dropFirst().first != "]" else {
                scalars.parts.append(part)
                continue
            }
            rest = rest.dropFirst()
            guard let last = rest.popFirst(), last != "\\", last != "[", last >= first.lowerBound else {
                throw invalid("a range of a class is not 'a-z'")
            }
            scalars.parts.append(.range(first.lowerBound...last))
        }
        throw invalid("a '[' has no ']'")
    }

    private mutating func parseEscape() throws(LinearPattern.Invalid) -> ScalarClass.Part {
        guard let next = rest.popFirst() else { throw invalid("it ends in '\\'") }
        switch next {
        case "d": return .digit
        case "w": return .word
        case "s": return .space
        case "D": return .not(.digit)
        case "W": return .not(.word)
        case "S": return .not(.space)
        case "n": return .range("\n"..."\n")
        case "r": return .range("\r"..."\r")
        case "t": return .range("\t"..."\t")
        default:
            guard next.isASCII, !next.properties.isAlphabetic, !("0"..."9").contains(next) else {
                throw invalid("'\\\(next)' is not supported")
            }
            return .range(next...next)
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest = rest.dropFirst()
        return true
    }

    private func invalid(_ reason: String) -> LinearPattern.Invalid { LinearPattern.Invalid(reason: reason) }
}
