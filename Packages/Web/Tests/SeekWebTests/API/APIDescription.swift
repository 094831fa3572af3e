import Foundation
import SeekBasics
import SeekNetworking

/// The description of the API, against which responses are checked.
struct APIDescription {
    /// A method and a path template: `GET /api/v1/saved/{name}`.
    typealias Operation = String

    let document: JSONValue

    init() async throws { document = try await Site().json("/api/v1/openapi.json") }

    /// The documented responses of all operations, by status.
    var operations: [Operation: JSONObject] {
        var operations: [Operation: JSONObject] = [:]
        for (path, methods) in document["paths"].object ?? [:] {
            for (method, operation) in methods.object ?? [:] {
                operations["\(method.uppercased()) \(path)"] = operation["responses"].object ?? [:]
            }
        }
        return operations
    }

    /// Returns the differences between a response and its description.
    func problems(of response: TestAppResponse, to operation: Operation) -> [String] {
        guard let responses = operations[operation] else { return ["\(operation) is not described"] }
        let status = String(response.status.code)
        // The description `default` applies to errors only.
        guard let described = responses[status] ?? (status < "400" ? nil : responses["default"]) else {
            return ["\(operation): status \(status) is not described"]
        }
        let description = resolved(described)
        var problems = (description["headers"].object ?? [:]).names.compactMap { name -> String? in
            let isOptional = ["Retry-After", "Link"].contains(name)
            guard !isOptional, let field = HTTPField.Name(name), response.headerFields[field] == nil else { return nil }
            return "\(operation): \(status) has no \(name)"
        }
        let types = description["content"].object ?? [:]
        let type = response.headerFields[.contentType].map { String($0.prefix { $0 != ";" }) }
        guard response.events == nil else {
            return problems + (types["text/event-stream"] == nil ? ["\(operation): events are not described"] : [])
        }
        guard let type else {
            return problems + (types.isEmpty && response.body.isEmpty ? [] : ["\(operation): no type"])
        }
        guard let schema = types[type]?["schema"] else { return problems + ["\(operation): \(type) is not described"] }
        guard type.hasSuffix("json") else { return problems }
        guard let value = try? response.json else {
            return problems + ["\(operation): the body is not JSON"]
        }
        problems += self.problems(in: value, schema, at: "\(operation) \(status)")
        return problems
    }

    /// Returns the value that a reference refers to; other values are returned unchanged.
    private func resolved(_ value: JSONValue) -> JSONValue {
        guard let reference = value["$ref"].string else { return value }
        return reference.dropFirst(2).split(separator: "/").reduce(document) { $0[String($1)] }
    }

    private static let annotations: Set<String> = ["description", "default"]

    /// Returns the violations of a schema. A keyword that this method does not support is reported as well.
    func problems(in value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
        let schema = resolved(schema)
        guard let keywords = schema.object, !keywords.isEmpty else { return ["\(place): there is no schema"] }
        return keywords.flatMap { keyword, rule -> [String] in
            switch keyword {
            case _ where Self.annotations.contains(keyword): return []
            case "type": return value.is(rule.string ?? "") ? [] : ["\(place): not of type \(rule.string ?? "?")"]
            case "enum": return rule.array?.contains(value) == true ? [] : ["\(place): \(value) is not in the list"]
            case "minimum":
                return (value.number ?? -.infinity) >= (rule.number ?? .infinity) ? [] : ["\(place): too small"]
            case "format":
                return value.hasFormat(rule.string ?? "") ? [] : ["\(place): \(value) has no format \(rule)"]
            case "items":
                return (value.array ?? []).enumerated().flatMap { problems(in: $1, rule, at: "\(place)[\($0)]") }
            case "required":
                let missing = (rule.array ?? []).compactMap(\.string).filter { value.object?[$0] == nil }
                return missing.map { "\(place): \($0) is missing" }
            case "properties":
                return (value.object ?? [:]).flatMap { name, member in
                    rule.object?[name].map { problems(in: member, $0, at: "\(place).\(name)") } ?? []
                }
            case "additionalProperties":
                let described = Set((schema["properties"].object ?? [:]).names)
                return Set((value.object ?? [:]).names).subtracting(described).map {
                    "\(place): \($0) is not described"
                }
            default: return ["\(place): the keyword \(keyword) is not checked"]
            }
        }
    }
}

extension JSONValue {
    fileprivate func `is`(_ type: String) -> Bool {
        switch type {
        case "object": object != nil
        case "array": array != nil
        case "string": string != nil
        case "boolean": bool != nil
        case "number": number != nil
        case "integer": number.map { $0 == $0.rounded() } ?? false
        default: false
        }
    }

    fileprivate func hasFormat(_ format: String) -> Bool {
        guard let string else { return false }
        return switch format {
        case "date-time": RFC3339.date(string) != nil
        case "date": CalendarDate(string) != nil
        case "uri": URL(string: string)?.scheme != nil
        default: false
        }
    }
}
