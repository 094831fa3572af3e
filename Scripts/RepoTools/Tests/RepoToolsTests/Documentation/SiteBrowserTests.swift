import Testing

@testable import RepoTools

@Suite struct SiteBrowserTests {
    @Test(
        "the decoded lines before “done” are problems, and so is a missing “done”",
        arguments: [
            ("<pre id=\"result\">done\n</pre>", []),
            ("<pre id=\"result\">no%20%3Ch1%3E\ndone\n</pre>", ["no <h1>"]),
            ("<pre id=\"result\">one\n</pre>", ["one", "the check did not finish"]),
            ("<pre id=\"result\"></pre>", ["the check did not finish"]),
            ("<html></html>", ["Chromium printed no result"]),
        ]
    )
    func problems(document: String, expected: [String]) {
        #expect(SiteBrowser.problems(inDocument: document) == expected)
    }

    @Test(
        "the tour opens articles and first pages of modules, follows a link to another module, and searches for a page"
    )
    func tour() throws {
        let repo = try TempRepo()
        func write(_ path: String, _ title: String, role: String = "symbol", links: [String: String] = [:]) throws {
            let references = links.map {
                #""\#($0.key)": {"url": "/documentation/\#($0.key)", "title": "\#($0.value)"}"#
            }
            try repo.write(
                "data/documentation\(path.isEmpty ? "" : "/")\(path).json",
                #"{"metadata": {"title": "\#(title)", "role": "\#(role)"}, "references": {\#(references.joined(separator: ","))}}"#
            )
        }
        try write("", "Home", role: "collection", links: ["a": "A", "b": "B"])
        try write("a", "A", role: "collection", links: ["a/page": "Page", "a/guide": "Guide", "b/client": "Client"])
        try write("a/page", "Page")
        try write("a/guide", "Guide", role: "article")
        try write("b", "B", role: "collection", links: ["b/client": "Client"])
        try write("b/client", "Client")
        let tour = try SiteBrowser.Tour(site: repo.root, modules: ["a", "b"])
        #expect(tour.pages.map(\.title) == ["Home", "A", "Guide", "B"])
        #expect(tour.link?.from.title == "A")
        #expect(tour.link?.to == SiteBrowser.Page(path: "documentation/b/client", title: "Client"))
        #expect(tour.search?.from.title == "A")
        #expect(tour.search?.to.title == "Client")
        #expect(throws: RepoError.self) { try SiteBrowser.Tour(site: repo.root, modules: ["missing"]) }
    }
}
