/// The `fields` parameter of Google's APIs: the requested members of a response, such as
/// `items(id,snippet/title),nextPageToken`. An empty selector selects everything. The text after an unmatched `)` is
/// ignored.
struct FieldSelector: Sendable {
    private indirect enum Node: Sendable {
        case all
        case members([(name: String, node: Node)])
    }

    private let root: Node

    init(_ text: String) {
        var rest = Array(text.filter { !$0.isWhitespace })[...]
        root = Self.parseList(&rest)
    }

    func select(from value: OrderedJSON) -> OrderedJSON { Self.select(value, root) }

    private static func parseList(_ rest: inout ArraySlice<Character>) -> Node {
        var members: [(name: String, node: Node)] = []
        while let first = rest.first, first != ")" {
            if first == "," { rest = rest.dropFirst() } else { members.append(parsePath(&rest)) }
        }
        rest = rest.dropFirst()
        return members.isEmpty ? .all : .members(members)
    }

    private static func parsePath(_ rest: inout ArraySlice<Character>) -> (name: String, node: Node) {
        let name = rest.prefix { !",/()".contains($0) }
        rest = rest.dropFirst(name.count)
        switch rest.first {
        case "/":
            rest = rest.dropFirst()
            return (String(name), .members([parsePath(&rest)]))
        case "(":
            rest = rest.dropFirst()
            return (String(name), parseList(&rest))
        default:
            return (String(name), .all)
        }
    }

    private static func select(_ value: OrderedJSON, _ node: Node) -> OrderedJSON {
        guard case .members(let selected) = node else { return value }
        switch value {
        case .array(let elements):
            return .array(elements.map { select($0, node) })
        case .object(let members):
            return .object(
                members.compactMap { member -> OrderedJSON.Member? in
                    let nodes = selected.filter { $0.name == member.name || $0.name == "*" }.map(\.node)
                    guard let first = nodes.first else { return nil }
                    let merged = nodes.dropFirst().reduce(first, merge)
                    return (member.name, select(member.value, merged))
                }
            )
        default: return value
        }
    }

    private static func merge(_ left: Node, _ right: Node) -> Node {
        guard case .members(let first) = left, case .members(let second) = right else { return .all }
        return .members(first + second)
    }
}
