import Seek

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// In which form results are wanted.
struct OutputOptions: Sendable {
    /// The fields to write as JSON; nil where no JSON is asked for.
    var fields: [String]?
    var template: Template?

    /// Lines.
    init() {}

    /// Reads the flags of an invocation.
    ///
    /// - Parameter known: the fields there are.
    init(_ invocation: Invocation, known: [String]) throws(UsageError) {
        if let text = invocation.values[.json] {
            let names = OptionSpec.Check.list(text)
            fields = names.isEmpty ? known : names
        }
        if let text = invocation.values[.template] { template = try Template(text, fields: fields ?? known) }
    }
}

/// Writes results as they are wanted: a template, JSON, a table on a terminal, else TSV.
struct ResultWriter<Item: Sendable> {
    let kind: ResultKind<Item>
    let options: OutputOptions
    let console: Console
    let style: OutputStyle

    /// Writes what was found.
    ///
    /// - Parameters:
    ///   - heading: what stands above a table.
    ///   - nothing: what is said where nothing was found; nil where something failed, and that is told.
    func write(_ items: [Item], heading: String = "", nothing: String?) -> CommandStatus {
        let isTerminal = console.context.terminal != nil
        if items.isEmpty, nothing == nil { return .success }
        if let template = options.template {
            let list = FieldValue.list(items.map { kind.object(of: $0, fields: options.fields ?? kind.fieldNames) })
            return console.write(template.text(of: list, style: style))
        }
        if let fields = options.fields {
            let list = FieldValue.list(items.map { kind.object(of: $0, fields: fields) })
            return console.write(list.json(isPretty: isTerminal))
        }
        guard !items.isEmpty else {
            if let nothing { console.say(nothing) }
            return .success
        }
        guard let terminal = console.context.terminal else {
            return console.write(bytes: TableRenderer(columns: kind.columns, style: style).tsv(items))
        }
        let table = TableRenderer(columns: kind.tableColumns, style: style).table(items, width: terminal.columns)
        return console.page(heading + table)
    }
}

/// A few named values: aligned on a terminal, TSV or JSON elsewhere.
struct Facts {
    struct Fact {
        var name: String
        var text: String
        var value: FieldValue
    }

    private(set) var facts: [Fact] = []

    mutating func add(_ name: String, _ text: String) { facts.append(Fact(name: name, text: text, value: .text(text))) }
    mutating func add(_ name: String, _ text: String?, _ value: FieldValue) {
        if let text { facts.append(Fact(name: name, text: text, value: value)) }
    }
    mutating func add(_ name: String, _ number: Int) {
        facts.append(Fact(name: name, text: "\(number)", value: .integer(Int64(number))))
    }

    /// A line a fact; on a terminal the values stand below each other.
    func text(isTable: Bool, style: OutputStyle = OutputStyle()) -> String {
        let indent = (facts.map(\.name.count).max() ?? 0) + 2
        return facts.map { fact in
            let gap = isTable ? String(repeating: " ", count: indent - fact.name.count) : "\t"
            let text = SafeText.line(fact.text)
            return "\(fact.name)\(gap)\(isTable ? style.isolated(text) : text)\n"
        }.joined()
    }

    /// One object, its members named in one word: `pagesFromCache`.
    var object: FieldValue {
        .object(
            Dictionary(
                facts.map { fact in
                    let words = fact.name.split(separator: " ")
                    let tail = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
                    return (([String(words.first ?? "")] + tail).joined(), fact.value)
                }
            ) { first, _ in first }
        )
    }
}
