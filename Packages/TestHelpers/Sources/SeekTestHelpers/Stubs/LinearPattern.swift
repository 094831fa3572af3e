/// A regular expression with bounded matching time, for untrusted patterns.
///
/// Supports characters, `.`, classes (`[a-z]`, `[^/]`), `\d \w \s` and their opposites, groups, `|`, `*`, `+`, `?`,
/// `{2,3}`, `^` and `$`, but no lookaround or backreferences. All alternatives are followed in parallel (Thompson,
/// 1968), so a text of n Unicode scalars and a pattern of m instructions require at most (n + 1) × m steps.
struct LinearPattern: Sendable, Hashable {
    /// The maximum length of a pattern, in characters.
    static let lengthLimit = 256
    /// The maximum number of instructions: `(a{100}){100}` would have 10,000.
    static let sizeLimit = 1_000
    /// The number of steps after which matching stops. A text that was not read completely by then does not match.
    static let stepLimit = 200_000

    enum Instruction: Sendable, Hashable {
        /// Consumes a scalar of the class.
        case scalar(ScalarClass)
        /// Continues at both positions of the program.
        case fork(Int, Int)
        /// Continues at a position of the program.
        case jump(Int)
        /// Continues only at the start of the text.
        case start
        /// Continues only at the end of the text.
        case end
        case match
    }

    private let program: [Instruction]

    /// Parses a pattern.
    init(_ text: String) throws(Invalid) {
        guard text.count <= Self.lengthLimit else {
            throw Invalid(reason: "it is longer than \(Self.lengthLimit) characters")
        }
        var parser = LinearPatternParser(text)
        var compiler = Compiler()
        try compiler.compile(try parser.parse())
        program = compiler.program + [.match]
    }

    /// The reason why a pattern is invalid.
    struct Invalid: Error, Hashable {
        var reason: String
    }

    /// Returns whether the pattern matches the whole text.
    func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var steps = 0
        var states = reachable(from: [0], at: 0, of: scalars.count, &steps)
        for (index, scalar) in scalars.enumerated() {
            let next = states.compactMap { state -> Int? in
                guard case .scalar(let kind) = program[state], kind.contains(scalar) else { return nil }
                return state + 1
            }
            guard !next.isEmpty, steps <= Self.stepLimit else { return false }
            states = reachable(from: next, at: index + 1, of: scalars.count, &steps)
        }
        return states.contains { program[$0] == .match }
    }

    /// Returns the states, which are positions of the program, that are reachable without consuming a scalar.
    private func reachable(from states: [Int], at position: Int, of count: Int, _ steps: inout Int) -> [Int] {
        var isSeen = [Bool](repeating: false, count: program.count)
        var waiting = states
        var reached: [Int] = []
        while let state = waiting.popLast() {
            guard !isSeen[state] else { continue }
            isSeen[state] = true
            steps += 1
            switch program[state] {
            case .scalar, .match: reached.append(state)
            case .jump(let target): waiting.append(target)
            case .fork(let first, let second): waiting += [first, second]
            case .start: if position == 0 { waiting.append(state + 1) }
            case .end: if position == count { waiting.append(state + 1) }
            }
        }
        return reached
    }
}

extension LinearPattern {
    /// Compiles the syntax tree of a pattern to instructions.
    private struct Compiler {
        var program: [Instruction] = []
        /// The number of compiled nodes, including those without instructions.
        private var nodeCount = 0

        mutating func compile(_ node: LinearPatternNode) throws(Invalid) {
            nodeCount += 1
            guard nodeCount <= 4 * sizeLimit, program.count < sizeLimit else {
                throw Invalid(reason: "it has more than \(sizeLimit) parts when its repetitions are expanded")
            }
            switch node {
            case .scalar(let kind): program.append(.scalar(kind))
            case .start: program.append(.start)
            case .end: program.append(.end)
            case .sequence(let nodes): for node in nodes { try compile(node) }
            case .choice(let first, let second):
                let fork = reserve()
                try compile(first)
                let jump = reserve()
                program[fork] = .fork(fork + 1, program.count)
                try compile(second)
                program[jump] = .jump(program.count)
            case .repeated(let node, let minimum, let maximum):
                for _ in 0..<minimum { try compile(node) }
                if let maximum { try compile(node, upTo: maximum - minimum) } else { try compileLoop(of: node) }
            }
        }

        private mutating func compileLoop(of node: LinearPatternNode) throws(Invalid) {
            let fork = reserve()
            try compile(node)
            program.append(.jump(fork))
            program[fork] = .fork(fork + 1, program.count)
        }

        private mutating func compile(_ node: LinearPatternNode, upTo count: Int) throws(Invalid) {
            var forks: [Int] = []
            for _ in 0..<count {
                forks.append(reserve())
                try compile(node)
            }
            for fork in forks { program[fork] = .fork(fork + 1, program.count) }
        }

        /// Reserves an instruction whose target is not known yet, and returns its position.
        private mutating func reserve() -> Int {
            program.append(.jump(0))
            return program.count - 1
        }
    }
}

/// A set of Unicode scalars.
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
