public import BenchKit

/// An attack on Seek over real sockets and files, which reports whether it succeeded.
public struct Attack: Sendable {
    /// The name in the report.
    public let name: String
    /// Runs the attack at a scale with a seed. Returns what the attacker achieved, or nil if the attack failed.
    public let run: @Sendable (_ scale: Scale, _ seed: UInt64) async throws -> String?

    /// The time after which an attack counts as a hang.
    public static let limit: Duration = .seconds(120)

    /// All attacks.
    public static let all: [Attack] =
        transportAttacks + contentAttacks + secretAttacks + fileAttacks

    init(_ name: String, _ run: @escaping @Sendable () async throws -> String?) {
        self.init(name, scaled: { _, _ in try await run() })
    }

    init(_ name: String, scaled run: @escaping @Sendable (Scale, UInt64) async throws -> String?) {
        self.name = name
        self.run = run
    }
}
