import Seek
import SeekBasics
import SeekNetworking

struct APIOptions: Sendable {
    var request: HTTPRequest
    /// How long the response may be served from the cache; `nil` uses the server's cache headers.
    var timeToLive: Duration?
    /// Whether the status and the header fields are printed before the body.
    var includesHead: Bool
    var paginates: Bool
    /// Whether the request is sent to GitHub's GraphQL API.
    var isGraphQL: Bool
    /// The pages of a GraphQL query with `--paginate`; `nil` for other requests, whose responses link to the next page.
    var graphQLPages: GraphQLPages?

    /// The path is appended to `baseURL` unless it is a full URL. The input is read for a file named `-`.
    init(_ invocation: Invocation, baseURL: URL, input: any LineInput) async throws(UsageError) {
        includesHead = invocation.has(.include)
        paginates = invocation.has(.paginate)
        timeToLive = invocation.duration(.cache)
        let fields = try await Self.fields(of: invocation, input)
        var body: Data?
        if let path = invocation.values[.input] { body = Data(try await Self.content(of: path, .input, input)) }
        let name = invocation.values[.method]?.uppercased() ?? (fields.isEmpty && body == nil ? "GET" : "POST")
        guard let method = HTTPRequest.Method(name) else {
            let entered = SafeText.line(invocation.values[.method] ?? name)
            throw UsageError("--method must be an HTTP method such as GET, not '\(entered)'")
        }
        guard timeToLive == nil || method == .get || method == .head else {
            throw UsageError("--cache requires the method GET or HEAD")
        }
        request = HTTPRequest(method: method, url: try Self.url(invocation.argument, relativeTo: baseURL))
        isGraphQL = request.url == GitHubClient.graphQLURL(for: baseURL)
        let isListing = method == (isGraphQL ? .post : .get)
        guard !paginates || isListing || isGraphQL && fields.isEmpty else {
            throw UsageError("--paginate requires the method \(isGraphQL ? "POST" : "GET")")
        }
        if paginates, isGraphQL { graphQLPages = try GraphQLPages(Self.object(fields)) }
        for (option, text) in invocation.repeated where option == .header {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = HTTPField.Name(String(parts[0])), HTTPField.isValidValue(text) else {
                throw UsageError("--header must be NAME:VALUE without control characters, not '\(SafeText.line(text))'")
            }
            guard !Self.transportFields.contains(name.canonicalName) else {
                throw UsageError("--header cannot set \(name), which depends on the request; remove it")
            }
            request.headerFields.append(HTTPField(name: name, value: String(parts[1].drop { $0 == " " })))
        }
        let hasBody = method != .get && method != .head
        guard body == nil || hasBody else {
            throw UsageError("--input requires a method with a body; remove --method \(name)")
        }
        if !fields.isEmpty, body == nil, hasBody {
            let object = try Self.object(fields)
            body = isGraphQL ? object.graphQLBody : Data(object.json(isPretty: false).utf8)
        } else if !fields.isEmpty {
            try addQuery(fields)
        }
        guard let body else { return }
        request.body = body
        if request.headerFields[.contentType] == nil { request.headerFields[.contentType] = "application/json" }
    }

    /// The fields that are set according to the request and its body.
    private static let transportFields: Set<String> = ["host", "content-length", "transfer-encoding", "expect"]

    private static func content(
        of path: String,
        _ option: OptionSpec.Name,
        _ input: any LineInput
    ) async throws(UsageError) -> [UInt8] {
        if path == "-" {
            if let bytes = await input.remainingBytes() { return bytes }
            throw UsageError(Task.isCancelled ? "cancelled" : "--\(option.word): cannot read standard input")
        }
        if let bytes = contents(ofFile: path) { return bytes }
        throw UsageError("--\(option.word): cannot read '\(SafeText.line(path))'; check the path")
    }

    private static func fields(
        of invocation: Invocation,
        _ input: any LineInput
    ) async throws(UsageError) -> [(String, JSONValue)] {
        var fields: [(String, JSONValue)] = []
        for (option, text) in invocation.repeated where option == .rawField || option == .field {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let isEmptyArray = parts.count == 1 && text.hasSuffix("[]")
            guard parts.count == 2 || isEmptyArray, !parts[0].isEmpty else {
                throw UsageError("--\(option.word) must be NAME=VALUE, not '\(SafeText.line(text))'")
            }
            if isEmptyArray {
                fields.append((String(text.dropLast(2)), .array([])))
            } else if option == .field, parts[1].hasPrefix("@") {
                let content = try await content(of: String(parts[1].dropFirst()), option, input)
                fields.append((parts[0], .string(String(decoding: content, as: UTF8.self))))
            } else {
                fields.append((parts[0], option == .field ? value(of: parts[1]) : .string(parts[1])))
            }
        }
        return fields
    }

    /// Converts the value of `--field`: `true`, `false`, `null` and integers are JSON values, all others are strings.
    private static func value(of text: String) -> JSONValue {
        switch text {
        case "true": .bool(true)
        case "false": .bool(false)
        case "null": .null
        default: Int64(text).map { .number($0) } ?? .string(text)
        }
    }

    /// Returns the fields as a JSON object. As in `gh`, `a[]=1` adds an element to an array, `a[b]=1` sets a member of
    /// an object, and `a[][b]=1` sets a member of the last object in an array, or of a new object.
    private static func object(_ fields: [(String, JSONValue)]) throws(UsageError) -> JSONValue {
        var object = JSONValue.object([:])
        for (name, value) in fields {
            guard let result = keys(of: name).flatMap({ adding(value, at: $0[...], to: object) }) else {
                throw UsageError(
                    "the field '\(SafeText.line(name))' is invalid or contradicts an earlier one; use NAME=VALUE once, "
                        + "NAME[]=VALUE for each element of an array, or NAME[KEY]=VALUE for each member of an object"
                )
            }
            object = result
        }
        return object
    }

    /// Returns the keys in a name: `a`, an empty string and `b` for `a[][b]`; `nil` if the brackets are invalid.
    private static func keys(of name: String) -> [Substring]? {
        let parts = name.split(separator: "[", omittingEmptySubsequences: false)
        guard parts[0].count > 0, !parts[0].contains("]"),
            parts.dropFirst().allSatisfy({ $0.firstIndex(of: "]").map($0.index(after:)) == $0.endIndex })
        else { return nil }
        return [parts[0]] + parts.dropFirst().map { $0.dropLast() }
    }

    /// Returns the current value with a new value at a path of keys. An empty key appends to an array. Returns `nil` if
    /// the path already has a value, or leads through a value of another type.
    private static func adding(
        _ value: JSONValue,
        at keys: ArraySlice<Substring>,
        to current: JSONValue?
    ) -> JSONValue? {
        guard let key = keys.first else {
            guard current == nil else { return nil }
            return value
        }
        let remaining = keys.dropFirst()
        switch current {
        case .array(var elements) where key.isEmpty:
            // The last object is extended unless it already has the next key with a value other than an array.
            if let next = remaining.first, case .object(let members)? = elements.last,
                members[String(next)].map({ $0.array != nil }) ?? true
            {
                elements.removeLast()
                return adding(value, at: remaining, to: .object(members)).map { .array(elements + [$0]) }
            }
            return adding(value, at: remaining, to: nil).map { .array(elements + [$0]) }
        case nil where key.isEmpty: return adding(value, at: remaining, to: nil).map { .array([$0]) }
        case .object(var members) where !key.isEmpty:
            guard let member = adding(value, at: remaining, to: members[String(key)]) else { return nil }
            members[String(key)] = member
            return .object(members)
        case nil: return adding(value, at: keys, to: .object([:]))
        default: return nil
        }
    }

    private mutating func addQuery(_ fields: [(String, JSONValue)]) throws(UsageError) {
        // An empty array has no elements to send.
        let items = fields.filter { $0.1 != .array([]) }.map { name, value in
            QueryParameters.Item(name: name, value: value.plain)
        }
        guard !items.isEmpty else { return }
        // A fragment is not sent.
        let text = request.url.absoluteString.prefix { $0 != "#" }
        let separator = request.url.query() == nil ? "?" : "&"
        guard let url = URL(string: text + separator + QueryParameters(items).encoded) else {
            throw UsageError("the fields cannot be converted to a query; check --raw-field and --field")
        }
        request.url = url
    }

    private static func url(_ text: String, relativeTo baseURL: URL) throws(UsageError) -> URL {
        if text.contains("://") {
            guard let url = URL(string: text), Origin(url) != nil else {
                throw UsageError("'\(SafeText.line(text))' is not an http or https URL")
            }
            if let problem = WebURL.problem(with: url) { throw UsageError(problem) }
            return url
        }
        guard !text.isEmpty else { throw UsageError("PATH is empty; enter one such as users/octocat/repos") }
        if let placeholder = text.prefix(while: { $0 != "?" }).firstMatch(of: /\{[^}]*\}/)?.output {
            throw UsageError("replace '\(SafeText.line(String(placeholder)))' in the path with its value")
        }
        var base = baseURL.absoluteString
        while base.hasSuffix("/") { base.removeLast() }
        let path = text.drop { $0 == "/" }
        if path == "graphql" { return GitHubClient.graphQLURL(for: baseURL) }
        guard let url = URL(string: "\(base)/\(path)"), Origin(url) == Origin(baseURL) else {
            throw UsageError("'\(SafeText.line(text))' is not a valid path")
        }
        return url
    }
}
