public import Seek

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
        if items.isEmpty, emptyMessage == nil { return .success }
        if options.template != nil || options.fields != nil {
            let list = FieldValue.list(items.map { kind.object(of: $0, fields: options.fields ?? kind.fieldNames) })
            return options.template.map { console.write($0.rendered(with: list, style: style)) } ?? console.write(list)
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
