import Testing

@testable import RepoTools

@Suite struct CoveragePagesTests {
    private static func pages() throws -> CoveragePages {
        let repository = try FivePackageRepo.copy().repository
        return CoveragePages(table: CoverageTable(CoverageReportsTests.reports(), repository: repository))
    }

    @Test("the page begins with a table of all modules, and lists the files with their uncovered lines")
    func index() throws {
        let index = try Self.pages().index
        let rows = index.split(separator: "\n").filter { $0.hasPrefix("<tr><td class") }
        #expect(rows.count == 3)
        #expect(rows[0].contains("<td class=\"\"><a href=\"#AcmeWeb\">AcmeWeb</a>"))
        #expect(rows[0].contains("<td class=\"n low\" data-value=\"50.0\"><meter max=100 value=50.0></meter> 50.0%"))
        #expect(rows[0].contains("<b class=low>1 failed</b>"))
        #expect(rows[0].hasSuffix("<td class=\"\">@acme/web"))
        #expect(rows[1].contains("<span title=\"a &lt;thin&gt; shell\">exempt</span>"))
        #expect(rows[2].contains("status 1"))
        #expect(index.contains("<tfoot><tr><td class=\"tool\">total"))
        #expect(index.contains("<h3 id=\"AcmeWeb\">"))
        #expect(index.contains("no test links it"))
        let page = "libs/Web/Sources/AcmeWeb/We%20b.swift.html"
        #expect(index.contains("<a href=\"\(page)\">"))
        #expect(index.contains("<a class=low href=\"\(page)#L3\">3</a>"))
    }

    @Test("the page of a file contains the source and the count of each line")
    func source() throws {
        let pages = try Self.pages()
        let file = try #require(pages.table.rows.first?.module?.files.first)
        let page = pages.source(file, text: "one\ntwo\nthree")
        #expect(page.contains("<tr id=L1 class=\"hit\"><td class=n>1<td class=n>4<td><pre>one</pre>"))
        #expect(page.contains("<tr id=L2 class=\"\"><td class=n>2<td class=n><td><pre>two</pre>"))
        #expect(page.contains("<tr id=L3 class=\"miss\"><td class=n>3<td class=n>0<td><pre>three</pre>"))
        #expect(page.contains("The file changed since it was measured"))
        #expect(page.contains("Not covered: <a class=low href=\"#L3\">3</a>"))
    }

    @Test(
        "uncovered lines are joined across lines without code",
        arguments: [
            ([(1, 0), (2, 0), (4, 0), (5, 1), (6, 0)], [1...4, 6...6]), ([(1, 1)], []), ([], []), ([(3, 0)], [3...3]),
        ] as [([(Int, Int)], [ClosedRange<Int>])]
    )
    func uncovered(lines: [(Int, Int)], expected: [ClosedRange<Int>]) {
        let file = FileCoverage(path: "a", lines: lines.map { LineCount(line: $0.0, count: $0.1) }, digest: "")
        #expect(file.uncovered == expected)
    }
}
