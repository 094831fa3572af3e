import Foundation
import SeekBasics

/// The recorded results of benches: a file with a JSON object per line, so that runs are appended and merged as lines.
struct BenchHistory: Equatable {
    /// A row of a run, as printed by a bench, with its context.
    struct Entry: Codable, Equatable {
        var bench: String
        /// ISO 8601, in UTC.
        var date: String
        /// The start of the commit's hash; ends in `+` if there were uncommitted changes.
        var commit: String
        var machine: String
        var name: String
        /// Nil if it could not be measured.
        var value: Double?
        var unit: String
        /// What the value is compared with; nil if it is not compared.
        var baseline: String?
        var ratio: Double?
        /// For example `ratio ≤ 1.15` or `≤ 10 µs`.
        var goal: String
        var holds: Bool
    }

    private(set) var entries: [Entry] = []

    /// - Parameter file: The name for errors.
    init(text: String, file: String) throws(RepoError) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        where !line.isEmpty {
            guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(line.utf8)) else {
                throw RepoError("\(file):\(index + 1) is not a recorded row; correct or remove the line")
            }
            entries.append(entry)
        }
    }

    /// Returns the lines for the rows that a bench printed, one JSON object each, with the members of `context` added.
    static func lines(_ rows: String, context: [String: String]) throws(RepoError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let decoder = JSONDecoder()
        var lines = ""
        for row in rows.split(separator: "\n") {
            var members = (try? decoder.decode([String: JSONValue].self, from: Data(row.utf8))) ?? [:]
            members.merge(context.mapValues(JSONValue.string)) { $1 }
            guard let entry = try? decoder.decode(Entry.self, from: JSONValue.object(JSONObject(members)).data),
                let line = try? encoder.encode(entry)
            else { throw RepoError("“\(row)” is not a row; pass the output of a bench with --json") }
            lines += String(decoding: line, as: UTF8.self) + "\n"
        }
        guard !lines.isEmpty else {
            throw RepoError("there are no rows to record; pass the output of a bench with --json")
        }
        return lines
    }

    /// The last figure of each row with its goal, as a Markdown table per bench, in the order in which the last run
    /// printed them. Rows that the last run did not print are at the end.
    var markdown: String {
        Dictionary(grouping: entries, by: \.bench).sorted { $0.key < $1.key }.map { name, entries in
            let sorted = entries.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
                .map(\.element)
            let last = Dictionary(sorted.map { ($0.name, $0) }) { $1 }
            let lastRun = sorted.filter { $0.date == sorted.last?.date }.map(\.name)
            let rows = (lastRun + last.keys.filter { !lastRun.contains($0) }.sorted()).compactMap { last[$0] }
            return "## \(name)\n\n| row | goal | value | ratio | met | date | commit |\n|---|---|--:|--:|---|---|---|\n"
                + rows.map(\.line).joined()
        }.joined(separator: "\n")
    }
}

extension BenchHistory.Entry {
    fileprivate var line: String {
        let comparison = ratio.map { Self.figure($0) + (baseline.map { " to \($0)" } ?? "") } ?? ""
        let cells = [
            name, goal, value.map { "\(Self.figure($0)) \(unit)" } ?? "–", comparison, holds ? "yes" : "**no**",
            String(date.prefix(10)), commit,
        ]
        return "| \(cells.joined(separator: " | ")) |\n"
    }

    /// Returns a number with two decimals below 10, one below 100, and none from 100.
    private static func figure(_ value: Double) -> String {
        let scale: Double = abs(value) < 10 ? 100 : abs(value) < 100 ? 10 : 1
        let rounded = (value * scale).rounded() / scale
        return abs(rounded) >= 100 && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
    }
}
