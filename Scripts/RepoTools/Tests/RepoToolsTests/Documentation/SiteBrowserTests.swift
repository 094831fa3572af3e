import Testing

@testable import RepoTools

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
