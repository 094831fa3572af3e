import BenchKit
import Foundation
import Seek
import SeekCommandLine
import SeekNetworking
import SeekTestHelpers

extension Attack {
    /// Attacks through files that another user created or changed.
    static let fileAttacks = [
        Attack("random bytes in the cache's files", scaled: poisonedCache),
        Attack("a configuration that others may write or replace") { try await foreignConfiguration() },
        Attack("a cache folder that others may write") { try await worldWritableCacheFolder() },
    ]

    private static let poisonedCache: @Sendable (Scale, UInt64) async throws -> String? = { scale, seed in
        let server = try LoopbackServer { _ in json(repositories("swift"), [.cacheControl: "max-age=600"]) }
        defer { server.stop() }
        let environment = try AttackEnvironment()
        var random = SeededGenerator(seed: seed)
        let folder = environment.folder.url.appending(path: "cache")
        // One more round than the count, because each round reads what the previous one has corrupted.
        for round in 0...scale.count(60) {
            let outcome = await environment.seek("repos", "q\(round % 3)", server: server)
            if outcome.status != .success || !outcome.output.contains("swift") {
                return "round \(round): \(outcome.messages)"
            }
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
                let file = folder.appending(path: name)
                guard var bytes = try? Data(contentsOf: file), bytes.count > 100 else { continue }
                for _ in 0..<Int.random(in: 1...50, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
                }
                try bytes.write(to: file)
            }
        }
        return nil
    }

    private static func foreignConfiguration() async throws -> String? {
        let attacker = try LoopbackServer { _ in json(repositories("swift")) }
        defer { attacker.stop() }
        let content = Data("github-url = \(attacker.baseURL.absoluteString)\n".utf8)
        for changed in ["a/b/config", "a/b", "a"] {
            // Only root can give a file to another user.
            for isForeign in getuid() == 0 ? [false, true] : [false] {
                let environment = try AttackEnvironment()
                let folder = environment.folder.url
                let file = folder.appending(path: "a/b/config")
                try FileManager.default.createDirectory(
                    at: folder.appending(path: "a/b"),
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
                try content.write(to: file)
                try FileManager.default.setAttributes(
                    isForeign
                        ? [.ownerAccountID: 65_534] : [.posixPermissions: changed.hasSuffix("config") ? 0o666 : 0o777],
                    ofItemAtPath: folder.appending(path: changed).path
                )
                let outcome = await environment.seek(
                    "repos",
                    "x",
                    server: attacker,
                    environment: ["SEEK_GITHUB_URL": "", "SEEK_CONFIG": file.path]
                )
                let name = "\(changed), \(isForeign ? "of another user" : "writable by others")"
                if !attacker.received.isEmpty { return "\(name): a request was sent to the address in the file" }
                if outcome.status == .success { return "\(name): the file was not rejected" }
            }
        }
        return nil
    }

    private static func worldWritableCacheFolder() async throws -> String? {
        let server = try LoopbackServer { _ in json(repositories("swift")) }
        defer { server.stop() }
        let environment = try AttackEnvironment()
        let folder = environment.folder.url.appending(path: "cache")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        let outcome = await environment.seek("repos", "x", server: server)
        if outcome.status != .success { return "the search failed: \(outcome.messages)" }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return files.isEmpty ? nil : "responses were stored where others can change them: \(files)"
    }
}
