import Foundation

/// The size and the start-up time of released programs, compared with their goals.
struct ReleaseFigures: CustomStringConvertible {
    /// The size of each program in bytes.
    var sizes: [(program: String, bytes: Int)]
    /// The median times of commands in seconds, the program first and the one to compare with last.
    var times: [(command: String, seconds: Double)]

    static let maximumMegabytes = 25.0
    static let maximumRatio = 1.5

    /// Reads the times from the file of `hyperfine --export-json`.
    static func times(json: Data) throws(RepoError) -> [(command: String, seconds: Double)] {
        struct Export: Decodable {
            struct Result: Decodable {
                var command: String
                var median: Double
            }
            var results: [Result]
        }
        guard let export = try? JSONDecoder().decode(Export.self, from: json), export.results.count == 2 else {
            throw RepoError("the times are not those of two commands, written by hyperfine --export-json")
        }
        return export.results.map { ($0.command, $0.median) }
    }

    /// A row for each figure: its name, value, goal, and whether the goal is met.
    var description: String {
        let sizeRows = sizes.map { program, bytes in
            let megabytes = Double(bytes) / 1e6
            return row("binary-size", megabytes, "MB", program, megabytes, "<= 25 MB", Self.maximumMegabytes)
        }
        guard let first = times.first, let last = times.last else { return sizeRows.joined() }
        let ratio = first.seconds / last.seconds
        let name = "\(first.command) / \(last.command)"
        return sizeRows.joined()
            + row("version-vs-c", first.seconds * 1e3, "ms", name, ratio, "ratio <= 1.5", Self.maximumRatio)
    }

    private func row(
        _ name: String,
        _ value: Double,
        _ unit: String,
        _ subject: String,
        _ compared: Double,
        _ goal: String,
        _ limit: Double
    ) -> String {
        let ratio = unit == "ms" ? ", ratio \(Self.number(compared))" : ""
        return
            "\(name): \(Self.number(value)) \(unit)\(ratio) (\(subject)), goal \(goal): \(compared <= limit ? "met" : "missed")\n"
    }

    private static func number(_ value: Double) -> String { String(format: "%.2f", value) }
}
