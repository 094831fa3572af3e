import Seek

/// How results of one kind are told: their columns on a terminal and in TSV, their fields in JSON and templates.
struct ResultKind<Item: Sendable>: Sendable {
    struct Field: Sendable {
        var name: String
        var value: @Sendable (Item) -> FieldValue
    }

    /// What they are called: one, and several.
    var singular: String
    var plural: String
    /// How many a page holds at the most: a call costs the same whatever its page holds.
    var pageSize: Int
    /// The columns of TSV, which scripts count: add at the end only.
    var columns: [Column<Item>]
    /// The columns on a terminal, where a person reads: those that still say something when they are cut.
    var tableColumns: [Column<Item>]
    var fields: [Field]

    var fieldNames: [String] { fields.map(\.name) }

    func name(count: Int) -> String { count == 1 ? singular : plural }

    /// The same of results that hold these.
    func mapped<Other: Sendable>(_ item: @escaping @Sendable (Other) -> Item) -> ResultKind<Other> {
        func mapped(_ columns: [Column<Item>]) -> [Column<Other>] {
            columns.map { column in
                Column<Other>(
                    column.header,
                    column.color,
                    isFlexible: column.isFlexible,
                    isMain: column.isMain,
                    isWanted: column.isWanted,
                    cell: { column.cell(item($0)) }
                )
            }
        }
        return ResultKind<Other>(
            singular: singular,
            plural: plural,
            pageSize: pageSize,
            columns: mapped(columns),
            tableColumns: mapped(tableColumns),
            fields: fields.map { field in .init(name: field.name) { field.value(item($0)) } }
        )
    }

    /// The named fields of an item.
    func object(of item: Item, fields names: [String]) -> FieldValue {
        let chosen = fields.filter { names.contains($0.name) }
        return .object(Dictionary(chosen.map { ($0.name, $0.value(item)) }) { first, _ in first })
    }
}

/// A column of a table.
struct Column<Item: Sendable>: Sendable {
    var header: String
    var color = Color.plain
    /// Whether it gives way where the terminal is narrow.
    var isFlexible = false
    /// Whether it is the one that is shown where there is room for one only; the first where none is.
    var isMain = false
    /// Whether the user asked for it by a flag: it comes before all but the main one where there is not room for all.
    var isWanted = false
    var cell: @Sendable (Item) -> Cell

    init(
        _ header: String,
        _ color: Color = .plain,
        isFlexible: Bool = false,
        isMain: Bool = false,
        isWanted: Bool = false,
        cell: @escaping @Sendable (Item) -> Cell
    ) {
        self.header = header
        self.color = color
        self.isFlexible = isFlexible
        self.isMain = isMain
        self.isWanted = isWanted
        self.cell = cell
    }
}
