import Seek
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

/// The results in the last table on a terminal, for `seek open NUMBER`.
///
/// The state folder has a file for each terminal, with one line for each result: the web address, which is empty if the
/// result has none, a tab and the title. Only the owner can read it.
struct LastTable: Sendable {
    /// A result of the table.
    struct Entry: Sendable {
        var address: String?
        var title: String
    }

    private static let prefix = "results"
    /// The time after which the tables of other terminals are removed, in seconds.
    private static let lifetime = 7 * 86_400

    private let folder: URL
    private let file: PrivateFile

    /// Creates the list of a terminal (``CommandContext/terminalID``).
    init(folder: URL, terminal: String?) {
        self.folder = folder
        let name = terminal.map { "\(Self.prefix)-\($0)" } ?? Self.prefix
        file = PrivateFile(folder.appending(path: name).path)
    }

    /// Replaces the table of this terminal, and removes old tables of other terminals.
    func store(_ entries: [Entry], at now: Date) throws(PrivateFileError) {
        let lines = entries.map { "\($0.address.map(SafeText.line) ?? "")\t\(SafeText.line($0.title))\n" }
        try file.replace(with: Array(lines.joined().utf8))
        Self.remove(in: folder) { $0.modificationTime < Int(now.timeIntervalSince1970) - Self.lifetime }
    }

    /// Removes the tables of all terminals.
    static func removeAll(in folder: URL) { remove(in: folder) { _ in true } }

    private static func remove(in folder: URL, where isRemoved: (FileStatus) -> Bool) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            let path = folder.appending(path: name).path
            guard name == prefix || name.hasPrefix("\(prefix)-"), let status = FileStatus(path, followsLinks: false),
                status.isFile, isRemoved(status)
            else { continue }
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    /// Returns the numbers, addresses and titles of results by number, counted from 1, or by numbers and ranges: `1,3-5`.
    func results(of numbers: String) throws(UsageError) -> [(number: Int, address: String, title: String)] {
        let content: PrivateFile.Content?
        do throws(PrivateFileError) {
            content = try file.read()
        } catch {
            throw UsageError(
                "cannot read the last results: \(error.description(advice: "set SEEK_STATE_DIR to another folder"))"
            )
        }
        guard let content else {
            throw UsageError("no numbered results of this terminal are stored; run a search on it first")
        }
        let lines = content.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        guard let indices = ResultPicker<Void>.indices(in: numbers, count: lines.count) else {
            let rule = numbers.contains("-") ? ", and a range such as 1-3 ends with its larger number" : ""
            throw UsageError(
                "there is no result \(numbers); the last table has \(counted(lines.count, "result"))\(rule)"
            )
        }
        return try indices.map { index throws(UsageError) in
            let parts = String(decoding: lines[index], as: UTF8.self).split(
                separator: "\t",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let (address, title) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
            guard !address.isEmpty else { throw UsageError("result \(index + 1) has no web address") }
            guard ["https://", "http://"].contains(where: address.hasPrefix) else {
                throw UsageError("the stored results are corrupt; run the search on a terminal again")
            }
            return (index + 1, address, title)
        }
    }

    /// Returns whether the argument is a number of a result, or numbers and ranges. A space may follow a comma. A video
    /// ID or a login of digits alone counts as a number; such a video or user can be opened by its URL.
    static func consistsOfNumbers(_ text: String) -> Bool {
        let text = text.replacing(", ", with: ",")
        return text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "-") }
            && text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "-" }.allSatisfy { !$0.isEmpty }
    }
}

extension CommandSettings {
    /// Returns the addresses of results if the argument consists of their numbers in the last table of this terminal,
    /// and reports their titles. Any other argument is returned unchanged.
    func resolved(_ argument: String) throws(UsageError) -> [String] {
        guard LastTable.consistsOfNumbers(argument) else { return [argument] }
        guard let folder = try configuration().stateFolder else {
            throw UsageError("no numbered results are stored, because HOME is not set; set SEEK_STATE_DIR")
        }
        let results = try LastTable(folder: folder, terminal: console.context.terminalID).results(of: argument)
        for result in results { console.report(result.title, asTitleOfResult: result.number) }
        return results.map(\.address)
    }
}

extension Console {
    /// Prints the title of a result that is opened or shown by its number, unless it has none.
    func report(_ title: String, asTitleOfResult number: Int) {
        if !title.isEmpty { report("result \(number): \(SafeText.line(title))") }
    }
}
