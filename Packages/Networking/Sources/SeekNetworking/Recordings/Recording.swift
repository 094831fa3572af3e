public import SeekBasics

/// Recorded requests and responses, read from and written as HAR 1.2. Files exported by browsers and proxies can be
/// replayed, and other programs can read the files that Seek writes.
public struct Recording: Sendable, Hashable {
    /// A request and its response.
    public struct Exchange: Sendable, Hashable {
        /// The request.
        public var request: HTTPRequest
        /// The response.
        public var response: HTTPResponse
        /// When the request was sent, if that is known.
        public var date: Date?
        /// Whether the recording contains the body of the response. Browsers omit bodies by default.
        public var hasBody = true
        /// The reason why there was no response; nil if there was one. ``response`` has the status 0 in this case.
        /// Such an exchange is written, as browsers do, but skipped when a file is read.
        public var failure: String?

        /// Creates an exchange.
        public init(request: HTTPRequest, response: HTTPResponse, date: Date? = nil) {
            self.request = request
            self.response = response
            self.date = date
        }

        /// Creates an exchange without a response.
        public init(request: HTTPRequest, failure: String, date: Date? = nil) {
            self.init(request: request, response: HTTPResponse(status: .init(code: 0)), date: date)
            self.failure = failure
        }
    }

    /// The maximum size of a file: 128 MiB. Reading it requires several times as much memory.
    public static let sizeLimit = 128 << 20

    /// The exchanges, in the order in which they were recorded.
    public var exchanges: [Exchange]
    /// The entries of the file that cannot be replayed, in order. They are not written.
    public private(set) var skipped: [SkippedEntry] = []

    /// Creates a recording.
    public init(_ exchanges: [Exchange] = []) {
        self.exchanges = exchanges
    }

    /// Parses a HAR of version 1.1 or a later minor version, as browsers and proxies write it. Members that a replay does
    /// not need are ignored. Entries that cannot be replayed are omitted and listed in ``skipped``.
    ///
    /// - Throws: ``ParseError``, which describes the location of the problem, if the file is not a HAR or none of its
    ///   entries can be replayed.
    public init(har bytes: some DataProtocol) throws(ParseError) {
        let document: JSONValue
        do throws(JSONSyntaxError) {
            document = try JSONValue(json: bytes, isLenient: true)
        } catch {
            throw ParseError(location: "", reason: "it is not JSON: \(error)")
        }
        let log = try Self.log(of: document)
        let version = log["version"].string ?? (log["version"].number.map { "\($0)" } ?? "")
        guard Self.isSupported(version) else {
            let reason = "HAR \(version) is not supported; save the recording as HAR 1.2"
            throw ParseError(location: "log.version", reason: reason)
        }
        guard let entries = log["entries"].array else {
            throw ParseError(
                location: "log.entries",
                reason: log["entries"].isNull ? "it is missing" : "it is not an array"
            )
        }
        exchanges = []
        for (index, entry) in entries.enumerated() {
            do throws(SkippedEntry) {
                exchanges.append(try HAREntry(index: index, json: entry).exchange())
            } catch {
                skipped.append(error)
            }
        }
        guard exchanges.isEmpty, let first = skipped.first else { return }
        throw skipped.count == 1
            ? ParseError(location: first.location, reason: first.reason)
            : ParseError(location: "log.entries", reason: skippedSummary ?? "")
    }

    private static func log(of document: JSONValue) throws(ParseError) -> JSONValue {
        guard let members = document.object else { throw ParseError(location: "", reason: "it is not an object") }
        guard let log = members["log"] else { throw ParseError(location: "log", reason: "it is missing") }
        guard log.object != nil else { throw ParseError(location: "log", reason: "it is not an object") }
        return log
    }

    /// How many entries cannot be replayed, by reason, in a single line; nil if there are none: `2 of 9 entries cannot be
    /// replayed: request.url is not an absolute http or https URL (2)`.
    public var skippedSummary: String? {
        guard !skipped.isEmpty else { return nil }
        let reasons = skipped.map { entry in
            entry.member.isEmpty ? entry.reason : entry.member + entry.reason.trimmingPrefix("it")
        }
        let counts = Dictionary(reasons.map { ($0, 1) }, uniquingKeysWith: +)
        let list = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) (\($0.value))" }
        let total = exchanges.count + skipped.count
        return
            "\(skipped.count) of \(total) \(total == 1 ? "entry" : "entries") cannot be replayed: \(list.joined(separator: ", "))"
    }

    /// Whether a version is 1.1 or a later minor version, which only adds members. An empty version means 1.1 (HAR 1.2,
    /// *log* and *Versioning Scheme*).
    private static func isSupported(_ version: String) -> Bool {
        guard version.hasPrefix("1.") else { return version.isEmpty }
        return UInt(version.dropFirst(2)).map { $0 >= 1 } ?? false
    }

    /// A problem in a HAR that prevents replaying it.
    public struct ParseError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The location, such as `log.entries[3].request.url`; empty for the document.
        public let location: String
        /// The problem.
        public let reason: String
        /// The location and the problem in a single line.
        public var description: String { location.isEmpty ? reason : "\(location): \(reason)" }
    }

    /// The recording as HAR 1.2, formatted for readable diffs.
    public var har: Data {
        let log: JSONValue = [
            "version": "1.2", "creator": ["name": "Seek", "version": "1"], "entries": .array(exchanges.map(\.harEntry)),
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Encoding cannot fail: there are only strings and finite numbers.
        return (try? encoder.encode(["log": log])) ?? Data()
    }

    /// Writes the recording to a file that only its owner can read (mode 0600): responses may be private even without
    /// secrets.
    ///
    /// The file is replaced atomically. If the path is a symbolic link, the link remains and its target is replaced.
    /// Missing folders are created with the mode 0700. Remove secrets with
    /// ``SecretRules/removingSecrets(from:)-(Recording)`` first.
    public func write(to file: URL) throws(PrivateFileError) {
        let target = PrivateFile(file.resolvingSymlinksInPath().path)
        try target.replace(with: Array(har), checksFolder: false)
    }
}
