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
