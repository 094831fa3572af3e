#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A bench of a package: its name on the command line, and what measures its rows beside a peer.
public struct NamedBench: Sendable {
    /// The name.
    public let name: String
    /// Measures, and hands over each row once it is known.
    public let run: @Sendable (_ peer: URL, _ emit: (Row) -> Void) async throws -> Void

    /// Makes a bench.
    public init(_ name: String, run: @escaping @Sendable (_ peer: URL, _ emit: (Row) -> Void) async throws -> Void) {
        self.name = name
        self.run = run
    }
}
