import SeekBasics

extension JSONValue {
    /// Returns where this value does not satisfy a schema, for the keywords that the tools use.
    func violations(of schema: JSONValue, at path: String = "$") -> [String] {
        let matches =
            switch schema["type"].string {
            case "object": object != nil
            case "array": array != nil
            case "string": string != nil
            case "integer": integer != nil
            case "boolean": bool != nil
            default: false
            }
        guard matches else { return ["\(path) is not of type \(schema["type"].text())"] }
        var problems = (schema["required"].array ?? []).compactMap { name in
            object?[name.string ?? ""] == nil ? "\(path) has no \(name.text())" : nil
        }
        for (name, value) in object ?? [:] {
            if let property = schema["properties"].object?[name] {
                problems += value.violations(of: property, at: "\(path).\(name)")
            } else {
                problems.append("\(path).\(name) is not in the schema")
            }
        }
        for element in array ?? [] { problems += element.violations(of: schema["items"], at: "\(path)[]") }
        return problems
    }
}
