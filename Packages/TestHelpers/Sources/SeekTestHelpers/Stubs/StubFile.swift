public import SeekBasics
import SeekNetworking

/// The JSON format of stubs, which tests and `fixture-server` share. A file contains one stub or an array of stubs:
/// ```json
/// [{"method": "GET", "url": "/users/{user}/repos", "query": "exactly", "headers": {"Accept": "text/html"},
///   "matches": {"q": "swift *"}, "body": {"part": "of the JSON"},
///   "response": {"status": 200, "headers": {"ETag": "x"}, "file": "github/user_repos", "setting": {"[0].name": ""},
///              "delay": 0.5}}]
/// ```
/// The members of a stub, of which only `url` is required:
/// - `url`: The URL with its placeholders; see ``RequestMatcher``.
/// - `method`: The method; `GET` by default, `*` for every method.
/// - `query`: Whether a request can have other query parameters than `url`: `containing` (it can, the default) or
///   `exactly` (it cannot).
/// - `headers`: The required header fields with their exact values.
/// - `matches`: Patterns by query parameter, in which `*` stands for any characters, as in
///   ``StubCondition/query(_:matches:)``.
/// - `body`: The members that the JSON body must contain, as in ``StubCondition/json(_:)``.
/// - `response`: A response, or an array of responses that are returned in order, each once; then the stub does not
///   match any more.
///
/// The members of a response, which are all optional:
/// - `status`: The status; 200 by default.
/// - `headers`: The header fields.
/// - `json`, `text` or `file`: The body as JSON, as text, or as the name of a fixture. If all three are missing, the
///   body is an empty JSON object; it is empty for the statuses 204, 205 and 304.
/// - `setting`: New values in the fixture of `file`, keyed by their paths, as in ``FixtureChange``.
/// - `fault`: `reset`, `empty`, `garbage`, `stall`, `badChunk` or `endless`, instead of all the members above.
/// - `delay`: The delay in seconds, at most ``delayLimit``.
public enum StubFile {
    /// The maximum delay of a response, in seconds: an hour.
    public static let delayLimit = 3_600.0
    /// The maximum length of a stub's URL, in bytes: 2 KiB.
    public static let urlLimit = 2_048

    /// Creates stubs from JSON.
    ///
    /// - Parameters:
    ///   - name: The name of the JSON in error descriptions, such as the path of its file.
    ///   - filePath: The source file at which the search for the folder of fixtures starts.
    /// - Throws: ``FixtureError/malformed(path:place:reason:)``
    public static func stubs(
        from bytes: Data,
        in name: String,
        filePath: String = #filePath
    ) throws(FixtureError) -> [Stub] {
        let value: JSONValue
        do {
            value = try JSONValue(json: bytes)
        } catch {
            throw FixtureError(error, inFile: name)
        }
        guard let list = value.array else {
            return [try StubParser(fileName: name, filePath: filePath, place: "").stub(value, number: 1)]
        }
        var stubs: [Stub] = []
        for (index, element) in list.enumerated() {
            let parser = StubParser(fileName: name, filePath: filePath, place: "[\(index)]")
            stubs.append(try parser.stub(element, number: index + 1))
        }
        return stubs
    }
}

extension Loader where Self == FixtureLoader<[Stub]> {
    /// Loads the stubs of a file: `for stub in try load(.stubs("stubs/github")) { transport.add(stub) }`.
    ///
    /// - Parameter filePath: The source file at which the search for the folder of fixtures starts.
    public static func stubs(_ name: String, filePath: String = #filePath) -> Self {
        FixtureLoader(name) { try StubFile.stubs(from: $0, in: name, filePath: filePath) }
    }
}

private struct StubParser {
    /// The name of the JSON in error descriptions.
    var fileName: String
    /// The source file at which the search for the folder of fixtures starts.
    var filePath: String
    /// The path of the stub in the JSON.
    var place: String

    /// - Parameter number: The number of the stub in the file, which is reported as its line.
    func stub(_ value: JSONValue, number: Int) throws(FixtureError) -> Stub {
        let members = ["method", "url", "query", "headers", "matches", "body", "response"]
        try checkMembers(of: value, at: place, members)
        guard let url = try string("url", in: value, at: place) else {
            throw malformed("\(place).url", "a URL or a path is missing")
        }
        guard let method = HTTPRequest.Method(try string("method", in: value, at: place) ?? "GET") else {
            throw malformed("\(place).method", "it is not a method")
        }
        let query = try string("query", in: value, at: place) ?? "containing"
        guard ["containing", "exactly"].contains(query) else {
            throw malformed("\(place).query", "it must be 'containing' or 'exactly'")
        }
        guard url.utf8.count <= StubFile.urlLimit else {
            throw malformed("\(place).url", "it is longer than \(StubFile.urlLimit) bytes")
        }
        var conditions = try queryConditions(value["matches"])
        if let body = value.object?["body"] { conditions.append(.json(body)) }
        let fields = try fields(value["headers"], at: "\(place).headers")
        let matcher = RequestMatcher(method, url, query == "exactly" ? .exactly : .containing, fields, conditions)
        let response = try responses(value["response"], at: "\(place).response")
        let site = CallSite(fileID: fileName, filePath: fileName, line: number, column: 1)
        let stub = Stub(matcher, times: .any, returning: response, callSite: site)
        if case .failure(let error) = stub.pattern { throw malformed("\(place).url", error.reason) }
        return stub
    }

    private func queryConditions(_ value: JSONValue) throws(FixtureError) -> [StubCondition] {
        var conditions: [StubCondition] = []
        for (name, pattern) in try members(of: value, at: "\(place).matches") {
            let place = "\(place).matches.\(name)"
            guard let text = pattern.string else { throw malformed(place, "it is not a string") }
            conditions.append(.query(name, matches: text))
        }
        return conditions
    }

    private func responses(_ value: JSONValue, at place: String) throws(FixtureError) -> StubResponse {
        guard let list = value.array else { return try stubResponse(value, at: place) }
        var responses: [StubResponse] = []
        for (index, element) in list.enumerated() {
            responses.append(try stubResponse(element, at: "\(place)[\(index)]"))
        }
        return .sequence(responses)
    }

    private func stubResponse(_ value: JSONValue, at place: String) throws(FixtureError) -> StubResponse {
        guard !value.isNull else { return .status(.ok) }
        try checkMembers(
            of: value,
            at: place,
            ["status", "headers", "json", "text", "file", "setting", "fault", "delay"]
        )
        let contents = ["json", "text", "file", "fault"].filter { value.object?[$0] != nil }
        guard contents.count < 2 else {
            throw malformed(place, "it has \(contents.joined(separator: " and ")), of which only one is allowed")
        }
        let stubResponse =
            if let fault = try fault(value, at: place) { fault } else { try httpResponse(value, at: place) }
        guard !value["delay"].isNull else { return stubResponse }
        guard let seconds = value["delay"].number, (0...StubFile.delayLimit).contains(seconds) else {
            throw malformed("\(place).delay", "it must be a number of seconds from 0 to \(Int(StubFile.delayLimit))")
        }
        return .delayed(by: .seconds(seconds), stubResponse)
    }

    private func fault(_ value: JSONValue, at place: String) throws(FixtureError) -> StubResponse? {
        guard let name = try string("fault", in: value, at: place) else { return nil }
        guard let fault = Self.faults[name] else {
            throw malformed("\(place).fault", "it must be one of \(Self.faults.keys.sorted().joined(separator: ", "))")
        }
        if let member = ["status", "headers", "setting"].first(where: { !value[$0].isNull }) {
            throw malformed("\(place).\(member)", "it cannot be combined with 'fault'")
        }
        return .fault(fault)
    }

    private func httpResponse(_ value: JSONValue, at place: String) throws(FixtureError) -> StubResponse {
        let code = value["status"].isNull ? 200 : value["status"].integer
        guard let code, (200...999).contains(code) else {
            throw malformed("\(place).status", "it must be a number from 200 to 999")
        }
        let status = HTTPResponse.Status(code: code)
        let fields = try fields(value["headers"], at: "\(place).headers")
        if let name = try string("file", in: value, at: place) {
            let newValues = try members(of: value["setting"], at: "\(place).setting")
            let changes = Dictionary(uniqueKeysWithValues: newValues.map { ($0.name, FixtureChange.set($0.value)) })
            return StubResponse(
                file: .init(name: name, status: status, headerFields: fields, changes: changes, filePath: filePath)
            )
        }
        guard value["setting"].isNull else { throw malformed("\(place).setting", "it requires 'file'") }
        var response =
            value.object?["json"].map { HTTPResponse(json: $0, status: status) } ?? HTTPResponse(onlyStatus: status)
        if let text = try string("text", in: value, at: place) {
            response.body = Data(text.utf8)
            response.headerFields[.contentType] = "text/plain; charset=utf-8"
        }
        for field in fields { response.headerFields[field.name] = field.value }
        return .response(response)
    }

    private func string(_ name: String, in value: JSONValue, at place: String) throws(FixtureError) -> String? {
        guard !value[name].isNull else { return nil }
        guard let string = value[name].string else { throw malformed("\(place).\(name)", "it is not a string") }
        return string
    }

    /// Returns the members of an optional object.
    private func members(of value: JSONValue, at place: String) throws(FixtureError) -> JSONObject {
        guard !value.isNull else { return [:] }
        guard let object = value.object else { throw malformed(place, "it is not an object") }
        return object
    }

    private func fields(_ value: JSONValue, at place: String) throws(FixtureError) -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in try members(of: value, at: place) {
            guard let name = HTTPField.Name(name), let text = value.string, HTTPField.isValidValue(text) else {
                throw malformed("\(place).\(name)", "it is not a header field")
            }
            fields.append(HTTPField(name: name, value: text))
        }
        return fields
    }

    /// Throws an error for an unknown member: a misspelled condition must not be ignored.
    private func checkMembers(of value: JSONValue, at place: String, _ allowed: [String]) throws(FixtureError) {
        guard let object = value.object else { throw malformed(place, "it is not an object") }
        guard let unknown = object.names.first(where: { !allowed.contains($0) }) else { return }
        let nearest = Spelling.nearest(to: unknown, among: allowed)
        throw malformed("\(place).\(unknown)", "it is not known" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
    }

    private func malformed(_ place: String, _ reason: String) -> FixtureError {
        let place = place.hasPrefix(".") ? String(place.dropFirst()) : place
        return .malformed(path: fileName, place: place.isEmpty ? nil : place, reason: reason)
    }

    private static let faults: [String: LoopbackServer.Fault] = [
        "reset": .resetBeforeResponse, "empty": .emptyResponse, "garbage": .garbage, "stall": .stall,
        "badChunk": .badChunk, "endless": .endlessBody,
    ]
}
