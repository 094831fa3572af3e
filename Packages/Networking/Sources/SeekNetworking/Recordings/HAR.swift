import SeekBasics

/// Exchanges as HAR 1.2 ([specification](http://www.softwareishard.com/blog/har-12-spec/)), with all members that the
/// format requires.
extension Recording.Exchange {
    /// The date that is written for an exchange without one, because the format requires a date.
    private static let unknownDate = Date(timeIntervalSince1970: 0)

    /// The exchange as an entry of a HAR.
    var harEntry: JSONValue {
        func content(_ bytes: Data, _ fields: HTTPFields) -> JSONValue {
            var content = Self.text(bytes)
            content["mimeType"] = .string(fields[.contentType] ?? "application/octet-stream")
            return .object(content)
        }
        var responseContent = content(response.body, response.headerFields)
        responseContent["size"] = .number(response.body.count)
        let postData = request.body.map { content($0, request.headerFields) }
        let items = QueryParameters(of: request.url).items
        let entry: JSONValue = [
            "startedDateTime": .string(RFC3339.string(from: date ?? Self.unknownDate)), "time": 0, "cache": [:],
            "timings": ["send": 0, "wait": 0, "receive": 0],
            "request":
                ([
                    "method": .string(request.method.rawValue), "url": .string(request.url.absoluteString),
                    "httpVersion": "HTTP/1.1", "cookies": [], "headers": Self.pairs(request.headerFields),
                    "queryString": .array(items.map { ["name": .string($0.name), "value": .string($0.value)] }),
                    "headersSize": -1, "bodySize": .number(request.body?.count ?? 0), "postData": postData ?? .null,
                ] as JSONValue).withoutNulls,
            "response": [
                "status": .number(response.status.code),
                "statusText": .string(response.status.reasonPhrase), "httpVersion": "HTTP/1.1", "cookies": [],
                "headers": Self.pairs(response.headerFields),
                "content": responseContent,
                "redirectURL": .string(response.headerFields[.location] ?? ""), "headersSize": -1,
                "bodySize": .number(response.body.count),
            ],
            "comment": .optional(failure),
        ]
        return entry.withoutNulls
    }

    private static func pairs(_ fields: HTTPFields) -> JSONValue {
        .array(fields.map { ["name": .string($0.name.rawName), "value": .string($0.value)] })
    }

    /// Returns UTF-8 text without NUL as it is, and other bytes in base64.
    private static func text(_ bytes: Data) -> JSONObject {
        if let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) {
            return ["text": .string(text)]
        }
        return ["text": .string(bytes.base64EncodedString()), "encoding": "base64"]
    }
}

/// An entry of a HAR that cannot be replayed, such as that of a WebSocket or of a blocked request.
public struct SkippedEntry: Error, Sendable, Hashable, CustomStringConvertible {
    /// The position of the entry in the file, from 0.
    public let index: Int
    /// The member that prevents a replay, such as `request.url`; empty for the entry itself.
    public let member: String
    /// The problem, such as `it is not an absolute http or https URL`.
    public let reason: String
    /// The location in the file: `log.entries[3].request.url`.
    public var location: String { "log.entries[\(index)]" + (member.isEmpty ? "" : ".\(member)") }
    /// The location and the problem in a single line.
    public var description: String { "\(location): \(reason)" }
}

/// Reads an entry of a HAR as browsers and proxies write it. Only what a replay needs is read, and other members can
/// have any type.
struct HAREntry {
    let index: Int
    let json: JSONValue

    func exchange() throws(SkippedEntry) -> Recording.Exchange {
        guard json.object != nil else { throw skipped("", "it is of the wrong type") }
        let request = try request()
        let code = try status()
        var exchange = Recording.Exchange(request: request, response: HTTPResponse(status: .init(code: code)))
        let response = json["response"]
        exchange.response.status = .init(code: code, reasonPhrase: response["statusText"].string ?? "")
        exchange.response.headerFields = Self.fields(response["headers"])
        // The text is decoded, so these fields do not describe it.
        for name in [HTTPField.Name.contentEncoding, .transferEncoding, .contentLength] {
            exchange.response.headerFields[name] = nil
        }
        let content = response["content"]
        let body = try bytes(content, at: "response.content")
        exchange.response.body = body ?? Data()
        let hasNoBody = [204, 205, 304].contains(code) || exchange.request.method == .head
        // −1 means that the size is unknown; a browser that omits bodies writes it as well.
        exchange.hasBody = body != nil || hasNoBody || content["_file"].isNull && (content["size"].number ?? 0) == 0
        let date = json["startedDateTime"].string.flatMap(RFC3339.date)
        exchange.date = date == Date(timeIntervalSince1970: 0) ? nil : date
        return exchange
    }

    private func skipped(_ member: String, _ reason: String) -> SkippedEntry {
        SkippedEntry(index: index, member: member, reason: reason)
    }

    private func string(_ name: String, in object: String) throws(SkippedEntry) -> String {
        let value = json[object][name]
        if let text = value.string { return text }
        throw skipped("\(object).\(name)", value.isNull ? "it is missing" : "it is of the wrong type")
    }

    /// Returns the status of the response. Programs write 0, a negative number or a word if there was none.
    private func status() throws(SkippedEntry) -> Int {
        let (response, status) = (json["response"], json["response"]["status"])
        guard !response.isNull else { throw skipped("response", "it is missing") }
        guard let code = status.integer ?? status.string.flatMap({ Int($0) }) else {
            let isMissing = status.isNull && response.object != nil
            throw skipped("response.status", isMissing ? "it is missing" : "it is of the wrong type")
        }
        guard code > 0 else { throw skipped("response", "it is missing") }
        guard (200...999).contains(code) else { throw skipped("response.status", "it is not that of a final response") }
        return code
    }

    private func request() throws(SkippedEntry) -> HTTPRequest {
        guard let method = HTTPRequest.Method(try string("method", in: "request")) else {
            throw skipped("request.method", "it is not a method")
        }
        guard let url = URL(string: try string("url", in: "request")), Origin(url) != nil else {
            throw skipped("request.url", "it is not an absolute http or https URL")
        }
        // A proxy records the tunnel of an https connection; the requests in it are entries of their own.
        guard method.rawValue != "CONNECT" else { throw skipped("request.method", "it is CONNECT") }
        let fields = Self.fields(json["request"]["headers"])
        let postData = json["request"]["postData"]
        guard postData.isNull || postData.object != nil else {
            throw skipped("request.postData", "it is of the wrong type")
        }
        let type = fields[.contentType] ?? postData["mimeType"].string ?? ""
        let body = try bytes(postData, at: "request.postData") ?? Self.form(postData["params"], type: type)
        return HTTPRequest(method: method, url: url, headerFields: fields, body: body)
    }

    /// Returns the bytes of a text or of base64; nil if there is no text.
    private func bytes(_ content: JSONValue, at member: String) throws(SkippedEntry) -> Data? {
        guard !content["text"].isNull else { return nil }
        guard let text = content["text"].string else { throw skipped("\(member).text", "it is of the wrong type") }
        switch content["encoding"].string?.lowercased() {
        case nil, "", "utf-8", "utf8": return Data(text.utf8)
        case "base64":
            if let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters) { return bytes }
            throw skipped("\(member).text", "it is not base64")
        case let unsupported?:
            throw skipped("\(member).encoding", "'\(unsupported)' is not supported; only base64 is")
        }
    }

    /// Returns the body of a URL-encoded form, which some programs write as a list of parameters instead of a text; nil
    /// for other types. A multipart form could not be compared, because its boundary differs in each request.
    private static func form(_ parameters: JSONValue, type: String) -> Data? {
        guard let parameters = parameters.array, !parameters.isEmpty, !type.lowercased().hasPrefix("multipart/") else {
            return nil
        }
        let pairs = parameters.filter { $0["name"].string != nil }.map { parameter in
            encoded(parameter["name"].string ?? "") + "=" + encoded(parameter["value"].string ?? "")
        }
        return Data(pairs.joined(separator: "&").utf8)
    }

    /// Returns a name or a value as a browser encodes it (URL Standard, *application/x-www-form-urlencoded*). Some
    /// programs write the encoded text: one with escape sequences and only characters that may be in it is unchanged.
    private static func encoded(_ text: String) -> String {
        let upper = text.uppercased().replacing("+", with: "%20")
        let isEncoded = text.contains("%") && PercentEncoding.normalizedQuery(upper) == upper
        return isEncoded ? text : PercentEncoding.encode(text).replacing("%20", with: "+")
    }

    /// Omits what cannot be sent: the pseudo-fields of HTTP/2, such as `:method`, and invalid values. Browsers join the
    /// values of several fields, such as `Set-Cookie`, with line breaks.
    private static func fields(_ pairs: JSONValue) -> HTTPFields {
        var fields = HTTPFields()
        for pair in pairs.array ?? [] {
            guard let name = pair["name"].string.flatMap(HTTPField.Name.init) else { continue }
            let value = pair["value"]
            let text = value.string ?? (value.number == nil ? "" : String(decoding: value.data, as: UTF8.self))
            for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
                let value = String(line.trimmingPrefix { $0 == " " || $0 == "\t" })
                if HTTPField.isValidValue(value) { fields.append(HTTPField(name: name, value: value)) }
            }
        }
        return fields
    }
}
