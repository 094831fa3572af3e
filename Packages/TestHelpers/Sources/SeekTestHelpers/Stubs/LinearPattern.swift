/// A regular expression with bounded matching time, for untrusted patterns.
///
/// Supports characters, `.`, classes (`[a-z]`, `[^/]`), `\d \w \s` and their opposites, groups, `|`, `*`, `+`, `?`,
/// `{2,3}`, `^` and `$`, but no lookaround or backreferences. All alternatives are followed in parallel: each part of
/// the pattern maps the set of positions at which it can begin to the set of positions at which it can end.
struct LinearPattern: Sendable {
    /// The maximum length of a pattern, in characters.
    static let lengthLimit = 256
    /// The number of steps after which matching stops. A text that requires more does not match.
    static let stepLimit = 200_000

    private let root: LinearPatternNode

    init(_ text: String) throws(Invalid) {
        guard text.count <= Self.lengthLimit else {
            throw Invalid(reason: "it is longer than \(Self.lengthLimit) characters")
        }
        var parser = LinearPatternParser(text)
        root = try parser.parse()
    }

    /// The reason why a pattern is invalid.
    struct Invalid: Error, Hashable {
        var reason: String
    }

    /// Returns whether the pattern matches the whole text.
    func matches(_ text: String) -> Bool {
        var matcher = Matcher(scalars: Array(text.unicodeScalars))
        let ends = matcher.ends(of: root, from: [0])
        return ends.contains(matcher.scalars.count) && matcher.steps <= Self.stepLimit
    }
}

extension LinearPattern {
    private struct Matcher {
        let scalars: [Unicode.Scalar]
        /// The number of positions at which parts of the pattern were compared with the text.
        var steps = 0

        /// Returns the positions at which the text of a node can end if it begins at one of the given positions.
        mutating func ends(of node: LinearPatternNode, from starts: Set<Int>) -> Set<Int> {
            steps += starts.count
            guard !starts.isEmpty, steps <= stepLimit else { return [] }
            switch node {
            case .scalar(let kind):
                return Set(starts.filter { $0 < scalars.count && kind.contains(scalars[$0]) }.map { $0 + 1 })
            case .start: return starts.intersection([0])
            case .end: return starts.intersection([scalars.count])
            case .sequence(let nodes): return endsOfSequence(nodes, from: starts)
            case .choice(let first, let second):
                let firstEnds = ends(of: first, from: starts)
                return firstEnds.union(ends(of: second, from: starts))
            case .repeated(let node, let minimum, let maximum):
                let required = endsOfSequence(repeatElement(node, count: minimum), from: starts)
                return endsOfRepetitions(of: node, atMost: maximum.map { $0 - minimum } ?? .max, from: required)
            }
        }

        private mutating func endsOfSequence(
            _ nodes: some Sequence<LinearPatternNode>,
            from starts: Set<Int>
        ) -> Set<Int> {
            var reached = starts
            for node in nodes {
                // Without a position, the other nodes would cost time that is not counted.
                guard !reached.isEmpty else { break }
                reached = ends(of: node, from: reached)
            }
            return reached
        }

        private mutating func endsOfRepetitions(
            of node: LinearPatternNode,
            atMost limit: Int,
            from starts: Set<Int>
        ) -> Set<Int> {
            var (reached, latest, count) = (starts, starts, 0)
            while count < limit, !latest.isEmpty {
                // Further repetitions from a position that was reached earlier would reach no other positions.
                latest = ends(of: node, from: latest).filter { !reached.contains($0) }
                reached.formUnion(latest)
                count += 1
            }
            return reached
        }
    }
}

/// The scalars that one place of a pattern matches, such as `[a-z\d]`.
struct ScalarClass: Sendable, Hashable {
    enum Part: Sendable, Hashable {
        case range(ClosedRange<Unicode.Scalar>)
        case digit
        case word
        case space
        indirect case not(Part)
    }

    var parts: [Part]
    var isNegated = false

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        parts.contains { Self.contains($0, scalar) } != isNegated
    }

    private static func contains(_ part: Part, _ scalar: Unicode.Scalar) -> Bool {
        switch part {
        case .range(let range): range.contains(scalar)
        case .digit: scalar.properties.numericType == .decimal
        case .word: scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
        case .space: scalar.properties.isWhitespace
        case .not(let part): !contains(part, scalar)
        }
    }
}
