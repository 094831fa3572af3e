import SeekBasics

/// Parses the source of a ``Template``, and validates its functions and fields.
struct TemplateParser {
    private enum Segment {
        case text(String)
        /// The tokens between braces, and the index of the opening braces.
        case action([Token], at: Int)
    }

    private enum Token: Hashable {
        case word(String)
        case text(String)
        case pipe
        /// A parenthesis.
        case open, close
    }

    /// The meaning of `.` at a position: all results, one result, or a value whose fields are unknown (an element of a
    /// field, or a response).
    private enum Scope { case root, item, inner }

    private let source: String
    /// The names of a result's fields; `nil` if they are unknown.
    private let fields: [String]?
    /// Other names of these fields, which are valid, but not listed in errors.
    private let formerNames: [String]
    /// The names of the fields that have members.
    private static let objects: Set = ["thumbnails"]
    /// Whether the template has no `range`, so that a template for results is repeated for each result.
    let isPerItem: Bool
    private var segments: ArraySlice<Segment> = []

    init(_ text: String, fields: [String]?, formerNames: [String] = []) {
        source = text
        self.formerNames = formerNames
        self.fields = fields
        isPerItem = text.firstRange(of: #/\{\{-?\s*range\b/#) == nil
    }

    mutating func parse() throws(UsageError) -> [Template.Node] {
        segments = try split()[...]
        let (nodes, end) = try block(fields == nil ? .inner : isPerItem ? .item : .root)
        if let end { throw error("unexpected {{\(end.word)}}", at: end.position) }
        return nodes
    }

    private func error(_ message: String, at position: Int) -> UsageError {
        UsageError("--template, character \(position + 1): \(SafeText.line(message))")
    }

    /// Parses nodes up to `else`, `end` or the end of the template.
    private mutating func block(
        _ scope: Scope
    ) throws(UsageError) -> (nodes: [Template.Node], end: (word: String, position: Int)?) {
        var nodes: [Template.Node] = []
        while let segment = segments.popFirst() {
            switch segment {
            case .text(let text): nodes.append(.text(text))
            case .action(let tokens, let position):
                switch tokens.first {
                case .word("end") where tokens.count == 1: return (nodes, ("end", position))
                case .word("else") where tokens.count == 1: return (nodes, ("else", position))
                case .word("else"):
                    throw error("{{else}} has no arguments; put {{if}}...{{end}} after it", at: position)
                case .word("range"):
                    let list = try calls(tokens.dropFirst(), scope, position)
                    // `{{range .}}` of all results; the fields of the elements of other lists are unknown.
                    let isResults = scope == .root && list == [Template.Call(function: nil, operands: [.path([])])]
                    let (body, otherwise) = try branches(of: "range", isResults ? .item : .inner, scope, position)
                    nodes.append(.range(list, body, otherwise: otherwise))
                case .word("if"):
                    let condition = try calls(tokens.dropFirst(), scope, position)
                    let (then, otherwise) = try branches(of: "if", scope, scope, position)
                    nodes.append(.choice(condition, then: then, otherwise: otherwise))
                default:
                    nodes.append(.value(try calls(tokens[...], scope, position)))
                }
            }
        }
        return (nodes, nil)
    }

    /// Parses the nodes of `range` or `if` up to `end`, and those after `else`, if there are any.
    private mutating func branches(
        of name: String,
        _ scope: Scope,
        _ otherwiseScope: Scope,
        _ position: Int
    ) throws(UsageError) -> (nodes: [Template.Node], otherwise: [Template.Node]) {
        var (nodes, end) = try block(scope)
        var otherwise: [Template.Node] = []
        if end?.word == "else" { (otherwise, end) = try block(otherwiseScope) }
        guard let end else { throw error("{{\(name)}} has no {{end}}", at: position) }
        guard end.word == "end" else { throw error("{{\(name)}} has two {{else}}", at: end.position) }
        return (nodes, otherwise)
    }

    /// Parses values and functions that are separated by pipes.
    private func calls(
        _ tokens: ArraySlice<Token>,
        _ scope: Scope,
        _ position: Int
    ) throws(UsageError) -> [Template.Call] {
        var tokens = tokens
        let calls = try pipeline(&tokens, scope, position)
        guard tokens.isEmpty else { throw error("')' without '('", at: position) }
        return calls
    }

    /// Parses values and functions up to the end or a closing parenthesis.
    private func pipeline(
        _ tokens: inout ArraySlice<Token>,
        _ scope: Scope,
        _ position: Int
    ) throws(UsageError) -> [Template.Call] {
        var calls: [Template.Call] = []
        while true {
            calls.append(try call(&tokens, isPiped: !calls.isEmpty, scope, position))
            guard tokens.first == .pipe else { return calls }
            tokens.removeFirst()
        }
    }

    private func call(
        _ tokens: inout ArraySlice<Token>,
        isPiped: Bool,
        _ scope: Scope,
        _ position: Int
    ) throws(UsageError) -> Template.Call {
        guard let first = tokens.first, first != .pipe, first != .close else {
            throw error("missing value", at: position)
        }
        var call = Template.Call(function: nil, operands: [])
        if case .word(let name) = first, name.first?.isLetter == true {
            guard let function = Template.Function(rawValue: name) else {
                let functions = Template.Function.allCases.map(\.rawValue)
                let nearest = Spelling.nearest(to: name, among: functions).map { "did you mean '\($0)'?" }
                throw error(
                    "unknown function '\(name)'; \(nearest ?? "valid: \(functions.joined(separator: ", "))")",
                    at: position
                )
            }
            call.function = function
            tokens.removeFirst()
        } else if isPiped {
            throw error("'|' must be followed by a function", at: position)
        }
        while let token = tokens.first, token != .pipe, token != .close {
            tokens.removeFirst()
            guard token == .open else {
                call.operands.append(try operand(token, scope, position))
                continue
            }
            call.operands.append(.calls(try pipeline(&tokens, scope, position)))
            guard tokens.popFirst() == .close else { throw error("missing closing parenthesis", at: position) }
        }
        // After a pipe, the preceding value is an argument too.
        let count = call.operands.count + (isPiped ? 1 : 0)
        guard let function = call.function else {
            guard count == 1 else { throw error("expected one value, not \(count)", at: position) }
            return call
        }
        let expected = function.argumentCounts
        guard expected.contains(count) else {
            let least = "\(expected.upperBound == .max ? "at least " : "")\(counted(expected.lowerBound, "argument"))"
            throw error("\(function.rawValue) takes \(least), not \(count)", at: position)
        }
        try check(call, count: count, position)
        return call
    }

    private func operand(_ token: Token, _ scope: Scope, _ position: Int) throws(UsageError) -> Template.Operand {
        switch token {
        case .text(let text): return .text(text)
        case .pipe, .open, .close: throw error("missing value", at: position)
        case .word(let word):
            if let number = Int(word) { return .number(number) }
            guard word.first == "." else {
                throw error("'\(word)' is not a value; field names start with a period", at: position)
            }
            let path =
                word == "."
                ? [] : word.dropFirst().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard !path.contains("") else { throw error("'\(word)' is not a field", at: position) }
            if scope == .root, !path.isEmpty {
                throw error("'\(word)' is a field of a result; use it inside {{range .}}…{{end}}", at: position)
            }
            if scope == .item, let name = path.first, let fields, !(fields + formerNames).contains(name) {
                throw error("unknown field '\(name)'; valid: \(fields.joined(separator: ", "))", at: position)
            }
            if scope == .item, fields != nil, path.count > 1, !Self.objects.contains(path[0]) {
                throw error("the field '\(path[0])' has no members; write {{.\(path[0])}}", at: position)
            }
            return .path(path)
        }
    }

    private func check(_ call: Template.Call, count: Int, _ position: Int) throws(UsageError) {
        switch (call.function, call.operands.first) {
        case (.truncate, .number(let width)) where width > 0: return
        case (.truncate, _): throw error("the first argument of truncate must be a number of columns", at: position)
        case (.join, .text): return
        case (.join, _): throw error("the first argument of join must be a string", at: position)
        case (.printf, .text(let text)):
            guard let format = TemplateFormat(text) else {
                throw error("the format of printf has a verb other than %s, %d, %f, %v, %q and %%", at: position)
            }
            guard format.valueCount == count - 1 else {
                throw error(
                    "the format of printf has \(counted(format.valueCount, "verb")) for \(counted(count - 1, "value"))",
                    at: position
                )
            }
        case (.printf, _): throw error("the first argument of printf must be a string", at: position)
        case (.color, .text(let name)), (.autocolor, .text(let name)):
            guard Color.named[name] == nil else { return }
            throw error(
                "unknown color '\(name)'; valid: \(Color.named.keys.sorted().joined(separator: ", "))",
                at: position
            )
        case (.color, _), (.autocolor, _): throw error("the first argument of color must be a color name", at: position)
        default: return
        }
    }

    private func split() throws(UsageError) -> [Segment] {
        var segments: [Segment] = []
        var remaining = source[...]
        while let open = remaining.firstRange(of: "{{") {
            var text = remaining[..<open.lowerBound]
            let position = source.distance(from: source.startIndex, to: open.lowerBound)
            remaining = remaining[open.upperBound...]
            if remaining.first == "-", remaining.dropFirst().first?.isWhitespace == true {
                while text.last?.isWhitespace == true { text.removeLast() }
                remaining = remaining.dropFirst().drop(while: \.isWhitespace)
            }
            if !text.isEmpty { segments.append(.text(String(text))) }
            if remaining.hasPrefix("/*") {
                guard let end = remaining.firstRange(of: "*/") else {
                    throw error("missing end of the comment", at: position)
                }
                remaining = remaining[end.upperBound...]
                guard try tokens(&remaining, position).isEmpty else {
                    throw error("text after the comment", at: position)
                }
            } else {
                let tokens = try tokens(&remaining, position)
                guard !tokens.isEmpty else { throw error("empty braces", at: position) }
                segments.append(.action(tokens, at: position))
            }
        }
        if !remaining.isEmpty { segments.append(.text(String(remaining))) }
        return segments
    }

    /// Parses the tokens up to the closing braces, and removes the white space after `-}}`.
    private func tokens(_ remaining: inout Substring, _ position: Int) throws(UsageError) -> [Token] {
        var tokens: [Token] = []
        while let character = remaining.first {
            if remaining.hasPrefix("}}") {
                remaining.removeFirst(2)
                return tokens
            }
            if remaining.hasPrefix("-}}") {
                remaining = remaining.dropFirst(3).drop(while: \.isWhitespace)
                return tokens
            }
            switch character {
            case " ", "\t", "\n": remaining.removeFirst()
            case "|", "(", ")":
                remaining.removeFirst()
                tokens.append(character == "|" ? .pipe : character == "(" ? .open : .close)
            case "\"": tokens.append(.text(try quoted(&remaining, position)))
            default:
                let word = remaining.prefix { !" \t\n|\"}()".contains($0) }
                guard !word.isEmpty else { throw error("single '}'", at: position) }
                remaining = remaining[word.endIndex...]
                tokens.append(.word(String(word)))
            }
        }
        throw error("missing closing braces", at: position)
    }

    private func quoted(_ remaining: inout Substring, _ position: Int) throws(UsageError) -> String {
        let escapes: [Character: Character] = ["n": "\n", "t": "\t", "\"": "\"", "\\": "\\"]
        var text = ""
        remaining.removeFirst()
        while let character = remaining.popFirst() {
            if character == "\"" { return text }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            guard let escaped = remaining.popFirst().flatMap({ escapes[$0] }) else {
                throw error(#"invalid escape; valid: \n, \t, \", \\"#, at: position)
            }
            text.append(escaped)
        }
        throw error("missing closing \"", at: position)
    }
}
