import Seek
import SeekBasics

/// The web addresses of the results in the last table on a terminal, for `seek open NUMBER`.
///
/// The file in the state folder has one address per line, and an empty line for a result without an address. Only its
/// owner can read it.
struct ResultList: Sendable {
    private let file: PrivateFile

    init(folder: URL) { file = PrivateFile(folder.appending(path: "results").path) }

    func store(_ addresses: [String?]) throws(PrivateFileError) {
        let lines = addresses.map { ($0.map(SafeText.line) ?? "") + "\n" }
        try file.replace(with: Array(lines.joined().utf8))
    }

    func remove() { try? FileManager.default.removeItem(atPath: file.path) }

    /// Returns the addresses of results by number, counted from 1, or by numbers and ranges: `1,3-5`.
    func addresses(of numbers: String) throws(UsageError) -> [String] {
        let content: PrivateFile.Content?
        do throws(PrivateFileError) {
            content = try file.read()
        } catch {
            throw UsageError(
                "cannot read the last results: \(error.description(advice: "set SEEK_STATE_DIR to another folder"))"
            )
        }
        guard let content else {
            throw UsageError("no numbered results are stored; run a search on a terminal first")
        }
        let lines = content.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        guard let indices = ResultPicker<Void>.indices(in: numbers, count: lines.count) else {
            let rule = numbers.contains("-") ? ", and a range such as 1-3 ends with its larger number" : ""
            throw UsageError(
                "there is no result \(numbers); the last table has \(counted(lines.count, "result"))\(rule)"
            )
        }
        return try indices.map { index throws(UsageError) in
            let address = String(decoding: lines[index], as: UTF8.self)
            guard !address.isEmpty else { throw UsageError("result \(index + 1) has no web address") }
            guard ["https://", "http://"].contains(where: address.hasPrefix) else {
                throw UsageError("the stored results are corrupt; run the search on a terminal again")
            }
            return address
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
    /// Returns the addresses of results if the argument consists of their numbers in the last table. Any other argument
    /// is returned unchanged.
    func resolved(_ argument: String) throws(UsageError) -> [String] {
        guard ResultList.consistsOfNumbers(argument) else { return [argument] }
        guard let folder = try configuration().stateFolder else {
            throw UsageError("no numbered results are stored, because HOME is not set; set SEEK_STATE_DIR")
        }
        return try ResultList(folder: folder).addresses(of: argument)
    }
}
