import Seek
import SeekNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The request and options of `seek api`.
struct APIOptions: Sendable {
    var request: HTTPRequest
    /// How long the response may be served from the cache; `nil` uses the server's cache headers.
    var timeToLive: Duration?
    var includesHead: Bool
    var paginates: Bool

    /// Validates the flags of an invocation.
    ///
    /// - Parameter baseURL: The URL to which relative paths are appended.
    init(_ invocation: Invocation, baseURL: URL) throws(UsageError) {
        includesHead = invocation.has(.include)
        paginates = invocation.has(.paginate)
        timeToLive = invocation.duration(.cache)
        let fields = try Self.fields(of: invocation)
        let name = invocation.values[.method]?.uppercased() ?? (fields.isEmpty ? "GET" : "POST")
        guard let method = HTTPRequest.Method(name) else {
            throw UsageError("--method must be an HTTP method such as GET, not '\(SafeText.line(name))'")
        }
        guard !paginates || method == .get else { throw UsageError("--paginate requires the method GET") }
        request = HTTPRequest(method: method, url: try Self.url(invocation.argument, relativeTo: baseURL))
        for (option, text) in invocation.repeated where option == .header {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = HTTPField.Name(String(parts[0])), HTTPField.isValidValue(text) else {
                throw UsageError("--header must be NAME:VALUE, not '\(SafeText.line(text))'")
            }
            request.headerFields.append(HTTPField(name: name, value: String(parts[1].drop { $0 == " " })))
        }
        guard !fields.isEmpty else { return }
        if method == .get || method == .head {
            try addQuery(fields)
        } else {
            let members = Dictionary(fields) { _, last in last }
            request.body = Data(FieldValue.object(members).json(isPretty: false).utf8)
            if request.headerFields[.contentType] == nil { request.headerFields[.contentType] = "application/json" }
        }
    }

    private static func fields(of invocation: Invocation) throws(UsageError) -> [(String, FieldValue)] {
        var fields: [(String, FieldValue)] = []
        for (option, text) in invocation.repeated where option == .rawField || option == .field {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw UsageError("--\(option.rawValue) must be NAME=VALUE, not '\(SafeText.line(text))'")
            }
            fields.append((parts[0], option == .field ? value(of: parts[1]) : .text(parts[1])))
        }
        return fields
    }

    /// Converts the argument of `--field`: `true`, `false`, `null` and integers are JSON values, others are strings.
    private static func value(of text: String) -> FieldValue {
        switch text {
        case "true": .bool(true)
        case "false": .bool(false)
        case "null": .null
        default: Int64(text).map(FieldValue.integer) ?? .text(text)
        }
    }

    private mutating func addQuery(_ fields: [(String, FieldValue)]) throws(UsageError) {
        let items = fields.map { name, value in
            let text =
                switch value {
                case .text(let text): text
                case .integer(let number): "\(number)"
                case .bool(let flag): "\(flag)"
                default: ""
                }
            return QueryParameters.Item(name: name, value: text)
        }
        let text = request.url.absoluteString
        let separator = request.url.query() == nil ? "?" : "&"
        guard let url = URL(string: text + separator + QueryParameters(items).encoded) else {
            throw UsageError("the fields cannot be converted to a query; check --raw-field and --field")
        }
        request.url = url
    }

    /// Parses a full URL, or a path that is appended to the base URL.
    private static func url(_ text: String, relativeTo baseURL: URL) throws(UsageError) -> URL {
        if text.contains("://") {
            guard let url = URL(string: text), Origin(url) != nil else {
                throw UsageError("'\(SafeText.line(text))' is not an http or https URL")
            }
            return url
        }
        var base = baseURL.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        let path = text.drop { $0 == "/" }
        guard let url = URL(string: "\(base)/\(path)"), Origin(url) == Origin(baseURL) else {
            throw UsageError("'\(SafeText.line(text))' is not a valid path")
        }
        return url
    }
}
