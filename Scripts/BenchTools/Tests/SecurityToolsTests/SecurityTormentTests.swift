import SecurityTorment
import Testing

@Suite("Attacks", .timeLimit(.minutes(5)))
struct SecurityTormentTests {
    @Test("achieve nothing", arguments: SecurityTorment.all.map(\.name))
    func held(name: String) async throws {
        let attack = try #require(SecurityTorment.all.first { $0.name == name })
        let finding = try await attack.run(0.02, 7)
        #expect(finding == nil)
    }

    @Test("have unique names")
    func names() {
        #expect(Set(SecurityTorment.all.map(\.name)).count == SecurityTorment.all.count)
    }
}
