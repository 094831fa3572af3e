/// An attack on Seek, played over real sockets and files, and what shows that it failed.
public struct SecurityTorment: Sendable {
    /// What the report calls it.
    public let name: String
    /// Plays the attack, so many times at scale 1 a minute in all; returns what the attacker achieved, or `nil`.
    public let run: @Sendable (_ scale: Double, _ seed: UInt64) async throws -> String?

    /// The longest time an attack may take, beyond which it counts as a hang.
    public static let limit: Duration = .seconds(120)

    /// All attacks.
    public static let all: [SecurityTorment] =
        transportAttacks + contentAttacks + secretAttacks + fileAttacks

    init(_ name: String, _ run: @escaping @Sendable () async throws -> String?) {
        self.init(name) { _, _ in try await run() }
    }

    init(_ name: String, scaled run: @escaping @Sendable (Double, UInt64) async throws -> String?) {
        self.name = name
        self.run = run
    }

    private init(_ name: String, _ run: @escaping @Sendable (Double, UInt64) async throws -> String?) {
        self.name = name
        self.run = run
    }
}
