import Seek
import SeekBasics

/// A failure of a tool, as a text for the assistant: the cause and the advice.
struct ToolError: Error, Sendable, Hashable {
    var text: String

    init(_ text: String) { self.text = text }

    init(_ error: SearchError, at now: Date) {
        let cause = error.failure.message(at: now) { advice in
            switch advice {
            case .setCredential, .replaceCredential, .signIn:
                error.failure.service == SearchService.youTube.rawValue
                    ? "set YOUTUBE_API_KEY for seek mcp, or run: seek auth login youtube"
                    : "set GH_TOKEN for seek mcp, or run: seek auth login github"
            case .allowMoreCalls: "start seek mcp with a greater --budget"
            case .update: "if the problem persists, update seek"
            default: nil
            }
        }
        text = cause
        // The reason of the service is needed to correct the search.
        if case .rejected(let service, let message, _) = error {
            text += " \(service.rawValue) responded: \(quoted(message, to: 300))"
        }
    }
}

/// Returns a text of a service in one line and in quotation marks, without control and invisible characters.
func quoted(_ text: String, to length: Int) -> String { JSONValue.string(cleaned(text, to: length)).text() }

/// Returns a text of a service in one line, without control and invisible characters, and shortened to a number of
/// characters.
func cleaned(_ text: String, to length: Int) -> String {
    // A character can have any number of scalars.
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: length, limitedBy: scalars.endIndex),
        end < scalars.endIndex
    else { return SafeText.line(text) }
    return SafeText.line(String(scalars[..<end])) + "…"
}

/// The arguments of a call, which satisfy the schema of the tool.
struct Arguments: Sendable {
    let object: JSONObject

    /// Checks arguments. The rules are those of the schema, so that none is stated twice.
    init(_ value: JSONValue, _ schema: JSONValue) throws(ToolError) {
        object = (value.object ?? [:]).filter { !$0.value.isNull }
        let properties = schema["properties"].object ?? [:]
        for (name, value) in object {
            guard let property = properties[name] else {
                let nearest = Spelling.nearest(to: name, among: properties.names)
                throw ToolError(
                    "There is no argument \(quoted(name, to: 50)). "
                        + (nearest.map { "Did you mean \($0)?" }
                            ?? "The arguments are \(properties.names.joined(separator: ", ")).")
                )
            }
            try Self.check(value, property, name)
        }
        for name in schema["required"].array?.compactMap(\.string) ?? [] where object[name] == nil {
            throw ToolError("The argument \(name) is required.")
        }
    }

    private static func check(_ value: JSONValue, _ schema: JSONValue, _ name: String) throws(ToolError) {
        func isIn(_ number: Int, _ minimum: String, _ maximum: String) -> Bool {
            (schema[minimum].integer ?? .min)...(schema[maximum].integer ?? .max) ~= number
        }
        let isValid =
            switch schema["type"].string {
            case "string": value.string.map { isIn($0.unicodeScalars.count, "minLength", "maxLength") } ?? false
            case "integer": value.integer.map { isIn($0, "minimum", "maximum") } ?? false
            default: value.array.map { isIn($0.count, "minItems", "maxItems") } ?? false
            }
        let isDate = schema["format"].isNull || value.string.flatMap { CalendarDate($0) } != nil
        guard isValid, isDate, schema["enum"].array?.contains(value) ?? true else {
            throw ToolError("The argument \(name) is not valid. Its schema is \(schema.text())")
        }
        for element in value.array ?? [] { try check(element, schema["items"], "\(name)[]") }
    }

    subscript(name: String) -> String? { object[name]?.string }
    func integer(_ name: String) -> Int? { object[name]?.integer }
    func strings(_ name: String) -> [String]? { object[name]?.array?.compactMap(\.string) }

    /// The first second of the day in an argument.
    func start(_ name: String) -> Date? { self[name].flatMap { CalendarDate($0) }?.midnight }
    /// The last second of the day in an argument.
    func end(_ name: String) -> Date? {
        start(name).map { $0.addingTimeInterval(86_399) }
    }
}
