import Seek
import SeekBasics

/// The results in the last table on a terminal, for `seek open NUMBER`.
///
/// The state folder has a file for each terminal, with one line for each result: the web address, which is empty if the
/// result has none, a tab and the title. Only the owner can read it.
struct ResultList: Sendable {
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
        guard ResultList.consistsOfNumbers(argument) else { return [argument] }
        guard let folder = try configuration().stateFolder else {
            throw UsageError("no numbered results are stored, because HOME is not set; set SEEK_STATE_DIR")
        }
        let results = try ResultList(folder: folder, terminal: console.context.terminalID).results(of: argument)
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
