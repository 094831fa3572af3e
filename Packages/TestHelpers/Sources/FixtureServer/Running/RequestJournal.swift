import SeekNetworking
import SeekTestHelpers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The latest requests and their outcomes for `/__admin/requests`, without secrets and of limited size. A pure value.
struct RequestJournal {
    /// A request and its outcome.
    struct Entry {
        var line: String
        /// The request without secrets, with a truncated body.
        var request: HTTPRequest
        /// The original size of the body, in bytes.
        var bodySize: Int
    }

    /// The maximum number of requests.
    static let countLimit = 10_000
    /// The maximum total size, in bytes.
    static let sizeLimit = 16 << 20
    /// The maximum size of a body, in bytes.
    static let maximumBodySize = 16 << 10
    /// The maximum size of a header field, in bytes.
    static let fieldLimit = 1 << 10

    private(set) var entries: [Entry] = []
    private var size = 0

    /// Records a request, and drops the oldest ones beyond the limits.
    mutating func append(_ entry: Entry) {
        entries.append(entry)
        size += entry.size
        guard entries.count > Self.countLimit || size > Self.sizeLimit else { return }
        // Drops a tenth at once: removing single entries would move all others each time.
        var surplus = 0
        while surplus < entries.count - 1,
            entries.count - surplus > Self.countLimit / 10 * 9 || size > Self.sizeLimit / 10 * 9
        {
            size -= entries[surplus].size
            surplus += 1
        }
        entries.removeFirst(surplus)
    }

    /// Removes all entries.
    mutating func removeAll() { self = RequestJournal() }

    /// The response of `/__admin/requests`.
    var json: JSONValue { ["requests": .array(entries.map(\.json))] }
}

extension RequestJournal.Entry {
    /// - Parameters:
    ///   - reply: The reply to the request.
    ///   - secrets: Values to redact, besides fields with secret names.
    init(_ request: HTTPRequest, _ reply: LoopbackServer.Reply, secrets: SecretRules) {
        line = RequestLine.text(request, reply)
        bodySize = request.body?.count ?? 0
        // Redacted before it is truncated: half a secret would not be recognized.
        var clean = secrets.removingSecrets(from: request)
        clean.body = clean.body.map { Data($0.prefix(RequestJournal.maximumBodySize)) }
        clean.headerFields = HTTPFields(
            clean.headerFields.map { field in
                HTTPField(name: field.name, value: Self.cut(field.value, to: RequestJournal.fieldLimit))
            }
        )
        self.request = clean
    }

    private static func cut(_ text: String, to limit: Int) -> String {
        text.utf8.count <= limit ? text : String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "…"
    }

    /// The approximate size, in bytes.
    var size: Int {
        let fields = request.headerFields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        return line.utf8.count * 2 + fields + (request.body?.count ?? 0)
    }

    /// `{"line", "method", "url", "headers", "bodySize", "body", "encoding"}`; a binary body is encoded as base64.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "line": .string(line), "method": .string(request.method.rawValue),
            "url": .string(request.url.absoluteString),
            "headers": .object(
                Dictionary(
                    request.headerFields.map { ($0.name.rawName, .string($0.value)) },
                    uniquingKeysWith: { .string("\($0.string ?? ""), \($1.string ?? "")") }
                )
            ),
            "bodySize": .number(Double(bodySize)),
        ]
        if let body = request.body {
            // The truncation can split a character.
            let text = (0...3).lazy.compactMap { String(validating: body.dropLast($0), as: UTF8.self) }.first
            members["body"] = .string(text ?? body.base64EncodedString())
            if text == nil { members["encoding"] = "base64" }
        }
        return .object(members)
    }
}
