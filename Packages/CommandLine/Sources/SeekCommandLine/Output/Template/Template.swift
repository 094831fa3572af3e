import SeekBasics

/// A template of `--template`: a subset of Go's text/template, as in `gh`.
///
/// `{{range .}}…{{end}}` repeats for each result, `{{if .field}}…{{else}}…{{end}}` is a condition, `{{.field.member}}`
/// prints a value and `{{"\n"}}` a string. `{{-` and `-}}` remove white space, and `{{/* … */}}` is a comment.
/// Functions are placed first or after a pipe: `{{truncate 30 .title}}`, `{{.title | truncate 30}}`; parentheses contain
/// an argument: `{{tablerow .title (timeago .publishedAt)}}`. A template without a range prints one line per result. Field names are validated before a request is sent.
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
        /// A value in parentheses.
        case calls([Call])
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
        /// The same as `color`.
        case autocolor
        /// `len LIST`, the number of elements or, of a text, of bytes.
        case len
        /// `printf FORMAT VALUE…`
        case printf
        /// `tablerow VALUE…`, a row of the table that `tablerender` prints, or the end of the template.
        case tablerow, tablerender
        case upper, lower, json

        /// The valid numbers of arguments, including a piped value.
        var argumentCounts: ClosedRange<Int> {
            switch self {
            case .truncate, .join, .color, .autocolor: 2...2
            case .timeago, .len, .upper, .lower, .json: 1...1
            case .printf, .tablerow: 1...(.max)
            case .tablerender: 0...0
            }
        }
    }

    let nodes: [Node]

    var fields: [String] { nodes.flatMap(\.fields) }

    init(_ text: String, fields: [String], formerNames: [String] = []) throws(UsageError) {
        guard !text.isEmpty else {
            throw UsageError("--template is empty; use a template such as '{{.\(fields.first ?? "")}}'")
        }
        var parser = TemplateParser(text, fields: fields, formerNames: formerNames)
        let nodes = try parser.parse()
        let results = Call(function: nil, operands: [.path([])])
        // The rows of a table end their lines.
        let end = nodes.contains(where: \.hasTableRow) ? [] : [Node.text("\n")]
        self.nodes = parser.isPerItem ? [.range([results], nodes + end, otherwise: [])] : nodes
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
            calls.flatMap(\.operands).flatMap { operand -> [String] in
                switch operand {
                case .path(let path): Array(path.prefix(1))
                case .calls(let calls): names(calls)
                case .text, .number: []
                }
            }
        }
        return switch self {
        case .text: []
        case .value(let calls): names(calls)
        case .range(let calls, let nodes, let otherwise), .choice(let calls, let nodes, let otherwise):
            names(calls) + (nodes + otherwise).flatMap(\.fields)
        }
    }

    fileprivate var hasTableRow: Bool {
        switch self {
        case .text: false
        case .value(let calls): calls.contains { $0.function == .tablerow }
        case .range(_, let nodes, let otherwise), .choice(_, let nodes, let otherwise):
            (nodes + otherwise).contains(where: \.hasTableRow)
        }
    }
}

extension Template {
    /// Renders results. Control characters in the results are replaced; those in the template are preserved.
    ///
    /// - Parameter width: The width of the terminal, to which tables are truncated; nil elsewhere, where the columns of
    ///   tables are separated by tabs.
    func rendered(with results: JSONValue, style: OutputStyle, width: Int? = nil) -> String {
        DisplayWidth.measuring { measure in
            var output = ""
            var renderer = Renderer(style: style, width: width, measure: measure)
            renderer.write(nodes, results, to: &output)
            return output + renderer.table()
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
        let width: Int?
        let measure: DisplayWidth
        /// The rows of the table that is not printed yet.
        private var rows: [[(text: String, color: Color)]] = []

        init(style: OutputStyle, width: Int?, measure: DisplayWidth) {
            self.style = style
            self.width = width
            self.measure = measure
        }

        mutating func write(_ nodes: [Node], _ value: JSONValue, to output: inout String) {
            for node in nodes {
                switch node {
                case .text(let text): output += text
                case .value(let calls):
                    let result = evaluate(calls, value)
                    output += painted(safeText(result), result.color)
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

        /// Returns the table of the rows since the last one: aligned columns on a terminal, elsewhere tab-separated.
        mutating func table() -> String {
            defer { rows = [] }
            let count = rows.map(\.count).max() ?? 0
            var widths = (0..<count).map { column in
                rows.map { column < $0.count ? measure.columns(of: $0[column].text) : 0 }.max() ?? 0
            }
            // The widest column is narrowed until the table fits.
            let available = (width ?? .max) - TableRenderer<Void>.gap * max(0, count - 1)
            while widths.reduce(0, +) > available, let widest = widths.max(), widest > 1,
                let column = widths.firstIndex(of: widest)
            {
                widths[column] -= 1
            }
            return rows.map { row in
                row.enumerated().map { column, cell in
                    guard width != nil else { return painted(cell.text, cell.color) }
                    let text = measure.truncated(cell.text, to: widths[column], ellipsis: style.ellipsis)
                    let padding = column == row.count - 1 ? 0 : widths[column] - measure.columns(of: text)
                    return painted(text, cell.color) + String(repeating: " ", count: max(0, padding))
                }.joined(separator: width == nil ? "\t" : "  ") + "\n"
            }.joined()
        }

        private func painted(_ text: String, _ color: Color) -> String { style.isColored ? color.paint(text) : text }

        private mutating func evaluate(_ calls: [Call], _ value: JSONValue) -> Value {
            var piped: Value?
            for call in calls {
                var operands: [Value] = []
                for operand in call.operands { operands.append(self.operand(operand, value)) }
                if let piped { operands.append(piped) }
                piped = call.function.map { apply($0, operands) } ?? operands.first
            }
            return piped ?? Value(value: .null)
        }

        private mutating func operand(_ operand: Operand, _ value: JSONValue) -> Value {
            switch operand {
            case .text(let text): Value(value: .string(text), isSafe: true)
            case .number(let number): Value(value: .number(number))
            case .path(let path):
                Value(value: path.reduce(value) { $0[$1] })
            case .calls(let calls): evaluate(calls, value)
            }
        }

        /// Applies a function to its last argument. The first argument is a parameter, such as a width; a function with
        /// one argument ignores it.
        private mutating func apply(_ function: Function, _ operands: [Value]) -> Value {
            let first = operands.first?.value ?? .null
            var result = operands.last ?? Value(value: .null)
            func setText(_ text: String) { (result.value, result.isSafe) = (.string(text), true) }
            switch (function, first, result.value) {
            case (.truncate, .number(let width), _):
                setText(measure.truncated(safeText(result), to: width.integer ?? .max, ellipsis: style.ellipsis))
            case (.timeago, _, let value):
                guard let date = RFC3339.date(text(value)) else { break }
                setText(Timestamp.relative(date, to: style.now))
            case (.join, let separator, .array(let elements)):
                setText(elements.map { SafeText.line(text($0)) }.joined(separator: text(separator)))
            case (.color, let name, _), (.autocolor, let name, _): result.color = Color.named[text(name)] ?? .plain
            case (.upper, _, _): setText(safeText(result).uppercased())
            case (.lower, _, _): setText(safeText(result).lowercased())
            case (.json, _, let value): setText(json(value))
            case (.len, _, let value): result.value = .number(length(of: value))
            case (.printf, let format, _):
                let texts = operands.dropFirst().map { (safeText($0), $0.value.number) }
                setText(TemplateFormat(text(format))?.formatted(texts, measure) ?? "")
                result.color = .plain
            case (.tablerow, _, _):
                rows.append(operands.map { (SafeText.line(safeText($0)), $0.color) })
                return Value(value: .null)
            case (.tablerender, _, _): return Value(value: .string(table()), isSafe: true)
            // The parser has checked the first arguments of these functions.
            case (.truncate, _, _), (.join, _, _): break
            }
            return result
        }

        private func length(of value: JSONValue) -> Int {
            switch value {
            case .array(let elements): elements.count
            case .object(let members): members.count
            default: text(value).utf8.count
            }
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
