import BenchKit
import Foundation
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

    @Test("are documented with test suites that exist")
    func documentation() throws {
        let packages = URL(filePath: #filePath).appending(path: "../../../../../Packages").standardized
        let text = try String(contentsOf: packages.appending(path: "Seek/Documentation/Attacks.md"), encoding: .utf8)
        let files =
            FileManager.default.enumerator(at: packages, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }
            .filter { $0.lastPathComponent.hasSuffix("Tests.swift") && !$0.path.contains("/.build/") } ?? []
        let sources = try files.map { try String(contentsOf: $0, encoding: .utf8) }
        let suites = text.matches(of: /`([A-Za-z]+Tests)`/).map { String($0.1) }
        #expect(!suites.isEmpty)
        for suite in suites { #expect(sources.contains { $0.contains("struct \(suite) ") }, "\(suite)") }
    }
}
