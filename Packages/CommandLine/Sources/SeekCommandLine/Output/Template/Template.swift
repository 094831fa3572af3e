/// A template of `--template`: the part of Go's text/template that lists of results need, as `gh` has it.
///
/// `{{range .}}…{{end}}` repeats for each result, `{{if .field}}…{{else}}…{{end}}` chooses, `{{.field.member}}` writes a value,
/// `{{"\n"}}` a text. Functions come first or behind a bar: `{{truncate 30 .title}}`, `{{.title | truncate 30}}`. A template
/// without a range is a line for each result. Fields are checked before anything is asked and paid.
struct Template: Sendable, Hashable {
    indirect enum Node: Sendable, Hashable {
        case text(String)
        case value([Call])
        case range([Call], [Node])
        case choice([Call], then: [Node], otherwise: [Node])
    }

    /// A function with its arguments, or a value alone; what a bar hands on is the last argument of the next.
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

        /// How many arguments it takes, the one handed on included.
        var count: Int {
            switch self {
            case .truncate, .join, .color: 2
            case .timeago, .upper, .lower, .json: 1
            }
        }
    }

    let nodes: [Node]

    /// Reads a template.
    ///
    /// - Parameter fields: the fields a result has.
    init(_ text: String, fields: [String]) throws(UsageError) {
        guard !text.isEmpty else { throw UsageError("--template is empty; say what to write of each result") }
        var parser = TemplateParser(text, fields: fields)
        let nodes = try parser.parse()
        let hasRange = nodes.contains { if case .range = $0 { true } else { false } }
        if hasRange {
            self.nodes = nodes
        } else {
            self.nodes = [.range([Call(function: nil, operands: [.path([])])], nodes + [.text("\n")])]
        }
    }
}
