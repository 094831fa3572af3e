import Seek

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The output format of results.
struct OutputOptions: Sendable {
    /// The fields to write as JSON; `nil` if the format is not JSON.
    var fields: [String]?
    var template: Template?

    /// Creates options for a table or TSV.
    init() {}

    /// Creates the options of an invocation.
    ///
    /// - Parameter known: The names of all fields.
    init(_ invocation: Invocation, known: [String]) throws(UsageError) {
        if let text = invocation.values[.json] {
            let names = OptionSpec.Check.list(text)
            fields = names.isEmpty ? known : names
        }
        if let text = invocation.values[.template] { template = try Template(text, fields: fields ?? known) }
    }
}

/// Writes results with a template, as JSON, as a table on a terminal, or as TSV.
struct ResultWriter<Item: Sendable> {
    let kind: ResultKind<Item>
    let options: OutputOptions
    let console: Console
    let style: OutputStyle

    /// Writes results.
    ///
    /// - Parameters:
    ///   - heading: The text above a table.
    ///   - emptyMessage: The message if there are no results; `nil` after an error that is reported separately.
    func write(_ items: [Item], heading: String = "", emptyMessage: String?) -> CommandStatus {
        let isTerminal = console.context.terminal != nil
        if items.isEmpty, emptyMessage == nil { return .success }
        if let template = options.template {
            let list = FieldValue.list(items.map { kind.object(of: $0, fields: options.fields ?? kind.fieldNames) })
            return console.write(template.text(of: list, style: style))
        }
        if let fields = options.fields {
            let list = FieldValue.list(items.map { kind.object(of: $0, fields: fields) })
            return console.write(list.json(isPretty: isTerminal))
        }
        guard !items.isEmpty else {
            if let emptyMessage { console.report(emptyMessage) }
            return .success
        }
        guard let terminal = console.context.terminal else {
            return console.write(bytes: TableRenderer(columns: kind.columns, style: style).tsv(items))
        }
        let table = TableRenderer(columns: kind.tableColumns, style: style).table(items, width: terminal.columns)
        return console.page(heading + table)
    }
}

/// Names and values: aligned on a terminal, otherwise TSV. Missing and empty values are omitted.
struct KeyValueList {
    private let pairs: [(name: String, value: String)]

    init(_ pairs: [(name: String, value: String?)]) {
        self.pairs = pairs.compactMap { name, value in value.flatMap { $0.isEmpty ? nil : (name, $0) } }
    }

    /// Returns one line per pair.
    func text(isTable: Bool, style: OutputStyle = OutputStyle()) -> String {
        let indent = (pairs.map(\.name.count).max() ?? 0) + 2
        return pairs.map { name, value in
            let gap = isTable ? String(repeating: " ", count: indent - name.count) : "\t"
            let text = SafeText.line(value)
            return "\(name)\(gap)\(isTable ? style.isolated(text) : text)\n"
        }.joined()
    }
}
