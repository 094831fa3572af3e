import SeekBasics

/// The page that describes the JSON API, from its OpenAPI description.
enum APIView {
    static let html = html(of: (try? JSONValue(json: APIRoutes.description)) ?? [:])

    private typealias Operation = (name: String, content: JSONValue)

    private static func html(of document: JSONValue) -> HTML {
        let operations = (document["paths"].object ?? [:]).flatMap { path, methods in
            (methods.object ?? [:]).map { Operation("\($0.uppercased()) \(path)", $1) }
        }
        let sections = (document["tags"].array ?? []).compactMap(\.["name"].string).map { tag in
            (tag, operations.filter { $0.content["tags"].array?.contains(.string(tag)) == true })
        }
        return """
            <div class="narrow stack api"><div class="heading"><h1>JSON API</h1></div>
            <p>\(text(document["info"]))</p>
            <p>For programs: <a href="/api/v1/openapi.json">the description in the format of OpenAPI 3.1</a></p>
            \(each: sections, { section($0, $1, document) })</div>
            """
    }

    private static func section(_ tag: String, _ operations: [Operation], _ document: JSONValue) -> HTML {
        "<section class=\"box stack\"><h2>\(tag)</h2>\(each: operations, { entry($0, document) })</section>"
    }

    private static func entry(_ operation: Operation, _ document: JSONValue) -> HTML {
        let content = operation.content
        let parameters = (content["parameters"].array ?? []).map { resolved($0, document) }
        let responses = (content["responses"].object ?? [:]).filter { $0.name.first == "2" }
        return """
            <article><h3><code>\(operation.name)</code></h3>
            <p>\(content["summary"].string ?? ""). \(text(content))</p>
            \(each: responses, { "<p class=\"muted\">\($0): \(text($1))</p>" })
            \(if: !parameters.isEmpty, "<dl>\(each: parameters, parameter)</dl>")</article>
            """
    }

    private static func parameter(_ parameter: JSONValue) -> HTML {
        let choices = parameter["schema"]["items"]["enum"].array ?? parameter["schema"]["enum"].array ?? []
        let names = choices.compactMap(\.string).joined(separator: ", ")
        return """
            <dt><code>\(parameter["name"].string ?? "")</code></dt>\
            <dd>\(text(parameter))\(if: !names.isEmpty, " Values: \(names).")</dd>
            """
    }

    /// Returns the description of a part of the document, in which backticks enclose code.
    private static func text(_ part: JSONValue) -> HTML {
        let pieces = (part["description"].string ?? "").split(separator: "`", omittingEmptySubsequences: false)
        return "\(each: pieces.enumerated(), { $0 % 2 == 0 ? "\($1)" : "<code>\($1)</code>" })"
    }

    /// Returns the part of the document to which a reference refers; another value unchanged.
    private static func resolved(_ value: JSONValue, _ document: JSONValue) -> JSONValue {
        guard let reference = value["$ref"].string else { return value }
        return reference.dropFirst(2).split(separator: "/").reduce(document) { $0[String($1)] }
    }
}
