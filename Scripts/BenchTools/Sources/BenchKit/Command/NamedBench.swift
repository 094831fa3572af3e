#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A bench of a package: its name on the command line, and what measures its rows.
public struct NamedBench: Sendable {
    /// Hands over a row once it is known.
    public typealias Emit = (Row) -> Void

    /// The name.
    public let name: String
    /// What measures.
    public let work: Work

    /// What measures, alone or beside a server.
    public enum Work: Sendable {
        /// It needs nothing.
        case alone(@Sendable (_ emit: Emit) async throws -> Void)
        /// It needs a server to talk to.
        case withPeer(@Sendable (_ peer: URL, _ emit: Emit) async throws -> Void)
    }

    /// Makes a bench that needs nothing.
    public init(_ name: String, run: @escaping @Sendable (_ emit: Emit) async throws -> Void) {
        self.name = name
        work = .alone(run)
    }

    /// Makes a bench that needs a server to talk to.
    public init(_ name: String, withPeer run: @escaping @Sendable (_ peer: URL, _ emit: Emit) async throws -> Void) {
        self.name = name
        work = .withPeer(run)
    }
}
