import SecurityAttacks
import Testing

@Suite("Attacks", .timeLimit(.minutes(5)))
struct SecurityAttacksTests {
    @Test("violate no property", arguments: Attack.all.map(\.name))
    func held(name: String) async throws {
        let attack = try #require(Attack.all.first { $0.name == name })
        let finding = try await attack.run(0.02, 7)
        #expect(finding == nil)
    }

    @Test("have unique names")
    func names() {
        #expect(Set(Attack.all.map(\.name)).count == Attack.all.count)
    }
}
