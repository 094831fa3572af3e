import Foundation

/// The size and the start-up time of released programs, compared with their goals.
struct ReleaseFigures: CustomStringConvertible {
    /// The size of each program in bytes.
    var sizes: [(program: String, bytes: Int)]
    /// The median times of two commands in seconds: the released program, then the command to compare it with.
    var times: [(command: String, seconds: Double)]

    static let maximumMegabytes = 25
    /// The maximum ratio of the first time to the second.
    static let maximumRatio = 1.5

    /// Parses the file that `hyperfine --export-json` wrote for two commands.
    static func times(json: Data) throws(RepoError) -> [(command: String, seconds: Double)] {
        struct Export: Decodable {
            struct Result: Decodable {
                var command: String
                var median: Double
            }
            var results: [Result]
        }
        guard let export = try? JSONDecoder().decode(Export.self, from: json), export.results.count == 2 else {
            throw RepoError("the file with the times was not written by hyperfine --export-json for two commands")
        }
        return export.results.map { ($0.command, $0.median) }
    }

    /// A row for each figure: its name, value, goal, and whether the goal is met.
    var description: String {
        let sizeRows = sizes.map { program, bytes in
            let megabytes = Double(bytes) / 1e6
            return "binary-size: \(Self.number(megabytes)) MB (\(program)), goal <= \(Self.maximumMegabytes) MB: "
                + Self.verdict(megabytes <= Double(Self.maximumMegabytes))
        }
        guard let first = times.first, let last = times.last else { return sizeRows.joined() }
        // In a release: `seek --version` compared with `curl --version`, a C program.
        let ratio = first.seconds / last.seconds
        return sizeRows.joined()
            + "version-vs-c: \(Self.number(first.seconds * 1e3)) ms, ratio \(Self.number(ratio)) "
            + "(\(first.command) / \(last.command)), goal ratio <= \(Self.maximumRatio): "
            + Self.verdict(ratio <= Self.maximumRatio)
    }

    private static func verdict(_ isMet: Bool) -> String { isMet ? "met\n" : "missed\n" }

    private static func number(_ value: Double) -> String { String(format: "%.2f", value) }
}
