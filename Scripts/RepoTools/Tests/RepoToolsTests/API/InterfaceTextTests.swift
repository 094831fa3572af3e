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
        #expect(Self.old.declarations.contains("Page › Kind › case one"))
    }

    @Test(
        "each declaration that was removed, changed or added is reported with its container",
        arguments: [
            ("    public var total: Int? { get }\n", "", ["- Page › public var total: Int? { get }"]),
            (
                "public struct Page : Sendable {\n", "public struct Page : Hashable {\n    public var new: Int\n",
                ["- public struct Page : Sendable", "+ public struct Page : Hashable", "+ Page › public var new: Int"]
            ),
            ("        case one\n", "        case one\n        case two\n", ["+ Page › Kind › case two"]),
            (
                "Int? { get }", "Int { get }",
                ["- Page › public var total: Int? { get }", "+ Page › public var total: Int { get }"]
            ),
            ("    public var total", "    @MainActor\n    public var total", ["+ Page › @MainActor"]),
            ("", "", []),
        ] as [(String, String, [String])]
    )
    func difference(old: String, new: String, expected: [String]) {
        let text = Self.old.text
        if !old.isEmpty { #expect(text.contains(old)) }
        let changed = old.isEmpty ? text : text.replacing(old, with: new)
        let difference = InterfaceDifference(from: Self.old, to: InterfaceText(text: changed))
        #expect(difference.description == expected.map { "\($0)\n" }.joined())
    }
}
