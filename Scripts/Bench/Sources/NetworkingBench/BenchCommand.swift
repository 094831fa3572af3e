public import BenchKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The program `bench`, which Scripts/bench builds and gives a peer.
public enum BenchCommand {
    /// What it takes.
    public static let grammar = ToolArguments.Grammar(names: ["networking"], flags: ["--json"], options: ["--peer"])

    /// Runs the benches asked for and prints their rows.
    ///
    /// - Returns: the exit status: 0 whatever holds, 1 where a bench could not run, 2 for wrong usage.
    public static func run(
        _ arguments: [String],
        load: BenchLoad = .full,
        output: @escaping @Sendable (String) -> Void,
        problems: @Sendable (String) -> Void
    ) async -> Int32 {
        let parsed: ToolArguments
        do throws(ToolArguments.Refusal) {
            parsed = try ToolArguments(arguments, grammar)
        } catch {
            problems("bench: \(error)")
            return 2
        }
        guard let peer = parsed.options["--peer"].flatMap(URL.init(string:)), peer.host() != nil else {
            problems("bench: --peer needs the URL of a server; Scripts/bench starts one")
            return 2
        }
        let isJSON = parsed.flags.contains("--json")
        if !isJSON { output(RowTable.heading) }
        #if os(Linux)
        do {
            try await NetworkingBench(peer: peer, load: load).run { row in
                output(isJSON ? row.json : RowTable.line(row))
            }
            return 0
        } catch {
            problems("bench: \(error)")
            return 1
        }
        #else
        problems("bench: networking compares what stands on libcurl, which is Linux alone")
        return 1
        #endif
    }
}
