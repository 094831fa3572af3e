/// The history of one row of a bench as a picture: the figures that the goal limits, oldest first, and the limit as a
/// dashed line.
struct BenchChart {
    private let name: String
    private let figures: [(entry: BenchHistory.Entry, value: Double)]
    private let limit: Double?
    private static let size = (width: 240.0, height: 44.0, margin: 6.0)

    init(_ series: BenchHistory.Series) {
        name = series.last.name
        figures = series.entries.compactMap { entry in entry.judgedFigure.map { (entry, $0) } }
        limit = series.last.limit
    }

    /// The picture as SVG; empty if there is no figure or no limit.
    var svg: String {
        guard let limit, !figures.isEmpty else { return "" }
        let width = Int(Self.size.width)
        let path = figures.indices.map { "\(x($0)),\(y(figures[$0].value, limit))" }.joined(separator: " ")
        let dots = figures.indices.map { index in
            let figure = figures[index]
            return
                "<circle class=\(figure.entry.holds ? "met" : "low") cx=\(x(index)) cy=\(y(figure.value, limit)) r=3>"
                + "<title>\(BenchPage.figure(figure.value)) · \(HTMLPage.escape(figure.entry.date.prefix(10))), "
                + "commit \(HTMLPage.escape(figure.entry.commit))</title></circle>"
        }
        return
            "<svg viewBox=\"0 0 \(width) \(Int(Self.size.height))\" role=img aria-label=\"history of \(HTMLPage.escape(name))\">"
            + "<line class=limit x1=0 x2=\(width) y1=\(y(limit, limit)) y2=\(y(limit, limit))></line>"
            + "<polyline points=\"\(path)\"></polyline>\(dots.joined())</svg>"
    }

    private func x(_ index: Int) -> String {
        let step = (Self.size.width - 2 * Self.size.margin) / Double(max(1, figures.count - 1))
        return Self.text(Self.size.margin + Double(index) * step)
    }

    /// The scale starts at zero, so that a small change does not look large.
    private func y(_ value: Double, _ limit: Double) -> String {
        let values = figures.map(\.value) + [limit]
        let low = min(0, values.min() ?? 0)
        let high = max(values.max() ?? 1, low + .leastNormalMagnitude)
        let height = Self.size.height - 2 * Self.size.margin
        return Self.text(Self.size.height - Self.size.margin - (value - low) / (high - low) * height)
    }

    private static func text(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
