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

    /// The exchanges, in the order in which they were recorded.
    public var exchanges: [Exchange]

    /// Creates a recording.
    public init(_ exchanges: [Exchange] = []) {
        self.exchanges = exchanges
    }

    /// Parses a HAR of version 1.1 or a later minor version. Members that are not known are ignored.
    ///
    /// - Throws: ``ParseError``, which describes the location of the problem.
    public init(har bytes: some DataProtocol) throws(ParseError) {
        let log: HAR.Log
        do {
            log = try JSONDecoder().decode(HAR.self, from: Data(bytes)).log
        } catch {
            throw ParseError(error)
        }
        let version = log.version ?? ""
        guard Self.isSupported(version) else {
            let reason = "HAR \(version) is not supported; save the recording as HAR 1.2"
            throw ParseError(location: "log.version", reason: reason)
        }
        exchanges = []
        // A failed exchange has no response to replay.
        for (index, entry) in log.entries.enumerated() where entry.response.status != 0 {
            exchanges.append(try Exchange(entry, at: "log.entries[\(index)]"))
        }
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
        let creator = HAR.Creator(name: "Seek", version: "1")
        let har = HAR(log: .init(version: "1.2", creator: creator, entries: exchanges.map(HAR.Entry.init)))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Encoding cannot fail: there are only strings and finite numbers.
        return (try? encoder.encode(har)) ?? Data()
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

extension Recording.ParseError {
    init(_ error: any Error) {
        let path: [any CodingKey]
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            path = context.codingPath + [key]
            reason = "it is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            path = context.codingPath
            reason = path.isEmpty ? "it is not an object" : "it is of the wrong type"
        default:
            path = []
            reason = "it is not JSON"
        }
        location = DecodingFailure.path(path)
    }
}

extension Recording.Exchange {
    init(_ entry: HAR.Entry, at location: String) throws(Recording.ParseError) {
        guard let url = URL(string: entry.request.url), Origin(url) != nil else {
            throw Recording.ParseError(
                location: "\(location).request.url",
                reason: "it is not an absolute http or https URL"
            )
        }
        guard let method = HTTPRequest.Method(entry.request.method) else {
            throw Recording.ParseError(location: "\(location).request.method", reason: "it is not a method")
        }
        let postData = entry.request.postData
        let content = entry.response.content
        request = HTTPRequest(
            method: method,
            url: url,
            headerFields: Self.fields(entry.request.headers),
            body: try Self.bytes(postData?.text, postData?.encoding, "\(location).request.postData")
        )
        var fields = Self.fields(entry.response.headers)
        // The text is decoded, so these fields do not describe it.
        for name in [HTTPField.Name.contentEncoding, .transferEncoding, .contentLength] { fields[name] = nil }
        response = HTTPResponse(
            status: .init(code: entry.response.status, reasonPhrase: entry.response.statusText ?? ""),
            headerFields: fields,
            body: try Self.bytes(content?.text, content?.encoding, "\(location).response.content") ?? Data()
        )
        date = entry.startedDateTime.flatMap(RFC3339.date).flatMap { $0 == HAR.Entry.unknownDate ? nil : $0 }
        hasBody = content?.text != nil || (content?.size ?? 0) <= 0
    }

    /// Omits the pseudo-fields of HTTP/2, such as `:method`.
    private static func fields(_ pairs: [HAR.NameValue]?) -> HTTPFields {
        HTTPFields(
            (pairs ?? []).compactMap { pair in
                HTTPField.Name(pair.name).map { HTTPField(name: $0, value: pair.value ?? "") }
            }
        )
    }

    private static func bytes(
        _ text: String?,
        _ encoding: String?,
        _ location: String
    ) throws(Recording.ParseError) -> Data? {
        guard let text else { return nil }
        switch encoding?.lowercased() {
        case nil, "": return Data(text.utf8)
        case "base64":
            if let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters) { return bytes }
            throw Recording.ParseError(location: "\(location).text", reason: "it is not base64")
        case let unsupported?:
            throw Recording.ParseError(
                location: "\(location).encoding",
                reason: "'\(unsupported)' is not supported; only base64 is"
            )
        }
    }
}

extension HAR.Entry {
    /// The date that is written for an exchange without one, because the format requires a date.
    fileprivate static let unknownDate = Date(timeIntervalSince1970: 0)

    init(_ exchange: Recording.Exchange) {
        let request = exchange.request
        let response = exchange.response
        let (requestText, requestEncoding) = Self.text(request.body ?? Data())
        let (responseText, responseEncoding) = Self.text(response.body)
        self.init(
            startedDateTime: RFC3339.string(from: exchange.date ?? Self.unknownDate),
            time: 0,
            request: HAR.Request(
                method: request.method.rawValue,
                url: request.url.absoluteString,
                httpVersion: "HTTP/1.1",
                cookies: [],
                headers: request.headerFields.map { HAR.NameValue(name: $0.name.rawName, value: $0.value) },
                queryString: QueryParameters(of: request.url).items.map {
                    HAR.NameValue(name: $0.name, value: $0.value)
                },
                postData: request.body.map { _ in
                    let type = request.headerFields[.contentType] ?? "application/octet-stream"
                    return HAR.PostData(mimeType: type, text: requestText, encoding: requestEncoding)
                },
                headersSize: -1,
                bodySize: Int64(request.body?.count ?? 0)
            ),
            response: HAR.Response(
                status: response.status.code,
                statusText: response.status.reasonPhrase,
                httpVersion: "HTTP/1.1",
                cookies: [],
                headers: response.headerFields.map { HAR.NameValue(name: $0.name.rawName, value: $0.value) },
                content: HAR.Content(
                    size: Int64(response.body.count),
                    mimeType: response.headerFields[.contentType] ?? "application/octet-stream",
                    text: responseText,
                    encoding: responseEncoding
                ),
                redirectURL: response.headerFields[.location] ?? "",
                headersSize: -1,
                bodySize: Int64(response.body.count)
            ),
            cache: HAR.Empty(),
            timings: HAR.Timings(send: 0, wait: 0, receive: 0),
            comment: exchange.failure
        )
    }

    /// Returns UTF-8 text without NUL as it is, and other bytes in base64.
    private static func text(_ bytes: Data) -> (String, encoding: String?) {
        if let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) { return (text, nil) }
        return (bytes.base64EncodedString(), "base64")
    }
}
