import SeekNetworking
import SeekTestHelpers

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The last requests and what came of them, as `/__admin/requests` tells them: without secrets, and bounded. A pure value.
struct RequestJournal {
    /// A request and what came of it.
    struct Entry {
        var line: String
        /// Its secrets removed and its body cut.
        var request: HTTPRequest
        /// The size of the body as it arrived, in bytes.
        var bodySize: Int
    }

    /// How many requests are kept.
    static let countLimit = 10_000
    /// How large all that is kept may be, in bytes.
    static let sizeLimit = 16 << 20
    /// How much of a body is kept, in bytes.
    static let maximumBodySize = 16 << 10
    /// How much of a header field is kept, in bytes.
    static let fieldLimit = 1 << 10

    private(set) var entries: [Entry] = []
    private var size = 0

    /// Takes note of a request; the oldest ones go where there are too many.
    mutating func append(_ entry: Entry) {
        entries.append(entry)
        size += entry.size
        guard entries.count > Self.countLimit || size > Self.sizeLimit else { return }
        // A tenth at once: taking them out one by one would move all others each time.
        var surplus = 0
        while surplus < entries.count - 1,
            entries.count - surplus > Self.countLimit / 10 * 9 || size > Self.sizeLimit / 10 * 9
        {
            size -= entries[surplus].size
            surplus += 1
        }
        entries.removeFirst(surplus)
    }

    /// Forgets all.
    mutating func removeAll() { self = RequestJournal() }

    /// What `/__admin/requests` answers.
    var json: JSONValue { ["requests": .array(entries.map(\.json))] }
}

extension RequestJournal.Entry {
    /// - Parameters:
    ///   - reply: what came of it.
    ///   - secrets: what must not be shown, besides what is known by its name.
    init(_ request: HTTPRequest, _ reply: LoopbackServer.Reply, secrets: SecretRules) {
        line = RequestLine.text(request, reply)
        bodySize = request.body?.count ?? 0
        // Before it is cut: half a secret would not be known.
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

    /// What it takes, in bytes, about.
    var size: Int {
        let fields = request.headerFields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        return line.utf8.count * 2 + fields + (request.body?.count ?? 0)
    }

    /// `{"line", "method", "url", "headers", "bodySize", "body", "encoding"}`; a body that is no text in base64.
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
            // The cut may have gone through a character.
            let text = (0...3).lazy.compactMap { String(validating: body.dropLast($0), as: UTF8.self) }.first
            members["body"] = .string(text ?? body.base64EncodedString())
            if text == nil { members["encoding"] = "base64" }
        }
        return .object(members)
    }
}
