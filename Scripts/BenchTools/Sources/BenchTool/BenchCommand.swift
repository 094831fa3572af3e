package import BenchKit
import Foundation
import SeekBasics

/// The program `bench`, which Scripts/bench builds and runs together with a peer server.
package enum BenchCommand {
    /// Returns the exit status: 0 on success, 1 if a bench failed, 2 if the arguments are invalid.
    package static func run(
        _ arguments: [String],
        benches: [NamedBench],
        output: @escaping @Sendable (String) -> Void,
        problems: @Sendable (String) -> Void
    ) async -> Int32 {
        var arguments = ToolArguments(arguments)
        let isJSON = arguments.flag("--json")
        let (peer, names): (URL?, [String])
        do throws(ToolArguments.UsageError) {
            peer = try arguments.value("--peer", "a URL") { URL(string: $0).flatMap { $0.host() == nil ? nil : $0 } }
            names = try arguments.names(among: benches.map(\.name))
        } catch {
            problems("bench: \(error)")
            return 2
        }
        let selected = benches.filter { names.contains($0.name) }
        guard peer != nil || !selected.contains(where: \.needsPeer) else {
            problems("bench: --peer needs the URL of a server; Scripts/bench starts one")
            return 2
        }
        if !isJSON { output(ResultTable.heading) }
        let emit = { (row: BenchResult) in output(isJSON ? row.json : ResultTable.line(row)) }
        do {
            for bench in selected {
                switch (bench.work, peer) {
                case (.alone(let run), _): try await run(emit)
                case (.withPeer(let run), let peer?): try await run(peer, emit)
                // Excluded by the guard above.
                case (.withPeer, nil): break
                }
            }
            return 0
        } catch {
            problems("bench: \(error)")
            return 1
        }
    }
}

extension NamedBench {
    fileprivate var needsPeer: Bool {
        if case .withPeer = work { true } else { false }
    }
}
