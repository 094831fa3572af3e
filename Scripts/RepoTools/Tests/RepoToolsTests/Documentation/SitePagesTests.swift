import Testing

@testable import RepoTools

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
        #expect(try Files.text("\(repo.root)/documentation/index.html").contains("new URL(\"../\""))
        let symbol = try Files.text("\(repo.root)/documentation/acme/page/init(_:)/index.html")
        #expect(symbol.contains("new URL(\"../../../../\""))
        #expect(try Files.text("\(repo.root)/index.html").contains("url=documentation/"))
    }

    @Test("a template without the expected text is an error")
    func unknownTemplate() {
        #expect(throws: RepoError.self) { try SitePages(template: "<html></html>") }
    }
}
