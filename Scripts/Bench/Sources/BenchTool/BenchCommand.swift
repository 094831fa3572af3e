public import BenchKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The program `bench`, which Scripts/bench builds and gives a peer.
public enum BenchCommand {
    /// Runs the benches asked for and prints their rows.
    ///
    /// - Parameter more: the benches besides that of Networking.
    /// - Returns: the exit status: 0 whatever holds, 1 where a bench could not run, 2 for wrong usage.
    public static func run(
        _ arguments: [String],
        load: BenchLoad = .full,
        more: [NamedBench] = [],
        output: @escaping @Sendable (String) -> Void,
        problems: @Sendable (String) -> Void
    ) async -> Int32 {
        let parsed: ToolArguments
        do throws(ToolArguments.Refusal) {
            let names = ["networking"] + more.map(\.name)
            parsed = try ToolArguments(arguments, .init(names: names, flags: ["--json"], options: ["--peer"]))
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
            let benches = [NamedBench("networking") { try await NetworkingBench(peer: $0, load: load).run($1) }] + more
            for bench in benches where parsed.names.contains(bench.name) {
                try await bench.run(peer) { output(isJSON ? $0.json : RowTable.line($0)) }
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
