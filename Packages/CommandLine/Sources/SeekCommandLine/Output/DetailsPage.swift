import SeekBasics

/// The details of one result on a terminal: its properties, and a text such as its description.
struct DetailsPage {
    typealias Property = (name: String, value: String?)

    var properties: [Property]
    var text: String?

    /// Returns the properties, one per line, and the text after an empty line. On a narrow terminal, the lines of the
    /// text are wrapped.
    func formatted(_ style: OutputStyle, width: Int) -> String {
        let page = KeyValueList(properties).formatted(isTable: true, style: style, width: width)
        let lines = (text ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { SafeText.line(String($0)) }
        guard lines.contains(where: { !$0.isEmpty }) else { return page }
        let isNarrow = width < TableRenderer<Void>.minimumTableWidth
        let wrapped = DisplayWidth.measuring { measure in
            lines.flatMap { isNarrow && !$0.isEmpty ? measure.wrapped($0, to: width) : [$0] }
        }
        return page + "\n" + wrapped.map { style.isolated($0) + "\n" }.joined()
    }

    /// Returns a date in local time and relative to the current time: `2026-03-22 12:00 UTC, 3 hours ago`.
    static func date(_ date: Date?, in style: OutputStyle) -> String? {
        date.map { "\(Timestamp.local($0, in: style.now)), \(Timestamp.relative($0, to: style.now))" }
    }
}

/// Names and values: aligned on a terminal, otherwise TSV. Missing and empty values are omitted.
struct KeyValueList {
    private let pairs: [(name: String, value: String)]

    init(_ pairs: [(name: String, value: String?)]) {
        self.pairs = pairs.compactMap { name, value in value.flatMap { $0.isEmpty ? nil : (name, $0) } }
    }

    /// Returns one line per pair. On a terminal that is too narrow for a table, values are not aligned, and long ones
    /// are continued on further lines.
    func formatted(isTable: Bool, style: OutputStyle = OutputStyle(), width: Int = .max) -> String {
        if isTable, width < TableRenderer<Void>.minimumTableWidth { return list(width: width, style: style) }
        let indent = (pairs.map(\.name.count).max() ?? 0) + 2
        return pairs.map { name, value in
            let gap = isTable ? String(repeating: " ", count: indent - name.count) : "\t"
            let text = SafeText.line(value)
            return "\(name)\(gap)\(isTable ? style.isolated(text) : text)\n"
        }.joined()
    }

    private func list(width: Int, style: OutputStyle) -> String {
        DisplayWidth.measuring { measure in
            pairs.map { name, value in
                let lines = measure.wrapped("\(name): \(SafeText.line(value))", to: max(1, width - 2))
                return lines.map(style.isolated).joined(separator: "\n  ") + "\n"
            }.joined()
        }
    }
}
