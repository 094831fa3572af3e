import Foundation
import SeekNetworking
import SeekTestHelpers
import Testing

@testable import FixtureServer

@Suite("fixture-server --site")
struct StaticSiteTests {
    private let folder: TemporaryFolder
    private let site: StaticSite

    init() throws {
        folder = try TemporaryFolder()
        let files = [
            "public/index.html": "home", "public/a/index.html": "page", "public/a/init(_:).JSON": "{}",
            "public/a b.css": "p {}", "public/notes": "?", "secret": "secret",
        ]
        for (path, text) in files { try folder.write(text, to: path) }
        site = try StaticSite(folder: folder.path(of: "public"))
    }

    private func response(_ method: HTTPRequest.Method, _ target: String) throws -> HTTPResponse {
        let url = try #require(URL(string: "http://127.0.0.1:1\(target)"))
        guard case .response(let response) = site.reply(to: HTTPRequest(method: method, url: url)) else {
            throw CocoaError(.featureUnsupported)
        }
        return response
    }

    @Test(
        "a file is served with its media type, a folder as its index.html",
        arguments: [
            ("/", "home", "text/html; charset=utf-8"), ("/a/", "page", "text/html; charset=utf-8"),
            ("/a/index.html?q=1", "page", "text/html; charset=utf-8"), ("/a/init(_:).JSON", "{}", "application/json"),
            ("/a/init(_%3A).JSON", "{}", "application/json"), ("/a%20b.css", "p {}", "text/css; charset=utf-8"),
            ("/notes", "?", "application/octet-stream"),
        ]
    )
    func files(target: String, body: String, type: String) throws {
        let response = try response(.get, target)
        #expect(response.status.code == 200)
        #expect(String(decoding: response.body, as: UTF8.self) == body)
        #expect(response.headerFields[.contentType] == type)
    }

    @Test("a folder's URL without a trailing slash is redirected to the one with the slash")
    func folders() throws {
        let response = try response(.get, "/a")
        #expect(response.status.code == 301)
        #expect(response.headerFields[.location] == "/a/")
    }

    @Test(
        "paths outside of the folder and missing files return 404",
        arguments: ["/../secret", "/%2E%2E/secret", "/a/../../secret", "/..%2Fsecret", "/missing", "/a/missing/"]
    )
    func outside(target: String) throws {
        #expect(try response(.get, target).status.code == 404)
    }

    @Test("methods other than GET and HEAD return 405", arguments: [HTTPRequest.Method.post, .put, .delete])
    func methods(method: HTTPRequest.Method) throws {
        #expect(try response(method, "/").status.code == 405)
    }

    @Test("the program serves a folder even if the sample data does not exist")
    func program() throws {
        let outcome = FixtureServerProgramTests().run(
            ["--site", folder.path(of: "public")],
            environment: ["SEEK_FIXTURES": "/none"]
        ) { url in
            let page = try FixtureServerProgramTests().get(url, "/a/")
            #expect(page.body == "page")
        }
        #expect(outcome.code == 0)
        #expect(outcome.errors == [])
    }

    @Test("if the folder does not exist, the program prints one line and exits with 1")
    func missing() {
        let outcome = FixtureServerProgramTests().run(["--site", "/none"])
        #expect(outcome.code == 1)
        #expect(
            outcome.errors == ["fixture-server: there is no folder '/none'; pass an existing one to --site"]
        )
    }
}
