/// Formats rows as a table. Column widths are fixed, so each row can be printed as soon as it is available.
package enum ResultTable {
    private static let widths = [30, 12, 12, 18, 8, 16]

    package static var heading: String { line(["name", "value", "unit", "baseline", "ratio", "goal", "holds"]) }

    package static func line(_ row: BenchResult) -> String {
        line([
            row.name, Figure.text(row.value), row.unit, row.baseline ?? "–", row.ratio.map(Figure.text) ?? "–",
            row.goal.description(unit: row.unit), row.isGoalMet ? "yes" : "NO",
        ])
    }

    private static func line(_ cells: [String]) -> String {
        var text = ""
        for (cell, width) in zip(cells, widths) {
            text += cell + String(repeating: " ", count: max(width - cell.count, 1))
        }
        return text + cells[widths.count...].joined(separator: " ")
    }
}
