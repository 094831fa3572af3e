/// The recorded results of benches as an HTML page that needs no other files: each row with its goal, its last figure
/// and its history.
struct BenchPage {
    var history: BenchHistory

    var html: String {
        let benches = history.benches
        let lastEntries = benches.flatMap(\.rows).map(\.last)
        let latest = lastEntries.max { $0.date < $1.date }
        let summary = latest.map {
            "\(lastEntries.count(where: \.holds)) of \(lastEntries.count) goals are met by the last recorded figures. "
                + "Last run: \(Self.context(of: $0))."
        }
        return HTMLPage.html(
            title: "Benches",
            style: Self.style,
            body: """
                <h1>Benches</h1>
                <p>\(summary ?? "Nothing is recorded yet: run Scripts/bench --record.")</p>
                \(benches.map(section).joined())
                """
        )
    }

    private static func context(of entry: BenchHistory.Entry) -> String {
        let minute = entry.date.prefix(16).replacing("T", with: " ")
        return HTMLPage.escape("\(minute), commit \(entry.commit), \(entry.machine)")
    }

    private func section(_ bench: (name: String, rows: [BenchHistory.Series])) -> String {
        """
        <h2 id="\(HTMLPage.escape(bench.name))">\(HTMLPage.escape(bench.name))</h2>
        <table>
        <thead><tr><th>row<th>goal<th class=n>value<th class=n>ratio<th>met<th>history<th>runs</thead>
        <tbody>
        \(bench.rows.map(row).joined())</tbody>
        </table>

        """
    }

    private func row(_ series: BenchHistory.Series) -> String {
        let last = series.last
        let runs = series.entries.reversed().map { entry in
            "<li class=\(entry.holds ? "met" : "low")>\(Self.figure(entry.value)) \(HTMLPage.escape(entry.unit))"
                + "\(entry.ratio.map { ", ratio \(Self.figure($0))" } ?? "") · \(Self.context(of: entry))"
        }
        let baseline = last.baseline.map { " <span class=quiet>to \(HTMLPage.escape($0))</span>" } ?? ""
        return """
            <tr><td>\(HTMLPage.escape(last.name))<td class=goal>\(HTMLPage.escape(last.goal))\
            <td class=n>\(Self.figure(last.value)) \(HTMLPage.escape(last.unit))\
            <td class=n>\(last.ratio.map { Self.figure($0) } ?? "–")\(baseline)\
            <td class=\(last.holds ? "met" : "low")>\(last.holds ? "yes" : "no")<td>\(BenchChart(series).svg)\
            <td><details><summary>\(series.entries.count)</summary><ol reversed>\(runs.joined())</ol></details>

            """
    }

    /// Returns a number with at most two decimals below 10, at most one below 100, and none from 100. Commas separate
    /// thousands, and `−` precedes a negative number. Returns `–` if there is no finite number.
    static func figure(_ value: Double?) -> String {
        guard let value, value.isFinite else { return "–" }
        let size = abs(value)
        let scale: Double = size < 10 ? 100 : size < 100 ? 10 : 1
        let rounded = (value * scale).rounded() / scale
        let sign = rounded < 0 ? "−" : ""
        guard rounded == rounded.rounded(), abs(rounded) < 1e15 else { return "\(sign)\(abs(rounded))" }
        var digits = String(Int64(abs(rounded)))
        var text = ""
        while digits.count > 3 {
            text = ",\(digits.suffix(3))\(text)"
            digits.removeLast(3)
        }
        return "\(sign)\(digits)\(text)"
    }

    private static let style = """
        .goal{white-space:nowrap} .quiet{opacity:.75} .met{color:var(--green)} tbody tr:nth-child(even){background:#8881}
        td,th{padding:.2rem .8rem;vertical-align:middle} svg{width:240px;height:44px;display:block}
        polyline{fill:none;stroke:currentColor;opacity:.5} circle{fill:currentColor}
        .limit{stroke:currentColor;stroke-dasharray:3 3;opacity:.6}
        details[open]{max-width:26rem} ol{margin:.3rem 0;padding-left:1.6rem}
        """
}
