import SeekBasics

/// Formats results as a table, as Markdown, or as tab-separated or comma-separated values.
struct TableRenderer<Item: Sendable> {
    var columns: [Field<Item>]
    var style: OutputStyle

    /// The number of spaces between columns.
    static var gap: Int { 2 }
    /// The minimum width of a flexible column, in terminal columns. A column with less room is omitted.
    private static var minimumWidth: Int { 8 }
    /// The range of the main column's minimum width. Within it, the minimum is half of the terminal's width.
    private static var minimumMainWidths: ClosedRange<Int> { 12...40 }

    /// Returns one line per item, without a header and without truncation.
    func tsv(_ items: [Item]) -> [UInt8] {
        var bytes: [UInt8] = []
        // An estimate of the length of a line.
        bytes.reserveCapacity(items.count * 160)
        for item in items {
            for (index, column) in columns.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: "\t")) }
                let text = SafeText.line(column.cell(item).plain)
                bytes.append(contentsOf: (style.isColored ? column.color.paint(text) : text).utf8)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    /// Returns comma-separated values: an optional header with the names of fields, and one line per item, without
    /// truncation. Cells that contain a comma or a quotation mark are quoted (RFC 4180).
    ///
    /// A text that a spreadsheet would evaluate as a formula is prefixed with an apostrophe, which spreadsheets do not
    /// show (OWASP, “CSV Injection”). So is the text after a semicolon, because it is a cell of its own where the comma
    /// is the decimal separator.
    func csv(_ items: [Item], hasHeader: Bool = true) -> String {
        let rows =
            (hasHeader ? [columns.map(\.name)] : [])
            + items.map { item in columns.map { Self.spreadsheetText(of: $0.cell(item)) } }
        return rows.map { row in
            row.map { text in
                guard text.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" }) else { return text }
                return "\"\(text.replacingScalars("\"", with: "\"\""))\""
            }.joined(separator: ",") + "\n"
        }.joined()
    }

    private static func spreadsheetText(of cell: JSONValue) -> String {
        let text = SafeText.line(cell.plain)
        if cell.integer != nil { return text }
        return text.unicodeScalars.split(separator: ";", omittingEmptySubsequences: false).map { part in
            // Control characters have become spaces or U+FFFD. A quotation mark may only quote the formula.
            let first = part.first { $0 != "\u{FFFD}" && $0 != "\"" && !$0.properties.isWhitespace }
            let isFormula = first.map("=+-@＝＋－＠".unicodeScalars.contains) ?? false
            return (isFormula ? "'" : "") + String(part)
        }.joined(separator: ";")
    }

    /// Returns a table of GitHub Flavored Markdown, without truncation.
    func markdown(_ items: [Item]) -> String {
        let cells = items.map { item in columns.map { $0.visibleCell(item) } }
        let rules = columns.indices.map { isNumeric($0, in: cells) ? "---:" : "---" }
        let rows = zip(items, cells).map { item, cells in
            zip(columns, cells).map { column, cell in column.format.markdown(of: cell, linkedTo: column.link?(item)) }
        }
        return ([columns.map(\.header), rules] + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }

    /// Returns a header and one line per item, truncated to the width of the terminal.
    func table(_ items: [Item], width: Int) -> String {
        DisplayWidth.measuring { measure in
            let cells = items.map { item in columns.map { $0.visibleCell(item) } }
            var rows = [columns.map { Self.title(of: $0.header).uppercased() }]
            rows += cells.map { zip(columns, $0).map { SafeText.line($0.format.text(of: $1, at: style.now)) } }
            let widths = fitted(
                columns.indices.map { index in rows.map { measure.columns(of: $0[index]) }.max() ?? 0 },
                empty: Set(columns.indices.filter { index in rows.dropFirst().allSatisfy { $0[index].isEmpty } }),
                to: width
            )
            let isNumeric = columns.indices.map { self.isNumeric($0, in: cells) }
            let lines = rows.enumerated().map { index, row in
                line(row, of: index == 0 ? nil : items[index - 1], widths, isNumeric, measure)
            }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    /// Returns whether the cells of a column are aligned as numbers.
    private func isNumeric(_ column: Int, in cells: [[JSONValue]]) -> Bool {
        cells.contains { columns[column].format.isNumeric($0[column]) }
    }

    /// Returns the header, with a space between the words of a field's name: `pushed at` for `pushedAt`.
    static func title(of header: String) -> String { header.camelCaseWords.joined(separator: " ") }

    /// Returns column widths that fit; 0 omits a column. The main column is always included; then, as far as they fit,
    /// requested columns, other columns with values, and empty columns. Flexible columns share the remaining width: the
    /// narrowest ones are widened first. A requested flexible column has at least a quarter of the terminal, unless its
    /// values are narrower.
    private func fitted(_ fullWidths: [Int], empty: Set<Int>, to total: Int) -> [Int] {
        let main = columns.firstIndex(where: \.isMain) ?? 0
        let range = Self.minimumMainWidths
        let mainMinimum = min(max(total / 2, range.lowerBound), range.upperBound)
        let minimums = columns.indices.map { index in
            if index == main { return min(fullWidths[index], mainMinimum) }
            guard columns[index].isFlexible else { return fullWidths[index] }
            let requested = columns[index].isRequested ? total / 4 : 0
            return min(fullWidths[index], max(Self.minimumWidth, requested))
        }
        var widths = fullWidths.map { _ in 0 }
        // Only the main column can be narrower than its minimum.
        widths[main] = min(minimums[main], total)
        var room = total - widths[main]
        func priority(_ index: Int) -> Int { columns[index].isRequested ? 0 : empty.contains(index) ? 2 : 1 }
        let others = columns.indices.filter { $0 != main }
        for index in (0...2).flatMap({ rank in others.filter { priority($0) == rank } }) {
            let needed = Self.gap + minimums[index]
            guard needed <= room else { continue }
            room -= needed
            widths[index] = minimums[index]
        }
        let visible = columns.indices.filter { widths[$0] > 0 }
        if !columns[main].isFlexible {
            let added = min(room, fullWidths[main] - widths[main])
            widths[main] += added
            room -= added
        }
        while room > 0 {
            let narrowed = visible.filter { widths[$0] < fullWidths[$0] }
            guard let narrowest = narrowed.min(by: { widths[$0] < widths[$1] }) else { break }
            widths[narrowest] += 1
            room -= 1
        }
        return widths
    }

    /// Returns a row, or without an item the header, aligned and without trailing spaces.
    private func line(
        _ row: [String],
        of item: Item?,
        _ widths: [Int],
        _ isNumeric: [Bool],
        _ measure: DisplayWidth
    ) -> String {
        var visible = columns.indices.filter { widths[$0] > 0 }
        // Empty cells at the end would result in trailing spaces.
        while let last = visible.last, row[last].isEmpty { visible.removeLast() }
        var line = ""
        for index in visible {
            let text = measure.truncated(row[index], to: widths[index], ellipsis: style.ellipsis)
            let padding = String(repeating: " ", count: max(0, widths[index] - measure.columns(of: text)))
            var painted = style.link(style.isolated(text), to: item.flatMap { columns[index].link?($0) })
            if style.isColored { painted = (item == nil ? .heading : columns[index].color).paint(painted) }
            if index != visible.first { line += String(repeating: " ", count: Self.gap) }
            if isNumeric[index] {
                line += padding + painted
            } else {
                line += index == visible.last ? painted : painted + padding
            }
        }
        return line
    }
}

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

    private func text(of column: Field<Item>, for item: Item) -> String {
        SafeText.line(column.format.text(of: column.visibleCell(item), at: style.now))
    }

    /// Returns the lines of one item, with their line ends. `numberWidth` is `nil` if the items are not numbered.
    private func lines(of item: Item, width: Int, numberWidth: Int?, _ measure: DisplayWidth) -> [String] {
        let indent = (numberWidth ?? 0) + Self.gap
        let main = columns.firstIndex(where: \.isMain) ?? (numberWidth == nil ? 0 : 1)
        func text(_ column: Field<Item>) -> String { self.text(of: column, for: item) }
        func painted(_ text: String, as column: Field<Item>) -> String {
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
