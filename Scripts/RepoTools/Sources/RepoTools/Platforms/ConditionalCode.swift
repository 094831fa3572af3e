/// The lines of code of a Swift file, each with the platforms it may be compiled for.
///
/// The conditions of `#if` are evaluated for each platform as true, false or unknown. `os`, and `canImport` of a listed
/// module, are known; everything else (`DEBUG`, `compiler`, `arch`) is unknown and excludes no platform.
struct ConditionalCode {
    struct Line: Equatable {
        /// From 1.
        var number: Int
        /// The text, with comments and the contents of strings replaced by spaces.
        var text: String
        var platforms: Set<String>
        /// The number of braces that are open at the start of the line.
        var depth: Int
    }

    private(set) var lines: [Line] = []

    /// The state of one `#if` up to the current branch.
    private struct Branches {
        /// The platforms on which no earlier branch is certain to be chosen.
        var open: Set<String>
        /// The platforms of the current branch.
        var current: Set<String>

        /// Continues with the next branch; its condition is nil for `#else`.
        mutating func next(_ condition: PlatformCondition?) {
            current = condition.map { condition in open.filter { condition.value(on: $0) != false } } ?? open
            if let condition { open = open.filter { condition.value(on: $0) != true } }
        }
    }

    /// - Parameter modules: Module → the platforms that have it.
    init(_ source: String, platforms: Set<String>, modules: [String: [String]]) {
        var stack: [Branches] = []
        var depth = 0
        for line in SwiftText.codeLines(of: source) {
            let text = line.text.drop(while: \.isWhitespace)
            let directive = text.prefix { $0 == "#" || $0.isLetter }
            func condition() -> PlatformCondition {
                PlatformCondition(String(text.dropFirst(directive.count)), modules: modules)
            }
            let current = stack.last?.current ?? platforms
            switch directive {
            case "#if":
                stack.append(Branches(open: current, current: current))
                stack[stack.count - 1].next(condition())
            case "#elseif", "#else":
                guard !stack.isEmpty else { continue }
                stack[stack.count - 1].next(directive == "#else" ? nil : condition())
            case "#endif": _ = stack.popLast()
            default:
                lines.append(Line(number: line.number, text: line.text, platforms: current, depth: depth))
                depth += line.text.utf8.reduce(0) {
                    $0 + ($1 == UInt8(ascii: "{") ? 1 : $1 == UInt8(ascii: "}") ? -1 : 0)
                }
            }
        }
    }

    /// The platforms that compile any of the lines; empty for a file without code.
    var platforms: Set<String> { lines.reduce(into: []) { $0.formUnion($1.platforms) } }
}

/// The condition of an `#if`, for example `os(Linux) && !canImport(Musl)`.
indirect enum PlatformCondition {
    case os(String)
    /// The platforms that have the module.
    case canImport([String])
    case not(PlatformCondition)
    case and(PlatformCondition, PlatformCondition)
    case or(PlatformCondition, PlatformCondition)
    case unknown

    /// - Parameter modules: Module → the platforms that have it.
    init(_ text: String, modules: [String: [String]]) {
        var parser = Parser(text, modules: modules)
        self = parser.parseDisjunction()
    }

    /// Returns whether the condition is true on a platform, or nil if that is unknown.
    func value(on platform: String) -> Bool? {
        switch self {
        case .os(let name): return name == platform
        case .canImport(let platforms): return platforms.contains(platform)
        case .not(let term): return term.value(on: platform).map { !$0 }
        case .unknown: return nil
        case .and(let left, let right):
            let values = [left.value(on: platform), right.value(on: platform)]
            return values.contains(false) ? false : values.contains(nil) ? nil : true
        case .or(let left, let right):
            let values = [left.value(on: platform), right.value(on: platform)]
            return values.contains(true) ? true : values.contains(nil) ? nil : false
        }
    }

    private struct Parser {
        private var tokens: ArraySlice<String>
        private let modules: [String: [String]]

        init(_ text: String, modules: [String: [String]]) {
            let spaced = ["(", ")", "!", "&&", "||"].reduce(text) { $0.replacing($1, with: " \($1) ") }
            tokens = spaced.split { $0.isWhitespace }.map(String.init)[...]
            self.modules = modules
        }

        mutating func parseDisjunction() -> PlatformCondition {
            var term = parseConjunction()
            while tokens.first == "||" {
                tokens.removeFirst()
                term = .or(term, parseConjunction())
            }
            return term
        }

        private mutating func parseConjunction() -> PlatformCondition {
            var term = parseFactor()
            while tokens.first == "&&" {
                tokens.removeFirst()
                term = .and(term, parseFactor())
            }
            return term
        }

        private mutating func parseFactor() -> PlatformCondition {
            guard let token = tokens.popFirst() else { return .unknown }
            switch token {
            case "!": return .not(parseFactor())
            case "(":
                let term = parseDisjunction()
                if tokens.first == ")" { tokens.removeFirst() }
                return term
            default:
                let argument = parseArgument()
                switch (token, argument) {
                case ("os", let name?): return .os(name)
                case ("canImport", let module?): return modules[module].map(PlatformCondition.canImport) ?? .unknown
                default: return .unknown
                }
            }
        }

        /// Parses an argument in parentheses and returns its first word.
        private mutating func parseArgument() -> String? {
            guard tokens.first == "(" else { return nil }
            tokens.removeFirst()
            let word = tokens.first
            while let token = tokens.popFirst(), token != ")" {}
            return word
        }
    }
}
