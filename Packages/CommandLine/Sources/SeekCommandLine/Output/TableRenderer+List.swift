extension TableRenderer {
    /// The minimum width of a table, in columns of the terminal.
    static var minimumTableWidth: Int { 60 }

    /// Returns a table, or a list if the terminal is too narrow for one.
    func formatted(_ items: [Item], width: Int) -> String {
        width < Self.minimumTableWidth ? list(items, width: width) : table(items, width: width)
    }

    /// Returns the value of the main column of each item, followed by an indented line for each other column with a
    /// value: `stars: 4,120`. Long values are continued on further lines.
    func list(_ items: [Item], width: Int) -> String {
        let number = columns.first.flatMap { $0.header == NumberedRow<Item>.header ? $0 : nil }
        let numberWidth = number.flatMap { number in items.map { text(of: number, for: $0).count }.max() }
        return DisplayWidth.measuring { measure in
            items.map { lines(of: $0, width: width, numberWidth: numberWidth, measure).joined() }.joined()
        }
    }

    private func text(of column: Column<Item>, for item: Item) -> String {
        SafeText.line(column.format.text(of: column.visibleCell(item), at: style.now))
    }

    /// Returns the lines of one item, with their line ends. `numberWidth` is `nil` if the items are not numbered.
    private func lines(of item: Item, width: Int, numberWidth: Int?, _ measure: DisplayWidth) -> [String] {
        let indent = (numberWidth ?? 0) + Self.gap
        let main = columns.firstIndex(where: \.isMain) ?? (numberWidth == nil ? 0 : 1)
        func text(_ column: Column<Item>) -> String { self.text(of: column, for: item) }
        func painted(_ text: String, as column: Column<Item>) -> String {
            let linked = style.link(style.isolated(text), to: column.link?(item))
            return style.isColored ? column.color.paint(linked) : linked
        }
        func indented(_ line: String) -> String { String(repeating: " ", count: indent) + line + "\n" }

        let title = measure.wrapped(text(columns[main]), to: max(1, width - (numberWidth == nil ? 0 : indent)))
        var lines = (title.isEmpty ? [""] : title).map { painted($0, as: columns[main]) }
        if let numberWidth {
            let number = text(columns[0])
            let padding = String(repeating: " ", count: numberWidth - number.count)
            lines[0] = padding + painted(number, as: columns[0]) + String(repeating: " ", count: Self.gap) + lines[0]
        }
        lines = [lines[0] + "\n"] + lines.dropFirst().map { numberWidth == nil ? $0 + "\n" : indented($0) }
        for (index, column) in columns.enumerated() where index != main && (index > 0 || numberWidth == nil) {
            let value = text(column)
            guard !value.isEmpty else { continue }
            let label = "\(Self.title(of: column.header)): "
            // The label is not painted. If the label is broken at a space, the lines do not contain this space.
            var labelCount = label.count
            for (index, line) in measure.wrapped(label + value, to: max(1, width - indent - Self.gap)).enumerated() {
                let gap = index == 0 ? "" : String(repeating: " ", count: Self.gap)
                let valuePart = String(line.dropFirst(labelCount))
                let paintedPart = valuePart.isEmpty ? "" : painted(valuePart, as: column)
                lines.append(indented(gap + line.prefix(labelCount) + paintedPart))
                labelCount = max(0, labelCount - line.count - 1)
            }
        }
        return lines
    }
}
