import Foundation

/// The coverage as HTML pages that need no other files.
struct CoveragePages {
    var table: CoverageTable

    /// Returns the path of a file's page, relative to the index.
    static func name(of file: FileCoverage) -> String { file.path + ".html" }

    private static func link(_ path: String) -> String {
        let plain = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "&'"))
        return path.addingPercentEncoding(withAllowedCharacters: plain) ?? path
    }

    // MARK: Index

    var index: String {
        let sections = table.rows.compactMap(\.module).map(section)
        let missing = table.missing.map { HTMLPage.escape($0) }.joined(separator: ", ")
        let body = """
            <h1>Coverage of each module by its own package's tests</h1>
            \(moduleTable)
            \(missing.isEmpty ? "" : "<p>Not measured this time: \(missing).</p>")
            <h2>Files</h2>
            \(sections.joined())
            <script>\(Self.sorting)</script>
            """
        return HTMLPage.html(title: "Coverage", style: Self.style, body: body)
    }

    private var moduleTable: String {
        let hasChange = table.total.change != nil
        let titles =
            ["package", "module", "coverage", "lines", "threshold"] + (hasChange ? ["change"] : []) + [
                "tests", "owner",
            ]
        let head = titles.map { "<th scope=col><button>\($0)</button>" }.joined()
        return """
            <table id=modules>
            <thead><tr>\(head)</thead>
            <tbody>
            \(table.rows.map { "<tr>\(cells(of: $0, hasChange: hasChange))\n" }.joined())</tbody>
            <tfoot><tr>\(cells(of: table.total, hasChange: hasChange, isTotal: true))</tfoot>
            </table>
            """
    }

    private func cells(of row: CoverageTable.Row, hasChange: Bool, isTotal: Bool = false) -> String {
        func cell(_ text: String, sortedBy value: Double? = nil, style: String = "n") -> String {
            "<td class=\"\(style)\"\(value.map { " data-value=\"\($0)\"" } ?? "")>\(text)"
        }
        let module = row.module
        let name = HTMLPage.escape(module?.module ?? "")
        let linked = isTotal || name.isEmpty ? "" : "<a href=\"#\(name)\">\(name)</a>"
        let percent = module?.percent
        let meter = percent.map { "<meter max=100 value=\($0)></meter> " } ?? ""
        let isLow = module?.isBelowThreshold == true
        let exemption = module?.exemption.map { " title=\"\(HTMLPage.escape($0))\"" } ?? ""
        let failed = row.tests.failed > 0 ? " <b class=low>\(row.tests.failed) failed</b>" : ""
        // Below every real change, so that rows without a change are sorted first and are not marked as lower.
        var points = -1000.0
        if case .points(let value?) = row.change { points = value }
        let change =
            hasChange
            ? [cell(row.change?.text ?? "", sortedBy: points, style: points < -0.05 && points > -200 ? "n low" : "n")]
            : []
        return
            ([
                cell(HTMLPage.escape(row.package), style: "\(row.group)"), cell(linked, style: ""),
                cell(meter + HTMLPage.escape(row.coverage), sortedBy: percent ?? -1, style: isLow ? "n low" : "n"),
                cell(row.lines, sortedBy: Double(module?.totalLineCount ?? 0)),
                isTotal
                    ? cell("")
                    : cell(
                        "<span\(exemption)>\(row.threshold)</span>",
                        sortedBy: module?.exemption == nil ? module?.threshold ?? 0 : -1
                    ),
            ] + change + [
                cell("\(row.tests.passed)\(failed)", sortedBy: Double(row.tests.passed)),
                cell(HTMLPage.escape(row.owner), style: ""),
            ]).joined()
    }

    /// Sorts the table by a column when its heading is clicked: first ascending, then descending.
    private static let sorting = """
        const body = document.querySelector('#modules tbody');
        document.querySelectorAll('#modules thead th').forEach((head, column) => head.onclick = () => {
          const descends = head.ariaSort === 'ascending';
          document.querySelectorAll('#modules thead th').forEach(other => other.removeAttribute('aria-sort'));
          head.ariaSort = descends ? 'descending' : 'ascending';
          const key = row => row.cells[column].dataset.value ?? row.cells[column].textContent;
          const compare = (a, b) => isNaN(key(a)) || isNaN(key(b)) ? key(a).localeCompare(key(b)) : key(a) - key(b);
          body.append(...[...body.rows].sort((a, b) => descends ? compare(b, a) : compare(a, b)));
        });
        """

    private func section(_ module: ModuleCoverage) -> String {
        var notes: [String] = []
        if !module.isLinked { notes.append("no test links it") }
        if let exemption = module.exemption { notes.append("exempt: \(HTMLPage.escape(exemption))") }
        let rows = module.files.map { file in
            let percent = file.lines.isEmpty ? 100 : 100 * file.coveredLineCount / file.lines.count
            let page = Self.link(Self.name(of: file))
            return
                "<tr><td><a href=\"\(page)\">\(HTMLPage.escape(file.path))</a>"
                + "<td class=n>\(file.coveredLineCount)/\(file.lines.count)"
                + "<td class=n><meter max=100 value=\(percent)></meter> \(percent)%<td>\(Self.uncovered(file, on: page))\n"
        }
        return """
            <h3 id="\(HTMLPage.escape(module.module))">\(HTMLPage.escape(module.module)) \
            <span class="\(module.isBelowThreshold ? "low" : "")">\(module.percentText)</span></h3>
            \(notes.isEmpty ? "" : "<p>\(notes.joined(separator: " · "))</p>")
            <table>\(rows.joined())</table>

            """
    }

    /// Returns links to the uncovered lines of a file, at most the first ten ranges.
    private static func uncovered(_ file: FileCoverage, on page: String) -> String {
        let ranges = file.uncovered
        let links = ranges.prefix(10).map { range in
            let text = range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound)"
            return "<a class=low href=\"\(page)#L\(range.lowerBound)\">\(text)</a>"
        }
        return links.joined(separator: ", ") + (ranges.count > 10 ? " and \(ranges.count - 10) more" : "")
    }

    // MARK: Source

    /// Returns the page of a file, with the execution count of each line.
    func source(_ file: FileCoverage, text: String) -> String {
        let counts = Dictionary(file.lines.map { ($0.line, $0.count) }) { $1 }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
            let count = counts[index + 1]
            let kind = count.map { $0 == 0 ? "miss" : "hit" } ?? ""
            let row = "<tr id=L\(index + 1) class=\"\(kind)\"><td class=n>\(index + 1)<td class=n>"
            return row + "\(count.map(String.init) ?? "")<td><pre>\(HTMLPage.escape(line))</pre>\n"
        }
        let up = String(repeating: "../", count: file.path.split(separator: "/").count - 1)
        let isStale = StableHash.hex(text) != file.digest
        let stale =
            isStale ? "<p class=low>The file changed since it was measured: line numbers may not match.</p>" : ""
        let title = "\(HTMLPage.escape(file.path)) \(file.coveredLineCount)/\(file.lines.count)"
        let uncovered = Self.uncovered(file, on: "")
        return HTMLPage.html(
            title: file.path,
            style: Self.style,
            body: """
                <p><a href="\(up)index.html">all modules</a></p><h1>\(title)</h1>\(stale)
                \(uncovered.isEmpty ? "" : "<p>Not covered: \(uncovered)</p>")
                <table class=source>\(lines.joined())</table>
                """
        )
    }

    private static let style = """
        #modules{margin:1rem 0} #modules td,#modules th{padding:.2rem .8rem} #modules tbody tr:nth-child(even){background:#8881}
        #modules thead th{position:sticky;top:0;background:Canvas} tfoot td{border-top:2px solid;font-weight:600}
        th button{font:inherit;font-weight:600;border:0;padding:0;background:none;color:inherit;cursor:pointer}
        [aria-sort=ascending] button::after{content:" ▲"} [aria-sort=descending] button::after{content:" ▼"}
        .support,.tool{opacity:.75} meter{width:5rem}
        pre{margin:0;white-space:pre-wrap} .source td{padding:0 .6rem 0 0} .source .n{opacity:.75}
        .hit{background:light-dark(#e6f6e6,#12351a)} .miss{background:light-dark(#fddede,#5a1a1f)}
        tr:target{outline:2px solid}
        """
}
