/// Lays results out as lines: a table for a terminal, tab-separated values for everything else.
struct TableRenderer<Item: Sendable> {
    var columns: [Column<Item>]
    var isColored: Bool

    private static var gap: Int { 2 }
    /// Below this a flexible column says nothing any more and is left out.
    private static var leastWidth: Int { 8 }

    /// One line an item, no header, nothing cut off.
    func tsv(_ items: [Item]) -> String {
        items.map { item in
            columns.map { paint(SafeText.line($0.text(item)), $0.color) }.joined(separator: "\t") + "\n"
        }.joined()
    }

    /// A header and one line an item, none wider than the terminal.
    func table(_ items: [Item], width: Int) -> String {
        DisplayWidth.measuring { measure in
            var rows = [columns.map { $0.header.uppercased() }]
            rows += items.map { item in columns.map { SafeText.line($0.text(item)) } }
            let widths = fitted(
                columns.indices.map { index in rows.map { measure.columns(of: $0[index]) }.max() ?? 0 },
                to: width
            )
            let lines = rows.enumerated().map { index, row in
                line(row, widths: widths, color: index == 0 ? .heading : nil, measure: measure)
            }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    /// The widths that fit: the widest flexible column gives way first, the last ones are left out where nothing else helps.
    private func fitted(_ natural: [Int], to total: Int) -> [Int] {
        var widths = natural
        func excess() -> Int {
            let shown = widths.filter { $0 > 0 }
            return shown.reduce(0, +) + Self.gap * max(0, shown.count - 1) - total
        }
        while excess() > 0 {
            let flexible = columns.indices.filter { columns[$0].isFlexible && widths[$0] > Self.leastWidth }
            guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { break }
            let next = flexible.map { widths[$0] }.filter { $0 < widths[widest] }.max() ?? Self.leastWidth
            widths[widest] -= max(1, min(excess(), widths[widest] - max(next, Self.leastWidth)))
        }
        for index in columns.indices.dropFirst().reversed() where excess() > 0 { widths[index] = 0 }
        if excess() > 0 { widths[0] = total }
        return widths
    }

    private func line(_ row: [String], widths: [Int], color: Color?, measure: DisplayWidth) -> String {
        let shown = columns.indices.filter { widths[$0] > 0 }
        var line = ""
        for index in shown {
            let text = measure.truncated(row[index], to: widths[index])
            let padding = String(repeating: " ", count: max(0, widths[index] - measure.columns(of: text)))
            let painted = paint(text, color ?? columns[index].color)
            if index != shown.first { line += String(repeating: " ", count: Self.gap) }
            if columns[index].isNumber {
                line += padding + painted
            } else {
                line += index == shown.last ? painted : painted + padding
            }
        }
        return line
    }

    private func paint(_ text: String, _ color: Color) -> String {
        isColored ? color.paint(text) : text
    }
}
