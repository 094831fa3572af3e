import SeekBasics

extension Template {
    /// Renders results. Control characters in the results are replaced; those in the template are preserved.
    func rendered(with results: FieldValue, style: OutputStyle) -> String {
        DisplayWidth.measuring { measure in
            var output = ""
            Renderer(style: style, measure: measure).write(nodes, results, to: &output)
            return output
        }
    }

    private struct Renderer {
        struct Value {
            var value: FieldValue
            /// Whether the value is from the template, or its control characters are already replaced.
            var isSafe = false
            /// The color in which the value is printed. Escape sequences in the value would be cut or changed by
            /// functions such as `truncate`.
            var color = Color.plain
        }

        let style: OutputStyle
        let measure: DisplayWidth

        func write(_ nodes: [Node], _ value: FieldValue, to output: inout String) {
            for node in nodes {
                switch node {
                case .text(let text): output += text
                case .value(let calls):
                    let result = evaluate(calls, value)
                    output += style.isColored ? result.color.paint(safeText(result)) : safeText(result)
                case .range(let calls, let body, let otherwise):
                    guard case .list(let elements) = evaluate(calls, value).value, !elements.isEmpty else {
                        write(otherwise, value, to: &output)
                        continue
                    }
                    for element in elements { write(body, element, to: &output) }
                case .choice(let calls, let then, let otherwise):
                    write(isTrue(evaluate(calls, value).value) ? then : otherwise, value, to: &output)
                }
            }
        }

        private func evaluate(_ calls: [Call], _ value: FieldValue) -> Value {
            calls.reduce(nil as Value?) { piped, call in
                var operands = call.operands.map { operand($0, value) }
                if let piped { operands.append(piped) }
                guard let function = call.function else { return operands.first }
                let null = Value(value: .null)
                return apply(function, operands.first?.value ?? .null, operands.last ?? null)
            } ?? Value(value: .null)
        }

        private func operand(_ operand: Operand, _ value: FieldValue) -> Value {
            switch operand {
            case .text(let text): Value(value: .text(text), isSafe: true)
            case .number(let number): Value(value: .integer(Int64(number)))
            case .path(let path):
                Value(
                    value: path.reduce(value) { value, name in
                        if case .object(let members) = value { members[name] ?? .null } else { .null }
                    }
                )
            }
        }

        /// Applies a function to its last argument. The first argument is a parameter, such as a width; a function with
        /// one argument ignores it.
        private func apply(_ function: Function, _ first: FieldValue, _ last: Value) -> Value {
            var result = last
            func setText(_ text: String) { (result.value, result.isSafe) = (.text(text), true) }
            switch (function, first, last.value) {
            case (.truncate, .integer(let width), _):
                setText(measure.truncated(safeText(last), to: Int(width), ellipsis: style.ellipsis))
            case (.timeago, _, let value):
                guard let date = RFC3339.date(text(value)) else { break }
                setText(Timestamp.relative(date, to: style.now))
            case (.join, let separator, .list(let elements)):
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
        private func isTrue(_ value: FieldValue) -> Bool {
            switch value {
            case .null: false
            case .bool(let flag): flag
            case .integer(let number): number != 0
            case .decimal(let number): number != 0
            case .text(let text): !text.isEmpty
            case .duration(let duration): duration > .zero
            case .date: true
            case .list(let elements): !elements.isEmpty
            case .object(let members): !members.isEmpty
            }
        }

        private func safeText(_ value: Value) -> String {
            value.isSafe ? text(value.value) : SafeText.line(text(value.value))
        }

        private func text(_ value: FieldValue) -> String {
            if case .list = value { json(value) } else { value.plain }
        }

        private func json(_ value: FieldValue) -> String {
            // Without the line break at the end.
            String(value.json(isPretty: false).dropLast())
        }
    }
}
