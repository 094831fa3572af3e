public import Seek
import SeekBasics

/// Writes results with a template, as JSON, as a table on a terminal, or as TSV.
struct ResultWriter<Item: Sendable> {
    let kind: ResultKind<Item>
    let options: OutputOptions
    let console: Console
    let style: OutputStyle

    /// Stores the addresses of numbered rows; `nil` if rows are not numbered.
    var list: ResultList?

    /// Writes results.
    ///
    /// - Parameters:
    ///   - totalCount: The number of all results of the search, for the line above a table.
    ///   - emptyMessage: The message if there are no results; `nil` after an error that is reported separately.
    ///   - failures: The failed sources of a command that has several. JSON is then an object that contains them.
    func write(
        _ items: [Item],
        totalCount: Int64? = nil,
        emptyMessage: String?,
        failures: [SourceFailure]? = nil
    ) -> CommandStatus {
        let isJSON = options.fields != nil && options.template == nil
        if items.isEmpty, emptyMessage == nil, failures == nil || !isJSON { return .success }
        if options.template != nil || isJSON {
            let list = FieldValue.list(items.map { kind.object(of: $0, fields: options.fields ?? kind.fieldNames) })
            if let template = options.template { return console.write(template.rendered(with: list, style: style)) }
            guard let failures else { return console.write(list) }
            return console.write(.object(["results": list, "failures": .list(failures.map(\.value))]))
        }
        guard !items.isEmpty else {
            if let emptyMessage { console.report(emptyMessage) }
            return .success
        }
        guard let terminal = console.context.terminal else {
            return console.write(bytes: TableRenderer(columns: kind.plainColumns, style: style).tsv(items))
        }
        return writeTable(items, totalCount: totalCount, width: terminal.columns)
    }

    /// A row of a table, numbered from 1.
    private struct Row: Sendable {
        var number: Int
        var item: Item
    }

    private func writeTable(_ items: [Item], totalCount: Int64?, width: Int) -> CommandStatus {
        let isNumbered = storeAddresses(of: items)
        var columns = kind.mapped { (row: Row) in row.item }.terminalColumns
        if isNumbered {
            columns.insert(Column("#", .faint, isRequested: true) { .number(Int64($0.number)) }, at: 0)
        }
        let rows = items.enumerated().map { Row(number: $0 + 1, item: $1) }
        let table = TableRenderer(columns: columns, style: style).table(rows, width: width)
        return console.page(heading(items.count, totalCount, isNumbered: isNumbered, width: width) + table)
    }

    /// Stores the addresses for `seek open NUMBER`, and returns whether rows can be numbered.
    private func storeAddresses(of items: [Item]) -> Bool {
        guard let list, let address = kind.address else { return false }
        do throws(PrivateFileError) {
            try list.store(items.map(address))
            return true
        } catch {
            console.warn(
                "the results are not numbered, because the list cannot be stored: \(error); set SEEK_STATE_DIR"
            )
            return false
        }
    }

    /// Returns the line above a table: the number of results, and how to open one if that fits the terminal.
    private func heading(_ count: Int, _ totalCount: Int64?, isNumbered: Bool, width: Int) -> String {
        let total = totalCount.flatMap { $0 > count ? $0 : nil }
        let summary = total.map { "Showing \(count) of \($0) \(kind.plural)" }
        guard isNumbered else { return summary.map { "\($0)\n\n" } ?? "" }
        let line = (summary ?? "Showing \(count) \(kind.name(count: count))") + "; open one with: seek open NUMBER"
        guard line.count > width else { return "\(line)\n\n" }
        return summary.map { "\($0)\n\n" } ?? ""
    }
}

/// Writes results in the same way as a search command, without searching. Used by the benchmark `output-rows`.
@_spi(Bench)
public struct ResultLines: Sendable {
    private let console: Console

    /// Creates a writer of tab-separated values.
    ///
    /// - Parameter descriptor: An open file descriptor.
    public init(descriptor: Int32) {
        console = Console(
            CommandContext(
                environment: [:],
                output: DescriptorOutput(descriptor: descriptor),
                messages: DescriptorOutput.messages
            )
        )
    }

    /// Writes one line per video.
    ///
    /// - Returns: Whether all lines were written.
    public func write(_ videos: [YouTubeSearchItem]) -> Bool {
        let writer = ResultWriter(kind: .videos, options: OutputOptions(), console: console, style: console.style())
        return writer.write(videos, emptyMessage: nil) == .success
    }
}
