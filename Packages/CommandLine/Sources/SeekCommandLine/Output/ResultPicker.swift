import SeekBasics

/// Lets the user pick results: in fzf if it is installed, otherwise by their numbers.
struct ResultPicker<Item: Sendable> {
    let kind: ResultKind<Item>
    let columns: [Field<Item>]
    let console: Console
    let style: OutputStyle
    /// Called before a numbered table is printed, because its numbers can be used in later commands.
    let onNumberedTable: () -> Void

    /// Returns the indices of the picked items; empty if the user picked none. Throws if fzf failed.
    func pick(from items: [Item]) async throws(UsageError) -> [Int] {
        guard let program = ChildProcess.path(of: "fzf", environment: console.context.environment) else {
            return await prompt(for: items)
        }
        return try pick(from: items, with: program)
    }

    private var width: Int { console.context.terminal?.columns ?? 80 }

    // MARK: fzf

    private func pick(from items: [Item], with program: String) throws(UsageError) -> [Int] {
        var plain = style
        (plain.isColored, plain.hasLinks) = (false, false)
        // fzf shows a marker at the start of each line, and a scroll bar at its end.
        let table = TableRenderer(columns: columns, style: plain).table(items, width: max(1, width - 4))
        let rows = table.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        let lines = zip(items.indices, rows).map { index, row in
            "\(index + 1)\t\(row)\t\(Self.escaped(preview(of: items[index])))\n"
        }
        let arguments = [
            "--multi", "--reverse", "--delimiter=\t", "--with-nth=2", "--header=Enter opens, Tab selects several",
            "--preview=printf %b {3}", "--preview-window=down:40%:wrap",
        ]
        let outcome = ChildProcess.run(
            program,
            arguments,
            environment: console.context.programEnvironment,
            input: Array(lines.joined().utf8),
            capturesErrors: false
        )
        guard let outcome else { throw UsageError("cannot start \(program); check the installation of fzf") }
        // 1: no match, 130: cancelled.
        if [1, 130].contains(outcome.status) { return [] }
        guard outcome.status == 0 else {
            throw UsageError("fzf failed with status \(outcome.status), so nothing was picked; check FZF_DEFAULT_OPTS")
        }
        return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").compactMap { line in
            Int(line.prefix { $0 != "\t" }).map { $0 - 1 }
        }.filter(items.indices.contains)
    }

    private func preview(of item: Item) -> String {
        KeyValueList(
            kind.selectableFields.sorted { $0.name < $1.name }.map { field in
                let value = field.value(item)
                if case .object = value { return (field.name, nil) }
                return (field.name, value.plain)
            }
        ).formatted(isTable: true)
    }

    /// Escapes a string for `printf %b`.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\t", with: " ")
    }

    // MARK: Numbers

    /// Prints a numbered table to the message stream, and reads numbers until they are valid.
    private func prompt(for items: [Item]) async -> [Int] {
        let rows = NumberedRow.rows(items)
        let table = TableRenderer(columns: NumberedRow.columns(columns), style: style).formatted(rows, width: width)
        onNumberedTable()
        // A failure cannot be reported anywhere else.
        try? console.context.messages.write(table)
        while true {
            console.report("enter numbers, such as 1 or 2,4-6, then press Return")
            guard let line = await console.context.input.nextLine() else { return [] }
            let text = String(decoding: line, as: UTF8.self)
            guard let picked = Self.indices(in: text, count: items.count) else {
                console.report("enter numbers from 1 to \(items.count), or nothing to cancel")
                continue
            }
            return picked
        }
    }

    /// Returns the indices for numbers and ranges that are separated by commas or spaces, or `nil` if one is invalid.
    static func indices(in text: String, count: Int) -> [Int]? {
        var indices: [Int] = []
        for part in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            let bounds = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { Int($0) }
            guard let first = bounds.first ?? nil, let last = bounds.last ?? nil, first >= 1, first <= last,
                last <= count
            else { return nil }
            indices += (first - 1..<last).filter { !indices.contains($0) }
        }
        return indices
    }
}

/// A row of a table, numbered from 1.
struct NumberedRow<Item: Sendable>: Sendable {
    var number: Int
    var item: Item

    static func rows(_ items: [Item]) -> [NumberedRow] {
        items.enumerated().map { NumberedRow(number: $0 + 1, item: $1) }
    }

    static var header: String { "#" }

    static func columns(_ columns: [Field<Item>]) -> [Field<NumberedRow>] {
        let number = Field<NumberedRow>.column(header, .faint, isRequested: true) { .number($0.number) }
        var columns: [Field<NumberedRow>] = columns.map { $0.mapped(\.item) }
        // Otherwise the number would be the main column.
        if !columns.isEmpty, !columns.contains(where: \.isMain) { columns[0].isMain = true }
        return [number] + columns
    }
}
