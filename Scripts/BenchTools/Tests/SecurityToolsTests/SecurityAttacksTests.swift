import BenchKit
import SecurityAttacks
import Testing

@Suite("Attacks", .timeLimit(.minutes(5)))
struct SecurityAttacksTests {
    @Test("do not succeed", arguments: Attack.all.map(\.name))
    func failure(name: String) async throws {
        let attack = try #require(Attack.all.first { $0.name == name })
        let achievement = try await attack.run(Scale(factor: 0.02), 7)
        #expect(achievement == nil)
    }

    @Test("have unique names")
    func names() {
        #expect(Set(Attack.all.map(\.name)).count == Attack.all.count)
    }
}
