/// The coverage as HTML pages without scripts or other files.
struct CoveragePages {
    var reports: [PackageReport]

    /// Returns the path of a file's page, relative to the index.
    static func name(of file: FileCoverage) -> String { file.path + ".html" }

    static func escape(_ text: some StringProtocol) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    /// Returns a percent-encoded path for a link.
    private static func link(_ path: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/+".utf8)
        return path.utf8.map { byte in
            guard !plain.contains(byte) else { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }

    // MARK: Index

    var index: String {
        let rows = reports.map { report in
            report.modules.map { section($0, of: report) }.joined()
                + (report.modules.isEmpty ? "<h2>\(Self.escape(report.package))</h2><p>\(problem(of: report))</p>" : "")
        }
        return Self.page(title: "Coverage", body: "<h1>Coverage by each package's own tests</h1>\n" + rows.joined())
    }

    private func problem(of report: PackageReport) -> String {
        Self.escape(report.problem ?? "nothing to measure")
    }

    private func section(_ module: ModuleCoverage, of report: PackageReport) -> String {
        var notes = ["\(report.tests.passed) tests passed"]
        if report.tests.failed > 0 { notes.append("<b class=low>\(report.tests.failed) failed</b>") }
        if !module.isLinked { notes.append("no test links it") }
        notes.append(module.exemption.map { "exempt: \(Self.escape($0))" } ?? "needs \(module.threshold) %")
        let rows = module.files.map { file in
            let percent = file.lines.isEmpty ? 100 : 100 * file.covered / file.lines.count
            return "<tr><td><a href=\"\(Self.link(Self.name(of: file)))\">\(Self.escape(file.path))</a>"
                + "<td class=n>\(file.covered)/\(file.lines.count)<td><meter max=100 value=\(percent)></meter> \(percent)%\n"
        }
        return """
            <h2>\(Self.escape(report.package)) · \(Self.escape(module.module)) \
            <span class="\(module.isBelowThreshold ? "low" : "")">\(module.percentText)</span></h2>
            <p>\(notes.joined(separator: " · "))</p>
            <table>\(rows.joined())</table>

            """
    }

    // MARK: Source

    /// Returns the page of a file, with the execution count of each line.
    func source(_ file: FileCoverage, text: String) -> String {
        let counts = Dictionary(file.lines.map { ($0.line, $0.count) }) { $1 }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
            let count = counts[index + 1]
            let kind = count.map { $0 == 0 ? "miss" : "hit" } ?? ""
            let row = "<tr id=L\(index + 1) class=\"\(kind)\"><td class=n>\(index + 1)<td class=n>"
            return row + "\(count.map(String.init) ?? "")<td><pre>\(Self.escape(line))</pre>\n"
        }
        let up = String(repeating: "../", count: file.path.split(separator: "/").count - 1)
        let isStale = StableHash.hex(text) != file.digest
        let stale =
            isStale ? "<p class=low>The file changed since it was measured: line numbers may not match.</p>" : ""
        let title = "\(Self.escape(file.path)) \(file.covered)/\(file.lines.count)"
        return Self.page(
            title: Self.escape(file.path),
            body:
                "<p><a href=\"\(up)index.html\">all files</a></p><h1>\(title)</h1>\(stale)<table>\(lines.joined())</table>"
        )
    }

    private static func page(title: String, body: String) -> String {
        """
        <!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width"><title>\(title)</title>
        <style>
        :root{color-scheme:light dark} body{font:15px/1.5 system-ui,sans-serif;margin:2rem;max-width:70rem}
        h1{font-size:1.3rem} h2{font-size:1.05rem;margin:1.5rem 0 0} p{margin:.2rem 0}
        table{border-collapse:collapse} td{padding:0 .6rem 0 0} pre{margin:0;white-space:pre-wrap} .n{text-align:right;opacity:.7}
        .hit{background:#2a82} .miss{background:#d335} .low{color:#d33}
        </style>
        \(body)
        </html>

        """
    }
}
