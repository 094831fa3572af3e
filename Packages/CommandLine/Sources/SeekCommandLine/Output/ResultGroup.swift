import SeekBasics

/// A part of the results that has its own table, such as the results of one saved search.
struct ResultGroup<Item: Sendable>: Sendable {
    /// The name in JSON.
    var name = ""
    /// The line above the table; empty if the output has a single table.
    var heading = ""
    var items: [Item]
    var failures: [SourceFailure] = []
}

extension ResultWriter {
    /// Writes groups of results: with a table for each, or as one list. JSON is an array with an object for each group
    /// if `isList`, otherwise one object.
    func write(_ groups: [ResultGroup<Item>], isList: Bool) -> CommandStatus {
        let items = groups.flatMap(\.items)
        switch format {
        case .json where options.template == nil:
            let documents = groups.map {
                document(of: $0.items, $0.failures, adding: isList ? ["search": .string($0.name)] : [:])
            }
            return write(isList ? [.array(documents)] : documents, isPretty: isIndented)
        case .table where options.template == nil && !items.isEmpty:
            return writeTables(groups.filter { !$0.items.isEmpty })
        case .markdown where options.template == nil && !items.isEmpty:
            let sections = groups.filter { !$0.items.isEmpty }.map { group in
                "## \(FieldFormat.plain.markdown(of: .string(group.heading)))\n\n"
                    + renderer(kind.tableColumns).markdown(group.items)
            }
            return console.write(sections.joined(separator: "\n"))
        default:
            // A message that there are no results has already been printed by the caller.
            return write(items, emptyMessage: reportsEmptiness ? nil : "")
        }
    }
}
