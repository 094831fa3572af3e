import Foundation
import SeekBasics

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Checks the main rules of RFC 4287 for feeds without extensions: those of the elements `feed` and `entry` (sections
/// 4.1.1 and 4.1.2), and of their children.
struct AtomValidator {
    /// An element of a document.
    final class Element {
        let name: String
        let namespace: String
        let attributes: [String: String]
        var children: [Element] = []
        var text = ""

        init(name: String, namespace: String, attributes: [String: String] = [:]) {
            self.name = name
            self.namespace = namespace
            self.attributes = attributes
        }

        func children(_ name: String) -> [Element] { children.filter { $0.name == name } }
    }

    /// Returns the root of a well-formed document, or the problem.
    static func root(of xml: String) -> (element: Element?, problem: String?) {
        let parser = XMLParser(data: Data(xml.utf8))
        parser.shouldProcessNamespaces = true
        let reader = Reader()
        parser.delegate = reader
        guard parser.parse(), let root = reader.document.children.first else {
            return (nil, "not well-formed at line \(parser.lineNumber)")
        }
        return (root, nil)
    }

    /// Returns the problems of a feed; empty if it is valid.
    static func problems(in xml: String) -> [String] {
        let (root, problem) = root(of: xml)
        guard let root else { return [problem ?? ""] }
        guard root.name == "feed" else { return ["the root is '\(root.name)'"] }
        var validator = AtomValidator()
        validator.check(feed: root)
        return validator.problems
    }

    private var problems: [String] = []

    private mutating func check(feed: Element) {
        check(
            feed,
            exactlyOne: ["id", "title", "updated"],
            atMostOne: ["subtitle", "generator"],
            anyNumber: ["author", "category", "entry", "link"]
        )
        let entries = feed.children("entry")
        if feed.children("author").isEmpty, !entries.allSatisfy({ !$0.children("author").isEmpty }) {
            problems.append("an entry has no author")
        }
        for entry in entries {
            check(
                entry,
                exactlyOne: ["id", "title", "updated"],
                atMostOne: ["content", "published", "summary"],
                anyNumber: ["author", "category", "link"]
            )
            let hasAlternate = entry.children("link").contains { $0.attributes["rel"] ?? "alternate" == "alternate" }
            if !hasAlternate, entry.children("content").isEmpty { problems.append("an entry has no link or content") }
        }
        let ids = ([feed] + entries).flatMap { $0.children("id") }.map(\.text)
        if Set(ids).count < ids.count { problems.append("an id is not unique") }
    }

    /// Checks the number and the content of an element's children, which can have only these names.
    private mutating func check(
        _ element: Element,
        exactlyOne required: [String],
        atMostOne optional: [String],
        anyNumber repeatable: [String]
    ) {
        for name in required where element.children(name).count != 1 {
            problems.append("\(element.name) has \(element.children(name).count) \(name)")
        }
        for name in optional where element.children(name).count > 1 {
            problems.append("\(element.name) has several \(name)")
        }
        for child in element.children {
            switch child.name {
            case "id":
                if URL(string: child.text)?.scheme == nil { problems.append("'\(child.text)' is not an absolute IRI") }
            case "updated", "published":
                if RFC3339.date(child.text) == nil { problems.append("'\(child.text)' is not a date") }
            case "author":
                if child.children.map(\.name) != ["name"] { problems.append("an author has not exactly one name") }
            case "link":
                if URL(string: child.attributes["href"] ?? "")?.scheme == nil {
                    problems.append("a link has no absolute href")
                }
            case "category":
                if child.attributes["term"] == nil { problems.append("a category has no term") }
            case "entry": break
            default:
                if !child.children.isEmpty { problems.append("\(child.name) contains elements") }
            }
        }
        let allowed = required + optional + repeatable
        for child in element.children where !allowed.contains(child.name) || child.namespace != Self.atom {
            problems.append("\(element.name) contains '\(child.name)' of \(child.namespace)")
        }
    }

    private static let atom = "http://www.w3.org/2005/Atom"

    /// Builds the tree of elements.
    private final class Reader: NSObject, XMLParserDelegate {
        let document = Element(name: "", namespace: "")
        private var open: [Element] = []

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            let element = Element(name: name, namespace: namespaceURI ?? "", attributes: attributes)
            (open.last ?? document).children.append(element)
            open.append(element)
        }

        func parser(
            _ parser: XMLParser,
            didEndElement name: String,
            namespaceURI: String?,
            qualifiedName: String?
        ) {
            open.removeLast()
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }
    }
}
