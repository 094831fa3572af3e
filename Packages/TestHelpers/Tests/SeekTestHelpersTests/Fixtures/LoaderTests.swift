import Foundation
import SeekTestHelpers
import Testing

@Suite("Loaders")
struct LoaderTests {
    private struct Page: Decodable, Equatable {
        struct Item: Decodable, Equatable {
            var title: String
        }
        var items: [Item]
    }

    private let folder: TemporaryFolder
    private let fixtures: Fixtures

    init() throws {
        folder = try TemporaryFolder()
        fixtures = try Fixtures(root: folder.url)
    }

    @Test("a file can be loaded as a typed value, JSON, text or bytes")
    func builtInLoaders() throws {
        let text = #"{"items": [{"title": "東京 夜景"}]}"#
        try folder.write(text, to: "page.json")
        let page: Page = try load("page", from: fixtures)
        #expect(page == Page(items: [.init(title: "東京 夜景")]))
        #expect(try load("page", as: Page.self, from: fixtures) == page)
        #expect(try load("page", as: JSONValue.self, from: fixtures)["items"][0]["title"].string == "東京 夜景")
        #expect(try load(.json("page"), from: fixtures)["items"][0]["title"].string == "東京 夜景")
        #expect(try load(.text("page.json"), from: fixtures) == text)
        #expect(try load(.bytes("page.json"), from: fixtures) == Data(text.utf8))
    }

    private struct Note: Decodable, Equatable {
        var isArchived: Bool
        var createdAt: Date
    }

    @Test("a decoder can be passed for names in snake case and for dates, also with changes")
    func decoder() throws {
        try folder.write(#"[{"is_archived": true, "created_at": "1970-01-01T00:00:10Z"}]"#, to: "notes.json")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        let date = Date(timeIntervalSince1970: 10)
        let notes: [Note] = try load("notes", decoder: decoder, from: fixtures)
        #expect(notes == [Note(isArchived: true, createdAt: date)])
        let changed: [Note] = try load("notes", setting: ["[0].is_archived": false], decoder: decoder, from: fixtures)
        #expect(changed == [Note(isArchived: false, createdAt: date)])
    }

    @Test("load finds the shared fixtures from the calling file")
    func sharedFolder() throws {
        let page: JSONValue = try load("youtube/search")
        #expect(page["kind"].string == "youtube#searchListResponse")
    }

    @Test(
        "the error for a file of the wrong shape contains the coding path and the reason",
        arguments: [
            (#"{"items": [{"title": "a"}, {}]}"#, "items[1].title", "is missing"),
            (#"{"items": [{"title": null}]}"#, "items[0].title", "is null"),
            (#"{"items": [{"title": 1}]}"#, "items[0].title", "is not a string"),
            (#"{}"#, "items", "is missing"), ("[]", nil, "is not an object"),
        ]
    )
    func malformed(text: String, place: String?, reason: String) throws {
        let file = try folder.write(text, to: "page.json")
        let error = try #require(throws: FixtureError.self) { try load("page", as: Page.self, from: fixtures) }
        #expect(error == .malformed(path: file.path, place: place, reason: reason))
        let location = place.map { " at \($0)" } ?? ""
        #expect("\(error)" == "fixture \(file.path) is malformed\(location): \(reason)")
    }

    @Test(
        "a file that is not JSON is reported with the line, also if it is loaded as another type",
        arguments: [
            ("{\n  \"a\": }", "line 2, column 8: a value is missing"), ("", "line 1, column 1: it is empty"),
            ("[{\r\n", "line 2, column 1: it ends too early"),
        ]
    )
    func notJSON(text: String, problem: String) throws {
        try folder.write(text, to: "broken.json")
        for load in [
            { _ = try load(.json("broken"), from: fixtures) },
            { _ = try load("broken", as: Page.self, from: fixtures) },
        ] {
            let error = #expect(throws: FixtureError.self) { try load() }
            #expect(
                error?.description.hasSuffix("broken.json is malformed at \(problem)") == true,
                "\(String(describing: error))"
            )
        }
    }

    private struct FailingLoader: Loader {
        var name: String
        var error: any Error
        func convert(_ bytes: Data) throws { throw error }
    }

    @Test("an error thrown by a conversion is reported with the file; a FixtureError is thrown unchanged")
    func otherFailures() throws {
        let file = try folder.write(Data([0xFF, 0xFE]), to: "latin.txt")
        let expected = FixtureError.malformed(path: file.path, place: nil, reason: "it is not text in UTF-8")
        #expect(throws: expected) { try load(.text("latin.txt"), from: fixtures) }
        try folder.write("{}", to: "page.json")
        let page = fixtures.root.appendingPathComponent("page.json").path
        #expect(throws: FixtureError.malformed(path: page, place: nil, reason: "CancellationError()")) {
            try load(FailingLoader(name: "page", error: CancellationError()), from: fixtures)
        }
        #expect(throws: FixtureError.invalidName("x")) {
            try load(FailingLoader(name: "page", error: FixtureError.invalidName("x")), from: fixtures)
        }
    }
}
