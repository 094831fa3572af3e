public import Foundation

/// A bench that is selected by its name on the command line.
public struct NamedBench: Sendable {
    /// A closure that receives each row as soon as it has been measured.
    public typealias Emit = (BenchResult) -> Void

    /// The name on the command line.
    public let name: String
    /// The measurement.
    public let work: Work

    /// A measurement, which may need a server as its peer.
    public enum Work: Sendable {
        /// A measurement without a server.
        case alone(@Sendable (_ emit: Emit) async throws -> Void)
        /// A measurement that sends requests to a server, the peer, which must be running.
        case withPeer(@Sendable (_ peer: URL, _ emit: Emit) async throws -> Void)
    }

    /// Creates a bench without a server.
    public init(_ name: String, run: @escaping @Sendable (_ emit: Emit) async throws -> Void) {
        self.name = name
        work = .alone(run)
    }

    /// Creates a bench that sends requests to a server, the peer, which must be running.
    public init(_ name: String, withPeer run: @escaping @Sendable (_ peer: URL, _ emit: Emit) async throws -> Void) {
        self.name = name
        work = .withPeer(run)
    }
}
