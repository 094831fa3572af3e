public import SeekBasics

/// Serves requests from a recording: each exchange once, and those with equal requests in the order in which they were
/// recorded.
public struct Replay: Sendable {
    private struct Entry: Sendable {
        var exchange: Recording.Exchange
        var key: RequestKey
        var isUsed = false
    }

    /// The parts of a request that are compared: method, URL and body. Header fields are ignored, because they differ
    /// between clients.
    public struct RequestKey: Sendable, Hashable {
        var method: HTTPRequest.Method
        var origin: String
        var path: String
        /// The number of occurrences of each query parameter, whose order is ignored.
        var query: [QueryParameters.Item: Int]
        /// The body if it is JSON.
        var body: JSONValue?
        /// The body if it is not JSON.
        var bytes: Data?

        /// Creates the key of a request.
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

    /// Creates a replay of a recording.
    public init(_ recording: Recording) {
        entries = recording.exchanges.filter { $0.failure == nil }.map {
            Entry(exchange: $0, key: RequestKey($0.request))
        }
        for (position, entry) in entries.enumerated() { positions[entry.key, default: []].append(position) }
    }

    /// Returns the next unused exchange for a request and marks it as used; nil if none is left. The secrets of the
    /// request must have been removed as in the recording.
    public mutating func nextExchange(for request: HTTPRequest) -> Recording.Exchange? {
        let position = positions[RequestKey(request), default: []].first { !entries[$0].isUsed }
        guard let position else { return nil }
        entries[position].isUsed = true
        return entries[position].exchange
    }

    /// The exchanges that have not been requested yet.
    public var unused: [Recording.Exchange] { entries.filter { !$0.isUsed }.map(\.exchange) }

    /// Returns in a single line why no exchange is left for a request: how often the request was recorded or, if it was
    /// not recorded, how it differs from the most similar request of the recording.
    ///
    /// - Parameter bodies: Returns the differences between two JSON bodies.
    public func explain(
        _ request: HTTPRequest,
        bodies: (_ requested: Data, _ recorded: Data) -> [String] = { _, _ in [] }
    ) -> String {
        let key = RequestKey(request)
        if let count = positions[key]?.count {
            return count == 1
                ? "it was recorded once, and that response has been used"
                : "it was recorded \(count) times, and all of them have been used"
        }
        let candidates = entries.map { entry in
            let recorded = entry.exchange.request
            let inBodies = { bodies(request.body ?? Data(), recorded.body ?? Data()) }
            return (request: recorded, differences: entry.key.differences(from: key, inBodies: inBodies))
        }
        guard let nearest = candidates.min(by: { $0.differences.count < $1.differences.count }) else {
            return "the recording has no responses"
        }
        let recorded = "\(nearest.request.method) \(Redaction.redacted(nearest.request.url))"
        return "nearest: \(recorded): \(nearest.differences.joined(separator: ", "))"
    }
}

extension Replay.RequestKey {
    /// Returns the differences between another request and this recorded one.
    fileprivate func differences(from other: Self, inBodies: () -> [String]) -> [String] {
        var differences: [String] = []
        if other.method != method { differences.append("method is \(other.method), not \(method)") }
        if other.origin != origin { differences.append("origin is \(other.origin), not \(origin)") }
        if other.path != path { differences.append("path is \(other.path), not \(path)") }
        let names = Set(query.keys.map(\.name)).union(other.query.keys.map(\.name)).sorted()
        differences += names.compactMap { name in
            let (old, new) = (values(of: name), other.values(of: name))
            return old == new ? nil : "query parameter \(name) is \(Self.text(new)), not \(Self.text(old))"
        }
        if let body, let otherBody = other.body {
            guard otherBody != body else { return differences }
            differences += inBodies()
            if differences.isEmpty { differences.append("the body differs") }
        } else if other.body != body || other.bytes != bytes {
            differences.append("the body differs")
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
