import Foundation
import FuzzTargets
import SeekTestHelpers
import Testing

@Suite("The corpora of the fuzzer")
struct CorpusTests {
    private static let corpora = URL(filePath: #filePath).appending(path: "../../../Corpora").standardized

    private static func files(of target: FuzzTarget) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: corpora.appending(path: target.name),
            includingPropertiesForKeys: nil
        )
    }

    @Test("each target has a corpus, and each corpus a target")
    func folders() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpora.path)
        #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
    }

    @Test("no input of the corpus violates a property", arguments: FuzzTarget.all.map(\.name))
    func replay(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let files = try Self.files(of: target)
        #expect(!files.isEmpty)
        for file in files {
            #expect(target.finding([UInt8](try Data(contentsOf: file))) == nil, "\(file.lastPathComponent)")
        }
    }

    @Test("no randomly mutated input of the corpus violates a property", arguments: FuzzTarget.all.map(\.name))
    func mutations(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        var random = SeededGenerator(seed: UInt64(name.utf8.count))
        for file in try Self.files(of: target) {
            let original = [UInt8](try Data(contentsOf: file))
            for _ in 0..<50 where !original.isEmpty {
                var bytes = original
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let index = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes[index] = .random(in: 0...255, using: &random)
                    case 1: bytes.insert(.random(in: 0...255, using: &random), at: index)
                    default: if bytes.count > 1 { bytes.remove(at: index) }
                    }
                }
                #expect(target.finding(bytes) == nil, "\(file.lastPathComponent): \(Data(bytes).base64EncodedString())")
            }
        }
    }
}
