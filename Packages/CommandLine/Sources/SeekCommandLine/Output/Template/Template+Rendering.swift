import SeekBasics

extension Template {
    /// Renders results. Control characters in the results are replaced. Those in the template are preserved, except in
    /// arguments of functions other than the separator of `join`.
    func rendered(with results: FieldValue, style: OutputStyle) -> String {
        DisplayWidth.measuring { measure in
            var output = ""
            Renderer(style: style, measure: measure).write(nodes, results, to: &output)
            return output
        }
    }

    private struct Renderer {
        /// A value, and whether it is already safe to print.
        struct Value {
            var value: FieldValue
            var isSafe = false
        }

        let style: OutputStyle
        let measure: DisplayWidth

        func write(_ nodes: [Node], _ value: FieldValue, to output: inout String) {
            for node in nodes {
                switch node {
                case .text(let text): output += text
                case .value(let calls):
                    let result = evaluate(calls, value)
                    output += result.isSafe ? text(result.value) : SafeText.line(text(result.value))
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
                return apply(function, operands.first?.value ?? .null, operands.last?.value ?? .null)
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

        private func apply(_ function: Function, _ first: FieldValue, _ last: FieldValue) -> Value {
            switch function {
            case .truncate:
                guard case .integer(let width) = first else { return Value(value: last) }
                let line = SafeText.line(text(last))
                return Value(value: .text(measure.truncated(line, to: Int(width), ellipsis: style.ellipsis)))
            case .timeago:
                guard let date = RFC3339.date(text(last)) else { return Value(value: last) }
                return Value(value: .text(Timestamp.relative(date, to: style.now)))
            case .join:
                guard case .list(let elements) = last else { return Value(value: last) }
                let lines = elements.map { SafeText.line(text($0)) }
                return Value(value: .text(lines.joined(separator: text(first))), isSafe: true)
            case .color:
                let line = SafeText.line(text(last))
                let color = Color.named[text(first)] ?? .plain
                return Value(value: .text(style.isColored ? color.paint(line) : line), isSafe: true)
            case .upper: return Value(value: .text(text(last).uppercased()))
            case .lower: return Value(value: .text(text(last).lowercased()))
            case .json:
                return Value(value: .text(String(last.json(isPretty: false).dropLast())), isSafe: true)
            }
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

        private func text(_ value: FieldValue) -> String {
            if case .list = value { String(value.json(isPretty: false).dropLast()) } else { value.plain }
        }
    }
}
