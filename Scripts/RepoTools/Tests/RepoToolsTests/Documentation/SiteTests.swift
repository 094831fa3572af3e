import Foundation
import SeekBasics
import Testing

@testable import RepoTools

@Suite struct DocumentationFindingsTests {
    @Test("symbols in generated groups count as listed by no topic, except those in “Extended Modules”")
    func curation() throws {
        let page = #"""
            {"topicSections": [
              {"title": "Clients", "identifiers": ["a"]},
              {"title": "Structures", "generated": true, "identifiers": ["c", "b"]},
              {"title": "Extended Modules", "generated": true, "identifiers": ["d"]}
            ], "references": {"b": {"title": "Page"}, "c": {"title": "load(_:)"}}}
            """#
        #expect(try Curation.unlisted(in: Data(page.utf8)) == ["Page", "load(_:)"])
        #expect(try Curation.unlisted(in: Data("{}".utf8)) == [])
        #expect(throws: RepoError.self) { try Curation.unlisted(in: Data("<".utf8)) }
    }

    @Test("a diagnostic of docc is a finding with its file, line and first solution; a missing description is ignored")
    func diagnostics() throws {
        let json = #"""
            {"version": {}, "diagnostics": [
              {"source": "file:///r%20r/libs/A.swift", "range": {"start": {"line": 7, "column": 2}}, "severity": "warning",
               "summary": "'B' doesn't exist at '/A'", "solutions": [{"summary": "Replace 'B' with 'C'"}, {"summary": "D"}]},
              {"source": "file:///r%20r/libs/A.swift", "severity": "warning", "summary": "Parameter 'x' is missing documentation"},
              {"severity": "error", "summary": "no page"}
            ]}
            """#
        let findings = try Diagnostics.findings(in: Data(json.utf8), root: "/r r", default: "libs/A.docc")
        #expect(
            findings.map(\.description) == [
                "libs/A.swift:7: 'B' doesn't exist at '/A'; replace 'B' with 'C'", "libs/A.docc:1: no page",
            ]
        )
        #expect(throws: RepoError.self) { try Diagnostics.findings(in: Data("{}".utf8), root: "/", default: "") }
    }
}

@Suite struct SiteBrowserTests {
    @Test("headings are read without markup")
    func headings() {
        let document = "<main><h1 class=\"title\">\n<span>Get</span>ting<wbr> &amp; started</h1><h1>B</h1></main>"
        #expect(SiteBrowser.headings(in: document) == ["Getting & started", "B"])
        #expect(SiteBrowser.headings(in: "<html></html>") == [])
    }

    @Test("the pages are the first page, that of the first module, and one that it lists")
    func pages() throws {
        let repo = try TempRepo()
        func write(_ path: String, _ title: String, links: [String] = []) throws {
            let references = links.map { #""\#($0)": {"url": "/documentation/\#($0)"}"# }.joined(separator: ",")
            try repo.write(
                "data/documentation\(path).json",
                #"{"metadata": {"title": "\#(title)"}, "references": {\#(references)}}"#
            )
        }
        try write("", "Home", links: ["a", "b"])
        try write("/a", "A", links: ["b/client", "a/page"])
        try write("/a/page", "Page")
        let pages = try SiteBrowser.pages(of: repo.root, modules: ["a", "b"])
        #expect(pages.map(\.title) == ["Home", "A", "Page"])
        #expect(throws: RepoError.self) { try SiteBrowser.pages(of: repo.root, modules: ["missing"]) }
    }
}

@Suite struct SiteServerTests {
    @Test("the URL is the last word of the program's first line")
    func url() throws {
        let repo = try TempRepo()
        // The server appends the folder, `--port` and the port, which are $0, $1 and $2 in the script.
        let program = ["sh", "-c", "echo listening on http://127.0.0.1:$2; exec sleep 60"]
        let server = try SiteServer(program, folder: repo.root, port: 7)
        #expect(server.url == "http://127.0.0.1:7")
        server.stop()
        server.wait()
    }

    @Test("a program that ends without a URL is an error with the program's message")
    func failure() throws {
        #expect(throws: RepoError("sh did not start: port in use")) {
            try SiteServer(["sh", "-c", "echo port in use >&2"], folder: "/")
        }
    }
}

@Suite struct SitePagesTests {
    private let template =
        #"<head><link href="{{BASE_PATH}}/a.css"><script>var baseUrl = "{{BASE_PATH}}/"</script></head>"#

    @Test(
        "addresses are relative to the page, so that a site can be hosted under any path",
        arguments: [
            (0, #"<link href="./a.css"><script>var baseUrl = new URL("./", location).pathname</script>"#),
            (2, #"<link href="../../a.css"><script>var baseUrl = new URL("../../", location).pathname</script>"#),
        ]
    )
    func relative(depth: Int, html: String) throws {
        #expect(try SitePages(template: template).html(depth: depth).contains(html))
    }

    @Test("lines of code are wrapped")
    func wrapping() throws {
        #expect(try SitePages(template: template).html(depth: 0).contains("white-space:pre-wrap"))
    }

    @Test("an HTML page is written for each data file of a page, and the page at the root leads to the documentation")
    func writing() throws {
        let repo = try TempRepo()
        try repo.write("data/documentation.json")
        try repo.write("data/documentation/acme/page/init(_:).json")
        try SitePages(template: template).write(to: repo.root)
        #expect(try repo.text("documentation/index.html").contains("new URL(\"../\""))
        let symbol = try repo.text("documentation/acme/page/init(_:)/index.html")
        #expect(symbol.contains("new URL(\"../../../../\""))
        #expect(try repo.text("index.html").contains("url=documentation/"))
    }

    @Test("a template without the expected text is an error")
    func unknownTemplate() {
        #expect(throws: RepoError.self) { try SitePages(template: "<html></html>") }
    }
}

@Suite struct SiteRootTests {
    @Test(
        "the first page becomes the outermost parent of a page with or without other parents",
        arguments: [
            (#"{"references":{},"hierarchy":{"paths":[[]]}}"#, ["doc://R"], 1),
            (
                #"{"hierarchy":{"paths":[["doc:\/\/A","doc:\/\/A\/b"]]},"references":{"doc:\/\/A":{}}}"#,
                ["doc://R", "doc://A", "doc://A/b"], 2
            ),
        ]
    )
    func parent(page: String, parents: [String], links: Int) throws {
        let data = try #require(SiteRoot.page(Data(page.utf8), withParent: "doc://R", title: "Home"))
        let linked = try JSONValue(json: data)
        #expect(linked["hierarchy"]["paths"].elements.first?.strings == parents)
        #expect(linked["references"]["doc://R"]["title"].string == "Home")
        guard case .object(let references) = linked["references"] else { throw RepoError("no references") }
        #expect(references.count == links)
    }

    @Test(
        "a page of an unexpected form is rejected",
        arguments: ["{}", #"{"references":{"#, #"{"hierarchy":{"paths":[[]]}}"#]
    )
    func unknown(page: String) {
        #expect(SiteRoot.page(Data(page.utf8), withParent: "doc://R", title: "Home") == nil)
    }

    private func index(_ title: String, _ children: String) throws -> SiteIndex {
        let root = #"{"title":"\#(title)","path":"/documentation","type":"module","children":[\#(children)]}"#
        return try SiteIndex(Data(#"{"interfaceLanguages":{"swift":[\#(root)]},"schemaVersion":{"minor":1}}"#.utf8))
    }

    @Test("the navigator contains the topics of the first page and, below them, the pages of the modules")
    func topics() throws {
        let modules = try index(
            "Acme",
            #"{"path":"/documentation/a","type":"module","title":"A","children":[{"title":"x"}]},{"path":"/documentation/b","title":"B"}"#
        )
        let topics = try index(
            "All",
            #"{"title":"Start","type":"groupMarker"},{"path":"/documentation/b/c","title":"C","external":true},"#
                + #"{"path":"/documentation/a","title":"A","external":true}"#
        )
        #expect(topics.paths == ["/documentation/b/c", "/documentation/a"])
        let root = try JSONValue(json: modules.arranged(as: topics).data)["interfaceLanguages"]["swift"].elements.first
        #expect(root?["title"].string == "All")
        #expect(root?["children"].elements.map { $0["title"].string } == ["Start", "C", "A"])
        #expect(root?["children"].elements.map { $0["children"].elements.count } == [0, 0, 1])
        #expect(root?["children"].elements[1]["external"].isNull == true)
    }

    @Test("only the first page of a site is a module in its navigator")
    func oneRoot() throws {
        let site = try index("Acme", #"{"type":"module","children":[{"type":"struct"}]},{"type":"article"}"#)
        let root = try JSONValue(json: site.withOneRoot.data)["interfaceLanguages"]["swift"].elements.first
        #expect(root?["type"].string == "module")
        #expect(root?["children"].elements.map { $0["type"].string } == ["collection", "article"])
    }

    @Test("an index of an unexpected form is an error")
    func unknownIndex() {
        #expect(throws: RepoError.self) { try SiteIndex(Data("{}".utf8)) }
    }
}
