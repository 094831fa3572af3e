package import Foundation
package import SeekBasics

/// A bench that is selected by its name on the command line.
package struct NamedBench: Sendable {
    /// A closure that receives each row as soon as it has been measured.
    package typealias Emit = (BenchResult) -> Void

    package let name: String
    package let work: Work

    /// A measurement, which may need a server as its peer.
    package enum Work: Sendable {
        /// A measurement without a server.
        case alone(@Sendable (_ emit: Emit) async throws -> Void)
        /// A measurement that sends requests to a server, the peer, which must be running.
        case withPeer(@Sendable (_ peer: URL, _ emit: Emit) async throws -> Void)
    }

    package init(_ name: String, _ work: Work) {
        self.name = name
        self.work = work
    }
}

extension ToolArguments {
    /// Returns the operands in the order of the known names; all known names if there is no operand.
    package func names(among known: [String]) throws(UsageError) -> [String] {
        let names = try operands()
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw UsageError("unknown name '\(unknown)'; names: \(known.joined(separator: ", "))")
        }
        return names.isEmpty ? known : known.filter(names.contains)
    }
}
