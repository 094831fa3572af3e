import Foundation
import Testing

@testable import SeekTestHelpers

@Suite("Changes to fixtures")
struct JSONPathTests {
    static let page: JSONValue = [
        "items": [["id": 1, "title": "a"], ["id": 2, "title": "b"]], "a.b": ["c": [true]], "none": nil,
    ]

    private func change(_ path: String, _ change: FixtureChange) throws -> JSONValue {
        var value = Self.page
        try value.apply(change, at: JSONPath(path))
        return value
    }

    @Test("a change is applied at its path")
    func applied() throws {
        #expect(try change("items[1].title", "x")["items"][1] == ["id": 2, "title": "x"])
        #expect(try change("items[*].id", 7)["items"] == [["id": 7, "title": "a"], ["id": 7, "title": "b"]])
        #expect(try change("items[0]", .removed)["items"] == [["id": 2, "title": "b"]])
        #expect(try change("items[*]", .removed)["items"] == [])
        #expect(try change("items[0].id", .removed)["items"][0] == ["title": "a"])
        #expect(try change("items[0].new", .added(["x": 1]))["items"][0]["new"]["x"] == 1)
        #expect(try change("\"a.b\".c[0]", false)["a.b"] == ["c": [false]])
        #expect(try change("none", 1.5)["none"] == 1.5)
        #expect(try change("items", [])["items"] == [])
        #expect(try change("items[0]", ["id": nil])["items"][0] == ["id": nil])
        #expect(try change("none", nil)["none"] == .null)
    }

    @Test(
        "the error for a change that cannot be applied contains the path and the reason",
        arguments: [
            ("itms[0].id", FixtureChange.set(1), "itms", "did you mean 'items'?"),
            ("items[2].id", 1, "items[2]", "the array has 2 elements"),
            ("items.id", 1, "items.id", "it is not an object"),
            ("none[0]", 1, "none", "it is not an array"), ("none[*]", 1, "none", "it is not an array"),
            ("items[0].title", .added("x"), "items[0].title", "the member already exists"),
            ("items[1]", .added("x"), "items[1]", "only members can be added; set the element"),
            ("items[*]", .added("x"), "items[1]", "only members can be added; set the element"),
            ("items[0].titel", .removed, "items[0].titel", "did you mean 'title'?"),
            ("", 1, "", "a name is missing"), ("a.", 1, "a.", "a name is missing"),
            (".a", 1, ".a", "a name is missing"),
            ("a[", 1, "a[", "a bracket is not closed"), ("a[x]", 1, "a[x]", "'[x]' is not an index"),
            ("a[-1]", 1, "a[-1]", "'[-1]' is not an index"), ("a[0]b", 1, "a[0]b", "before 'b'"),
            ("\"a", 1, "\"a", "a quotation mark is not closed"),
        ]
    )
    func rejected(path: String, with change: FixtureChange, place: String, reason: String) {
        let failure = #expect(throws: JSONPath.Failure.self) { try self.change(path, change) }
        #expect(failure?.place == place)
        #expect(failure?.reason.contains(reason) == true)
    }

    struct Item: Decodable, Equatable {
        var id: Int
        var title: String
    }

    @Test("load applies changes to typed values and JSON, and errors name the fixture")
    func loaded() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{"id": 1, "title": "a"}"#, to: "item.json")
        let fixtures = try Fixtures(root: folder.url)
        #expect(try load("item", setting: ["title": ""], from: fixtures) == Item(id: 1, title: ""))
        #expect(try load(.json("item", setting: ["title": .removed]), from: fixtures) == (["id": 1] as JSONValue))
        let error = #expect(throws: FixtureError.self) {
            try load("item", setting: ["tilte": ""], as: Item.self, from: fixtures)
        }
        #expect(
            error?.description
                == "fixture 'item' cannot be changed at 'tilte': it does not exist; did you mean 'title'?"
        )
        let broken = #expect(throws: FixtureError.self) {
            try load("item", setting: ["id": "x"], as: Item.self, from: fixtures)
        }
        #expect(broken?.description.contains("item.json is malformed at id") == true)
    }
}
