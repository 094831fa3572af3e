import SeekBasics
import SeekNetworking
import SeekTestHelpers

/// The latest requests and their outcomes for `/__admin/requests`, without secrets and of limited size. A pure value.
struct RequestJournal {
    struct Entry {
        /// The request and its outcome on one line, such as `GET /a -> 200, 12 bytes`.
        var line: String
        /// The request without secrets. Long header fields and a long body are truncated.
        var request: HTTPRequest
        /// The original size of the body, in bytes.
        var bodySize: Int
    }

    static let maximumCount = 10_000
    /// The maximum size of all entries together, in bytes.
    static let maximumSize = 16 << 20
    /// The maximum size of a stored body, in bytes. A longer one is truncated.
    static let maximumBodySize = 16 << 10
    /// The maximum size of a stored header field's value, in bytes. A longer one is truncated, and `…` is appended.
    static let maximumFieldSize = 1 << 10

    private(set) var entries: [Entry] = []
    private var size = 0

    /// Appends an entry, and removes the oldest ones beyond the limits.
    mutating func append(_ entry: Entry) {
        entries.append(entry)
        size += entry.size
        var surplus = 0
        while entries.count - surplus > Self.maximumCount || size > Self.maximumSize {
            size -= entries[surplus].size
            surplus += 1
        }
        entries.removeFirst(surplus)
    }

    /// The response of `/__admin/requests`.
    var json: JSONValue { ["requests": .array(entries.map(\.json))] }
}

extension RequestJournal.Entry {
    /// Creates an entry without secrets and with truncated values.
    ///
    /// - Parameters:
    ///   - reply: The reply to the request.
    ///   - secrets: Names and values to redact, besides the predefined names of secrets.
    init(_ request: HTTPRequest, _ reply: LoopbackServer.Reply, secrets: SecretRules) {
        line = LogLine.describing(request, reply)
        bodySize = request.body?.count ?? 0
        // Redacted before it is truncated: half a secret would not be recognized.
        var redacted = secrets.removingSecrets(from: request)
        redacted.body = redacted.body.map { Data($0.prefix(RequestJournal.maximumBodySize)) }
        redacted.headerFields = HTTPFields(
            redacted.headerFields.map { field in
                HTTPField(name: field.name, value: Self.truncated(field.value, to: RequestJournal.maximumFieldSize))
            }
        )
        self.request = redacted
    }

    private static func truncated(_ text: String, to limit: Int) -> String {
        // A range of a string never splits a Unicode scalar.
        text.utf8.count <= limit ? text : text[..<text.utf8.index(text.startIndex, offsetBy: limit)] + "…"
    }

    /// The approximate size, in bytes.
    var size: Int {
        let fields = request.headerFields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        // The URL is part of the line and of the request.
        return line.utf8.count * 2 + fields + (request.body?.count ?? 0)
    }

    /// `{"line", "method", "url", "headers", "bodySize"}`, and `"body"` if there is one. A binary body is encoded as
    /// base64, and `"encoding"` is then `base64`.
    var json: JSONValue {
        var headers: JSONObject = [:]
        for field in request.headerFields {
            let name = field.name.rawName
            headers[name] = .string((headers[name]?.string.map { "\($0), " } ?? "") + field.value)
        }
        var members: JSONObject = [
            "line": .string(line), "method": .string(request.method.rawValue),
            "url": .string(request.url.absoluteString),
            "headers": .object(headers), "bodySize": .number(bodySize),
        ]
        if let body = request.body {
            // The truncation can split the last character.
            let text = (0...(body.count < bodySize ? 3 : 0)).lazy.compactMap {
                String(validating: body.dropLast($0), as: UTF8.self)
            }.first
            members["body"] = .string(text ?? body.base64EncodedString())
            if text == nil { members["encoding"] = "base64" }
        }
        return .object(members)
    }
}

enum LogLine {
    /// Returns a line such as `GET /a -> 200, 12 bytes`. Keys in the URL are redacted.
    static func describing(_ request: HTTPRequest, _ reply: LoopbackServer.Reply) -> String {
        let url = Redaction.redacted(request.url)
        let origin = request.origin.map { "\($0.scheme)://\($0.host)" } ?? ""
        let target = url.hasPrefix(origin) ? url.dropFirst(origin.count).drop { $0 != "/" } : url[...]
        return "\(request.method) \(target) -> \(outcome(of: reply))"
    }

    /// Returns the outcome of a request: `200, 12 bytes`, `fault: emptyResponse`.
    static func outcome(of reply: LoopbackServer.Reply) -> String {
        switch reply {
        case .response(let response), .chunked(let response, _), .earlyHints(_, let response):
            "\(response.status.code), \(response.body.count) bytes"
        case .delayed(_, let reply):
            outcome(of: reply)
        case .fault(let fault):
            // Only the name of the case: its associated value contains the response.
            "fault: \(String(describing: fault).prefix { $0 != "(" })"
        }
    }
}
