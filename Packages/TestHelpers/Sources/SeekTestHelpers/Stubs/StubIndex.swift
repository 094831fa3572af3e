import SeekNetworking

/// An index of stubs by method, path segments and a query parameter, for large numbers of stubs.
///
/// Origins are not indexed, because a stub without an origin and a server accept every origin.
struct StubIndex: Sendable {
    /// The positions of stubs with the same path, indexed by one of their literal query parameters if there are any.
    private struct PathStubs: Sendable {
        var byItem: [QueryParameters.Item: [Int]] = [:]
        var withoutItems: [Int] = []

        /// Adds a stub to its most distinctive parameter: the one with the fewest stubs.
        mutating func add(_ position: Int, _ items: [QueryParameters.Item]) {
            if let item = items.min(by: { byItem[$0, default: []].count < byItem[$1, default: []].count }) {
                byItem[item, default: []].append(position)
            } else {
                withoutItems.append(position)
            }
        }

        func collect(_ items: [QueryParameters.Item], into positions: inout [Int]) {
            positions += withoutItems
            guard !byItem.isEmpty else { return }
            for item in items.unique { positions += byItem[item, default: []] }
        }
    }

    private struct Node: Sendable {
        /// The indices of the child nodes by their segments.
        var literals: [String: Int] = [:]
        var patterns: [PlaceholderPattern: Int] = [:]
        /// The stubs whose path ends here.
        var leaves = PathStubs()
        /// The stubs whose placeholder matches the rest of the path.
        var rest = PathStubs()
    }

    /// All nodes. Nested nodes would be released recursively, and a path can have thousands of segments.
    private var nodes: [Node] = []
    private var roots: [HTTPRequest.Method: Int] = [:]

    mutating func add(_ pattern: RequestPattern, at position: Int) {
        var current = child(roots[pattern.method]) { $0.roots[pattern.method] = $1 }
        for segment in pattern.url.path {
            if let literal = segment.literal {
                current = child(nodes[current].literals[literal]) { $0.nodes[current].literals[literal] = $1 }
            } else {
                current = child(nodes[current].patterns[segment]) { $0.nodes[current].patterns[segment] = $1 }
            }
        }
        let items = pattern.url.literalItems
        if pattern.url.rest == nil {
            nodes[current].leaves.add(position, items)
        } else {
            nodes[current].rest.add(position, items)
        }
    }

    private mutating func child(_ existing: Int?, link: (inout StubIndex, Int) -> Void) -> Int {
        if let existing { return existing }
        nodes.append(Node())
        link(&self, nodes.count - 1)
        return nodes.count - 1
    }

    /// Returns the positions of the stubs whose method, path and indexed query parameter match, the newest first.
    func candidates(for actual: ObservedRequest) -> [Int] {
        var positions: [Int] = []
        for root in [roots[actual.request.method], roots[.any]] {
            if let root { collect(root, actual.path[...], actual.query, into: &positions) }
        }
        return positions.sorted(by: >)
    }

    private func collect(
        _ index: Int,
        _ path: ArraySlice<String>,
        _ query: [QueryParameters.Item],
        into positions: inout [Int]
    ) {
        guard let segment = path.first else { return nodes[index].leaves.collect(query, into: &positions) }
        nodes[index].rest.collect(query, into: &positions)
        if let next = nodes[index].literals[segment] { collect(next, path.dropFirst(), query, into: &positions) }
        for (pattern, next) in nodes[index].patterns {
            var values: [String: String] = [:]
            if pattern.match(segment, into: &values) { collect(next, path.dropFirst(), query, into: &positions) }
        }
    }
}
