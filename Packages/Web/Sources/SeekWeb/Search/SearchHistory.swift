import Seek
import SeekBasics
import SeekNetworking

struct HistoryEntry: Sendable, Hashable {
    /// The search, with only its first page.
    var search: SearchParameters
    /// When the search was recorded, in whole seconds. Repeating the latest search within
    /// ``HistoryList/completionInterval`` does not change it.
    var date: Date
}

/// The latest searches, newest first, without I/O.
struct HistoryList: Sendable, Hashable {
    private(set) var entries: [HistoryEntry] = []
    /// The maximum number of entries.
    var limit = 50

    /// The time in seconds within which two searches may count as one: the same search again, or a longer text that
    /// begins with the previous text, which the user has probably completed.
    static let completionInterval = 30.0

    /// Adds a search at the beginning, or moves it there. Within ``completionInterval`` of the latest search, the same
    /// search changes nothing, and a search that completes the text of the latest one replaces it.
    mutating func record(_ search: SearchParameters, at date: Date) {
        let entry = HistoryEntry(
            search: search.first,
            date: Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        )
        func isRecent(_ other: HistoryEntry) -> Bool {
            abs(entry.date.timeIntervalSince(other.date)) <= Self.completionInterval
        }
        // A page and the event stream that its script requests record the same search.
        if let last = entries.first, last.search == entry.search, isRecent(last) { return }
        entries.removeAll { $0.search == entry.search }
        if let last = entries.first, last.search.isCompleted(by: entry.search), isRecent(last) { entries.removeFirst() }
        entries.insert(entry, at: 0)
        entries = Array(entries.prefix(limit))
    }
}

extension SearchParameters {
    /// Whether a search differs from this one only in its text, which begins with the text of this search.
    fileprivate func isCompleted(by next: SearchParameters) -> Bool {
        var completed = self
        completed.text = next.text
        return completed == next && next.text.hasPrefix(self.text)
    }
}

extension HistoryList {
    /// The list as JSON: `[{"date": "2026-01-31T12:00:00Z", "query": "q=swift"}]`.
    var json: JSONValue { .array(entries.map(\.json)) }

    /// Adds the entries of a list in the format of ``json``; invalid ones are ignored.
    mutating func add(_ json: JSONValue) {
        entries += (json.array ?? []).compactMap { item in
            guard let query = item["query"].string, let date = item["date"].string.flatMap(RFC3339.date),
                let search = try? SearchParameters(QueryParameters(encoded: query))
            else { return nil }
            return HistoryEntry(search: search.first, date: date)
        }
        entries = Array(entries.prefix(limit))
    }
}

/// The error for a file that is not JSON.
private struct CorruptHistory: Error, CustomStringConvertible {
    var description: String
}

/// The history of the web app, in memory and in a file that only the owner of the file can read. The file is written
/// in the background, so that no search waits for the disk.
actor SearchHistory {
    private var list = HistoryList()
    private var isLoaded = false
    private var hasChanges = false
    private var writer: Task<Void, Never>?
    private let file: PrivateFile?
    private let report: @Sendable (any Error) -> Void

    /// Creates a history.
    ///
    /// - Parameters:
    ///   - file: The path of the file; nil stores the history in memory only.
    ///   - report: Receives errors of the file, which do not fail a search.
    init(file: String?, report: @escaping @Sendable (any Error) -> Void) {
        self.file = file.map(PrivateFile.init)
        self.report = report
    }

    /// Newest first.
    var entries: [HistoryEntry] {
        load()
        return list.entries
    }

    func record(_ search: SearchParameters, at date: Date) {
        load()
        let previous = list
        list.record(search, at: date)
        if list != previous { write() }
    }

    func removeAll() {
        list = HistoryList()
        isLoaded = true
        write()
    }

    /// Reads the file on first use. The content of a file that is not JSON is moved to `….corrupt`.
    private func load() {
        guard !isLoaded else { return }
        isLoaded = true
        do {
            guard let file, let content = try file.read() else { return }
            do throws(JSONSyntaxError) {
                list.add(try JSONValue(json: content.bytes, isLenient: true))
            } catch {
                let copy = PrivateFile("\(file.path).corrupt")
                try copy.replace(with: content.bytes)
                report(CorruptHistory(description: "the history was corrupt (\(error)) and was moved to \(copy.path)"))
            }
        } catch {
            report(error)
        }
    }

    /// Waits until all changes are written.
    func flush() async { await writer?.value }

    /// Writes the list in the background, and again if it changes meanwhile.
    private func write() {
        guard let file else { return }
        hasChanges = true
        guard writer == nil else { return }
        writer = Task {
            while hasChanges {
                hasChanges = false
                await Self.write(list.json.data(.sorted), to: file, report)
            }
            writer = nil
        }
    }

    @concurrent
    private static func write(_ data: Data, to file: PrivateFile, _ report: @Sendable (any Error) -> Void) async {
        do {
            try file.replace(with: Array(data))
        } catch {
            report(error)
        }
    }
}
