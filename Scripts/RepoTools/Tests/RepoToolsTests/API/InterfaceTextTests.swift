import Testing

@testable import RepoTools

@Suite struct InterfaceTextTests {
    private static let old = InterfaceText(
        synthesized: """
            import Foundation

            /// A page.
            public struct Page : Sendable {

                /// How many.
                public var total: Int? { get }

                public enum Kind {

                    case one
                }

                @discardableResult
                @inlinable public func keep() -> Int
            }
            /* a
               // b */
            public protocol Store {

                func get() -> Int
            }

            """
    )

    @Test("comments, imports and blank lines are removed, and declarations are described with their enclosing types")
    func text() {
        #expect(
            Self.old.text
                == """
                public struct Page : Sendable {
                    public var total: Int? { get }
                    public enum Kind {
                        case one
                    }
                    @discardableResult
                    @inlinable public func keep() -> Int
                }
                public protocol Store {
                    func get() -> Int
                }

                """
        )
        #expect(Self.old.declarations.map(\.description).contains("Page › Kind › case one"))
    }

    @Test(
        "each change of an interface is reported as additive or breaking",
        arguments: [
            ("    public var total: Int? { get }\n", "", ["breaking\t- Page › public var total: Int? { get }"]),
            (
                "public struct Page : Sendable {\n", "public struct Page : Sendable {\n    public var new: Int\n",
                ["additive\t+ Page › public var new: Int"]
            ),
            (
                "        case one\n", "        case one\n        case two\n",
                ["breaking\t+ Page › Kind › case two  (a switch elsewhere may not handle it)"]
            ),
            (
                "    func get() -> Int\n", "    func get() -> Int\n    func put()\n",
                ["breaking\t+ Store › func put()  (a conformance elsewhere may not implement it)"]
            ),
            (
                "        case one\n", "        case one\n        @available(macOS 26.0, *)\n        case two\n",
                [
                    "breaking\t+ Page › Kind › @available(macOS 26.0, *) case two  "
                        + "(a switch elsewhere may not handle it)"
                ]
            ),
            (
                "        case one\n", "        case one\n        indirect case two(Kind)\n",
                ["breaking\t+ Page › Kind › indirect case two(Kind)  (a switch elsewhere may not handle it)"]
            ),
            (
                "Int? { get }", "Int { get }",
                [
                    "breaking\t- Page › public var total: Int? { get }",
                    "additive\t+ Page › public var total: Int { get }",
                ]
            ),
            (
                "public protocol Store {\n", "public enum New {\n    case a\n}\npublic protocol Store {\n",
                ["additive\t+ public enum New", "additive\t+ New › case a"]
            ),
            (
                "func get() -> Int\n}\n",
                "func get() -> Int\n    func put()\n}\nextension Store {\n    public func put()\n}\n",
                [
                    "additive\t+ extension Store", "additive\t+ Store › public func put()",
                    "additive\t+ Store › func put()",
                ]
            ),
            (
                "func get() -> Int\n}\n",
                "func get() -> Int\n    func put()\n}\nextension Other {\n    public func put()\n}\n",
                [
                    "additive\t+ extension Other", "additive\t+ Other › public func put()",
                    "breaking\t+ Store › func put()  (a conformance elsewhere may not implement it)",
                ]
            ),
            (
                "    public var total", "    @inlinable public var total",
                ["additive\t+ Page › @inlinable public var total: Int? { get }"]
            ),
            ("public struct Page", "@frozen public struct Page", ["additive\t+ @frozen public struct Page : Sendable"]),
            (
                "    public var total",
                "    @available(*, deprecated, message: \"say \\\"all\\\" (x)\")\n    public var total",
                [
                    "additive\t+ Page › @available(*, deprecated, message: \"say \\\"all\\\" (x)\") "
                        + "public var total: Int? { get }"
                ]
            ),
            (
                "    public var total", "    @MainActor public var total",
                [
                    "breaking\t- Page › public var total: Int? { get }",
                    "additive\t+ Page › @MainActor public var total: Int? { get }",
                ]
            ),
            (
                "    public var total", "    @available(macOS 26.0, *)\n    public var total",
                [
                    "breaking\t- Page › public var total: Int? { get }",
                    "additive\t+ Page › @available(macOS 26.0, *) public var total: Int? { get }",
                ]
            ),
            (
                "        case one\n    }\n",
                "        case one\n    }\n    @discardableResult\n    public func get() -> Int\n",
                ["additive\t+ Page › @discardableResult public func get() -> Int"]
            ),
            (
                "    @discardableResult\n", "",
                [
                    "breaking\t- Page › @discardableResult @inlinable public func keep() -> Int",
                    "additive\t+ Page › @inlinable public func keep() -> Int",
                ]
            ),
            ("", "", []),
        ] as [(String, String, [String])]
    )
    func difference(old: String, new: String, expected: [String]) {
        let text = Self.old.text
        if !old.isEmpty { #expect(text.contains(old)) }
        let changed = old.isEmpty ? text : text.replacing(old, with: new)
        let difference = InterfaceDifference(from: Self.old, to: InterfaceText(text: changed))
        #expect(difference.description == expected.map { "\($0)\n" }.joined())
        #expect(difference.isBreaking == expected.contains { $0.hasPrefix("breaking") })
    }

    @Test(
        "a removed member is a breaking change unless a declared conformance still provides it",
        arguments: [
            ("extension Page : Codable", "public func encode(to encoder: any Encoder) throws", "Codable"),
            (
                "extension Page : Decodable where Item : Decodable",
                "public init(from decoder: any Decoder) throws", "Decodable"
            ),
            ("public struct Page : Sendable, Hashable", "public func hash(into hasher: inout Hasher)", "Hashable"),
            ("public enum Kind : Equatable", "public static func == (a: Page.Kind, b: Page.Kind) -> Bool", "Equatable"),
            ("extension Page : Decodable", "public func encode(to encoder: any Encoder) throws", nil),
            (
                "extension Page : Sendable where Item : Encodable",
                "public func encode(to encoder: any Encoder) throws", nil
            ),
            ("public struct Page : Equatable", "public static func == (a: Page, b: String) -> Bool", nil),
            ("public struct Page : Hashable", "public func hash(_ hasher: inout Hasher)", nil),
        ]
    )
    func providedMembers(container: String, member: String, provider: String?) {
        let old = InterfaceText(text: "\(container) {\n    \(member)\n}\n")
        let difference = InterfaceDifference(from: old, to: InterfaceText(text: "\(container) {\n}\n"))
        let name = container.contains("Kind") ? "Kind" : "Page"
        #expect(
            difference.description == provider.map { "additive\t- \(name) › \(member)  (\($0) still provides it)\n" }
                ?? "breaking\t- \(name) › \(member)\n"
        )
        // A member of a removed type or extension is gone.
        let gone = InterfaceDifference(from: old, to: InterfaceText(text: ""))
        #expect(gone.changes.map(\.kind) == [.breaking, .breaking])
    }
}
