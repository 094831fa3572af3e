import Testing

@testable import RepoTools

@Suite struct SwiftCallsTests {
    private static let text = """
        // "A" is in a comment: .target(name: "A")
        let package = Package(
            name: "P",
            products: [.library(name: "A", targets: ["A"])],
            targets: [
                module("A", in: "X", uses: ["B", .target(name: "C")]),
                .target(name: "B"),
            ]
        )
        """

    @Test("calls are found by their first argument, except in comments")
    func find() throws {
        let calls = SwiftCalls(Self.text)
        let found = calls.calls(withFirstArgument: "A")
        #expect(found.map(\.function) == [".library", "module"])
        #expect(found[1].arguments.map(\.label) == [nil, "in", "uses"])
        #expect(calls.elements(found[1].arguments[2].value) == ["\"B\"", ".target(name: \"C\")"])
        #expect(calls.elements(found[1].arguments[1].value) == nil)
        #expect(calls.calls(withFirstArgument: "Z") == [])
        #expect(calls.arrayArgument("targets").map { calls.text($0) }?.hasPrefix("[\n        module(") == true)
        #expect(calls.arrayArgument("platforms") == nil)
    }

    @Test("an edit changes only its call or array")
    func change() throws {
        var calls = SwiftCalls(Self.text)
        calls.replace(calls.calls(withFirstArgument: "B")[0], with: nil)
        #expect(calls.text.contains("(name: \"C\")]),\n    ]\n)"))
        calls.set("uses", to: "[]", in: calls.calls(withFirstArgument: "A")[1])
        #expect(calls.text.contains("module(\"A\", in: \"X\", uses: []),"))
        calls.set("path", to: "\"p\"", in: calls.calls(withFirstArgument: "A")[1], before: ["uses"])
        #expect(calls.text.contains("in: \"X\", path: \"p\", uses: []),"))
        calls.set("last", to: "1", in: calls.calls(withFirstArgument: "A")[1])
        #expect(calls.text.contains("uses: [], last: 1),"))
        let isAdded = calls.append(".new", toArray: "targets")
        #expect(isAdded)
        #expect(calls.text.contains("last: 1),\n.new,\n"))
        let isAddedWithoutArray = calls.append(".new", toArray: "dependencies")
        #expect(!isAddedWithoutArray)
        var empty = SwiftCalls("Package(targets: [])")
        _ = empty.append(".new", toArray: "targets")
        #expect(empty.text == "Package(targets: [\n.new,\n])")
    }
}
