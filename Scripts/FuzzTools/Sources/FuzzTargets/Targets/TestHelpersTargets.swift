import Foundation
import SeekNetworking

@testable import SeekTestHelpers

extension FuzzTarget {
    /// URL templates of stubs: only a placeholder for the rest of the path may have an empty value. The input is a
    /// template on the first line, followed by a path without its first slash.
    static let stubTemplates = FuzzTarget("stub-templates") { bytes in
        let (pattern, path) = FuzzText(bytes).firstLineAndRest
        guard let template = try? URLTemplate(pattern) else { return nil }
        var values: [String: String] = [:]
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard template.matchPath(segments, into: &values) else { return nil }
        let hasEmptyValue = values.contains { $0.key != template.rest && $0.value.isEmpty }
        return hasEmptyValue ? "a placeholder is empty: \(values)" : nil
    }

    /// JSON paths: applying a change must not crash. The input is a path on the first line, followed by a document.
    static let jsonPath = FuzzTarget("json-path") { bytes in
        let (expression, document) = FuzzText(bytes).firstLineAndRest
        guard let path = try? JSONPath(expression) else { return nil }
        var value = (try? JSONDecoder().decode(JSONValue.self, from: Data(document.utf8))) ?? ["a": [["b": 1]]]
        try? value.apply(.set(.null), at: path)
        return nil
    }

    /// The loopback server's request parser: input received in pieces must produce the same events as input received at
    /// once. The first byte of the input determines the size of the pieces.
    static let requestParser = FuzzTarget("request-parser") { bytes in
        guard let size = bytes.first else { return nil }
        let bytes = bytes.dropFirst()
        let length = Int(size % 17) + 1
        let pieces = stride(from: bytes.startIndex, to: bytes.endIndex, by: length).map {
            bytes[$0..<min($0 + length, bytes.endIndex)]
        }
        return events(of: pieces) == events(of: [bytes]) ? nil : "pieces of \(length) bytes produce other events"
    }

    private static func events(of pieces: [ArraySlice<UInt8>]) -> [RequestParser.Event] {
        var parser = RequestParser(limits: RequestParser.Limits(head: 512, body: 2_048))
        var events: [RequestParser.Event] = []
        for piece in pieces {
            parser.receive(piece)
            reading: while true {
                let event = parser.next()
                switch event {
                case .needsBytes: break reading
                // Depends on the pieces: this event occurs only if no part of the body was received with the head.
                case .expectsContinue: continue
                case .rejected: return events + [event]
                default: events.append(event)
                }
            }
        }
        return events
    }
}
