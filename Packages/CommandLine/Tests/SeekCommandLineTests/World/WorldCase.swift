import Foundation
import SeekBasics
import SeekTestHelpers
import Testing

/// A case of `Fixtures/world`: what a program must do in a situation that others have reported. The README of that folder
/// describes the members.
struct WorldCase: Codable, Sendable, CustomTestStringConvertible {
    var sources: [String]
    var right: String
    var why: String
    var requires: [String]?
    var isEncrypted: Bool?
    var files: [String: JSONValue]?
    var environment: [String: String?]?
    var server: [Response]?
    var runs: [Run]

    /// The file's name without its extension.
    private(set) var name = ""
    var testDescription: String { name }

    /// A response of the server.
    struct Response: Codable, Sendable {
        var to: String?
        var times: Int?
        var status: Int?
        var fields: [String]?
        var json: JSONValue?
        var text: String?
        var base64: String?
        var isRaw: Bool?
    }

    /// A command, and what it must do.
    struct Run: Codable, Sendable {
        var command: [String]
        var environment: [String: String?]?
        var input: String?
        var terminal: UInt16?
        var expect: Expectation
    }

    struct Expectation: Codable, Sendable {
        var status: Int32?
        var output: TextExpectation?
        var messages: TextExpectation?
        var requests: [RequestExpectation]?
        var someRequests: [RequestExpectation]?
        var neverSent: [String]?
        var files: [String: TextExpectation?]?
    }

    struct TextExpectation: Codable, Sendable {
        var equals: String?
        var contains: [String]?
        var omits: [String]?
        var lines: Int?
    }

    struct RequestExpectation: Codable, Sendable {
        var line: String
        var fields: [String]?
        var omittedFields: [String]?
        var json: JSONValue?
        var text: String?
    }

    private enum CodingKeys: String, CodingKey {
        case sources, right, why, requires, isEncrypted, files, environment, server, runs
    }

    /// Reads the cases, sorted by name.
    static func all() throws -> [WorldCase] {
        let folder = try Fixtures().root.appending(path: "world")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        return try names.sorted().map { try WorldCase(file: folder.appending(path: $0)) }
    }

    private init(file: URL) throws {
        let data = try Data(contentsOf: file)
        do {
            self = try JSONDecoder().decode(Self.self, from: data)
            // A member that this type does not have, such as a misspelled one, is lost on the way.
            guard
                try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(self))
                    == JSONDecoder().decode(JSONValue.self, from: data)
            else { throw Failure(description: "a member is unknown; Fixtures/world/README.md lists all") }
        } catch {
            throw Failure(description: "\(file.lastPathComponent): \(error)")
        }
        name = file.deletingPathExtension().lastPathComponent
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }
}

/// A string with placeholders `*`, each of which matches any bytes. Other characters are compared byte by byte, so that
/// neither percent-encoding nor canonical equivalence is considered.
struct BytePattern {
    private let parts: [Data]

    init(_ text: String) {
        parts = text.split(separator: "*", omittingEmptySubsequences: false).map { Data($0.utf8) }
    }

    func matches(_ bytes: Data) -> Bool {
        guard parts.count > 1 else { return bytes == parts[0] }
        guard bytes.starts(with: parts[0]) else { return false }
        var rest = bytes.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.count >= parts[parts.count - 1].count
            && rest.suffix(parts[parts.count - 1].count) == parts[parts.count - 1]
    }
}
