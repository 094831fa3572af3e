import SeekBasics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A recording that is played back: each exchange answers once, equal ones in their order. A pure value.
public struct Replay: Sendable {
    private struct Entry: Sendable {
        var exchange: Recording.Exchange
        var key: RequestKey
        var isUsed = false
    }

    /// What makes two requests the same: method, URL, body. Header fields differ from client to client.
    public struct RequestKey: Sendable, Hashable {
        var method: HTTPRequest.Method
        var origin: String
        var path: String
        var query: [QueryParameters.Item: Int]
        var body: JSONValue?
        var bytes: Data?

        /// Takes from a request what counts.
        public init(_ request: HTTPRequest) {
            method = request.method
            origin = request.origin?.description ?? ""
            path = request.url.path(percentEncoded: false)
            query = Dictionary(QueryParameters(of: request.url).items.map { ($0, 1) }, uniquingKeysWith: +)
            let body = request.body.flatMap { $0.isEmpty ? nil : $0 }
            self.body = body.flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) }
            bytes = self.body == nil ? body : nil
        }
    }

    private var entries: [Entry]
    private var positions: [RequestKey: [Int]] = [:]

    /// Makes a replay of a recording.
    public init(_ recording: Recording) {
        entries = recording.exchanges.filter { $0.failure == nil }.map {
            Entry(exchange: $0, key: RequestKey($0.request))
        }
        for (position, entry) in entries.enumerated() { positions[entry.key, default: []].append(position) }
    }

    /// The answer to a request, its secrets removed as those of the recording were; nil where none is left.
    public mutating func answer(to request: HTTPRequest) -> Recording.Exchange? {
        let position = positions[RequestKey(request), default: []].first { !entries[$0].isUsed }
        guard let position else { return nil }
        entries[position].isUsed = true
        return entries[position].exchange
    }

    /// The exchanges that nobody asked for.
    public var unused: [Recording.Exchange] { entries.filter { !$0.isUsed }.map(\.exchange) }

    /// What differs between a request and the nearest one of the recording.
    ///
    /// - Parameter bodies: tells what differs between two bodies of JSON, the one asked with and the recorded one.
    public func explain(
        _ request: HTTPRequest,
        bodies: (_ asked: Data, _ recorded: Data) -> [String] = { _, _ in [] }
    ) -> String {
        let key = RequestKey(request)
        if let count = positions[key]?.count { return "it was recorded \(count) times, and all have answered" }
        let candidates = entries.enumerated().map { index, entry in
            let recorded = entry.exchange.request
            let inBodies = { bodies(request.body ?? Data(), recorded.body ?? Data()) }
            return (index: index, differences: entry.key.differences(from: key, inBodies: inBodies))
        }
        guard let nearest = candidates.min(by: { $0.differences.count < $1.differences.count }) else {
            return "the recording is empty"
        }
        let request = entries[nearest.index].exchange.request
        let recorded = "\(request.method) \(Redaction.redacted(request.url))"
        return "nearest: exchange \(nearest.index + 1), \(recorded): \(nearest.differences.joined(separator: ", "))"
    }
}

extension Replay.RequestKey {
    /// How a request differs from this recorded one, field by field.
    fileprivate func differences(from asked: Self, inBodies: () -> [String]) -> [String] {
        var differences: [String] = []
        if asked.method != method { differences.append("method is \(asked.method), not \(method)") }
        if asked.origin != origin { differences.append("origin is \(asked.origin), not \(origin)") }
        if asked.path != path { differences.append("path is \(asked.path), not \(path)") }
        let names = Set(query.keys.map(\.name)).union(asked.query.keys.map(\.name)).sorted()
        differences += names.compactMap { name in
            let (old, new) = (values(of: name), asked.values(of: name))
            return old == new ? nil : "query item \(name) is \(Self.text(new)), not \(Self.text(old))"
        }
        if let body, let other = asked.body {
            guard other != body else { return differences }
            let inBodies = inBodies()
            differences += inBodies
            if differences.isEmpty { differences.append("the body is another one") }
        } else if asked.body != body || asked.bytes != bytes {
            differences.append("the body is another one")
        }
        return differences
    }

    private func values(of name: String) -> [String] {
        query.filter { $0.key.name == name }.flatMap { Array(repeating: $0.key.value, count: $0.value) }.sorted()
    }

    private static func text(_ values: [String]) -> String {
        values.isEmpty ? "missing" : values.map { "'\($0)'" }.joined(separator: " and ")
    }
}
