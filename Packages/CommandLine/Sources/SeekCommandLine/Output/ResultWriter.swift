public import Seek
import SeekBasics

/// Writes results in an ``OutputFormat`` or with a template.
struct ResultWriter<Item: Sendable> {
    let kind: ResultKind<Item>
    let options: OutputOptions
    let settings: CommandSettings
    let style: OutputStyle
    /// Stores the addresses of numbered rows; `nil` if rows are not numbered.
    var list: LastTable?
    /// Whether tables are shown in the pager, if one is configured.
    var usesPager = true

    private var console: Console { settings.console }

    /// The format of the output if there is no template.
    var format: OutputFormat { options.format ?? (console.context.terminal == nil ? .tsv : .table) }

    /// Whether a message reports that there are no results: for tables and TSV. Other formats are written nevertheless:
    /// JSON as `[]`.
    var reportsEmptiness: Bool { options.template == nil && (format == .table || format == .tsv) }

    /// Writes results.
    ///
    /// - Parameters:
    ///   - totalCount: The number of results that the search has according to the API, for the line above a table.
    ///   - emptyMessage: The message if there are no results; `nil` after an error that is reported separately.
    ///   - failures: The failed sources if the command has several; its JSON is then an object that contains the
    ///     failures. `nil` for other commands.
    ///   - isContinued: Whether earlier results of the search are already written, so that no header is needed.
    func write(
        _ items: [Item],
        totalCount: Int64? = nil,
        emptyMessage: String?,
        failures: [SourceFailure]? = nil,
        isContinued: Bool = false
    ) -> CommandStatus {
        let isDocument = options.template == nil && format == .json && failures != nil
        if items.isEmpty, emptyMessage == nil, !isDocument { return .success }
        if let template = options.template {
            let width = console.context.terminal?.columns
            return console.write(template.rendered(with: .array(objects(of: items)), style: style, width: width))
        }
        if items.isEmpty, let emptyMessage, reportsEmptiness {
            console.report(emptyMessage)
            return .success
        }
        switch format {
        case .table: return writeTables([ResultGroup(items: items)], totalCount: totalCount)
        case .tsv: return console.write(bytes: renderer(kind.delimitedColumns).tsv(items))
        case .csv: return console.write(renderer(kind.delimitedColumns).csv(items, hasHeader: !isContinued))
        case .markdown: return console.write(renderer(kind.tableColumns).markdown(items))
        case .json:
            let value = failures.map { document(of: items, $0) } ?? .array(objects(of: items))
            return write([value], isPretty: isIndented)
        case .ndjson: return write(objects(of: items), isPretty: false)
        }
    }

    /// Lets the user pick results, and opens them. Does nothing if the command was cancelled.
    func openPicked(from items: [Item]) async -> CommandStatus {
        if Task.isCancelled { return .cancelled }
        let columns = renderer(kind.tableColumns).columns
        let picker = ResultPicker(kind: kind, columns: columns, console: console, style: style) {
            // Called if the results are shown as a numbered table, so that `seek open NUMBER` opens one of them.
            _ = storeAddresses(of: items)
        }
        do throws(UsageError) {
            let picked = try await picker.pick(from: items)
            guard !picked.isEmpty else {
                if !Task.isCancelled { console.report("nothing was picked") }
                return .usage
            }
            let addresses = picked.compactMap { index in kind.address?(items[index]).map { (index, $0) } }
            let missing = picked.count - addresses.count
            if missing > 0 { console.warn("skipped \(counted(missing, "picked result")) without a web address") }
            for (index, address) in addresses {
                console.report(kind.title(of: items[index]), asTitleOfResult: index + 1)
                let status = try await OpenCommand(settings: settings).open(OpenTarget(address), prefersApp: true)
                guard status == .success else { return status }
            }
            return addresses.isEmpty ? .failure : .success
        } catch {
            console.report(error.description)
            return .failure
        }
    }

    func renderer(_ columns: [Field<Item>]) -> TableRenderer<Item> {
        TableRenderer(columns: options.fields.map(kind.columns(of:)) ?? columns, style: style)
    }

    /// Returns the JSON of results from several sources: an object that also contains the failures.
    func document(
        of items: [Item],
        _ failures: [SourceFailure],
        adding members: JSONObject = [:]
    ) -> JSONValue {
        let values: JSONObject = [
            "results": .array(objects(of: items)), "failures": .array(failures.map(\.value)),
        ]
        return .object(values.merging(members))
    }

    /// Whether JSON is indented: on a terminal, and as in `gh` if it is colored.
    var isIndented: Bool { console.context.terminal != nil || style.isColored }

    private func objects(of items: [Item]) -> [JSONValue] {
        var names = options.fields ?? kind.fieldNames
        if options.template != nil { names += FormerFieldName.names(of: names) }
        return kind.objects(of: items, fields: names)
    }

    /// Writes JSON documents, each on its own lines, through the filter if there is one.
    func write(_ documents: [JSONValue], isPretty: Bool) -> CommandStatus {
        guard let filter = options.filter else {
            return console.write(documents.map { $0.json(isPretty: isPretty, isColored: style.isColored) }.joined())
        }
        let json = documents.map { $0.json(isPretty: false) }.joined()
        let output = filter.output(for: json, isTerminal: console.context.terminal != nil)
        let written = console.write(output.text)
        guard let problem = output.problem else { return written }
        let isDocument = documents.contains { $0["results"].array != nil }
        console.report(isDocument ? "\(problem); the results are in .results[], not in .[]" : problem)
        return .failure
    }

    /// Writes a table for each group. On a terminal, the rows of all tables are numbered consecutively if their
    /// addresses can be stored; elsewhere, only `COLUMNS` limits the width.
    func writeTables(_ groups: [ResultGroup<Item>], totalCount: Int64? = nil) -> CommandStatus {
        let terminal = console.context.terminal
        let items = groups.flatMap(\.items)
        let isNumbered = terminal != nil && storeAddresses(of: items)
        let columnCount = terminal?.columns ?? CommandContext.columns(in: console.context.environment) ?? .max
        let width =
            kind.isWrapped && columnCount >= TableRenderer<Item>.minimumTableWidth ? .max : columnCount
        let table = renderer(terminal == nil ? kind.tableColumns + kind.addressField : kind.terminalColumns)
        let numbered = TableRenderer(columns: NumberedRow.columns(table.columns), style: style)
        var rows = NumberedRow.rows(items)[...]
        let tables = groups.map { group in
            let part = rows.prefix(group.items.count)
            rows = rows.dropFirst(part.count)
            return (group.heading.isEmpty ? "" : "\(SafeText.line(group.heading))\n\n")
                + (isNumbered
                    ? numbered.formatted(Array(part), width: width) : table.formatted(group.items, width: width))
        }
        let text = tables.joined(separator: "\n")
        guard terminal != nil else { return console.write(text) }
        let page = heading(items.count, totalCount, isNumbered: isNumbered, width: width) + text
        return usesPager ? console.write(page, through: settings.pager) : console.write(page)
    }

    /// Stores the addresses for `seek open NUMBER`, and returns whether rows can be numbered.
    private func storeAddresses(of items: [Item]) -> Bool {
        guard let list, let address = kind.address else { return false }
        do throws(PrivateFileError) {
            try list.store(
                items.map { LastTable.Entry(address: address($0), title: kind.title(of: $0)) },
                at: style.now.date
            )
            return true
        } catch {
            console.warn(
                "seek open cannot use numbers of results, because the list cannot be stored: "
                    + error.description(advice: "set SEEK_STATE_DIR to another folder")
            )
            return false
        }
    }

    /// Returns the line above a table: the number of results, and how to open one if that fits the terminal.
    private func heading(_ count: Int, _ totalCount: Int64?, isNumbered: Bool, width: Int) -> String {
        let total = totalCount.flatMap { $0 > count ? $0 : nil }
        let summary = total.map { "Showing \(count.grouped) of \($0.grouped) \(kind.plural)" }
        guard isNumbered else { return summary.map { "\($0)\n\n" } ?? "" }
        let line =
            (summary ?? "Showing \(count.grouped) \(kind.name(count: count))") + "; open one with: seek open NUMBER"
        guard let text = line.count > width ? summary : line else { return "" }
        return DisplayWidth.measuring { $0.wrapped(text, to: width) }.joined(separator: "\n") + "\n\n"
    }
}

/// Writes results in the same way as a search command, without searching. Used by the benchmark `output-rows`.
@_spi(Bench)
public struct ResultLines: Sendable {
    private let settings: CommandSettings

    /// Creates a writer of tab-separated values.
    ///
    /// - Parameter descriptor: An open file descriptor.
    public init(descriptor: Int32) {
        let context = CommandContext(
            environment: [:],
            output: DescriptorOutput(descriptor: descriptor),
            messages: DescriptorOutput.messages
        )
        settings = CommandSettings(Console(context))
    }

    /// Writes one line per video.
    ///
    /// - Returns: `false` if a write failed. A closed pipe is not a failure.
    public func write(_ videos: [YouTubeSearchItem]) -> Bool {
        let writer = ResultWriter(
            kind: .videos,
            options: OutputOptions(),
            settings: settings,
            style: settings.console.style()
        )
        return writer.write(videos.map { YouTubeResult(item: $0) }, emptyMessage: nil) == .success
    }
}

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
