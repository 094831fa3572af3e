import SeekBasics

/// A template of `--template`: a subset of Go's text/template, as in `gh`.
///
/// `{{range .}}…{{end}}` repeats for each result, `{{if .field}}…{{else}}…{{end}}` is a condition, `{{.field.member}}`
/// prints a value and `{{"\n"}}` a string. `{{-` and `-}}` remove white space, and `{{/* … */}}` is a comment.
/// Functions are placed first or after a pipe: `{{truncate 30 .title}}`, `{{.title | truncate 30}}`. A template without
/// a range prints one line per result. Field names are validated before a request is sent.
struct Template: Sendable, Hashable {
    indirect enum Node: Sendable, Hashable {
        case text(String)
        case value([Call])
        case range([Call], [Node], otherwise: [Node])
        case choice([Call], then: [Node], otherwise: [Node])
    }

    /// A function and its arguments, or a single value. A pipe passes a value as the last argument of the next call.
    struct Call: Sendable, Hashable {
        var function: Function?
        var operands: [Operand]
    }

    enum Operand: Sendable, Hashable {
        case path([String])
        case text(String)
        case number(Int)
    }

    enum Function: String, Sendable, Hashable, CaseIterable {
        /// `truncate WIDTH TEXT`
        case truncate
        /// `timeago TIME`
        case timeago
        /// `join SEPARATOR LIST`
        case join
        /// `color NAME TEXT`
        case color
        case upper, lower, json

        /// The number of arguments, including a piped value.
        var argumentCount: Int {
            switch self {
            case .truncate, .join, .color: 2
            case .timeago, .upper, .lower, .json: 1
            }
        }
    }

    let nodes: [Node]

    var fields: [String] { nodes.flatMap(\.fields) }

    /// `objects` are the names of the fields that have members.
    init(_ text: String, fields: [String], objects: Set<String> = ["thumbnails"]) throws(UsageError) {
        guard !text.isEmpty else {
            throw UsageError("--template is empty; use a template such as '{{.\(fields.first ?? "")}}'")
        }
        var parser = TemplateParser(text, fields: fields, objects: objects)
        let nodes = try parser.parse()
        let results = Call(function: nil, operands: [.path([])])
        self.nodes = parser.isPerItem ? [.range([results], nodes + [.text("\n")], otherwise: [])] : nodes
    }

    /// Parses a template for a response, whose fields are unknown. It is not repeated for each result.
    init(ofResponse text: String) throws(UsageError) {
        guard text.contains("{{") else {
            throw UsageError("the template '\(SafeText.line(text))' has no {{…}}; write fields as {{.name}}")
        }
        var parser = TemplateParser(text, fields: nil)
        nodes = try parser.parse()
    }
}

extension Template.Node {
    fileprivate var fields: [String] {
        func names(_ calls: [Template.Call]) -> [String] {
            calls.flatMap(\.operands).compactMap { operand in
                if case .path(let path) = operand { path.first } else { nil }
            }
        }
        return switch self {
        case .text: []
        case .value(let calls): names(calls)
        case .range(let calls, let nodes, let otherwise), .choice(let calls, let nodes, let otherwise):
            names(calls) + (nodes + otherwise).flatMap(\.fields)
        }
    }
}

extension Template {
    /// Renders results. Control characters in the results are replaced; those in the template are preserved.
    func rendered(with results: JSONValue, style: OutputStyle) -> String {
        DisplayWidth.measuring { measure in
            var output = ""
            Renderer(style: style, measure: measure).write(nodes, results, to: &output)
            return output
        }
    }

    private struct Renderer {
        struct Value {
            var value: JSONValue
            /// Whether the value is from the template, or its control characters are already replaced.
            var isSafe = false
            /// The color in which the value is printed. Escape sequences in the value would be cut or changed by
            /// functions such as `truncate`.
            var color = Color.plain
        }

        let style: OutputStyle
        let measure: DisplayWidth

        func write(_ nodes: [Node], _ value: JSONValue, to output: inout String) {
            for node in nodes {
                switch node {
                case .text(let text): output += text
                case .value(let calls):
                    let result = evaluate(calls, value)
                    output += style.isColored ? result.color.paint(safeText(result)) : safeText(result)
                case .range(let calls, let body, let otherwise):
                    guard case .array(let elements) = evaluate(calls, value).value, !elements.isEmpty else {
                        write(otherwise, value, to: &output)
                        continue
                    }
                    for element in elements { write(body, element, to: &output) }
                case .choice(let calls, let then, let otherwise):
                    write(isTrue(evaluate(calls, value).value) ? then : otherwise, value, to: &output)
                }
            }
        }

        private func evaluate(_ calls: [Call], _ value: JSONValue) -> Value {
            calls.reduce(nil as Value?) { piped, call in
                var operands = call.operands.map { operand($0, value) }
                if let piped { operands.append(piped) }
                guard let function = call.function else { return operands.first }
                let null = Value(value: .null)
                return apply(function, operands.first?.value ?? .null, operands.last ?? null)
            } ?? Value(value: .null)
        }

        private func operand(_ operand: Operand, _ value: JSONValue) -> Value {
            switch operand {
            case .text(let text): Value(value: .string(text), isSafe: true)
            case .number(let number): Value(value: .number(number))
            case .path(let path):
                Value(value: path.reduce(value) { $0[$1] })
            }
        }

        /// Applies a function to its last argument. The first argument is a parameter, such as a width; a function with
        /// one argument ignores it.
        private func apply(_ function: Function, _ first: JSONValue, _ last: Value) -> Value {
            var result = last
            func setText(_ text: String) { (result.value, result.isSafe) = (.string(text), true) }
            switch (function, first, last.value) {
            case (.truncate, .number(let width), _):
                setText(measure.truncated(safeText(last), to: width.integer ?? .max, ellipsis: style.ellipsis))
            case (.timeago, _, let value):
                guard let date = RFC3339.date(text(value)) else { break }
                setText(Timestamp.relative(date, to: style.now))
            case (.join, let separator, .array(let elements)):
                setText(elements.map { SafeText.line(text($0)) }.joined(separator: text(separator)))
            case (.color, let name, _): result.color = Color.named[text(name)] ?? .plain
            case (.upper, _, _): setText(safeText(last).uppercased())
            case (.lower, _, _): setText(safeText(last).lowercased())
            case (.json, _, let value): setText(json(value))
            // The parser has checked the first arguments of these functions.
            case (.truncate, _, _), (.join, _, _): break
            }
            return result
        }

        /// As in Go, null, false, 0 and empty values are false.
        private func isTrue(_ value: JSONValue) -> Bool {
            switch value {
            case .null: false
            case .bool(let flag): flag
            case .number(let number): number.double != 0
            case .string(let text): !text.isEmpty
            case .array(let elements): !elements.isEmpty
            case .object(let members): !members.isEmpty
            }
        }

        private func safeText(_ value: Value) -> String {
            value.isSafe ? text(value.value) : SafeText.line(text(value.value))
        }

        private func text(_ value: JSONValue) -> String {
            if case .array = value { json(value) } else { value.plain }
        }

        private func json(_ value: JSONValue) -> String {
            // Without the line break at the end.
            String(value.json(isPretty: false).dropLast())
        }
    }
}
