/// A drawing of the package graph. An arrow means “depends on”; dependencies of tests are omitted.
struct GraphDrawing {
    /// The packages by layer; those of the last layer depend on no other package of the drawing.
    private(set) var layers: [[String]] = []
    /// The edges, sorted. An edge that is implied by others is omitted.
    private(set) var edges: [(from: String, to: String)] = []

    init(_ graph: PackageGraph, packages: Set<String>) {
        func needs(_ package: String) -> Set<String> { graph.productEdges[package, default: []].intersection(packages) }
        var reachable: [String: Set<String>] = [:]
        var height: [String: Int] = [:]
        for package in graph.inBuildOrder where packages.contains(package) {
            let direct = needs(package)
            reachable[package] = direct.reduce(into: direct) { $0.formUnion(reachable[$1, default: []]) }
            height[package] = (direct.compactMap { height[$0] }.max() ?? -1) + 1
        }
        for package in packages.sorted() {
            let direct = needs(package)
            let indirect = direct.reduce(into: Set<String>()) { $0.formUnion(reachable[$1, default: []]) }
            edges += direct.subtracting(indirect).sorted().map { (package, $0) }
        }
        let top = height.values.max() ?? -1
        layers = (0...max(top, 0)).reversed().map { level in
            packages.filter { height[$0] == level }.sorted()
        }
    }

    init(_ repository: Repository) {
        self.init(PackageGraph(repository), packages: Set(repository.mainPackages.map(\.name)))
    }

    var mermaid: String {
        let alone = layers.joined().filter { name in !edges.contains { $0.from == name || $0.to == name } }
        return "graph TD\n"
            + edges.map { "    \(Repository.fileName(of: $0.from)) --> \(Repository.fileName(of: $0.to))\n" }.joined()
            + alone.sorted().map { "    \(Repository.fileName(of: $0))\n" }.joined()
    }

    // MARK: SVG

    private static let (width, height, gapX, gapY) = (132, 36, 28, 56)

    /// The graph as SVG for light and dark backgrounds.
    var svg: String {
        let widest = layers.map(\.count).max() ?? 0
        let totalWidth = widest * (Self.width + Self.gapX) + Self.gapX
        var places: [String: (x: Int, y: Int)] = [:]
        for (row, names) in layers.enumerated() {
            let used = names.count * (Self.width + Self.gapX) - Self.gapX
            for (column, name) in names.enumerated() {
                places[name] = (
                    (totalWidth - used) / 2 + column * (Self.width + Self.gapX), 16 + row * (Self.height + Self.gapY)
                )
            }
        }
        let totalHeight = 32 + layers.count * (Self.height + Self.gapY) - Self.gapY
        let lines = edges.compactMap { edge -> String? in
            guard let from = places[edge.from], let to = places[edge.to] else { return nil }
            let (startX, startY) = (from.x + Self.width / 2, from.y + Self.height)
            let (endX, endY) = (to.x + Self.width / 2, to.y - 2)
            let middle = (startY + endY) / 2
            return "<path d=\"M\(startX) \(startY)C\(startX) \(middle) \(endX) \(middle) \(endX) \(endY)\"/>\n"
        }
        let boxes = places.sorted { $0.key < $1.key }.map { name, place in
            "<rect x=\"\(place.x)\" y=\"\(place.y)\" width=\"\(Self.width)\" height=\"\(Self.height)\" rx=\"6\"/>"
                + "<text x=\"\(place.x + Self.width / 2)\" y=\"\(place.y + 23)\">\(HTMLPage.escape(name))</text>\n"
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(totalWidth)" height="\(totalHeight)" \
            viewBox="0 0 \(totalWidth) \(totalHeight)" \
            role="img" aria-label="The packages and their dependencies">
            <style>path{fill:none;stroke:#888;marker-end:url(#end)}rect{fill:#8881;stroke:#888}\
            text{font:14px system-ui,sans-serif;text-anchor:middle;fill:#777}</style>
            <defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
            <path d="M0 0L8 4L0 8z" style="fill:#888;stroke:none;marker-end:none"/></marker></defs>
            \(lines.joined())\(boxes.joined())</svg>

            """
    }
}
