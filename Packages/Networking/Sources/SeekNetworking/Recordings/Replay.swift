public import SeekBasics

/// Responds to requests with the exchanges of a recording: each once, and those with equal requests in the order in which
/// they were recorded.
public struct Replay: Sendable {
    private struct Entry: Sendable {
        var exchange: Recording.Exchange
        var key: RequestKey
        var isUsed = false
    }

    /// The parts of a request that are compared: method, URL and body. Header fields are ignored, because they differ
    /// between clients.
    ///
    /// Path and query are compared as bytes after percent-decoding; see
    /// ``/SeekBasics/PercentEncoding/normalizedPath(_:)``. JSON bodies are compared by value, with all digits of numbers,
    /// and URL-encoded forms by their parameters.
    fileprivate struct RequestKey: Sendable, Hashable {
        var method: HTTPRequest.Method
        var origin: String
        var path: String
        /// The sorted values of each query parameter, whose order is ignored.
        var query: [String: [String]]
        /// The body if it is JSON.
        var body: JSONValue?
        /// The sorted values of each parameter if the body is a URL-encoded form.
        var form: [String: [String]]?
        /// The body if it is neither JSON nor a form.
        var bytes: Data?

        init(_ request: HTTPRequest, ignoresOrigin: Bool) {
            method = request.method
            origin = ignoresOrigin ? "" : request.origin?.description ?? ""
            path = PercentEncoding.normalizedPath(request.url.path(percentEncoded: true))
            query = Self.parameters(request.url.query(percentEncoded: true) ?? "")
            guard let body = request.body, !body.isEmpty else { return }
            if request.headerFields[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true {
                form = Self.parameters(String(decoding: body, as: UTF8.self))
            } else if let json = try? JSONValue(json: body) {
                self.body = json
            } else {
                bytes = body
            }
        }

        /// Returns the sorted values of each parameter in canonical form.
        private static func parameters(_ query: String) -> [String: [String]] {
            let items = query.split(separator: "&").map { item in
                let name = item.prefix { $0 != "=" }
                let value = item.dropFirst(name.count + 1)
                return (PercentEncoding.normalizedQuery(name), PercentEncoding.normalizedQuery(value))
            }
            return Dictionary(grouping: items) { $0.0 }.mapValues { $0.map(\.1).sorted() }
        }
    }

    private var entries: [Entry]
    private var positions: [RequestKey: [Int]] = [:]
    private let isForServer: Bool

    /// Creates a replay of a recording.
    ///
    /// - Parameter isForServer: Whether a server replays the recording, which receives requests repeatedly and has
    ///   another address: origins are not compared, and the last of several equal exchanges is repeated.
    public init(_ recording: Recording, isForServer: Bool = false) {
        self.isForServer = isForServer
        entries = recording.exchanges.filter { $0.failure == nil }.map {
            Entry(exchange: $0, key: RequestKey($0.request, ignoresOrigin: isForServer))
        }
        for (position, entry) in entries.enumerated() { positions[entry.key, default: []].append(position) }
    }

    /// Returns the next unused exchange for a request and marks it as used; nil if none is left. The secrets of the
    /// request must have been removed as in the recording.
    public mutating func nextExchange(for request: HTTPRequest) -> Recording.Exchange? {
        let equal = positions[RequestKey(request, ignoresOrigin: isForServer), default: []]
        guard let position = equal.first(where: { !entries[$0].isUsed }) ?? (isForServer ? equal.last : nil) else {
            return nil
        }
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
        let key = RequestKey(request, ignoresOrigin: isForServer)
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
        if other.path != path {
            let (newPath, oldPath) = PercentEncoding.readable(other.path, path, arePaths: true)
            differences.append("path is \(newPath), not \(oldPath)")
        }
        differences += Set(query.keys).union(other.query.keys).sorted().compactMap { name in
            guard query[name] != other.query[name] else { return nil }
            let (newText, oldText) = PercentEncoding.readable(Self.text(other.query[name]), Self.text(query[name]))
            return "query parameter \(PercentEncoding.decode(name)) is \(newText), not \(oldText)"
        }
        if let body, let otherBody = other.body {
            guard otherBody != body else { return differences }
            differences += inBodies()
            if differences.isEmpty { differences.append("the body differs") }
        } else if other.body != body || other.form != form || other.bytes != bytes {
            differences.append("the body differs")
        }
        return differences
    }

    private static func text(_ values: [String]?) -> String {
        values.map { $0.map { "'\($0)'" }.joined(separator: " and ") } ?? "missing"
    }
}
